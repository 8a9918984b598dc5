// Errors of reading programs and schedules.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<> kMatchBufferArguments{"parse.arguments",
                                               "T.match_buffer needs a handle or a region, and a shape"};
inline constexpr Error<Ident> kNotAParameter{"parse.arguments", "{0} is not a parameter of the function"};
inline constexpr Error<Ident, Ident> kParameterSizeComputed{
    "parse.arguments", "the size {0} of the parameter {1} is a variable that a statement of the function defines"};
inline constexpr Error<Ident> kParameterMatchedTwice{"parse.arguments", "the parameter {0} is matched twice"};
inline constexpr Error<> kEnvThreadNeedsName{"parse.arguments", "T.env_thread needs the name of the thread"};
inline constexpr Error<Snippet, int64_t, int64_t> kTakesAtMostArgumentsGiven{
    "parse.arguments", "{0} takes at most {1} arguments, but {2} are given"};
inline constexpr Error<Snippet, Ident> kHasNoArgumentNamed{"parse.arguments", "{0} has no argument named '{1}'"};
inline constexpr Error<Ident, Snippet> kArgumentTwice{"parse.arguments", "the argument {0} of {1} is given twice"};
inline constexpr Error<Snippet, Snippet> kNeedsArgument{"parse.arguments", "{0} needs the argument '{1}'"};
inline constexpr Error<Snippet, Snippet, Message, int64_t, Message> kTakesArguments{"parse.arguments",
                                                                                    "{0} takes {1}{2}{3}{4}"};
inline constexpr Error<> kAccessMask{"parse.arguments", "the access must be \"r\", \"w\" or \"rw\""};
inline constexpr Error<Ident> kTakesOneArgument{"parse.arguments", "T.{0} takes one argument"};
inline constexpr Error<Ident> kTakesTypeAndValue{"parse.arguments", "T.{0} takes a type and a value"};
inline constexpr Error<Ident> kTakesType{"parse.arguments", "T.{0} takes a type"};
inline constexpr Error<Ident> kNeedsConditions{"parse.arguments", "T.{0} takes one condition or more"};
inline constexpr Error<> kLetArguments{"parse.arguments", "T.Let takes a body and one variable"};
inline constexpr Error<> kLetNeedsVariable{"parse.arguments", "T.Let needs a variable"};
inline constexpr Error<Ident, Ident> kFunctionHasNoArgumentNamed{"parse.arguments",
                                                                 "T.{0} has no argument named '{1}'"};
inline constexpr Error<Ident, Message, int64_t, Message, int64_t, Message> kFunctionTakesArguments{
    "parse.arguments", "T.{0} takes {1}{2}{3}{4}{5}"};
inline constexpr Error<Ident> kGridHasNoArgumentNamed{"parse.arguments", "T.grid has no argument named {0}"};
inline constexpr Error<> kGridNeedsExtent{"parse.arguments", "T.grid needs at least one extent"};
inline constexpr Error<> kThreadBindingNeedsThread{"parse.arguments", "T.thread_binding needs a thread"};
inline constexpr Error<Snippet> kHasNoArgumentNamedThread{"parse.arguments", "{0} has no argument named thread"};
inline constexpr Error<> kFuncAttrArguments{"parse.arguments", "T.func_attr needs one map"};
inline constexpr Error<> kWhereArguments{"parse.arguments", "T.where needs one condition"};
inline constexpr Error<Ident> kNeedsOneMap{"parse.arguments", "T.{0} needs one map"};
inline constexpr Error<> kAxisDomainForm{"parse.arguments", "the domain of an axis is an extent or (first, end)"};
inline constexpr Error<> kRemapArguments{"parse.arguments", "T.axis.remap needs a list of loop variables"};
inline constexpr Error<int64_t, int64_t> kRemapCount{"parse.arguments",
                                                     "T.axis.remap has {0} kinds and {1} loop variables"};
