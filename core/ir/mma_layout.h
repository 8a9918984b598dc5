// Which elements of its matrices each lane of a warp has for an mma instruction, as the PTX ISA documents it. Lane
// 4 g + q has elements of the rows of a and of the sums, and of the columns of b, that g numbers; q numbers groups of
// the other dimension.
#pragma once

#include <cstdint>
#include <utility>

#include "core/ir/ops.h"

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

// The lane, and its element, that has the element (r, c) of a tile with `rows` rows, by the layouts of TVM for memory
// of the scope warp.
inline std::pair<Expr, Expr> laneOfElement(DataType type, int64_t rows, const Expr& r, const Expr& c) {
  const auto up = [](const Expr& e, int64_t n) { return floordiv(e, makeConst(e.dtype(), n)); };
  const auto in = [](const Expr& e, int64_t n) { return floormod(e, makeConst(e.dtype(), n)); };
  if (type.bytes() != 1)
    return {Expr(4) * in(r, 8) + up(in(c, 8), 2), Expr(4) * up(c, 8) + Expr(2) * up(r, 8) + in(c, 2)};
  if (rows == 16) return {Expr(4) * in(r, 8) + up(in(c, 16), 4), Expr(8) * up(c, 16) + Expr(4) * up(r, 8) + in(c, 4)};
  return {up(in(r, 16), 4) + Expr(4) * in(c, 8), Expr(8) * up(c, 8) + Expr(4) * up(r, 16) + in(r, 4)};
}

}  // namespace lw
