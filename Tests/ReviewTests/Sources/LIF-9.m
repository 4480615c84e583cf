@implementation Room
- (void)open
{
    __weak typeof(self) weakSelf = self;
    [self.KVOController observe:self.room keyPath:@"topic" options:0 block:^(id observer, id room, NSDictionary *change) { // finds
        weakSelf.title = @"";
        [self update];
    }];
    [self.KVOController observe:self.room keyPath:@"unread" options:0 block:^(id observer, id room, NSDictionary *change) { // finds
        _count += 1;
    }];
    // Near misses.
    [self.KVOController observe:self.room keyPath:@"name" options:0 block:^(Room *observer, id room, NSDictionary *change) {
        [observer update];
        observer.count->_value = 1;
    }];
    [self.KVOController observe:self.room keyPath:@"colour" options:0 block:^(id observer, id room, NSDictionary *change) {
        __strong typeof(weakSelf) self = weakSelf;
        [self update];
    }];
}
@end

// Near miss: it lives as long as the program.
@implementation Shared
+ (instancetype)sharedClient { return client; }
- (void)open { [self.KVOController observe:self.room keyPath:@"topic" options:0 block:^(id observer, id room, NSDictionary *change) { [self open]; }]; }
@end

// Near misses: a variable of the block; the class ends its observations.
@implementation Named
- (void)open
{
    [self.KVOController observe:self.room keyPath:@"topic" options:0 block:^(id _observer, id _object, NSDictionary *_change) {
        NSString *_text = [_object topic];
        NSLog(@"%@ %@ %lu", _observer, _text, sizeof(self));
    }];
}
@end
@implementation Leaving
- (void)open
{
    [self.KVOController observe:self.room keyPath:@"topic" options:0 block:^(id observer, id room, NSDictionary *change) { [self update]; }];
}
- (void)viewDidDisappear:(BOOL)animated { [self.KVOController unobserveAll]; }
@end
