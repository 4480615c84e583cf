// What the listings use of Foundation, the runtime, Dispatch and Core Foundation, declared as Apple's documentation
// declares it. On a Mac the real headers are in its place.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef bool BOOL;
#define YES __objc_yes
#define NO __objc_no
#define nil ((id)0)

typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef long intptr_t;
typedef unsigned long uintptr_t;

#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_FORMAT_FUNCTION(F, A) __attribute__((format(__NSString__, F, A)))
#define NS_OPTIONS(type, name) enum __attribute__((flag_enum)) name : type name; enum name : type
#define NS_REQUIRES_NIL_TERMINATION __attribute__((sentinel(0, 1)))
#define NS_TYPED_ENUM __attribute__((swift_wrapper(enum)))
#define NS_UNAVAILABLE __attribute__((unavailable))

NS_ASSUME_NONNULL_BEGIN

// MARK: Objects and values

@protocol NSObject
- (Class)class;
- (instancetype)self;
@end

@protocol NSCopying
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (instancetype)new;
+ (Class)class;
- (instancetype)init;
- (void)dealloc;
- (id)copy;
@end

@interface NSString : NSObject <NSCopying>
+ (instancetype)stringWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (BOOL)isEqualToString:(NSString *)aString;
@end

extern void NSLog(NSString *format, ...) NS_FORMAT_FUNCTION(1, 2);
extern NSString *NSStringFromSelector(SEL aSelector);

@interface NSNumber : NSObject <NSCopying>
+ (NSNumber *)numberWithUnsignedInteger:(NSUInteger)value;
@end

@interface NSData : NSObject <NSCopying>
+ (instancetype)data;
@end

@interface NSArray<__covariant ObjectType> : NSObject <NSCopying>
@end

@interface NSMutableArray<ObjectType> : NSArray<ObjectType>
+ (instancetype)array;
- (void)addObject:(ObjectType)anObject;
- (void)insertObject:(ObjectType)anObject atIndex:(NSUInteger)index;
- (void)removeObjectAtIndex:(NSUInteger)index;
@end

@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject <NSCopying>
- (nullable ObjectType)objectForKeyedSubscript:(KeyType)key;
@end

@interface NSSet<__covariant ObjectType> : NSObject <NSCopying>
+ (instancetype)setWithObjects:(ObjectType)firstObj, ... NS_REQUIRES_NIL_TERMINATION;
@end

// MARK: Key-value coding and observing

typedef NS_OPTIONS(NSUInteger, NSKeyValueObservingOptions) {
  NSKeyValueObservingOptionNew = 0x01,
  NSKeyValueObservingOptionOld = 0x02,
  NSKeyValueObservingOptionInitial = 0x04,
  NSKeyValueObservingOptionPrior = 0x08,
};

typedef NSString *NSKeyValueChangeKey NS_TYPED_ENUM;
extern NSKeyValueChangeKey const NSKeyValueChangeNewKey;

@interface NSObject (NSKeyValueCoding)
- (NSMutableArray *)mutableArrayValueForKey:(NSString *)key;
@end

@interface NSObject (NSKeyValueObserving)
- (void)observeValueForKeyPath:(nullable NSString *)keyPath
                      ofObject:(nullable id)object
                        change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(nullable void *)context;
@end

@interface NSObject (NSKeyValueObserverRegistration)
- (void)addObserver:(NSObject *)observer
         forKeyPath:(NSString *)keyPath
            options:(NSKeyValueObservingOptions)options
            context:(nullable void *)context;
- (void)removeObserver:(NSObject *)observer forKeyPath:(NSString *)keyPath context:(nullable void *)context;
@end

// MARK: Threads

@interface NSThread : NSObject
@property (class, readonly) BOOL isMainThread;
@end

typedef void (^dispatch_block_t)(void);
@protocol OS_dispatch_queue <NSObject>
@end
typedef NSObject<OS_dispatch_queue> *dispatch_queue_t;
enum { QOS_CLASS_UTILITY = 0x11 };
extern dispatch_queue_t dispatch_get_main_queue(void);
extern dispatch_queue_t dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
extern void dispatch_async(dispatch_queue_t queue, dispatch_block_t block);

typedef struct __CFRunLoop *CFRunLoopRef;
extern CFRunLoopRef CFRunLoopGetMain(void);
extern void CFRunLoopRun(void);
extern void CFRunLoopStop(CFRunLoopRef rl);

NS_ASSUME_NONNULL_END
