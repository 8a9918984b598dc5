// The kinds of errors of the interpreter.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident, int64_t, int64_t> kArgumentCount{"run.argument-count",
                                                               "{0} has {1} parameters, but {2} arguments were given"};
inline constexpr Error<Ident, Ident, Message> kArgumentKind{"run.argument-kind", "parameter {0} of {1} needs {2}"};
inline constexpr Error<Ident, TypeName, TypeName> kRunArgumentType{
    "run.argument-type", "buffer {0} has elements of type {1}, but the array has {2}"};
inline constexpr Error<Ident, int64_t, int64_t> kArgumentRank{"run.argument-rank",
                                                              "buffer {0} has {1} dimensions, but the array has {2}"};
inline constexpr Error<int64_t, Ident, int64_t, int64_t> kArgumentShape{
    "run.argument-shape", "dimension {0} of buffer {1} is {2}, but the array has {3}"};

}  // namespace err

std::vector<const ErrorKind*> interpreterErrors();  // all of them

}  // namespace lw
