// The errors of the command line.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet, Snippet> kFileCannotRead{"file.cannot-read", "cannot read {0}: {1}"};
inline constexpr Error<Snippet, Snippet> kFileCannotWrite{"file.cannot-write", "cannot write {0}: {1}"};
inline constexpr Error<Snippet> kSelectErrors{"select.errors", "{0} has errors, and no function was named"};
inline constexpr Error<Ident, Snippet> kUsageNoNumber{"usage.no-number", "{0} takes an integer, not '{1}'"};

inline constexpr Error<Ident, int64_t, int64_t, int64_t> kUsageRange{"usage.range",
                                                                     "{0} takes an integer from {1} to {2}, not {3}"};

inline constexpr Error<Ident, Ident> kUsageCombined{"usage.combined", "{0} cannot be combined with {1}"};
inline constexpr Error<Snippet, Snippet> kUsagePair{"usage.pair", "{0} takes NAME=VALUE, not '{1}'"};
inline constexpr Error<Ident> kUsagePinTwice{"usage.pin-twice", "--pin names the decision {0} twice"};

inline constexpr Error<int64_t> kUsageTwoPrograms{"usage.two-programs", "equal takes two programs, not {0}"};

inline constexpr Error<Snippet> kExportFormat{"export.format", "there is no format '{0}'"};
inline constexpr Error<Ident> kExportNoOutput{"export.no-output", "format {0} is binary: name the output file with -o"};

inline constexpr Error<Ident> kExportOfModels{"export.of-models", "format {0} is for models, and this is a kernel"};
inline constexpr Error<Ident, Ident> kExportNotOfModels{"export.of-models",
                                                        "format {0} is for one kernel, and {1} is a model"};

inline constexpr Error<Snippet> kLowerTarget{"lower.target", "there is no pipeline for target '{0}'"};
inline constexpr Error<Snippet, Snippet> kLowerStage{"lower.stage", "target {0} has no stage '{1}'"};
inline constexpr Error<Snippet> kLowerModelStage{"lower.stage", "lowering a model has no stage '{0}'"};

inline constexpr Error<Snippet, Snippet> kUsageMath{
    "usage.math", "--math {0} has no effect on the target {1}: only code for the cpu has these choices"};

inline constexpr Error<Ident> kPrimitivesUnknown{"primitives.unknown", "there is no primitive named \"{0}\""};

inline constexpr Error<Snippet> kUsageDialect{"usage.dialect", "--dialect is classic or tvm, not '{0}'"};

inline constexpr Error<Snippet> kChallengeNone{"challenge.none", "{0} does not set a challenge"};
inline constexpr Error<Snippet> kGradeNoCourse{"grade.no-course", "{0} contains no file that sets a challenge"};
inline constexpr Error<Snippet> kGradeNothing{"grade.nothing", "{0} contains no submissions"};
inline constexpr Error<Snippet, Snippet> kGradeUnknown{
    "grade.unknown", "the course has no challenge {0}; submissions are named as its challenges, for example {1}.py"};
inline constexpr Error<int64_t> kGradeEnded{"grade.ended", "the process ended with exit code {0} and without a result"};
inline constexpr Error<int64_t> kGradeTooLong{"grade.too-long", "the submission took more than {0} s and was stopped"};
inline constexpr Error<Snippet> kBadReference{"usage.reference", "--reference takes auto, numpy or none, not '{0}'"};

inline constexpr Error<Message> kSameSignature{"same.signature", "the functions cannot be compared: {0}"};
inline constexpr Error<Ident, Snippet, Snippet, Snippet, Snippet, Snippet, int64_t, int64_t> kSameDiffers{
    "same.differs", "{0}[{1}] is {2} in {3} and {4} in {5} (run {6}); {7} elements differ"};

inline constexpr Error<Snippet> kTuneTarget{"tune.target",
                                            "workers of a queue measure, but times for '{0}' are modelled"};
inline constexpr Error<Snippet> kTuneModel{"usage.model", "--model takes off, draft or learned, not '{0}'"};
inline constexpr Error<Snippet> kTuneStrategy{"usage.search", "--search takes evolution, beam or random, not '{0}'"};
inline constexpr Error<Ident> kTuneNoRule{"tune.no-rule", "no rule writes a search space for {0}"};

// workers
inline constexpr Error<int64_t> kWorkerThreads{"usage.threads", "a kernel runs on at least one thread, not on {0}"};

// tuning records

inline constexpr Error<Snippet> kNoRecords{"records.none", "there are no tuning records: {0} does not exist"};
inline constexpr Error<Ident, Snippet> kNoBest{"records.no-best", "there is no right and timed record of {0} for {1}"};
inline constexpr Error<Ident, int64_t> kNoRecordWithId{"records.no-id", "{0} has no record {1} with a trace"};
inline constexpr Error<int64_t, Message> kRecordTrace{"records.trace", "the trace of record {0} cannot be used: {1}"};
inline constexpr Error<Snippet> kUsageTraceForm{"usage.trace-form", "--trace is json or python, not '{0}'"};
inline constexpr Error<Snippet> kUsageOutcome{"usage.outcome", "there is no outcome '{0}'"};
inline constexpr Error<Ident> kUsageNeedsFile{"usage.needs-file", "{0} needs the file with the function"};
inline constexpr Error<Ident> kUsageTuned{"usage.tuned", "--tuned cannot be combined with {0}"};
inline constexpr Error<Ident, Ident> kUsageModel{"usage.of-model", "{0} does not apply to the model {1}"};
inline constexpr Error<Ident> kUsageNoKernel{"usage.no-kernel", "the model has no kernel named {0}"};
inline constexpr Error<Ident, Ident> kUsageKernel{"usage.of-kernel", "{0} applies to models, and {1} is a kernel"};
inline constexpr Error<Snippet> kUsageRescue{"usage.rescue",
                                             "{0} is the damaged file itself: --rescue takes a new one"};

// files that Python runs
inline constexpr Error<Snippet> kNeedsPython{"python.needed", "only Python can read {0}"};
inline constexpr Error<Snippet> kUsageTvm{"usage.tvm", "--tvm takes facade or real, not '{0}'"};
inline constexpr Error<Snippet> kPythonStopped{"python.nothing", "{0} made no program before it stopped"};
inline constexpr Error<Snippet> kPythonNothing{"python.nothing", "{0} ran to its end and made no program"};
inline constexpr Error<Snippet, int64_t> kPythonFactories{
    "python.nothing", "{0} made no program; its functions that make some when they are called: {1}"};
inline constexpr Error<Snippet> kPythonCalled{"python.called", "the call {0} returned no program"};
inline constexpr Error<Snippet, int64_t> kPythonSeveral{"python.several", "{0} made {1} programs"};
inline constexpr Error<Snippet, Ident> kPythonUnknown{"python.unknown", "{0} made nothing named {1}"};
inline constexpr Error<Snippet, Message> kNothingRead{"select.nothing-read", "{0} has no program as a text: {1}"};
inline constexpr Error<Ident, Message> kPythonTrace{"python.trace", "the steps of {0} cannot be read: {1}"};
inline constexpr Error<Snippet> kPythonRaised{"python.raised", "the file raised {0}"};
inline constexpr Error<int64_t, Snippet> kPythonCell{"python.raised", "cell {0} raised {1}"};

}  // namespace err

std::vector<const ErrorKind*> commandErrors();  // all of them

}  // namespace lw
