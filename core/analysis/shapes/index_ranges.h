// The values that inputs may have where they are used as indices: a table that is read by take, numbers of pages, the
// starts of rows of a sparse matrix. Random values beyond them would access memory outside of a buffer.
#pragma once

#include "core/ir/ndarray.h"

namespace lw {

// The inputs of `spec`, with a range for each integer parameter on which an index depends, unless its name has one. All
// accesses are then inside their buffers, as far as intervals can tell: a guard, `%` and a clamp limit an index, and so
// does the range of a loop; a table may be read through another one, or copied first. A parameter of which no value
// is allowed, or all are, gets no range. `spec` binds the symbolic sizes. Of "*", a range keeps the part that is
// allowed.
InputSpec withIndexRanges(const PrimFunc& function, InputSpec spec);

}  // namespace lw
