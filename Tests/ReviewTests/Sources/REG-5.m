@implementation Panel
- (void)begin { [self.progress addObserver:self forKeyPath:@"a" options:0 context:&PanelContext]; }
- (void)end
{
    @try {
        [self.progress removeObserver:self forKeyPath:@"a" context:&PanelContext]; // may
    } @catch (NSException *exception) {
    }
    // Near miss.
    [self.other removeObserver:self forKeyPath:@"a" context:&PanelContext];
}
@end