inline constexpr Error<Snippet> kRemapKind{"parse.arguments", "the kind of an axis is S or R here, not '{0}'"};
inline constexpr Error<> kRemapVariables{"parse.arguments", "T.axis.remap takes variables of loops only"};

inline constexpr Error<> kDivisionByZero{"parse.arithmetic", "division by zero"};

// Python's arithmetic (core/text/python/arithmetic.h).
inline constexpr Error<Snippet, Snippet, Snippet> kDividesByZero{"python.zero-division",
                                                                 "division by zero: {0} {1} {2}"};
inline constexpr Error<Snippet, Snippet> kZeroToNegativePower{"python.zero-division",
                                                              "{0} cannot be raised to the negative power {1}"};
inline constexpr Error<Snippet, Snippet, Snippet> kResultTooWide{"python.wide-integer",
                                                                 "{0} {1} {2} does not fit into 64 bits"};
inline constexpr Error<int64_t> kNegativeOverflow{"python.wide-integer",
                                                  "the negative of {0} does not fit into 64 bits"};
inline constexpr Error<> kAbsoluteOverflow{"python.wide-integer", "the absolute value does not fit into 64 bits"};
inline constexpr Error<int64_t, int64_t> kRoundedTooWide{"python.wide-integer",
                                                         "round({0}, {1}) does not fit into 64 bits"};
inline constexpr Error<Snippet> kNoIntegerValue{"python.wide-integer", "{0} does not fit into a 64-bit integer"};
inline constexpr Error<Snippet> kInfinityToInteger{"python.overflow", "{0} has no integer value"};
inline constexpr Error<Snippet, Snippet> kFloatOverflow{"python.overflow", "{0} ** {1} is too large for a float"};
inline constexpr Error<Snippet, int64_t> kRoundedOverflow{"python.overflow",
                                                          "round({0}, {1}) is too large for a float"};
inline constexpr Error<Snippet, Snippet> kComplexResult{"python.complex",
                                                        "{0} ** {1} is a complex number, which is not supported"};
inline constexpr Error<> kNanToInteger{"python.value", "nan has no integer value"};
inline constexpr Error<Snippet, Snippet, int64_t> kNegativeShift{"python.value",
                                                                 "{0} {1} {2}: the shift count is negative"};
inline constexpr Error<Snippet> kNotANumber{"python.value", "{0} is not a number"};
inline constexpr Error<Snippet> kNotAnInteger{"python.value", "{0} is not an integer"};
inline constexpr Error<Snippet, Message, Message> kOperatorDoesNotTakeBoth{"python.type",
                                                                           "`{0}` does not take {1} and {2}"};
inline constexpr Error<Snippet, Message> kUnaryDoesNotTake{"python.type", "`{0}` does not take {1}"};

inline constexpr Error<Snippet> kBadCharacter{"parse.bad-character", "unexpected '{0}'"};
inline constexpr Error<Snippet> kBadByte{"parse.bad-character", "unexpected byte 0x{0}"};

inline constexpr Error<> kBadLoopIterable{"parse.bad-loop", "a loop of a prim_func cannot iterate over this"};
inline constexpr Error<> kLoopStepIsZero{"parse.bad-loop", "the step of a loop cannot be 0"};
inline constexpr Error<> kLeavesTogether{"parse.bad-loop",
                                         "a loop whose iterations run together cannot be left or continued"};
inline constexpr Error<> kLeavesNoLoop{"parse.bad-loop", "there is no loop around this statement to leave"};

inline constexpr Error<> kVariableParameters{"parse.bad-parameter", "a prim_func cannot have variable parameters"};
inline constexpr Error<> kParameterDefault{"parse.bad-parameter",
                                           "parameters of a prim_func cannot have default values"};

inline constexpr Error<> kCannotAssignInPrimFunc{"parse.bad-target", "nothing can be assigned to this in a prim_func"};
inline constexpr Error<> kTypeOfNoName{"parse.bad-target", "only a name can have a type"};
inline constexpr Error<> kLoopNeedsName{"parse.bad-target", "a loop needs a name for its variable"};
inline constexpr Error<> kBadAssignmentTarget{"parse.bad-target", "nothing can be assigned to this expression"};

