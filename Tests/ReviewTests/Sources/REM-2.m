@implementation Panel
- (void)begin { [self.progress addObserver:self forKeyPath:@"isFinished" options:0 context:&PanelContext]; }
- (void)end
{
    [self.progress removeObserver:self forKeyPath:@"isFinished" context:&PanelContext];
    [self.progress removeObserver:self forKeyPath:@"isFinished" context:&PanelContext]; // finds
}
// Near misses.
- (void)close
{
    if (self.isOpen) {
        [self.progress removeObserver:self forKeyPath:@"isFinished" context:&PanelContext];
        return;
    }
    [self.progress removeObserver:self forKeyPath:@"isFinished" context:&PanelContext];
    [self.other removeObserver:self forKeyPath:@"isFinished" context:&PanelContext];
}
@end
