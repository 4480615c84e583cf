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

@interface Base : NSView
@end
@implementation Base
- (void)begin { [self.window addObserver:self forKeyPath:@"title" options:NSKeyValueObservingOptionOld context:NULL]; }
- (void)dealloc { [self.window removeObserver:self forKeyPath:@"title"]; }
- (void)observeValueForKeyPath:(NSString *)key ofObject:(id)object change:(NSDictionary *)change context:(void *)context { [self update]; }
@end

@interface Derived : Base
@end
@implementation Derived
- (void)beginToo { [self.window addObserver:self forKeyPath:@"level" options:NSKeyValueObservingOptionNew context:NULL]; }
- (void)dealloc { [self.window removeObserver:self forKeyPath:@"level"]; }
- (void)observeValueForKeyPath:(NSString *)key ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    // Near miss: what the superclass observes comes here too.
    NSLog(@"%@", change[NSKeyValueChangeOldKey]);
    [super observeValueForKeyPath:key ofObject:object change:change context:context];
}
@end

// Near miss: the value is read for another key.
@implementation Movie
- (void)start { [self.player addObserver:self forKeyPath:@"rate" options:NSKeyValueObservingOptionNew context:NULL]; }
- (void)dealloc { [self.player removeObserver:self forKeyPath:@"rate"]; }
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    if ([keyPath isEqualToString:@"rate"]) {
        self.rate = [change[NSKeyValueChangeNewKey] floatValue];
    } else if ([keyPath isEqualToString:@"status"]) {
        self.last = [change[NSKeyValueChangeOldKey] intValue];
    }
}
@end

@implementation Radio
- (void)start { [self.player addObserver:self forKeyPath:@"rate" options:NSKeyValueObservingOptionNew context:NULL]; }
- (void)dealloc { [self.player removeObserver:self forKeyPath:@"rate"]; }
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    if ([keyPath isEqualToString:@"rate"]) {
        self.last = [change[NSKeyValueChangeOldKey] floatValue]; // finds
    }
}
@end
