// Errors of running schedule functions.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident, Message> kRequires{"composite.requires", "{0} cannot be applied: {1}"};
inline constexpr Error<> kCompositeIsNoStep{"composite.no-step", "a composite is not a single step"};

inline constexpr Error<> kAssertionFailed{"script.assert", "the assertion failed"};
inline constexpr Error<Snippet> kAssertionFailedWith{"script.assert", "the assertion failed: {0}"};

inline constexpr Error<Ident> kNoStepNamed{"script.attribute", "there is no step named '{0}'"};
inline constexpr Error<Ident> kSeveralStepsNamed{"typed.several-steps", "several steps contain the name '{0}'"};
inline constexpr Error<Ident> kNothingNamed{"typed.receiver", "'{0}' is neither a loop nor a block"};
inline constexpr Error<Snippet> kTextAfterStep{"typed.rest", "'{0}' follows the step"};
inline constexpr Error<Message, Ident> kValueHasNoAttribute{"script.attribute", "{0} has no attribute '{1}'"};
inline constexpr Error<Message, Ident> kHasNoMethod{"script.attribute", "{0} has no method '{1}'"};

inline constexpr Error<Ident> kFirstArgumentNoSchedule{"script.call", "the first argument of {0} must be the schedule"};
inline constexpr Error<Ident, Message> kMethodArgumentCount{"script.call", "{0} takes {1}"};
inline constexpr Error<Ident, Ident> kHasNoParameterNamed{"script.call", "{0} has no parameter named '{1}'"};
inline constexpr Error<Ident, Message, Snippet, int64_t> kFunctionArgumentCount{
    "script.call", "{0} takes {1} argument{2}, but {3} were given"};
inline constexpr Error<Ident, Ident> kGivenTwice{"script.call", "{0}: '{1}' is given twice"};
inline constexpr Error<Ident, Ident> kNoValueForParameter{"script.call", "{0}: no value for the parameter '{1}'"};
inline constexpr Error<Message> kValueCannotBeCalled{"script.call", "{0} cannot be called"};
inline constexpr Error<> kRelpathNeedsName{"script.call", "relpath takes the name of a file"};
inline constexpr Error<Ident> kCreateLlvmOption{"script.call", "create_llvm: {0} cannot be chosen here"};
inline constexpr Error<> kCreateLlvmArguments{"script.call", "create_llvm takes a text in C, and at most output="};
inline constexpr Error<Ident, Message> kAttributeCannotBeCalled{"script.call", "'{0}' is {1} and cannot be called"};

inline constexpr Error<> kStoppedOnRequest{"script.cancelled", "stopped on request"};

inline constexpr Error<> kNoStepGiven{"script.empty", "no step is given"};
inline constexpr Error<Snippet> kNotAStep{"script.empty", "'{0}' is not a step"};

inline constexpr Error<Snippet> kFormatUnknown{"script.format", "the format '{0}' is not understood"};
inline constexpr Error<Snippet, Message> kFormatMisfit{"script.format", "the format '{0}' does not apply to {1}"};

inline constexpr Error<> kPopListEmpty{"script.index", "pop: the list is empty"};
inline constexpr Error<int64_t, int64_t, Snippet> kIndexOutOfRange{"script.index",
                                                                   "index {0} is out of range for {1} item{2}"};

inline constexpr Error<Message> kIndexMapGivesNoIndices{"script.index-map", "an index map returns indices, not {0}"};
inline constexpr Error<int64_t> kRangeMapParts{"script.index-map", "a range has a start and an end, not {0} values"};
inline constexpr Error<> kIndexMapTooLong{"script.index-map", "an index map has at most 64 inputs"};
inline constexpr Error<> kCollectedInputsNotLast{"script.index-map",
                                                 "the collected inputs of an index map must come last"};
inline constexpr Error<Ident> kIndexMapInputsUnknown{"script.index-map",
                                                     "it is not known here how many inputs *{0} collects"};
