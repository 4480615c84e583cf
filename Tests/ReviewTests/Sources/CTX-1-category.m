@implementation UIProgressView (Transfer)
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context // finds
{
    [self setNeedsDisplay];
}
@end

// Near misses: a class of the project, and its own extension.
@interface Panel : UIView
@end
@implementation Panel
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    if (context == &PanelContext) [self setNeedsDisplay];
    else [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
}
@end
