#include "backends/runner/guarded_buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace lw {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kHugePage = 2u << 20;
constexpr char kCanary = static_cast<char>(0xa5);

size_t alignUp(size_t n, size_t alignment) { return (n + alignment - 1) / alignment * alignment; }

}  // namespace

// The data ends as close to the guard behind it as its alignment allows. Large buffers start at a huge page and request
// huge pages, as numerical libraries do; otherwise address translation would dominate the measurement.
GuardedBuffer::GuardedBuffer(size_t bytes, size_t alignment) : bytes_(bytes) {
  alignment = std::clamp<size_t>(alignment, 1, kPage);
  const size_t held = alignUp(bytes, alignment);
  const size_t pages = std::max(alignUp(held, kPage), kPage);
  const bool huge = pages >= kHugePage;
  mapped_ = pages + 2 * kGuardBytes + (huge ? kHugePage : 0);
  void* memory = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  base_ = static_cast<char*>(memory);
  begin_ = base_ + kGuardBytes;
  if (huge) begin_ += alignUp(reinterpret_cast<uintptr_t>(begin_), kHugePage) - reinterpret_cast<uintptr_t>(begin_);
  end_ = begin_ + pages;
  if (mprotect(begin_, pages, PROT_READ | PROT_WRITE) != 0) return;
  if (huge) madvise(begin_, pages, MADV_HUGEPAGE);
  data_ = end_ - held;
  memset(begin_, kCanary, static_cast<size_t>(data_ - begin_));
  memset(data_ + bytes_, kCanary, static_cast<size_t>(end_ - (data_ + bytes_)));
}

GuardedBuffer::GuardedBuffer(GuardedBuffer&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      begin_(other.begin_),
      end_(other.end_),
      data_(std::exchange(other.data_, nullptr)),
      mapped_(other.mapped_),
      bytes_(other.bytes_) {}

GuardedBuffer::~GuardedBuffer() {
  if (base_) munmap(base_, mapped_);
}

GuardedBuffer::Damage GuardedBuffer::check() const {
  const auto intact = [](const char* from, const char* to) {
    return std::all_of(from, to, [](char c) { return c == kCanary; });
  };
  if (!intact(data_ + bytes_, end_)) return Damage::Behind;
  if (!intact(begin_, data_)) return Damage::Before;
  return Damage::None;
}

}  // namespace lw
