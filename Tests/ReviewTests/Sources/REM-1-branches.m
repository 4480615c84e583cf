// Near misses: one branch adds, and another one removes.
@implementation Browser
- (void)open
{
#if !USES_WEBKIT
    [self.proxy begin];
#else
    [_webView addObserver:self forKeyPath:@"estimatedProgress" options:0 context:NULL];
#endif
}
- (void)dealloc
{
#if USES_WEBKIT
    [_webView removeObserver:self forKeyPath:@"estimatedProgress"];
#else
    [_webView stopLoading];
#endif
}
@end
