// Memory for a kernel's argument between two inaccessible regions: an access beyond it faults, and a write to the few
// bytes of alignment between data and guard is found by a changed canary.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lw {

constexpr size_t kGuardBytes = 1 << 20;  // on each side

class GuardedBuffer {
 public:
  GuardedBuffer(size_t bytes, size_t alignment);  // alignment: a power of two up to 4096
  GuardedBuffer(GuardedBuffer&& other) noexcept;
  GuardedBuffer& operator=(GuardedBuffer&&) = delete;
  ~GuardedBuffer();

  bool valid() const { return data_ != nullptr; }  // false: out of memory
  char* data() const { return data_; }
  size_t bytes() const { return bytes_; }

  enum class Damage { None, Before, Behind };
  Damage check() const;  // were the canaries written to?

 private:
  char* base_ = nullptr;   // of the whole mapping
  char* begin_ = nullptr;  // of the accessible pages
  char* end_ = nullptr;
  char* data_ = nullptr;
  size_t mapped_ = 0, bytes_ = 0;
};

}  // namespace lw
