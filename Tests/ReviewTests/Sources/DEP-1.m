@interface Track : NSObject
@property (nonatomic, copy) NSString *title;
@property (nonatomic, readonly) NSString *line;
@end

@implementation Track
+ (NSSet *)keyPathsForValuesAffectingLin { return [NSSet setWithObject:@"title"]; } // finds
+ (NSSet *)keyPathsForValuesAffectingLine { return [NSSet setWithObject:@"title"]; }
@end

// Near miss: the superclass is not here, and may have the property.
@interface Row : UIView
@end
@implementation Row
+ (NSSet *)keyPathsForValuesAffectingTint { return [NSSet setWithObject:@"title"]; }
@end

@protocol Named
@property (nonatomic, readonly) NSString *displayName;
@end

// Near misses: several in one line, a block, a macro, a protocol.
@interface Person : NSObject <Named>
@property (nonatomic, copy) NSString *first, *last;
@property (nonatomic, copy) void (^onDone)(BOOL);
@property (nonatomic) BOOL isLive DEPRECATED_ATTRIBUTE;
@end
@implementation Person
@synthesize displayName = _displayName;
+ (NSSet *)keyPathsForValuesAffectingFirst { return [NSSet setWithObject:@"a"]; }
+ (NSSet *)keyPathsForValuesAffectingOnDone { return [NSSet setWithObject:@"a"]; }
+ (NSSet *)keyPathsForValuesAffectingIsLive { return [NSSet setWithObject:@"a"]; }
+ (NSSet *)keyPathsForValuesAffectingDisplayName { return [NSSet setWithObject:@"a"]; }
@end

// Near miss: a key without a property, which somebody observes.
NSString *const FigureDrawingKey = @"drawing";
@interface Figure : NSObject
@property (nonatomic) id color;
@end
@implementation Figure
+ (NSSet *)keyPathsForValuesAffectingDrawing { return [NSSet setWithObject:@"color"]; }
@end
