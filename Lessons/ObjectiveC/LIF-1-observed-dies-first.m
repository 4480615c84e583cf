// LIF-1: the clock is deallocated while a view observes it. A registration retains neither of the two.
// The remedy: the view retains the clock, and removes itself in dealloc.
// Pass an argument to run the mistake as well. The card says which systems raise an exception.
#import <Foundation/Foundation.h>

@interface Clock : NSObject
@property (nonatomic) NSInteger date;
@end
@implementation Clock
@end

static void *ClockViewContext = &ClockViewContext;

@interface ClockView : NSObject
@property (nonatomic, strong) Clock *clock;
@end

@implementation ClockView
- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object
    change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context {
  if (context == ClockViewContext) {
    NSLog(@"%@ shows %@", self.class, change[NSKeyValueChangeNewKey]);
  } else {
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
  }
}
@end

@interface KeepingClockView : ClockView
@end
@implementation KeepingClockView
- (void)dealloc {
  [self.clock removeObserver:self forKeyPath:@"date" context:ClockViewContext];
}
@end

int main(int argc, const char *argv[]) {
  @autoreleasepool {
    KeepingClockView *keepingView = [[KeepingClockView alloc] init];
    ClockView *view = [[ClockView alloc] init];
    @autoreleasepool {
      Clock *clock = [[Clock alloc] init];
      [clock addObserver:keepingView forKeyPath:@"date" options:NSKeyValueObservingOptionNew context:ClockViewContext];
      keepingView.clock = clock;
      clock.date = 1;
    }
    keepingView.clock.date = 2;

    if (argc > 1) {
      @autoreleasepool {
        Clock *clock = [[Clock alloc] init];
        [clock addObserver:view forKeyPath:@"date" options:NSKeyValueObservingOptionNew context:ClockViewContext];
        clock.date = 1;
      }  // the clock is deallocated here
      NSLog(@"the clock is deallocated, and %@ goes on", view.class);
    }
  }
}
