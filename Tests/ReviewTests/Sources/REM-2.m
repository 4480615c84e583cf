@implementation Gauge
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

// Near misses: it is there twice.
@implementation Doubled
- (void)begin
{
    [self.first addObserver:self forKeyPath:@"isFinished" options:0 context:NULL];
    if (self.isWide)
        [self.first addObserver:self forKeyPath:@"isFinished" options:0 context:NULL];
}
- (void)end
{
    [self.first removeObserver:self forKeyPath:@"isFinished" context:NULL];
    [self.first removeObserver:self forKeyPath:@"isFinished" context:NULL];
}
@end