inline constexpr Error<> kBufferNeedsShape{"parse.bad-type", "T.Buffer needs a shape"};
inline constexpr Error<Message> kExpectedDataType{"parse.bad-type", "expected a data type, found {0}"};
inline constexpr Error<Snippet> kNoDataType{"parse.bad-type", "'{0}' is not a data type"};
inline constexpr Error<> kBadParameterType{"parse.bad-type", "this is not the type of a parameter"};

inline constexpr Error<> kBadScope{"parse.bad-with", "this cannot open a scope in a prim_func"};

inline constexpr Error<Ident> kBufferUsedAsValue{"parse.buffer-as-value", "the buffer {0} is used as a value"};

inline constexpr Error<Ident> kConstantCycle{"parse.constant-cycle", "the constant {0} is defined in terms of itself"};

inline constexpr Error<Ident> kUnknownDecorator{"parse.decorator", "the decorator @{0} is not known"};
inline constexpr Error<Ident> kNoDecorator{"parse.decorator", "the function {0} of the module has no decorator"};
inline constexpr Error<Ident> kClassIsNoModule{"parse.decorator", "the class {0} is not a module"};

inline constexpr Error<Ident> kFunctionTwice{"parse.duplicate-name", "there are two functions named {0}"};
inline constexpr Error<Ident> kParameterTwice{"parse.duplicate-name", "there are two parameters named {0}"};

inline constexpr Error<> kFStringNeverClosed{"parse.f-string", "this '{' of the f-string is never closed"};
inline constexpr Error<> kFStringSingleBrace{"parse.f-string", "a single '}' in an f-string"};
inline constexpr Error<> kFStringEmptyHole{"parse.f-string", "an f-string needs an expression between '{' and '}'"};

inline constexpr Error<> kUnexpectedIndent{"parse.indentation", "this line is indented more than its block"};
inline constexpr Error<Message> kMissingBlock{"parse.indentation", "expected an indented block after the {0} line"};
inline constexpr Error<> kBadDedent{"parse.indentation", "this indentation matches no outer block"};

inline constexpr Error<int64_t, int64_t> kListIndex{"parse.index", "index {0} of a list of {1}"};

inline constexpr Error<> kRegisterArguments{
    "parse.intrinsic",
    "TensorIntrin.register takes a name and two functions of this file that are marked @T.prim_func"};
inline constexpr Error<Ident> kIntrinsicTwice{"parse.intrinsic", "there are two intrinsics named \"{0}\""};
inline constexpr Error<Ident, Message> kNotAnIntrinsic{"parse.intrinsic", "\"{0}\" is not a valid intrinsic: {1}"};

inline constexpr Error<> kRegionMatchedOutsideBlock{"parse.misplaced",
                                                    "a region can be matched only directly in a block"};
inline constexpr Error<Ident> kCannotStandInExpression{"parse.misplaced", "T.{0} cannot be used in an expression"};
inline constexpr Error<Ident> kVariableNeedsName{"parse.misplaced", "T.{0}() makes a variable and needs a name"};
inline constexpr Error<> kInitMisplaced{"parse.misplaced", "T.init() must be directly in a block"};
inline constexpr Error<> kInitTwice{"parse.misplaced", "this block already has a T.init()"};
inline constexpr Error<> kFuncAttrMisplaced{"parse.misplaced", "T.func_attr must be directly in the function"};
inline constexpr Error<> kInitNeedsWith{"parse.misplaced", "T.init() must be used as `with T.init():`"};
inline constexpr Error<Ident> kBlockAttributeMisplaced{"parse.misplaced", "T.{0} must be directly in a block"};
inline constexpr Error<> kWhereTwice{"parse.misplaced", "this block already has a T.where"};
inline constexpr Error<Message> kBlockAttributeTwice{"parse.misplaced", "this block already has a T.{0}"};
inline constexpr Error<> kAxisMisplaced{"parse.misplaced", "T.axis must be directly in a block"};

