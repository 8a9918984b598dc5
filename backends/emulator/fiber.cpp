#include "backends/emulator/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace lw::emulator {

Fiber::Fiber()
    : stack_(mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
  if (stack_ == MAP_FAILED) throw std::bad_alloc();
}

Fiber::~Fiber() { munmap(stack_, kStack); }

void Fiber::start(std::function<void()> body) {
  body_ = std::move(body);
  done_ = false;
  switch_.begin(stack_, kStack);
  getcontext(&own_);
  own_.uc_stack.ss_sp = stack_;
  own_.uc_stack.ss_size = kStack;
  own_.uc_link = &caller_;
  const auto self = reinterpret_cast<uintptr_t>(this);
  makecontext(&own_, reinterpret_cast<void (*)()>(entry), 2, static_cast<unsigned>(self),
              static_cast<unsigned>(self >> 32));
}

void Fiber::entry(unsigned low, unsigned high) {
  auto* self = reinterpret_cast<Fiber*>(static_cast<uintptr_t>(low) | static_cast<uintptr_t>(high) << 32);
  self->switch_.entered();
  self->body_();
  self->done_ = true;
  self->switch_.leave(true);
}

void Fiber::resume() {
  switch_.enter(stack_, kStack);
  swapcontext(&caller_, &own_);
  switch_.returned();
}
void Fiber::stop() {
  switch_.leave(false);
  swapcontext(&own_, &caller_);
  switch_.entered();
}

}  // namespace lw::emulator
