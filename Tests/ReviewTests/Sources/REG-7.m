@interface Player : NSObject
@property (nonatomic) float rate;
@property (nonatomic, getter=isMuted) BOOL muted;
@end

@implementation Player
- (void)follow
{
    [self addObserver:self forKeyPath:@"rat" options:0 context:&RateContext]; // finds
    // Near misses.
    [self addObserver:self forKeyPath:@"rate" options:0 context:&RateContext];
    [self addObserver:self forKeyPath:@"isMuted" options:0 context:&RateContext];
}
- (void)dealloc
{
    [self removeObserver:self forKeyPath:@"rat" context:&RateContext];
    [self removeObserver:self forKeyPath:@"rate" context:&RateContext];
    [self removeObserver:self forKeyPath:@"isMuted" context:&RateContext];
}
@end

@interface Row : UIView
@end
@implementation Row
- (void)follow { [self addObserver:self forKeyPath:@"bounds" options:0 context:&RateContext]; }
- (void)dealloc { [self removeObserver:self forKeyPath:@"bounds" context:&RateContext]; }
@end