inline constexpr Error<Message> kMissingColon{"parse.missing-colon", "expected ':' at the end of the {0} line"};

inline constexpr Error<Ident> kParameterHasNoType{"parse.missing-type", "the parameter {0} has no type"};

inline constexpr Error<> kStatementAtTop{"parse.module-statement",
                                         "this statement is not allowed at the top level of a file"};
// What only Python can do: reading passes over it, with a warning, and what depends on it cannot be used.
inline constexpr Error<> kStatementNeedsPython{"parse.needs-python",
                                               "this statement is passed over: only Python can carry it out"};
inline constexpr Error<Ident> kClassNeedsPython{"parse.needs-python",
                                                "the class {0} is passed over: only Python can define it"};
inline constexpr Error<Ident, Ident> kDecoratorNeedsPython{
    "parse.needs-python", "the function {0} is passed over: only Python can apply the decorator @{1}"};
inline constexpr Error<Message> kSyntaxNeedsPython{"parse.needs-python", "this is passed over: {0}"};
inline constexpr Error<Ident, int64_t> kFactoryNeedsPython{"parse.needs-python",
                                                           "only Python can call {0}, because of its line {1}"};
inline constexpr Error<Snippet> kNoFactoryCall{"parse.call", "{0} is not a call of a function"};
inline constexpr Error<Snippet, Ident> kNoFactory{"parse.call", "no function {1} of {0} makes a program"};
inline constexpr Error<> kSetDisplay{"parse.unsupported", "a set is not part of the accepted language"};
inline constexpr Error<> kMapComprehension{"parse.unsupported",
                                           "a comprehension of a map is not part of the accepted language"};
inline constexpr Error<> kStatementInModule{"parse.module-statement", "this statement is not allowed in a module"};

inline constexpr Error<> kAllocationHasNoName{"parse.no-effect", "this allocation has no name"};
inline constexpr Error<> kBufferHasNoName{"parse.no-effect", "this buffer has no name"};
inline constexpr Error<> kExpressionHasNoEffect{"parse.no-effect", "this expression has no effect"};

inline constexpr Error<Snippet> kVariableHasNoValue{"parse.no-value", "the variable {0} has no value"};
inline constexpr Error<> kLetHasNoVariable{"parse.no-value", "this let has no variable"};

inline constexpr Error<Message> kAssignedToNoElement{"parse.not-a-buffer",
                                                     "only elements of buffers can be assigned, not {0}"};
inline constexpr Error<Message> kCannotBeIndexed{"parse.not-a-buffer", "{0} cannot be indexed"};

inline constexpr Error<Message> kExpectedRegion{"parse.not-a-region", "expected a region of a buffer, found {0}"};

inline constexpr Error<Message> kCannotBeCalled{"parse.not-callable", "{0} cannot be called"};

inline constexpr Error<Ident> kNotConstant{"parse.not-constant", "the value of {0} is not a number known here"};

inline constexpr Error<Snippet> kNumberUnreadable{"parse.number", "'{0}' is not a number"};
inline constexpr Error<Snippet> kIntegerTooWide{"parse.number", "the integer {0} does not fit into 64 signed bits"};

inline constexpr Error<Ident, Ident> kOpaqueAccess{"parse.opaque-access",
                                                   "the regions that block \"{0}\" reads and writes cannot be "
                                                   "determined, because {1} is accessed through its pointer"};

inline constexpr Error<int64_t, int64_t> kStrideCount{"parse.rank", "there are {0} strides for {1} dimensions"};
inline constexpr Error<Ident, int64_t, Ident, int64_t> kMatchedRank{
    "parse.rank", "{0} has {1} dimensions, but its source {2} has only {3}"};
