@interface Track : NSObject
@property (nonatomic, copy) NSString *title;
@property (nonatomic, readonly) NSString *line;
@property (nonatomic, readonly) NSString *name;
@end

@implementation Track
+ (NSSet *)keyPathsForValuesAffectingLine { return [NSSet setWithObjects:@"title", @"line", nil]; } // finds
+ (NSSet *)keyPathsForValuesAffectingName { return [NSSet setWithObjects:@"title", @"line", nil]; }
@end

// Near miss: it asks for what there is already.
@interface Refresh : UIControl
@end
@implementation Refresh
+ (NSSet *)keyPathsForValuesAffectingState
{
    return [[super keyPathsForValuesAffectingValueForKey:@"state"] setByAddingObject:@"customState"];
}
@end
