// The kinds of errors of packages.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet> kPackageFormat{"package.format",
                                               "this is not a kernel package: it does not begin with '{0}'"};
inline constexpr Error<int64_t, int64_t> kPackageVersion{
    "package.version", "this package has version {0}, but this program reads version {1}"};
inline constexpr Error<Message> kPackageCut{"package.cut", "the package is incomplete: {0}"};
inline constexpr Error<Message> kPackageDamaged{"package.damaged", "the package's description cannot be read: {0}"};
inline constexpr Error<Ident, int64_t, int64_t> kPackageMemory{
    "package.memory", "with array '{0}' the package's arrays need {1} bytes of memory, but only {2} are available"};

}  // namespace err

std::vector<const ErrorKind*> packageErrors();  // all of them

}  // namespace lw
