static void *EmptyContext; // finds
static void *RightContext = &RightContext;
static void *UnusedContext;
static char ByteContext;

@implementation Panel
- (void)begin
{
    [self.progress addObserver:self forKeyPath:@"a" options:0 context:EmptyContext];
    [self.progress addObserver:self forKeyPath:@"b" options:0 context:RightContext];
    [self.progress addObserver:self forKeyPath:@"c" options:0 context:&ByteContext];
}
- (void)dealloc
{
    [_progress removeObserver:self forKeyPath:@"a" context:EmptyContext];
    [_progress removeObserver:self forKeyPath:@"b" context:RightContext];
    [_progress removeObserver:self forKeyPath:@"c" context:&ByteContext];
}
@end

// Near miss: it gets its value before it is used.
static void *LateContext;
@implementation Late
+ (void)initialize { LateContext = &LateContext; }
- (void)begin { [self.progress addObserver:self forKeyPath:@"a" options:0 context:LateContext]; }
- (void)dealloc { [_progress removeObserver:self forKeyPath:@"a" context:LateContext]; }
@end
