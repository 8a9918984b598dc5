// The kinds of errors of other programs that are started.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet, Snippet> kProcessStart{"process.start", "{0} cannot be started: {1}"};
inline constexpr Error<Snippet, int64_t> kProcessTimeout{"process.timeout",
                                                         "{0} did not end within {1} s and was stopped"};
inline constexpr Error<Snippet, Snippet> kNoTemporaryFolder{"process.folder",
                                                            "cannot create a temporary folder in {0}: {1}"};
inline constexpr Error<Snippet> kProcessCancelled{"process.cancelled", "{0} was cancelled"};

}  // namespace err

std::vector<const ErrorKind*> processErrors();  // all of them

}  // namespace lw
