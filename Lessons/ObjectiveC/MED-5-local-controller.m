// MED-5: a controller in a local variable is released when the method returns, and its observations end.
// The remedy: the view's own controller. It is released with the view, and ends its observations then.
#import <KVOController/KVOController.h>

@interface Clock : NSObject
@property (nonatomic) NSInteger date;
@end
@implementation Clock
@end

@interface ClockView : NSObject
@property (nonatomic, readonly) NSUInteger calls;
@end

@implementation ClockView
- (void)show:(NSInteger)date {
  _calls += 1;
}

// snippet.local
- (void)watchLocally:(Clock *)clock {
  FBKVOController *controller = [FBKVOController controllerWithObserver:self];
  [controller observe:clock keyPath:@"date" options:NSKeyValueObservingOptionInitial
                block:^(ClockView *view, Clock *clock, NSDictionary<NSKeyValueChangeKey, id> *change) {
    [view show:clock.date];
  }];
  NSLog(@"the method returns, and the local controller is released");
}
// snippet.end

// snippet.lazy
- (void)watch:(Clock *)clock {
  [self.KVOController observe:clock keyPath:@"date" options:NSKeyValueObservingOptionInitial
                        block:^(ClockView *view, Clock *clock, NSDictionary<NSKeyValueChangeKey, id> *change) {
    [view show:clock.date];
  }];
}
// snippet.end
@end

int main(void) {
  @autoreleasepool {
    Clock *clock = [[Clock alloc] init];
    ClockView *view = [[ClockView alloc] init];
    @autoreleasepool {
      [view watchLocally:clock];
    }
    clock.date = 1;
    NSLog(@"mistake: %@ of 2 calls", @(view.calls));

    ClockView *otherView = [[ClockView alloc] init];
    [otherView watch:clock];
    clock.date = 2;
    NSLog(@"remedy: %@ of 2 calls", @(otherView.calls));

    [otherView.KVOController unobserve:clock keyPath:@"date"];  // to end it earlier; a second call does nothing
    clock.date = 3;
    NSLog(@"after unobserve: still %@ calls", @(otherView.calls));
  }
}
