// CTX-1: a subclass compares the key path, and takes its superclass's callbacks.
// The remedy: each class compares a context that only it has, and passes other calls to super.
#import <Foundation/Foundation.h>

@interface Clock : NSObject
@property (nonatomic) NSInteger date;
@end
@implementation Clock
@end

static void *ClockViewContext = &ClockViewContext;
static void *AlarmViewContext = &AlarmViewContext;

@interface ClockView : NSObject
@property (nonatomic) NSUInteger shown, checked;
@end

@implementation ClockView
- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object
    change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context {
  if (context == ClockViewContext) {
    self.shown += 1;
  } else {
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
  }
}
@end

@interface AlarmView : ClockView
@property (nonatomic) BOOL comparesContext;
@end
@implementation AlarmView
- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object
    change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context {
  if (self.comparesContext ? context == AlarmViewContext : [keyPath isEqualToString:@"date"]) {
    self.checked += 1;
  } else {
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
  }
}
@end

static void SetOnce(NSString *name, BOOL comparesContext) {
  Clock *clock = [[Clock alloc] init];
  AlarmView *view = [[AlarmView alloc] init];
  view.comparesContext = comparesContext;
  [clock addObserver:view forKeyPath:@"date" options:0 context:ClockViewContext];  // as the superclass does
  [clock addObserver:view forKeyPath:@"date" options:0 context:AlarmViewContext];
  clock.date = 1;
  NSLog(@"%@, for 1 change: %@ shown, %@ checked", name, @(view.shown), @(view.checked));
  [clock removeObserver:view forKeyPath:@"date" context:ClockViewContext];
  [clock removeObserver:view forKeyPath:@"date" context:AlarmViewContext];
}

int main(void) {
  @autoreleasepool {
    SetOnce(@"mistake", NO);
    SetOnce(@"remedy", YES);
  }
}
