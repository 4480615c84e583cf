@implementation Download
- (void)begin
{
    [self willChangeValueForKey:@"progress"]; // finds
    [self load];
}
// Near miss: the change ends in another method.
- (void)open
{
    [self willChangeValueForKey:@"isOpen"];
}
- (void)close
{
    [self didChangeValueForKey:@"isOpen"];
}
- (void)willChangeAll
{
    [self willChangeValueForKey:@"all"];
}
// Near miss: the setter announces by itself.
- (void)setIsWide:(BOOL)isWide
{
    [self willChangeValueForKey:@"isWide"];
    _isWide = isWide;
}
@end
