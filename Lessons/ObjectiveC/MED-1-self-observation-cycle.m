// MED-1: an object observes itself through its KVOController. The object retains the controller, and the controller
// retains what it observes: a retain cycle.
// The remedy: unobserve before the last owner releases the object. In dealloc is too late: dealloc never runs.
#import <KVOController/KVOController.h>

@interface Thermostat : NSObject
@property (nonatomic) NSInteger temperature;
@end

@implementation Thermostat
- (void)start {
  [self.KVOController observe:self
                      keyPath:NSStringFromSelector(@selector(temperature))
                      options:NSKeyValueObservingOptionNew
                        block:^(Thermostat *observer, id object, NSDictionary<NSKeyValueChangeKey, id> *change) {
    NSLog(@"the thermostat hears itself: %@ degrees", change[NSKeyValueChangeNewKey]);
  }];
}

- (void)stop {
  [self.KVOController unobserve:self];
}

- (void)dealloc {
  NSLog(@"the thermostat is deallocated");
}
@end

static void Own(NSString *name, BOOL stops) {
  __weak Thermostat *weakThermostat;
  @autoreleasepool {
    Thermostat *thermostat = [[Thermostat alloc] init];
    weakThermostat = thermostat;
    [thermostat start];
    thermostat.temperature = 21;
    if (stops) [thermostat stop];
  }
  NSLog(@"%@: the thermostat is %@", name, weakThermostat ? @"still in memory: a leak" : @"freed");
}

int main(void) {
  @autoreleasepool {
    Own(@"mistake", NO);
    Own(@"remedy", YES);
  }
}
