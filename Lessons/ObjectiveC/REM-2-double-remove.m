// REM-2: reset removes the view as an observer, and dealloc removes it again. The second removal raises an exception.
// The remedy: reset also sets the clock to nil, so a second removal is a message to nil, which does nothing.
// Pass an argument to run the mistake as well. It ends the process.
#import <Foundation/Foundation.h>

@interface Clock : NSObject
@property (nonatomic) NSInteger date;
@end
@implementation Clock
@end

static void *ClockViewContext = &ClockViewContext;

@interface ClockView : NSObject
@property (nonatomic, strong, nullable) Clock *clock;
@end

@implementation ClockView
- (instancetype)initWithClock:(Clock *)clock {
  if ((self = [super init])) {
    _clock = clock;
    [_clock addObserver:self forKeyPath:@"date" options:0 context:ClockViewContext];
  }
  return self;
}

- (void)reset {
  [_clock removeObserver:self forKeyPath:@"date" context:ClockViewContext];
}

- (void)dealloc {
  [self reset];
}
@end

@interface ResettableClockView : ClockView
@end
@implementation ResettableClockView
- (void)reset {
  [super reset];
  self.clock = nil;
}
@end

static void ResetAndRelease(Class viewClass) {
  ClockView *view = [[viewClass alloc] initWithClock:[[Clock alloc] init]];
  [view reset];
  NSLog(@"%@ was reset, and is released", viewClass);
}

int main(int argc, const char *argv[]) {
  @autoreleasepool {
    ResetAndRelease(ResettableClockView.class);
    if (argc > 1) ResetAndRelease(ClockView.class);
  }
}
