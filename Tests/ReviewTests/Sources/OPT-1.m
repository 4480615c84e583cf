@implementation Tracker
- (void)start { [self.keyboard addObserver:self forKeyPath:@"frame" options:0 context:FrameContext]; }
- (void)dealloc { [_keyboard removeObserver:self forKeyPath:@"frame" context:FrameContext]; }
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    self.last = [change[NSKeyValueChangeNewKey] CGRectValue]; // finds
}
@end

// Near miss: one of two additions asks for the value.
@implementation Asking
- (void)start
{
    [self.keyboard addObserver:self forKeyPath:@"frame" options:NSKeyValueObservingOptionNew context:FrameContext];
    [self.keyboard addObserver:self forKeyPath:@"hidden" options:0 context:FrameContext];
}
- (void)dealloc
{
    [_keyboard removeObserver:self forKeyPath:@"frame" context:FrameContext];
    [_keyboard removeObserver:self forKeyPath:@"hidden" context:FrameContext];
}
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    self.last = [change[NSKeyValueChangeNewKey] CGRectValue];
}
@end
