// The errors of files that Python runs.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet, Snippet> kCollectInterpreter{"collect.interpreter", "{0} is no Python that runs: {1}"};
inline constexpr Error<> kCollectNoPackage{"collect.package", "the Python package of Loopwright is not installed"};
inline constexpr Error<> kCollectUnconfined{
    "collect.unconfined", "this system cannot confine Python: that needs Landlock (Linux 5.13) and seccomp"};
inline constexpr Error<Snippet, Snippet> kCollectNoFile{"collect.file", "{0} cannot be run by Python: {1}"};
inline constexpr Error<Snippet, int64_t> kCollectTimeout{"collect.timeout",
                                                         "{0} did not end within {1} s and was stopped"};
inline constexpr Error<Snippet> kCollectCancelled{"collect.cancelled", "the run of {0} was cancelled"};
inline constexpr Error<Snippet, Snippet> kCollectSignal{"collect.ended", "Python was ended while it ran {0}: {1}"};
inline constexpr Error<Snippet, int64_t> kCollectExit{
    "collect.ended", "{0} ended Python with exit code {1} before what it made was collected"};
inline constexpr Error<Snippet, Snippet> kCollectFailed{"collect.ended", "Python could not run {0}: {1}"};
inline constexpr Error<Snippet, Message> kCollectUnread{"collect.unread",
                                                        "what Python sent back for {0} cannot be read: {1}"};

}  // namespace err

std::vector<const ErrorKind*> collectErrors();  // all of them

}  // namespace lw
