// Marks of objects by their address: three bits each. Half the table or less is used, a slot is one word, and a search
// goes on to the next slot (open addressing with linear probing; Knuth, The Art of Computer Programming 3, 6.4).
// std::unordered_map needs a node for each of them, and verifying a program is hardly more than such searches.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lw {

class PointerMarks {
 public:
  static constexpr uintptr_t kBits = 7;  // objects are aligned to 8 bytes at least

  explicit PointerMarks(size_t expected = 0) : slots_(std::bit_ceil(2 * expected + 16)) {}

  // 0 for an object without marks.
  uint8_t of(const void* object) const { return slots_[slotOf(object)] & kBits; }

  // Adds `marks` to those of the object, which is not null. Returns the marks that it had.
  uint8_t add(const void* object, uint8_t marks) {
    assert(object && (address(object) & kBits) == 0 && (marks & ~kBits) == 0);
    uintptr_t& slot = slots_[slotOf(object)];
    const bool known = slot != 0;
    const uint8_t before = slot & kBits;
    slot = address(object) | before | marks;
    if (!known && 2 * ++used_ > slots_.size()) grow();
    return before;
  }

 private:
  static uintptr_t address(const void* object) { return reinterpret_cast<uintptr_t>(object); }

  // Where the object is, or the free slot where it would be.
  size_t slotOf(const void* object) const {
    const int shift = 64 - std::countr_zero(slots_.size());
    size_t slot = address(object) * 0x9E3779B97F4A7C15u >> shift;  // multiplicative hashing by the golden ratio
    while (slots_[slot] && (slots_[slot] & ~kBits) != address(object)) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  void grow() {
    const std::vector<uintptr_t> old = std::exchange(slots_, std::vector<uintptr_t>(2 * slots_.size()));
    for (const uintptr_t known : old)
      if (known) slots_[slotOf(reinterpret_cast<const void*>(known & ~kBits))] = known;
  }

  std::vector<uintptr_t> slots_;  // an address with its marks, or 0
  size_t used_ = 0;
};

}  // namespace lw
