// THR-1: the callback runs on the thread that makes the change, and a view must be used on the main thread.
// The remedy: the callback takes the value from the change, and shows it on the main queue.
#import <Foundation/Foundation.h>

@interface Download : NSObject
@property (atomic) NSInteger receivedBytes;
@end
@implementation Download
@end

static void *ProgressBarContext = &ProgressBarContext;

@interface ProgressBar : NSObject
@end
@implementation ProgressBar
- (void)showBytes:(NSNumber *)bytes {
  NSLog(@"%@ bytes are shown on %@ thread", bytes, NSThread.isMainThread ? @"the main" : @"another");
}

- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object
    change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context {
  if (context != ProgressBarContext) {
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
    return;
  }
  NSNumber *bytes = change[NSKeyValueChangeNewKey];
  [self showBytes:bytes];  // the mistake

  __weak typeof(self) weakSelf = self;
  dispatch_async(dispatch_get_main_queue(), ^{
    [weakSelf showBytes:bytes];  // the remedy
  });
}
@end

int main(void) {
  @autoreleasepool {
    Download *download = [[Download alloc] init];
    ProgressBar *bar = [[ProgressBar alloc] init];
    NSString *keyPath = NSStringFromSelector(@selector(receivedBytes));
    [download addObserver:bar forKeyPath:keyPath options:NSKeyValueObservingOptionNew context:ProgressBarContext];
    dispatch_async(dispatch_get_global_queue(QOS_CLASS_UTILITY, 0), ^{
      download.receivedBytes = 512;
      dispatch_async(dispatch_get_main_queue(), ^{
        CFRunLoopStop(CFRunLoopGetMain());
      });
    });
    CFRunLoopRun();
    [download removeObserver:bar forKeyPath:keyPath context:ProgressBarContext];
  }
}
