// Indexing, and functions that rearrange arrays.
#pragma once

#include <variant>

#include "backends/reference/array.h"

namespace lw::reference {

struct SliceIndex {
  std::optional<int64_t> start, stop, step;
};
struct NewAxis {};
struct Dots {};
using Index = std::variant<int64_t, SliceIndex, NewAxis, Dots, Array>;  // Array: integers or bool

Result<Array> indexed(const Array& a, const std::vector<Index>& index);  // a view unless an array is among the indices
Status assignIndexed(const Array& a, const std::vector<Index>& index, const Array& value);

Result<Array> concatenated(const std::vector<Array>& parts, int64_t axis);
Result<Array> stacked(const std::vector<Array>& parts, int64_t axis);
struct Padding {
  int64_t before = 0, after = 0;
};
enum class PadMode : uint8_t { Constant, Edge, Reflect, Symmetric, Wrap };
Result<Array> padded(const Array& a, const std::vector<Padding>& widths, PadMode mode, const Array& value);
Result<Array> expanded(const Array& a, std::vector<int64_t> axes);
Result<Array> squeezed(const Array& a, const std::vector<int64_t>& axes);
Result<Array> swapped(const Array& a, int64_t x, int64_t y);
Result<Array> permuted(const Array& a, const std::vector<int64_t>& axes);  // empty: reversed
Result<Array> flipped(const Array& a, const std::vector<int64_t>& axes);
Result<Array> rolled(const Array& a, int64_t shift, std::optional<int64_t> axis);
Result<Array> repeated(const Array& a, int64_t count, std::optional<int64_t> axis);
Result<Array> tiled(const Array& a, Shape counts);
Result<Array> triangle(const Array& a, int64_t diagonal, bool lower);
Result<Array> sorted(const Array& a, int64_t axis, bool indices);
Result<std::vector<Array>> nonzero(const Array& a);

}  // namespace lw::reference
