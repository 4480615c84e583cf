@implementation Panel
- (void)begin
{
    [self.progress addObserver:self forKeyPath:@"isFinished" options:0 context:&PanelContext];
    [self.progress addObserver:self forKeyPath:@"isPaused" options:0 context:&PanelContext];
    [self.progress addObserver:self forKeyPath:@"isFinished" options:0 context:&PanelContext]; // finds
}
// Near misses.
- (void)beginOther
{
    if (self.isWide) {
        [self.progress addObserver:self forKeyPath:@"isFinished" options:0 context:&PanelContext];
    } else {
        [self.progress addObserver:self forKeyPath:@"isFinished" options:0 context:&PanelContext];
    }
    [self.progress removeObserver:self forKeyPath:@"isFinished" context:&PanelContext];
    [self.progress addObserver:self forKeyPath:@"isFinished" options:0 context:&OtherContext];
}
- (void)end
{
    [self.progress removeObserver:self forKeyPath:@"isFinished" context:&PanelContext];
    [self.progress removeObserver:self forKeyPath:@"isPaused" context:&PanelContext];
    [self.progress removeObserver:self forKeyPath:@"isFinished" context:&OtherContext];
}
@end
