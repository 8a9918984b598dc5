// A function with its own stack that can be suspended and resumed. Private to backends/emulator.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>

#include "backends/emulator/stack_switch.h"

namespace lw::emulator {

class Fiber {
 public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  void start(std::function<void()> body);  // the body must not throw
  void resume();                           // runs it until it stops or ends
  void stop();                             // called by the body
  bool done() const { return done_; }

 private:
  [[gnu::no_sanitize("thread")]] static void entry(unsigned low, unsigned high);  // its end is on another stack
  static constexpr size_t kStack = 256 << 10;  // bytes; only touched pages use memory
  void* stack_;
  ucontext_t own_{}, caller_{};
  std::function<void()> body_;
  bool done_ = true;
  StackSwitch switch_;
};

}  // namespace lw::emulator
