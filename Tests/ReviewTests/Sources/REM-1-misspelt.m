#import <Foundation/Foundation.h>

@interface Picker : NSObject
@property (nonatomic) NSInteger selectedPosition;
@property (nonatomic) NSInteger first;
@property (nonatomic) NSInteger second;
@end

@implementation Picker
- (void)begin
{
    [self.model addObserver:self forKeyPath:@"selectedPosition" options:0 context:NULL];
    [self.model addObserver:self forKeyPath:@"rate" options:0 context:NULL];
}
- (void)dealloc
{
    [self.model removeObserver:self forKeyPath:@"selectePosition"]; // finds
    [self.model removeObserver:self forKeyPath:@"rate"];
}
@end
