// MED-2: an object observes itself through its KVOControllerNonRetaining. While the object is deallocated, the
// controller's weak reference to it is nil, so the controller removes nothing: LIF-1.
// The remedy: unobserve before the last owner releases the object. In dealloc it is too late.
// Pass an argument to run the mistake as well. The card of LIF-1 says which systems raise an exception.
#import <KVOController/KVOController.h>

@interface Thermostat : NSObject
@property (nonatomic) NSInteger temperature;
@end

@implementation Thermostat
- (void)start {
  FBKVOController *controller = self.KVOControllerNonRetaining;
  [controller observe:self
              keyPath:NSStringFromSelector(@selector(temperature))
              options:NSKeyValueObservingOptionNew
                block:^(Thermostat *observer, id object, NSDictionary<NSKeyValueChangeKey, id> *change) {
    NSLog(@"the thermostat hears itself: %@ degrees", change[NSKeyValueChangeNewKey]);
  }];
}

- (void)stop {
  [self.KVOControllerNonRetaining unobserve:self];
}
@end

static void Own(NSString *name, BOOL stops) {
  @autoreleasepool {
    Thermostat *thermostat = [[Thermostat alloc] init];
    [thermostat start];
    thermostat.temperature = 21;
    if (stops) [thermostat stop];
  }
  NSLog(@"%@: the thermostat was released, and the program goes on", name);
}

int main(int argc, const char *argv[]) {
  @autoreleasepool {
    Own(@"remedy", YES);
    if (argc > 1) Own(@"mistake", NO);
  }
}
