#import <UIKit/UIKit.h>

@interface Header : UIView
@end
@implementation Header
- (void)begin { [self.list addObserver:self forKeyPath:@"offset" options:0 context:NULL]; }
- (void)dealloc { [self.list removeObserver:self forKeyPath:@"offset"]; }
- (void)observeValueForKeyPath:(NSString *)key ofObject:(id)object change:(NSDictionary *)change context:(void *)context { [self show]; }
@end

@interface Large : Header
@end
@implementation Large
- (void)observeValueForKeyPath:(NSString *)key ofObject:(id)object change:(NSDictionary *)change context:(void *)context { [self hide]; } // finds
@end

// Near miss: the method of the superclass does nothing.
@interface Refreshing : UIView
@end
@implementation Refreshing
- (void)begin { [self.list addObserver:self forKeyPath:@"state" options:0 context:NULL]; }
- (void)dealloc { [self.list removeObserver:self forKeyPath:@"state"]; }
- (void)observeValueForKeyPath:(NSString *)key ofObject:(id)object change:(NSDictionary *)change context:(void *)context { ; }
@end

@interface RefreshingHeader : Refreshing
@end
@implementation RefreshingHeader
- (void)observeValueForKeyPath:(NSString *)key ofObject:(id)object change:(NSDictionary *)change context:(void *)context { [self hide]; }
@end
