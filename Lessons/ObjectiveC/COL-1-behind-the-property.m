// COL-1: a track is appended to the array behind the property. No setter runs, so no change is announced.
// The remedy: append to mutableArrayValueForKey:. It announces the change, and calls an accessor that makes it.
#import <Foundation/Foundation.h>

@interface Playlist : NSObject
@property (nonatomic, copy, readonly) NSArray<NSString *> *tracks;
@end

@implementation Playlist {
  NSMutableArray<NSString *> *_storedTracks;
}
- (instancetype)init {
  if ((self = [super init])) _storedTracks = [NSMutableArray array];
  return self;
}

- (NSArray<NSString *> *)tracks { return [_storedTracks copy]; }

- (void)insertObject:(NSString *)track inTracksAtIndex:(NSUInteger)index {
  [_storedTracks insertObject:track atIndex:index];
}

- (void)removeObjectFromTracksAtIndex:(NSUInteger)index {
  [_storedTracks removeObjectAtIndex:index];
}

- (void)addTrackBehindTheProperty:(NSString *)track { [_storedTracks addObject:track]; }

- (void)addTrack:(NSString *)track {
  [[self mutableArrayValueForKey:@"tracks"] addObject:track];
}
@end

static void *PlaylistViewContext = &PlaylistViewContext;

@interface PlaylistView : NSObject
@end
@implementation PlaylistView
- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object
    change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context {
  if (context == PlaylistViewContext) {
    NSLog(@"the view hears: %@", change[NSKeyValueChangeNewKey]);
  } else {
    [super observeValueForKeyPath:keyPath ofObject:object change:change context:context];
  }
}
@end

int main(void) {
  @autoreleasepool {
    Playlist *playlist = [[Playlist alloc] init];
    PlaylistView *view = [[PlaylistView alloc] init];
    [playlist addObserver:view forKeyPath:@"tracks" options:NSKeyValueObservingOptionNew context:PlaylistViewContext];
    [playlist addTrackBehindTheProperty:@"Naima"];
    [playlist addTrack:@"So What"];
    [playlist removeObserver:view forKeyPath:@"tracks" context:PlaylistViewContext];
    NSLog(@"the playlist has: %@", playlist.tracks);
  }
}
