// LIF-3: a view is deallocated, and does not remove itself. The next change is sent to a deallocated object.
// The remedy: the view removes itself in dealloc, and retains the clock until then.
// Pass an argument to run the mistake as well. The card says which systems skip that change.
#import <Foundation/Foundation.h>

@interface Clock : NSObject
@property (nonatomic) NSInteger date;
@end
@implementation Clock
@end

static void *ClockViewContext = &ClockViewContext;

@interface ClockView : NSObject
@property (nonatomic, strong, readonly) Clock *clock;
@end

@implementation ClockView
- (instancetype)initWithClock:(Clock *)clock {
  if ((self = [super init])) {
    _clock = clock;
    [_clock addObserver:self forKeyPath:@"date" options:0 context:ClockViewContext];
  }
  return self;
}

- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object
    change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context {
  if (context == ClockViewContext) {
    NSLog(@"%@ is called", self);
  } else {
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
  }
}
@end

@interface TidyClockView : ClockView
@end
@implementation TidyClockView
- (void)dealloc {
  [self.clock removeObserver:self forKeyPath:@"date" context:ClockViewContext];
}
@end

static void SetTwice(Class viewClass) {
  Clock *clock = [[Clock alloc] init];
  @autoreleasepool {
    ClockView *view = [[viewClass alloc] initWithClock:clock];
    clock.date = 1;
    NSLog(@"%@ is released", view);
  }
  clock.date = 2;
}

int main(int argc, const char *argv[]) {
  @autoreleasepool {
    SetTwice(TidyClockView.class);
    if (argc > 1) SetTwice(ClockView.class);
  }
}
