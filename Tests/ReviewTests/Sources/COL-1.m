@interface List : NSObject
@property (nonatomic, strong) NSMutableArray *items;
@property (nonatomic, strong) NSMutableArray *others;
@end

@implementation List
- (instancetype)init
{
    [self addObserver:self forKeyPath:@"items" options:NSKeyValueObservingOptionNew context:&ListContext];
    return self;
}
- (void)dealloc { [self removeObserver:self forKeyPath:@"items" context:&ListContext]; }
- (void)add:(id)item
{
    [self.items addObject:item]; // finds
    // Near misses: through the proxy; another array.
    [[self mutableArrayValueForKey:@"items"] addObject:item];
    [self.others addObject:item];
    NSLog(@"%@", [self.items firstObject]);
}
@end

// Near miss: a menu is no array.
@interface Menus : NSObject
@property (nonatomic, strong) NSMenu *choices;
@end
@implementation Menus
- (void)begin { [self addObserver:self forKeyPath:@"choices" options:0 context:NULL]; }
- (void)rebuild { [self.choices removeAllItems]; }
- (void)dealloc { [self removeObserver:self forKeyPath:@"choices"]; }
@end

// Near misses: the methods of key-value coding, and an announcement by hand.
@interface Coded : NSObject
@property (nonatomic, strong) NSMutableArray *items;
@end
@implementation Coded
- (void)begin { [self addObserver:self forKeyPath:@"items" options:0 context:NULL]; }
- (void)insertObject:(id)object inItemsAtIndex:(NSUInteger)index { [self.items insertObject:object atIndex:index]; }
- (void)addByHand:(id)object
{
    [self willChangeValueForKey:@"items"];
    [self.items addObject:object];
    [self didChangeValueForKey:@"items"];
}
- (void)add:(id)object { [self.items addObject:object]; } // finds
- (void)moveFrom:(NSUInteger)old to:(NSUInteger)new
{
    id item = self.items[old];
    [self.items removeObjectAtIndex:old];
    [self.items insertObject:item atIndex:new];
}
- (void)dealloc { [self removeObserver:self forKeyPath:@"items"]; }
@end
