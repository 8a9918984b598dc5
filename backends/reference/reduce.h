// Reductions over axes.
#pragma once

#include "backends/reference/array.h"

namespace lw::reference {

enum class Reduction : uint8_t { Sum, Prod, Max, Min, Mean, Any, All, Argmax, Argmin };
std::string_view nameOf(Reduction r);

// Axes may be negative; an empty list means all of them. `type`: the type of the result, if the caller requests one.
Result<Array> reduce(Reduction r, const Array& a, std::vector<int64_t> axes, bool keepDims,
                     std::optional<DataType> type = {});
Result<Array> cumulate(Reduction r, const Array& a, std::optional<int64_t> axis);  // cumsum, cumprod
Result<int> axisOf(int64_t axis, int rank);

}  // namespace lw::reference
