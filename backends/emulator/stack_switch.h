// What AddressSanitizer and ThreadSanitizer have to be told when the stack changes. Without them, nothing.
#pragma once

#include <cstddef>

#if defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__
#endif
#endif

#if defined(__SANITIZE_ADDRESS__)
extern "C" {
void __sanitizer_start_switch_fiber(void** leaving, const void* stack, size_t size);
void __sanitizer_finish_switch_fiber(void* entered, const void** leftStack, size_t* leftSize);
void __asan_unpoison_memory_region(void const volatile* begin, size_t size);
}
#elif defined(__SANITIZE_THREAD__)
extern "C" {
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}
#endif

namespace lw::emulator {

#if defined(__SANITIZE_ADDRESS__)

class StackSwitch {
 public:
  // Before a function begins on the stack. A function that never ended may have left marks in it.
  void begin(void* stack, size_t size) {
    __asan_unpoison_memory_region(stack, size);
    own_ = nullptr;
  }
  // By the caller, before and after the other stack runs.
  void enter(const void* stack, size_t size) { __sanitizer_start_switch_fiber(&caller_, stack, size); }
  void returned() { __sanitizer_finish_switch_fiber(caller_, nullptr, nullptr); }
  // On the other stack.
  void entered() { __sanitizer_finish_switch_fiber(own_, &callerStack_, &callerSize_); }
  void leave(bool forGood) { __sanitizer_start_switch_fiber(forGood ? nullptr : &own_, callerStack_, callerSize_); }

 private:
  void *caller_ = nullptr, *own_ = nullptr;
  const void* callerStack_ = nullptr;
  size_t callerSize_ = 0;
};

#elif defined(__SANITIZE_THREAD__)

// A function that returns after the switch would leave the other stack: all of these become part of their callers.
class StackSwitch {
 public:
  StackSwitch() : own_(__tsan_create_fiber(0)) {}
  ~StackSwitch() { __tsan_destroy_fiber(own_); }
  StackSwitch(const StackSwitch&) = delete;
  StackSwitch& operator=(const StackSwitch&) = delete;
  void begin(void*, size_t) {}
  [[gnu::always_inline]] void enter(const void*, size_t) {
    caller_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(own_, 0);
  }
  void returned() {}
  void entered() {}
  [[gnu::always_inline]] void leave(bool) { __tsan_switch_to_fiber(caller_, 0); }

 private:
  void *own_, *caller_ = nullptr;
};

#else

class StackSwitch {
 public:
  void begin(void*, size_t) {}
  void enter(const void*, size_t) {}
  void returned() {}
  void entered() {}
  void leave(bool) {}
};

#endif

}  // namespace lw::emulator