inline constexpr Error<int64_t, int64_t> kIndexMapInputCount{
    "script.index-map", "the index map takes {0} inputs or more, but there are {1}"};
inline constexpr Error<Snippet> kScheduleTruthUnknown{"script.index-map",
                                                      "whether {0} holds is not known while the script runs"};
inline constexpr Error<> kBlockIndexNoNumber{"script.index-map", "indices are integers, which do not take `/`"};

inline constexpr Error<Snippet> kDictHasNoKey{"script.key", "the dict has no key {0}"};

inline constexpr Error<> kListsTooDeepToCompare{"script.limit", "the lists are nested too deeply to be compared"};
inline constexpr Error<> kCallsTooDeep{"script.limit", "expressions and calls are nested too deeply"};
inline constexpr Error<> kArgumentTooDeep{"script.limit", "the argument is nested too deeply"};
inline constexpr Error<> kReplacementTooLong{"script.limit", "replace: the new text is too long"};
inline constexpr Error<> kDictTooLarge{"script.limit", "a dict of more than 10000 entries is too large"};
inline constexpr Error<int64_t> kTooManyCalls{"script.limit", "calls are nested more than {0} deep"};
inline constexpr Error<int64_t> kStepLimit{"script.limit", "stopped after {0} steps"};
inline constexpr Error<int64_t> kListTooLong{"script.limit", "a list or text of {0} items is too long"};
inline constexpr Error<int64_t> kTooManyItems{"script.limit", "the function made more than {0} list items in total"};
inline constexpr Error<> kOutOfMemory{"script.limit", "there is not enough memory for what the function builds"};

inline constexpr Error<Ident> kUsedBeforeValue{"script.name", "'{0}' is used before it has a value"};
inline constexpr Error<Ident> kScriptConstantCycle{"script.name", "the constant '{0}' is defined in terms of itself"};
inline constexpr Error<Ident> kUnknownName{"script.name", "the name '{0}' is not known here"};

inline constexpr Error<Message> kNoScheduleFunction{"script.no-function", "the file has no schedule function{0}"};
inline constexpr Error<> kSeveralScheduleFunctions{"script.no-function", "the file has several schedule functions"};
inline constexpr Error<Ident> kNoSuchScheduleFunction{"script.no-function", "the file has no function named '{0}'"};
inline constexpr Error<> kTraceWithoutApply{"script.no-function", "the trace has no function apply_trace"};

inline constexpr Error<Ident> kNoScheduleParameter{"script.no-schedule", "{0} has no parameter for the schedule"};

inline constexpr Error<Message, Message> kNoOrder{"script.type", "{0} and {1} cannot be ordered"};
inline constexpr Error<Message> kInStringNeedsString{"script.type", "`in` a string needs a string, not {0}"};
inline constexpr Error<Message> kDictKeysNoStrings{"script.type", "the keys of a dict are strings here, not {0}"};
inline constexpr Error<Message> kBadStepArgument{"script.type", "{0} cannot be an argument of a step"};
inline constexpr Error<Ident, Message> kTakesConditionsNot{"script.type", "{0} takes conditions, not {1}"};
inline constexpr Error<Ident> kScriptNeedsConditions{"script.type", "{0} takes at least one condition"};
inline constexpr Error<Message> kScriptTypeMisfit{"script.type", "{0}"};
inline constexpr Error<Message> kGetNeedsHandle{"script.type", "get takes a handle, not {0}"};
inline constexpr Error<Message> kSeedNoNumber{"script.type", "seed takes an integer, not {0}"};
inline constexpr Error<Message> kRemoveRvNeedsHandle{"script.type", "remove_rv takes a handle, not {0}"};
inline constexpr Error<> kStageNeedsOneTensor{"script.type", "a stage is selected by one tensor"};
inline constexpr Error<> kWorkOnNeedsName{"script.type", "work_on takes the name of a function"};
inline constexpr Error<> kCompositeTakesNoFunction{"script.type", "a composite takes no function as an argument"};
inline constexpr Error<Message> kJoinTakesStringsNot{"script.type", "join takes strings, not {0}"};
inline constexpr Error<Message, int64_t> kTakesOneIndexNot{"script.type", "{0} takes one index, not {1}"};
inline constexpr Error<Message> kValueCannotBeIndexed{"script.type", "{0} cannot be indexed"};
inline constexpr Error<Message> kCannotBeChanged{"script.type", "{0} cannot be changed"};
inline constexpr Error<Message> kNotIterable{"script.type", "{0} cannot be iterated over"};
inline constexpr Error<Message> kHasNoItems{"script.type", "{0} has no items"};
inline constexpr Error<Message> kHasNoLength{"script.type", "{0} has no length"};
inline constexpr Error<Message, Message, Snippet> kNeedsInteger{"script.type", "{0} takes an integer, not {1}{2}"};
inline constexpr Error<Message> kUnpackNeedsDict{"script.type", "`**` needs a dict, not {0}"};
inline constexpr Error<Message> kUnpackedKeysNoStrings{"script.type",
                                                       "the keys of a dict after `**` are strings, not {0}"};
