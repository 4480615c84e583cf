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

// A setter of another name announces nothing; one with the name that is looked for does.
@interface Switch : NSObject
@property (nonatomic, setter=enable:) BOOL enabled;
@property (nonatomic, setter=setShown:) BOOL shown;
@end

@implementation Switch
- (void)enable:(BOOL)enabled { _enabled = enabled; }
- (void)turn
{
    [self willChangeValueForKey:@"enabled"];
    self.enabled = YES;
    [self didChangeValueForKey:@"enabled"];
    [self willChangeValueForKey:@"shown"]; // finds
    self.shown = YES;
    [self didChangeValueForKey:@"shown"];
}
@end

// Near misses: the superclass is in another module, or Core Data's.
@interface Note : SPManagedObject
@property (nonatomic) BOOL pinned;
@end

@implementation Note
- (void)setPinned:(BOOL)pinned
{
    [self willChangeValueForKey:@"pinned"];
    _pinned = pinned;
    [self didChangeValueForKey:@"pinned"];
}
@end

@interface Cell : GridCell
@property (nonatomic) id image;
@end

@implementation Cell
- (void)setImage:(id)image
{
    [self willChangeValueForKey:@"image"];
    _image = image;
    [self didChangeValueForKey:@"image"];
}
@end

@interface Place : NSManagedObject
@property (nonatomic) double latitude;
@end

@implementation Place
@dynamic latitude;
- (void)setLatitude:(double)latitude
{
    [self willChangeValueForKey:@"latitude"];
    [self store:latitude];
    [self didChangeValueForKey:@"latitude"];
}
@end

@implementation UIView (Marking)
- (void)setMark:(id)mark
{
    [self willChangeValueForKey:@"mark"]; // finds
    objc_setAssociatedObject(self, &MarkKey, mark, OBJC_ASSOCIATION_RETAIN);
    [self didChangeValueForKey:@"mark"];
}
@end

@interface Board : NSObject
@property (nonatomic, readonly) id model;
@property (nonatomic) BOOL isOpen;
@end
@implementation Board
- (void)clear
{
    // Near misses: another method; a return before the end; an operation.
    [self willChangeValueForKey:@"model"];
    [self setModel:nil animated:NO];
    [self didChangeValueForKey:@"model"];
}
- (void)setIsOpen:(BOOL)isOpen
{
    [self willChangeValueForKey:@"isOpen"];
    if (isOpen) return [self open];
    _isOpen = isOpen;
    [self didChangeValueForKey:@"isOpen"];
}
@end

@interface Upload : NSOperation
@property (nonatomic) NSInputStream *stream;
@end
@implementation Upload
- (void)setStream:(NSInputStream *)stream
{
    [self willChangeValueForKey:@"stream"];
    _stream = stream;
    [self didChangeValueForKey:@"stream"];
}
@end

// Near miss: each announcement by hand goes to the parent, too.
@interface Record : NSObject
@property (nonatomic) double progress;
@end
@implementation Record
- (void)setProgress:(double)progress
{
    [self willChangeValueForKey:@"progress"];
    _progress = progress;
    [self didChangeValueForKey:@"progress"];
}
- (void)willChangeValueForKey:(NSString *)key
{
    [super willChangeValueForKey:key];
    [self.parent willChangeValueForKey:key];
}
- (void)didChangeValueForKey:(NSString *)key
{
    [super didChangeValueForKey:key];
    [self.parent didChangeValueForKey:key];
}
@end

@interface Bundle : NSObject
@property (nonatomic) BOOL installed;
@property (nonatomic) BOOL shown;
@end
@implementation Bundle
- (void)setShown:(BOOL)shown
{
    dispatch_async(dispatch_get_main_queue(), ^{
        [self willChangeValueForKey:@"shown"]; // finds
        _shown = shown;
        [self didChangeValueForKey:@"shown"];
    });
}
// Near miss: there are two changes.
- (void)setInstalled:(BOOL)installed
{
    [Installing addObject:self];
    [self installThen:^{
        [self willChangeValueForKey:@"installed"];
        [Installing removeObject:self];
        [self didChangeValueForKey:@"installed"];
    }];
}
@end
