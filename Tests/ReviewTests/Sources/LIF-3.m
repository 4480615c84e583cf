@interface Bubble : UIView
@end
@implementation Bubble
- (instancetype)init
{
    [[NSUserDefaults standardUserDefaults] addObserver:self forKeyPath:@"tint" options:0 context:&TintContext]; // finds
    return self;
}
@end

// Near misses: it removes itself.
@interface Badge : UIView
@end
@implementation Badge
- (instancetype)init
{
    [[NSUserDefaults standardUserDefaults] addObserver:self forKeyPath:@"tint" options:0 context:&TintContext];
    return self;
}
- (void)dealloc { [[NSUserDefaults standardUserDefaults] removeObserver:self forKeyPath:@"tint" context:&TintContext]; }
@end
