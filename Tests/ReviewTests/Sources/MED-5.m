@implementation Panel
- (void)open
{
    FBKVOController *controller = [FBKVOController controllerWithObserver:self];
    [controller observe:self.model keyPath:@"name" options:0 block:^(id e, id o, NSDictionary *c) {}]; // finds
}
// Near misses: it is stored, or returned.
- (void)keep
{
    FBKVOController *controller = [FBKVOController controllerWithObserver:self];
    [controller observe:self.model keyPath:@"name" options:0 block:^(id e, id o, NSDictionary *c) {}];
    self.controller = controller;
}
- (FBKVOController *)make
{
    FBKVOController *controller = [[FBKVOController alloc] initWithObserver:self];
    [controller observe:self.model keyPath:@"name" options:0 block:^(id e, id o, NSDictionary *c) {}];
    return controller;
}
@end

// Near misses: an instance variable, or a block, keeps it.
@implementation Kept
- (void)open
{
    FBKVOController *controller = _mine = [FBKVOController controllerWithObserver:self];
    [controller observe:self.model keyPath:@"name" options:0 block:^(id e, id o, NSDictionary *c) {}];
}
- (void)openWithBlock
{
    FBKVOController *controller = [FBKVOController controllerWithObserver:self];
    [controller observe:self.model keyPath:@"name" options:0 block:^(id e, id o, NSDictionary *c) {}];
    self.onClose = ^{ [controller unobserveAll]; };
}
@end
