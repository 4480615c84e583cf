#import <Foundation/Foundation.h>

@interface Thermostat : NSObject
@property (nonatomic) double target;
@property (nonatomic, readonly) double current;
@end

@implementation Thermostat

- (void)setTarget:(double)target
{
    [self willChangeValueForKey:@"target"]; // finds
    _target = target;
    [self didChangeValueForKey:@"target"];
}

- (void)reset
{
    [self willChangeValueForKey:@"target"]; // finds
    self.target = 0;
    [self didChangeValueForKey:@"target"];
    // Near misses: no setter is called.
    [self willChangeValueForKey:@"current"];
    _current = 0;
    [self didChangeValueForKey:@"current"];
}

@end

@interface Station : NSManagedObject
@property (nonatomic) double longitude;
@end

@implementation Station
- (void)setLongitude:(double)longitude
{
    [self willChangeValueForKey:@"longitude"];
    [self setPrimitiveValue:@(longitude) forKey:@"longitude"];
    [self didChangeValueForKey:@"longitude"];
}
@end

@interface Sensor : NSObject
@property (nonatomic) double humidity;
@end

@implementation Sensor
+ (BOOL)automaticallyNotifiesObserversOfHumidity { return NO; }
- (void)setHumidity:(double)humidity
{
    [self willChangeValueForKey:@"humidity"];
    _humidity = humidity;
    [self didChangeValueForKey:@"humidity"];
}
@end
