// REG-7: KVO accepts a misspelt key path, because a key path is a string. The view is never called.
// The remedy: make the string from a selector. With -Wundeclared-selector, the compiler warns if no class declares it.
// That finds most mistakes, but not @selector(data), because NSData has a method of that name.
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

static NSUInteger CallsForOneChange(NSString *keyPath) {
  Clock *clock = [[Clock alloc] init];
  ClockView *view = [[ClockView alloc] init];
  [clock addObserver:view forKeyPath:keyPath options:NSKeyValueObservingOptionNew context:ClockViewContext];
  clock.date = 1;
  [clock removeObserver:view forKeyPath:keyPath context:ClockViewContext];
  return view.calls;
}

int main(void) {
  @autoreleasepool {
    NSLog(@"mistake, calls for 1 change: %@", @(CallsForOneChange(@"data")));
    NSLog(@"remedy, calls for 1 change: %@", @(CallsForOneChange(NSStringFromSelector(@selector(date)))));
  }
}
