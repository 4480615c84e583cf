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

// Near misses: one of two branches is compiled.
@implementation Ported
- (void)begin
{
#if TARGET_OS_IPHONE
    [self.progress addObserver:self forKeyPath:@"isFinished" options:0 context:&PanelContext];
#else
    [self.progress addObserver:self forKeyPath:@"isFinished" options:0 context:&PanelContext];
#endif
}
- (void)end { [self.progress removeObserver:self forKeyPath:@"isFinished" context:&PanelContext]; }
@end

// Near misses: another object by the same name; what a call gives; one of two.
@implementation Moving
- (void)begin:(UIView *)view and:(UIView *)other
{
    [view addObserver:self forKeyPath:@"frame" options:0 context:NULL];
    view = other;
    [view addObserver:self forKeyPath:@"frame" options:0 context:NULL];
    [[self pop] addObserver:self forKeyPath:@"frame" options:0 context:NULL];
    [[self pop] addObserver:self forKeyPath:@"frame" options:0 context:NULL];
    if (other) [other addObserver:self forKeyPath:@"frame" options:0 context:NULL];
    if (!view) [other addObserver:self forKeyPath:@"frame" options:0 context:NULL];
}
- (void)end:(UIView *)view { [view removeObserver:self forKeyPath:@"frame"]; }
@end
