// Marks by address, beside std::unordered_map.
#include "core/support/pointer_marks.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <unordered_map>
#include <vector>

namespace lw {
namespace {

// `objects` addresses of 16 bytes each, marked and looked up in random order.
void compare(PointerMarks marks, size_t objects) {
  std::mt19937 random(7);
  std::vector<std::array<char, 16>> memory(objects);
  std::unordered_map<const void*, uint8_t> want;
  for (size_t i = 0; i < 4 * objects; ++i) {
    const void* object = memory[random() % objects].data();
    ASSERT_EQ(marks.of(object), want[object]);
    const uint8_t more = random() % 8;
    ASSERT_EQ(marks.add(object, more), want[object]);
    want[object] |= more;
  }
  for (const auto& object : memory) ASSERT_EQ(marks.of(object.data()), want[object.data()]);
}

TEST(PointerMarks, AreThoseThatWereAdded) {
  for (const size_t objects : {1, 2, 7, 8, 9, 1000, 20'000}) {
    compare(PointerMarks(), objects);  // grows
    compare(PointerMarks(objects), objects);
  }
}

}  // namespace
}  // namespace lw
