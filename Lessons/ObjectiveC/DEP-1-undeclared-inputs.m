// DEP-1: a track's line is computed from its title and its artist, but the class does not declare that.
// The remedy: a class method, keyPathsForValuesAffectingLine, which KVO finds by its name.
#import <Foundation/Foundation.h>

@interface SilentTrack : NSObject
@property (nonatomic, copy) NSString *title, *artist;
@property (nonatomic, copy, readonly) NSString *line;
@end

@implementation SilentTrack
- (NSString *)line {
  return [NSString stringWithFormat:@"%@ by %@", self.title, self.artist];
}
@end

@interface Track : SilentTrack
@end
@implementation Track
+ (NSSet<NSString *> *)keyPathsForValuesAffectingLine {
  return [NSSet setWithObjects:NSStringFromSelector(@selector(title)), NSStringFromSelector(@selector(artist)), nil];
}
@end

static void *TrackViewContext = &TrackViewContext;

@interface TrackView : NSObject
@end
@implementation TrackView
- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object
    change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context {
  if (context == TrackViewContext) {
    NSLog(@"the view shows: %@", change[NSKeyValueChangeNewKey]);
  } else {
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
  }
}
@end

static void Play(SilentTrack *track) {
  TrackView *view = [[TrackView alloc] init];
  NSKeyValueObservingOptions options = NSKeyValueObservingOptionInitial | NSKeyValueObservingOptionNew;
  track.title = @"Naima";
  track.artist = @"John Coltrane";
  [track addObserver:view forKeyPath:@"line" options:options context:TrackViewContext];
  track.title = @"So What";
  track.artist = @"Miles Davis";
  [track removeObserver:view forKeyPath:@"line" context:TrackViewContext];
  NSLog(@"%@ has the line: %@", track.class, track.line);
}

int main(void) {
  @autoreleasepool {
    Play([[SilentTrack alloc] init]);
    Play([[Track alloc] init]);
  }
}
