// What the listings use of Foundation, the Objective-C runtime, Dispatch and Core Foundation, declared as Apple's
// documentation declares it. On a Mac the listings are compiled with the real headers.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// MARK: The runtime

typedef bool BOOL;
#define YES __objc_yes
#define NO __objc_no
#define nil ((id)0)
#define Nil ((Class)0)

typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef long intptr_t;
typedef unsigned long uintptr_t;

// MARK: Macros

#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_REQUIRES_NIL_TERMINATION __attribute__((sentinel(0, 1)))
#define NS_REQUIRES_SUPER __attribute__((objc_requires_super))
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_FORMAT_FUNCTION(F, A) __attribute__((format(__NSString__, F, A)))
#define NS_OPTIONS(type, name) enum __attribute__((flag_enum)) name : type name; enum name : type
#define NS_TYPED_EXTENSIBLE_ENUM __attribute__((swift_wrapper(struct)))

NS_ASSUME_NONNULL_BEGIN

@class NSArray<ElementType>, NSDictionary<KeyType, ObjectType>, NSMutableArray<ElementType>, NSSet<ElementType>, NSString;

@protocol NSObject
- (instancetype)self;
- (Class)class;
- (BOOL)isEqual:(nullable id)object;
- (BOOL)isKindOfClass:(Class)aClass;
- (BOOL)respondsToSelector:(SEL)aSelector;
@property (readonly, copy) NSString *description;
@end

@protocol NSCopying
@end

typedef struct {
  unsigned long state;
  id __unsafe_unretained _Nullable * _Nullable itemsPtr;
  unsigned long * _Nullable mutationsPtr;
  unsigned long extra[5];
} NSFastEnumerationState;

@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained _Nullable[_Nonnull])buffer
                                    count:(NSUInteger)len;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (instancetype)new;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (void)dealloc;
- (id)copy;
@end

// MARK: Values

@interface NSString : NSObject <NSCopying>
@property (readonly) NSUInteger length;
- (BOOL)isEqualToString:(NSString *)aString;
+ (instancetype)stringWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
@end

extern void NSLog(NSString *format, ...) NS_FORMAT_FUNCTION(1, 2);
extern NSString *NSStringFromSelector(SEL aSelector);

@interface NSNumber : NSObject <NSCopying>
@property (readonly) NSInteger integerValue;
@property (readonly) double doubleValue;
+ (NSNumber *)numberWithUnsignedInteger:(NSUInteger)value;
@end

@interface NSArray<__covariant ElementType> : NSObject <NSCopying, NSFastEnumeration>
@property (readonly) NSUInteger count;
- (ElementType)objectAtIndexedSubscript:(NSUInteger)index;
+ (instancetype)arrayWithObjects:(const ElementType _Nonnull[_Nullable])objects count:(NSUInteger)count;
@end

@interface NSMutableArray<ElementType> : NSArray<ElementType>
+ (instancetype)array;
- (void)addObject:(ElementType)anObject;
- (void)insertObject:(ElementType)anObject atIndex:(NSUInteger)index;
- (void)removeObjectAtIndex:(NSUInteger)index;
@end

@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject <NSCopying, NSFastEnumeration>
@property (readonly) NSUInteger count;
- (nullable ObjectType)objectForKeyedSubscript:(KeyType)key;
@end

@interface NSSet<__covariant ElementType> : NSObject <NSCopying, NSFastEnumeration>
@property (readonly) NSUInteger count;
+ (instancetype)setWithObjects:(ElementType)firstObject, ... NS_REQUIRES_NIL_TERMINATION;
@end

// MARK: Key-value coding and observing

typedef NS_OPTIONS(NSUInteger, NSKeyValueObservingOptions) {
  NSKeyValueObservingOptionNew = 0x01,
  NSKeyValueObservingOptionOld = 0x02,
  NSKeyValueObservingOptionInitial = 0x04,
  NSKeyValueObservingOptionPrior = 0x08,
};

typedef NSString *NSKeyValueChangeKey NS_TYPED_EXTENSIBLE_ENUM;
extern NSKeyValueChangeKey const NSKeyValueChangeKindKey;
extern NSKeyValueChangeKey const NSKeyValueChangeNewKey;
extern NSKeyValueChangeKey const NSKeyValueChangeOldKey;
extern NSKeyValueChangeKey const NSKeyValueChangeIndexesKey;
extern NSKeyValueChangeKey const NSKeyValueChangeNotificationIsPriorKey;

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
- (void)removeObserver:(NSObject *)observer forKeyPath:(NSString *)keyPath;
@end

@interface NSObject (NSKeyValueObservingCustomization)
+ (NSSet<NSString *> *)keyPathsForValuesAffectingValueForKey:(NSString *)key;
+ (BOOL)automaticallyNotifiesObserversForKey:(NSString *)key;
@end

// MARK: Threads

@interface NSThread : NSObject
@property (class, readonly) BOOL isMainThread;
@end

typedef void (^dispatch_block_t)(void);
@protocol OS_dispatch_queue
@end
@protocol OS_dispatch_queue_main <OS_dispatch_queue>
@end
@protocol OS_dispatch_queue_global <OS_dispatch_queue>
@end
typedef NSObject<OS_dispatch_queue> *dispatch_queue_t;
typedef NSObject<OS_dispatch_queue_main> *dispatch_queue_main_t;
typedef NSObject<OS_dispatch_queue_global> *dispatch_queue_global_t;
enum { QOS_CLASS_UTILITY = 0x11 };
extern dispatch_queue_main_t dispatch_get_main_queue(void);
extern dispatch_queue_global_t dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
extern void dispatch_async(dispatch_queue_t queue, dispatch_block_t block);

typedef struct __CFRunLoop *CFRunLoopRef;
extern CFRunLoopRef CFRunLoopGetMain(void);
extern void CFRunLoopRun(void);
extern void CFRunLoopStop(CFRunLoopRef rl);

NS_ASSUME_NONNULL_END
