// The kinds of errors of arguments of functions.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet> kInputsBadRange{"inputs.bad-range", "'{0}' is not a range of values"};
inline constexpr Error<Ident, Ident> kInputsNoSize{"inputs.no-size", "{0} of {1} has no value"};
inline constexpr Error<Snippet> kInputsNoRow{"inputs.no-row", "'{0}' is not a row of sizes"};
inline constexpr Error<Ident, Ident> kInputsNoSuchSize{"inputs.no-such-size", "{0} has no size named {1}"};
inline constexpr Error<Ident, Ident> kInputsNoSuchInput{"inputs.no-such-input", "{0} has no input named {1}"};
inline constexpr Error<int64_t> kInputsLongRow{"inputs.long-row", "the row has more than {0} sizes"};
inline constexpr Error<Snippet, Ident, int64_t> kInputsBadSize{"inputs.bad-size", "dimension {0} of buffer {1} is {2}"};
inline constexpr Error<Snippet, Ident> kInputsNotConstant{
    "inputs.not-constant", "dimension {0} of buffer {1} cannot be computed from the sizes given"};
inline constexpr Error<Ident, Ident> kInputsNoBuffer{"inputs.no-buffer",
                                                     "parameter {0} of {1} is a handle without a buffer"};
inline constexpr Error<Ident> kInputsTooLarge{"inputs.too-large", "buffer {0} would have more than 2^40 bytes"};

}  // namespace err

std::vector<const ErrorKind*> irErrors();  // all of them

}  // namespace lw
