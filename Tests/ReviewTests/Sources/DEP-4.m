@interface Track : NSObject
@property (nonatomic, copy) NSString *title;
@property (nonatomic, readonly) NSString *line;
@property (nonatomic, readonly) NSString *name;
@end

@implementation Track
+ (NSSet *)keyPathsForValuesAffectingLine { return [NSSet setWithObjects:@"title", @"line", nil]; } // finds
+ (NSSet *)keyPathsForValuesAffectingName { return [NSSet setWithObjects:@"title", @"line", nil]; }
@end
