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
@end
