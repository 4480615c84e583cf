@implementation Board
- (void)attach { [self.column addObserver:self forKeyPath:@"cards" options:0 context:ColumnContext]; }
- (void)dealloc { [_column removeObserver:self forKeyPath:@"cards" context:BoardContext]; } // finds
@end

// Near misses: the same context, with a cast; a removal without one.
@implementation Desk
- (void)attach
{
    [self.column addObserver:self forKeyPath:@"cards" options:0 context:(void *)DeskContext];
    [self.column addObserver:self forKeyPath:@"title" options:0 context:DeskContext];
}
- (void)dealloc
{
    [_column removeObserver:self forKeyPath:@"cards" context:DeskContext];
    [_column removeObserver:self forKeyPath:@"title"];
}
@end

// Near miss: the context of the call.
@implementation Operation
- (void)begin { [self.task addObserver:self forKeyPath:@"state" options:0 context:OperationContext]; }
- (void)observeValueForKeyPath:(NSString *)keyPath ofObject:(id)object change:(NSDictionary *)change context:(void *)context
{
    [self.task removeObserver:self forKeyPath:@"state" context:context];
}
@end

// Near miss: both are nil.
@implementation Plain
- (void)begin { [self.task addObserver:self forKeyPath:@"state" options:0 context:nullptr]; }
- (void)dealloc { [_task removeObserver:self forKeyPath:@"state" context:nil]; }
@end
