// Which elements of its matrices each lane of a warp has for an mma instruction, as the PTX ISA documents it. Lane
// 4 g + q has elements of the rows of a and of the sums, and of the columns of b, that g numbers; q numbers groups of
// the other dimension.
#pragma once

#include <cstdint>

namespace lw {

// At g + across and q * step + along.
struct LaneElement {
  int64_t across, step, along;
};

// Operands come in words of 4 bytes, of elements that are neighbours along k: of the upper and the lower 8 rows, then
// the same of the next k.
constexpr LaneElement mmaElementOfA(int bits, int64_t rows, int64_t element) {
  const int64_t inWord = bits < 32 ? 32 / bits : 1, word = element / inWord, halves = rows / 8;
  return {word % halves * 8, inWord, word / halves * 4 * inWord + element % inWord};
}
constexpr LaneElement mmaElementOfB(int bits, int64_t element) { return mmaElementOfA(bits, 8, element); }
// Two neighbouring columns of the upper 8 rows, then of the lower ones.
constexpr LaneElement mmaElementOfSum(int64_t element) { return {element / 2 * 8, 2, element % 2}; }

}  // namespace lw
