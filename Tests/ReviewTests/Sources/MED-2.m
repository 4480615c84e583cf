@implementation Editor
- (void)open
{
    [self.KVOControllerNonRetaining observe:self keyPath:@"name" options:0 block:^(id e, id o, NSDictionary *c) {}]; // finds
    FBKVOController *controller = [[FBKVOController alloc] initWithObserver:self retainObserved:NO];
    self.controller = controller;
    [controller observe:self keyPath:@"name" options:0 block:^(id e, id o, NSDictionary *c) {}]; // finds
}
@end

// Near miss.
@implementation Ending
- (void)open { [self.KVOControllerNonRetaining observe:self keyPath:@"name" options:0 block:^(id e, id o, NSDictionary *c) {}]; }
- (void)close { [self.KVOControllerNonRetaining unobserveAll]; }
@end

// Near miss: it lives as long as the program.
@implementation Shared
+ (instancetype)sharedClient { return client; }
- (void)open { [self.KVOControllerNonRetaining observe:self keyPath:@"name" options:0 block:nil]; }
@end