inline constexpr Error<Ident, int64_t, Message, int64_t> kHasIndices{"parse.rank", "{0} has {1}{2}{3} indices"};
inline constexpr Error<Ident, int64_t, Message, int64_t, Message> kIndexCount{"parse.rank",
                                                                              "{0} has {1}{2}, but {3}{4} given"};

inline constexpr Error<TypeName, Ident, int64_t> kVectorTooLong{"parse.slice",
                                                                "{0} is longer than {1}, which has {2} elements"};
inline constexpr Error<> kSliceStepNotConstant{"parse.slice",
                                               "a slice with a step needs a constant, positive length and step"};
inline constexpr Error<> kTooManyLanes{"parse.slice", "a vector has at most 4096 lanes"};
inline constexpr Error<Ident> kVectorIndexNotLast{"parse.slice", "only the last index of {0} can be a vector"};
inline constexpr Error<> kSliceLengthNotConstant{
    "parse.slice", "a slice that is used as a value needs a constant length from 1 to 4096"};
inline constexpr Error<Ident> kSliceIndexNotLast{"parse.slice", "only the last index of {0} can be a slice here"};

inline constexpr Error<> kElseWithoutIf{"parse.syntax", "`else` has no `if` before it"};
inline constexpr Error<Message, Message> kExpected{"parse.syntax", "expected {0}, found {1}"};
inline constexpr Error<Message, Message, Message> kExpectedAt{"parse.syntax", "expected {0} {1}, found {2}"};

inline constexpr Error<int64_t> kStatementsTooDeep{"parse.too-deep", "statements are nested more than {0} levels deep"};
inline constexpr Error<> kGridTooDeep{"parse.too-deep", "more than 64 loops in one T.grid"};
inline constexpr Error<int64_t> kBlocksTooDeep{"parse.too-deep", "blocks are nested more than {0} levels deep"};
inline constexpr Error<int64_t> kExpressionTooDeep{"parse.too-deep", "this expression has more than {0} levels"};
inline constexpr Error<int64_t> kTooManyConditions{"parse.too-deep", "more than {0} conditions in one expression"};
inline constexpr Error<int64_t> kTooManyComparisons{"parse.too-deep", "more than {0} comparisons in one expression"};
inline constexpr Error<int64_t> kNestedTooDeep{"parse.too-deep", "nested more than {0} levels deep"};

inline constexpr Error<Message> kSizeNotInteger{"parse.type", "the size of a dimension must be an integer, not {0}"};
inline constexpr Error<> kSizeNegative{"parse.type", "the size of a dimension is negative"};
inline constexpr Error<> kDataNeedsPointer{"parse.type", "data= needs a pointer, such as B.data"};
inline constexpr Error<> kStridesNeedsTuple{"parse.type", "strides= needs a tuple"};
inline constexpr Error<> kMatchedParameterNoHandle{"parse.type", "the parameter to match must be a T.handle"};
inline constexpr Error<Message> kExpectedThreadName{"parse.type", "expected the name of a thread, found {0}"};
inline constexpr Error<Ident> kNotAnArgument{"parse.type", "this is not an argument of {0}"};
inline constexpr Error<TypeName> kIndexNotInteger{"parse.type", "an index must be an integer, but this has type {0}"};
inline constexpr Error<Ident, TypeName, TypeName> kElementTypeDiffers{"parse.type",
                                                                      "{0} has elements of type {1}, not {2}"};
inline constexpr Error<Message, Message> kConstantNotOfType{"parse.type", "{0} is not a value of type {1}"};
inline constexpr Error<> kPointerArithmetic{"parse.type", "there is no arithmetic on pointers"};
inline constexpr Error<TypeName, TypeName> kCannotCast{"parse.type", "a value of type {0} cannot be cast to {1}"};
inline constexpr Error<TypeName> kNoSuchValueOfType{"parse.type", "type {0} has no such value"};
inline constexpr Error<int64_t> kLaneCount{"parse.type", "a vector has from 2 to 4096 lanes, not {0}"};
inline constexpr Error<Ident, TypeName> kNeedsNumberHasType{"parse.type",
                                                            "T.{0} takes a number, but this has type {1}"};
