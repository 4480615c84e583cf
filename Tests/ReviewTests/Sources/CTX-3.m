@implementation Panel
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context // may
{
    if (context == &PanelContext) { [self setNeedsDisplay]; }
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
}
@end

// Near miss: without braces.
@implementation Passing
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    if (context == &PanelContext) [self setNeedsDisplay];
    else [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
}
@end

// Near miss: the superclass has the method, too, and takes what comes.
@interface Wide : Panel
@end
@implementation Wide
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    [self setNeedsDisplay];
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
}
@end
