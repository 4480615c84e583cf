// REG-1: a view is added twice as an observer, so each change calls it twice.
// The remedy: the view adds itself in its initialiser, which runs once, and removes itself in dealloc.
#import <Foundation/Foundation.h>

@interface Clock : NSObject
@property (nonatomic) NSInteger date;
@end
@implementation Clock
@end

static void *ClockViewContext = &ClockViewContext;

@interface ClockView : NSObject
@property (nonatomic, readonly) NSUInteger calls;
@end

@implementation ClockView
- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object
    change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context {
  if (context == ClockViewContext) {
    _calls += 1;
  } else {
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
  }
}
@end

@interface TidyClockView : ClockView
@property (nonatomic, strong, readonly) Clock *clock;
@end

@implementation TidyClockView
- (instancetype)initWithClock:(Clock *)clock {
  if ((self = [super init])) {
    _clock = clock;
    [_clock addObserver:self forKeyPath:@"date" options:0 context:ClockViewContext];
  }
  return self;
}
- (void)dealloc {
  [_clock removeObserver:self forKeyPath:@"date" context:ClockViewContext];
}
@end

int main(void) {
  @autoreleasepool {
    Clock *clock = [[Clock alloc] init];
    ClockView *view = [[ClockView alloc] init];
    [clock addObserver:view forKeyPath:@"date" options:0 context:ClockViewContext];
    [clock addObserver:view forKeyPath:@"date" options:0 context:ClockViewContext];
    clock.date = 1;
    NSLog(@"mistake, calls for 1 change: %@", @(view.calls));
    [clock removeObserver:view forKeyPath:@"date" context:ClockViewContext];
    [clock removeObserver:view forKeyPath:@"date" context:ClockViewContext];

    TidyClockView *tidyView = [[TidyClockView alloc] initWithClock:clock];
    clock.date = 2;
    NSLog(@"remedy, calls for 1 change: %@", @(tidyView.calls));
  }
}