inline constexpr Error<Message> kTypeMisfit{"parse.type", "{0}"};
inline constexpr Error<Ident, Message> kNeedsNumbers{"parse.type", "T.{0} takes numbers, but this is {1}"};
inline constexpr Error<Snippet, int64_t, TypeName, int64_t> kReinterpretBits{
    "parse.type", "T.reinterpret keeps the bits: {0} has {1}, but {2} has {3}; T.Cast keeps the value"};
inline constexpr Error<Snippet, Snippet, TypeName> kAssignedTypeDiffers{
    "parse.type", "a value of type {0} is assigned to {1} of type {2}"};
inline constexpr Error<Snippet, Ident, TypeName> kStoredTypeDiffers{
    "parse.type", "a value of type {0} cannot be stored in {1}, where elements of type {2} are written"};
inline constexpr Error<Message> kExpectedValue{"parse.type", "expected a value, found {0}"};
inline constexpr Error<Message, Message> kMustBeInteger{"parse.type", "{0} must be an integer, not {1}"};
inline constexpr Error<Message, Message> kMustBeConstantInteger{"parse.type",
                                                                "{0} must be a constant integer, not {1}"};
inline constexpr Error<Message, Message> kMustBeString{"parse.type", "{0} must be a string, not {1}"};
inline constexpr Error<TypeName> kConditionType{"parse.type",
                                                "a condition must be true or false, but this has type {0}"};
inline constexpr Error<> kNegatedPointer{"parse.type", "a pointer cannot be negated"};
inline constexpr Error<TypeName> kBitsOfType{"parse.type", "bitwise operators do not take type {0}"};
inline constexpr Error<> kDivisionIsAmbiguous{"parse.type", "'/' of integers is ambiguous"};
inline constexpr Error<TypeName> kAxisValueNotInteger{"parse.type",
                                                      "the value of an axis must be an integer, but this has type {0}"};
inline constexpr Error<> kAxisDomainType{"parse.type", "the domain of an axis must be of integers"};
inline constexpr Error<Message> kAxisExtentNotInteger{"parse.type",
                                                      "the extent of an axis must be an integer, not {0}"};
inline constexpr Error<Message> kExpectedMap{"parse.type", "expected a map from names to values, found {0}"};
inline constexpr Error<Message> kBadAnnotationValue{"parse.type", "{0} cannot be the value of an annotation"};

inline constexpr Error<Snippet> kUnclosedBracket{"parse.unclosed-bracket", "'{0}' is never closed"};

inline constexpr Error<> kUnclosedString{"parse.unclosed-string", "this string is never closed"};

inline constexpr Error<Ident> kBufferHasNoAttribute{"parse.unknown-attribute", "a buffer has no attribute '{0}'"};
inline constexpr Error<Message, Ident> kHasNoAttribute{"parse.unknown-attribute", "{0} has no attribute '{1}'"};

inline constexpr Error<Snippet> kUnknownFunction{"parse.unknown-function", "{0} is not known"};
inline constexpr Error<Ident> kCannotBeCalledInPrimFunc{"parse.unknown-function",
                                                        "{0} cannot be called in an expression of a prim_func"};

inline constexpr Error<Ident> kUndefinedName{"parse.unknown-name", "'{0}' is not defined"};

inline constexpr Error<int64_t, int64_t> kValuesForNames{"parse.unpack", "{0} values for {1} names"};
inline constexpr Error<Message> kCannotUnpack{"parse.unpack", "cannot unpack {0}"};
inline constexpr Error<int64_t, Snippet, int64_t, Snippet> kUnpackCount{"parse.unpack",
                                                                        "{0} loop{1} for {2} variable{3}"};

