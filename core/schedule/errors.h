// Errors of schedules and of the arguments of steps.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident, int64_t> kSelectAmbiguous{"select.ambiguous",
                                                        "the class {0} has {1} functions and none is called main"};

inline constexpr Error<Message, int64_t, Ident> kScheduleConsumed{"schedule.consumed",
                                                                  "{0} no longer exists: step {1} ({2}) consumed it"};
inline constexpr Error<Snippet> kForeignHandle{"schedule.foreign-handle", "{0} is not a handle of this schedule"};
inline constexpr Error<Message> kScheduleNotInProgram{"schedule.not-in-program", "{0} is not in the program"};
inline constexpr Error<Ident> kScheduleUnknownLoop{"schedule.unknown-loop", "there is no loop named \"{0}\""};
inline constexpr Error<int64_t, Ident> kAmbiguousLoop{"schedule.ambiguous-loop", "{0} loops are named \"{1}\""};
inline constexpr Error<Ident> kNoBlockBelow{"schedule.no-block-below",
                                            "loop {0} contains no block, so steps cannot refer to it"};
inline constexpr Error<Snippet> kNoSuchFunction{"schedule.unknown-function", "there is no function named \"{0}\""};
inline constexpr Error<Snippet> kRemovedHandle{"schedule.removed-handle", "{0} was removed with remove_rv"};
inline constexpr Error<Message> kScheduleNoHandle{"schedule.no-handle", "{0} is not a handle"};
inline constexpr Error<Message, Ident> kNoLoopSampled{"schedule.no-loop",
                                                      "the sampled location is {0}, which {1} does not accept"};
inline constexpr Error<Ident, Snippet> kScheduleBroken{"schedule.broken", "{0} would produce an invalid program: {1}"};
inline constexpr Error<Snippet> kStepsAndJumps{
    "schedule.jump", "loop {0} contains `break` or `continue`, and steps do not follow such a jump"};
inline constexpr Error<Ident, Ident> kStepsAndExchange{
    "schedule.thread-exchange",
    "the threads of loop {0} exchange values: all of them complete a statement before the next one, and {1} is checked "
    "for one thread after the other"};
inline constexpr Error<Snippet> kNoSuchPrimitive{"schedule.unknown-primitive", "there is no primitive named \"{0}\""};

inline constexpr Error<Ident, Snippet, Ident> kNoSuchBuffer{"schedule.unknown-buffer",
                                                            "block \"{0}\" {1} no buffer named \"{2}\""};
inline constexpr Error<Ident, Ident> kReadAndWritten{"schedule.read-and-written", "block \"{0}\" reads and writes {1}"};

}  // namespace err

std::vector<const ErrorKind*> scheduleErrors();  // all of the above

}  // namespace lw