inline constexpr Error<Message> kCreateLlvmNeedsText{"script.type", "create_llvm takes a text in C, not {0}"};

inline constexpr Error<int64_t, Snippet, int64_t, Snippet> kScriptUnpackCount{"script.unpack",
                                                                              "{0} name{1} for {2} value{3}"};
inline constexpr Error<int64_t, Snippet, int64_t, Snippet> kScriptUnpackMore{"script.unpack",
                                                                             "{0} name{1} or more for {2} value{3}"};
inline constexpr Error<> kSeveralStars{"script.unpack", "only one name may collect the rest"};

inline constexpr Error<> kStarMisplaced{"script.unsupported",
                                        "`*` may only be used in lists, tuples, calls and targets"};
inline constexpr Error<> kAssignedSlice{"script.unsupported", "only single elements of a list can be assigned"};
inline constexpr Error<> kIsinstanceTypes{"script.unsupported",
                                          "isinstance takes int, float, str, bool, list, tuple or dict"};
inline constexpr Error<Ident> kClassUnsupported{"script.unsupported", "the class {0} is not supported here"};
inline constexpr Error<> kWithUnsupported{"script.unsupported", "`with` is not supported here"};
inline constexpr Error<> kClassInsideFunction{"script.unsupported", "classes cannot be defined inside a function"};
inline constexpr Error<> kAssignedAttribute{"script.unsupported", "attributes cannot be assigned"};
inline constexpr Error<> kBadScriptTarget{"script.unsupported", "this cannot be assigned to"};
inline constexpr Error<> kNotChangedInPlace{"script.unsupported", "this cannot be changed in place"};

inline constexpr Error<> kListIntoItself{"script.value", "a list cannot be put into itself"};
inline constexpr Error<Ident, Snippet> kNotInList{"script.value", "{0}: {1} is not in the list"};
inline constexpr Error<> kSliceStepZero{"script.value", "the step of a slice is 0"};
inline constexpr Error<Ident> kExtremeOfNothing{"script.value", "{0} of an empty list"};
inline constexpr Error<> kRangeStepZero{"script.value", "the step of range is 0"};
inline constexpr Error<> kDictNeedsPairs{"script.value", "dict needs pairs of key and value"};
inline constexpr Error<> kZipLengths{"script.value", "zip: the lists have different lengths"};
inline constexpr Error<Message> kRoundNeedsNumber{"script.value", "round takes a number, not {0}"};

inline constexpr Error<Ident, Snippet> kChoiceNotOffered{"script.choice",
                                                         "the decision {0} cannot be {1} with the other decisions"};

}  // namespace err

std::vector<const ErrorKind*> scriptErrors();  // all of the above

}  // namespace lw
