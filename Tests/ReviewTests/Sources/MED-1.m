@implementation Editor
- (void)open
{
    [self.KVOController observe:self keyPath:@"name" options:0 block:^(id editor, id object, NSDictionary *change) { // finds
        [editor validate];
    }];
    // Near miss: [self.KVOController observe:self keyPath:@"name" options:0 block:nil];
    [self.KVOController observe:self.model keyPath:@"name" options:0 block:^(id editor, id object, NSDictionary *change) {}];
}
@end

@implementation Ending
- (void)open { [self.KVOController observe:self keyPath:@"name" options:0 block:^(id editor, id object, NSDictionary *change) {}]; }
- (void)close { [self.KVOController unobserve:self]; }
@end

// Near miss: it lives as long as the program.
@implementation Shared
+ (instancetype)sharedClient { return client; }
- (void)open { [self.KVOController observe:self keyPath:@"name" options:0 block:nil]; }
@end
