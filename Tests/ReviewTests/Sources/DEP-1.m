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