inline constexpr Error<Ident> kUnsupportedMethod{"parse.unsupported", "the method {0} is not supported"};
inline constexpr Error<Message> kNoMeaningInPrimFunc{"parse.unsupported", "{0} is not supported in a prim_func"};
// Functions of the file that are called while a program is read.
inline constexpr Error<Ident, int64_t, Message> kHelperFailed{"parse.helper", "{0}, line {1}: {2}"};
inline constexpr Error<Ident, int64_t> kHelperTooDeep{"parse.helper", "calls of {0} are nested more than {1} deep"};
inline constexpr Error<> kHelperTooLong{"parse.helper",
                                        "functions that are called while the program is read take too long"};
inline constexpr Error<> kHelperTooLarge{"parse.helper", "the expression is too large"};
inline constexpr Error<> kHelperCondition{"parse.helper", "the condition is known only when the program runs"};
inline constexpr Error<> kHelperLoop{"parse.helper",
                                     "the loop iterates over something that is not known while the program is read"};
inline constexpr Error<> kHelperStatement{
    "parse.helper", "the statement has no meaning in a function that is called while a program is read"};
inline constexpr Error<> kHelperAssertion{"parse.helper", "the assertion failed"};
inline constexpr Error<Snippet> kHelperAssertionWith{"parse.helper", "the assertion failed: {0}"};

inline constexpr Error<Ident> kInlineTooDeep{"parse.unsupported", "the inline function {0} is called in itself"};
inline constexpr Error<> kFunctionInsidePrimFunc{"parse.unsupported", "a function inside a prim_func is not supported"};
inline constexpr Error<> kClassInsidePrimFunc{"parse.unsupported", "a class inside a prim_func is not supported"};
inline constexpr Error<> kWriteStoreAsAssignment{"parse.unsupported", "write the store as an assignment"};
inline constexpr Error<> kWithAfterBlock{"parse.unsupported", "nothing can follow T.block in one `with`"};
inline constexpr Error<> kBlockWithAs{"parse.unsupported", "a block has no `as`"};
inline constexpr Error<> kMatrixProductOperator{"parse.unsupported", "'@' is not supported in a prim_func"};
inline constexpr Error<> kInOperator{"parse.unsupported", "a prim_func does not support `in` and `is`"};
inline constexpr Error<Snippet> kUnsupportedStatement{"parse.unsupported",
                                                      "`{0}` is not part of the accepted language"};
inline constexpr Error<Ident> kUnsupportedLoopElse{"parse.unsupported",
                                                   "`else` of a `{0}` loop is not part of the accepted language"};
inline constexpr Error<Snippet> kUnsupportedOperator{"parse.unsupported", "'{0}' is not part of the accepted language"};
inline constexpr Error<> kKeywordParameters{"parse.unsupported",
                                            "parameters collected by ** are not part of the accepted language"};
inline constexpr Error<> kSeveralFors{"parse.unsupported", "a comprehension may have only one `for`"};

inline constexpr Error<Ident, int64_t> kNoMainFunction{"select.ambiguous",
                                                       "the class {0} has {1} functions and none is called main"};
inline constexpr Error<Ident, int64_t> kSeveralFunctions{"select.ambiguous", "{0} has {1} functions"};

inline constexpr Error<Ident> kNoPrimFunc{"select.none", "{0} has no function marked @T.prim_func"};

inline constexpr Error<Ident, Ident> kHasNoFunctionNamed{"select.unknown", "{0} has no function named {1}"};

inline constexpr Error<Snippet, int64_t> kNotUtf8{"parse.no-text", "this is not UTF-8 text: byte {0} at offset {1}"};

inline constexpr Error<Snippet> kChallengeUnread{
    "challenge.unread", "the challenge asks for \"{0}\", which is no speed, count or number of steps"};
inline constexpr Error<> kChallengeNoSpeed{"challenge.no-speed", "the challenge names neither a speed nor a count"};

}  // namespace err

std::vector<const ErrorKind*> textErrors();  // all of the above

}  // namespace lw
