// Errors of tensor expressions.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident> kFreeVariable{"te.free-variable",
                                            "{0} has no value: it is neither a parameter nor a size of one"};
inline constexpr Error<Ident> kTensorTwice{"te.tensor-twice", "{0} is twice in the list of parameters"};
inline constexpr Error<> kNoParameters{"te.no-parameters", "a function needs at least one tensor as a parameter"};

inline constexpr Error<Snippet, Ident> kModuleHasNo{"script.attribute", "{0} has no '{1}' here"};
inline constexpr Error<Ident> kTensorHasNo{"script.attribute", "a tensor has no '{0}'"};
inline constexpr Error<Ident> kOperationHasNo{"script.attribute", "an operation has no '{0}'"};
inline constexpr Error<Ident> kBufferHasNo{"script.attribute", "a buffer has no '{0}'"};

inline constexpr Error<> kCodeEnds{"script.exit", "the code ends here"};

inline constexpr Error<Ident, Snippet> kNoStageAnyMore{"script.tensor", "{0} has no stage any more: {1} consumed it"};
inline constexpr Error<Ident> kNotOfThisSchedule{"script.tensor", "{0} is not computed by this schedule"};
inline constexpr Error<Ident> kAxisOfNoTensor{"script.tensor", "axis {0} is not part of any tensor of this schedule"};
inline constexpr Error<Ident, Ident> kAxisOfNoStage{"script.tensor", "axis {0} is no longer an axis of {1}"};
inline constexpr Error<Snippet, int64_t, int64_t> kTensorTakesArguments{"script.tensor",
                                                                        "{0} takes {1} arguments, not {2}"};
inline constexpr Error<Snippet, Ident> kTensorHasNoArgument{"script.tensor", "{0} has no argument '{1}'"};
inline constexpr Error<Snippet, Snippet> kTensorNeedsArgument{"script.tensor", "{0} needs the argument '{1}'"};
inline constexpr Error<Snippet> kOperationHasNoAttribute{"script.tensor", "an operation has no attribute '{0}'"};
inline constexpr Error<> kSplitFactorAndParts{"script.tensor", "split takes a factor or nparts, not both"};
inline constexpr Error<> kSplitNeedsFactor{"script.tensor", "split needs a factor or nparts"};
inline constexpr Error<Message> kComputeAtNeedsStage{"script.tensor",
                                                     "compute_at takes the stage of the loop, not {0}"};
inline constexpr Error<Snippet, Ident> kLoopNotAroundStage{"script.tensor", "loop {0} is not around {1}"};
inline constexpr Error<Ident, Ident> kNoLoopBoundTo{"script.tensor", "no loop around block {0} is bound to {1}"};
inline constexpr Error<Snippet> kStageHasNoAttribute{"script.tensor", "a stage has no attribute '{0}'"};
inline constexpr Error<Message> kSetScopeNeedsName{"script.tensor", "set_scope takes the name of a scope, not {0}"};
inline constexpr Error<Ident> kStageHasNoMethod{"script.tensor", "a stage has no method '{0}'"};
inline constexpr Error<Ident> kGroupHasNoMethod{"script.tensor", "a group has no method '{0}'"};
inline constexpr Error<> kCacheReadArguments{"script.tensor",
                                             "cache_read takes a tensor, a scope and the tensors that read it"};
inline constexpr Error<> kCacheWriteArguments{"script.tensor", "cache_write takes one tensor"};
inline constexpr Error<Snippet> kTensorHasNoAttribute{"script.tensor", "a tensor has no attribute '{0}'"};
inline constexpr Error<Ident> kInputIsNoStage{"script.tensor", "{0} is an input: no block computes it"};
inline constexpr Error<> kThreadAxisNeedsName{"script.tensor", "thread_axis takes the name of a thread axis"};
inline constexpr Error<Message> kStageNeedsTensor{"script.tensor",
                                                  "a stage is selected by a tensor or the name of a block, not by {0}"};
inline constexpr Error<Snippet, Ident> kAxisWithoutLoop{"script.tensor",
                                                        "axis {0} of block {1} has no loop: it has one value there"};
inline constexpr Error<Snippet, Snippet, Snippet> kUsedAfterItsAxis{"script.tensor", "{0} {1} {2} earlier"};

inline constexpr Error<> kTeDivisionIsAmbiguous{"te.ambiguous-division", "/ between integers is ambiguous"};

inline constexpr Error<Ident, Ident> kTopiNeedsArgument{"te.arguments", "topi.{0} needs the argument '{1}'"};
inline constexpr Error<> kReduceAxisDomain{"te.arguments", "the domain of te.reduce_axis is a pair (first, end)"};
inline constexpr Error<> kReduceAxisDomainGiven{"te.arguments", "the domain of te.reduce_axis is given by integers"};
inline constexpr Error<Message> kComputeNeedsFunction{"te.arguments",
                                                      "te.compute takes a function of the indices, not {0}"};
inline constexpr Error<Ident> kComputeGivesNoValue{"te.arguments", "the function of {0} returns no value"};
inline constexpr Error<Message> kExternInputs{"te.arguments", "the inputs of te.extern must be tensors, not {0}"};
inline constexpr Error<> kExternNeedsType{"te.arguments", "te.extern without inputs needs a dtype"};
inline constexpr Error<Message> kExternGivesNoStatement{"te.arguments",
                                                        "the function of te.extern must return a call, not {0}"};
inline constexpr Error<Message> kCreateScheduleArguments{"te.arguments",
                                                         "te.create_schedule takes operations, not {0}"};
inline constexpr Error<> kCreateScheduleEmpty{"te.arguments", "te.create_schedule needs an operation"};
inline constexpr Error<> kCreateScheduleSeveral{"te.arguments",
                                                "te.create_schedule takes one operation, or a list of them"};
inline constexpr Error<Ident, Message> kTakesScheduleFirst{"te.arguments", "{0} takes the schedule first{1}"};
inline constexpr Error<Ident, int64_t, int64_t> kIntrinStrideCount{"te.arguments",
                                                                   "buffer {0} has {1} dimensions and {2} strides"};
inline constexpr Error<Message> kEmitArguments{"te.arguments", "ib.emit takes a call or a statement, not {0}"};
inline constexpr Error<Message> kIntrinFunctionResult{
    "te.arguments", "the function of te.decl_tensor_intrin must return statements, not {0}"};
inline constexpr Error<> kIntrinFunctionGives{
    "te.arguments", "the function of te.decl_tensor_intrin returns the body, or (body, reset, update)"};
inline constexpr Error<Ident, Message> kBindsGives{"te.arguments", "binds maps {0} to {1} instead of a buffer"};
inline constexpr Error<Message> kIntrinsicDoesNotFit{"te.arguments",
                                                     "the intrinsic does not match its expression: {0}"};
inline constexpr Error<Message> kDeclTensorIntrinArguments{"te.arguments",
                                                           "te.decl_tensor_intrin takes an operation, not {0}"};
inline constexpr Error<Ident> kIntrinOfNoCompute{
    "te.arguments", "{0} is not a te.compute: there is nothing to compare the program with"};
inline constexpr Error<Message> kBindsArguments{"te.arguments",
                                                "binds must be a dictionary from tensors to buffers, not {0}"};
inline constexpr Error<Ident, Message> kMustBeTensor{"te.arguments", "{0} must be a tensor{1}"};
inline constexpr Error<Ident, Message> kArgumentMustBeInteger{"te.arguments", "{0} must be an integer, not {1}"};
inline constexpr Error<Ident, Message> kMustBeNumber{"te.arguments", "{0} must be a number, not {1}"};
inline constexpr Error<int64_t> kPadNeedsEach{"te.arguments", "topi.nn.pad needs one number for each of the {0} axes"};
inline constexpr Error<> kPaddingNegative{"te.arguments", "a padding is negative"};
inline constexpr Error<> kConcatenateNeedsTensor{"te.arguments", "topi.concatenate needs at least one tensor"};
inline constexpr Error<int64_t> kDepthNotPositive{"te.arguments", "depth must be positive, not {0}"};
inline constexpr Error<Ident> kTopiNeedsAtLeastOne{"te.arguments", "topi.{0} needs at least one tensor"};
inline constexpr Error<Ident, int64_t> kNumberPerAxis{"te.arguments",
                                                      "{0} needs one number, or one for each of the {1} axes"};
inline constexpr Error<Ident, int64_t, int64_t> kMustBeAtLeast{"te.arguments", "{0} is {1}, and must be at least {2}"};
inline constexpr Error<Snippet> kUnknownPoolType{"te.arguments", "unknown pool_type \"{0}\""};
inline constexpr Error<Ident> kReducesOneValue{"te.arguments", "te.{0} reduces one value"};
inline constexpr Error<Ident, int64_t, Message, int64_t> kTeTakesAtMost{"te.arguments",
                                                                        "{0} takes at most {1}{2}, but {3} are given"};
inline constexpr Error<Snippet, Snippet> kTeHasNoArgument{"te.arguments", "{0} has no argument named '{1}'"};
inline constexpr Error<Ident, Ident> kTeArgumentTwice{"te.arguments", "the argument {0} of {1} is given twice"};
inline constexpr Error<Ident, Snippet> kTeNeedsArgument{"te.arguments", "{0} needs the argument '{1}'"};
inline constexpr Error<Ident, int64_t, Snippet> kOutputCount{"te.arguments", "{0} has {1} output{2}"};
inline constexpr Error<> kUnknownAccess{"te.arguments", "unknown access mode"};
inline constexpr Error<Snippet, Snippet, Message, int64_t, Message> kTakesArgument{"te.arguments",
                                                                                   "{0} takes {1}{2}{3}{4}"};
inline constexpr Error<Ident> kCallArguments{"te.arguments", "{0} takes a type, a name and what the function takes"};
inline constexpr Error<Ident> kNeedsFunctionName{"te.arguments", "{0} needs the name of the function as a string"};
inline constexpr Error<Ident> kTeNeedsConditions{"te.arguments", "{0} needs at least one condition"};

inline constexpr Error<Ident, int64_t, int64_t, Message> kTensorRank{"te.axis",
                                                                     "{0} is {1}, but the tensor has {2}{3}"};
inline constexpr Error<int64_t> kAxesNameTwice{"te.axis", "axes name axis {0} twice"};
inline constexpr Error<int64_t> kAxesNameEach{"te.axis", "axes must name each of the {0} axes once"};
inline constexpr Error<Message> kReductionOverNoAxis{"te.axis", "a reduction axis cannot be {0}"};
inline constexpr Error<Ident> kReductionOverIndex{"te.axis", "{0} is an index of the result, not a reduction axis"};
inline constexpr Error<Ident> kReductionNeedsAxis{"te.axis", "{0} needs at least one axis"};
inline constexpr Error<Ident, Message> kAxisOf{"te.axis", "axis= of {0} cannot be {1}"};
inline constexpr Error<int64_t> kAxisGivenTwice{"te.axis", "axis {0} is given twice"};
inline constexpr Error<> kPositionNeedsAxis{"te.axis", "a position is counted along one axis: give axis="};
inline constexpr Error<> kScaleShape{"te.axis", "gamma and beta need one axis for each normalised axis of the data"};

inline constexpr Error<Ident, Ident, Snippet, Snippet> kShapesDoNotFit{
    "te.broadcast", "the shapes of {0} and {1} do not match: {2} and {3}"};

inline constexpr Error<int64_t, Snippet, TypeName> kTeConditionType{
    "te.condition", "argument {0} of {1} must be a condition, but has type {2}"};

inline constexpr Error<TypeName, Ident> kTirTypeUnknown{"te.constant", "{0} is not a type for tir.{1}"};

inline constexpr Error<> kTeDivisionByZero{"te.division-by-zero", "division by zero"};

inline constexpr Error<Snippet, TypeName> kOperandNotInteger{"te.float-bits",
                                                             "{0} takes integers, but an operand has type {1}"};

inline constexpr Error<> kForIntegers{"te.float-division", "// and % take integers"};
inline constexpr Error<Ident> kTirNeedsIntegers{"te.float-division", "tir.{0} takes integers"};

inline constexpr Error<> kOperandsAreIntegers{"te.float-wanted", "** takes floats, but both operands are integers"};
inline constexpr Error<Ident, TypeName> kTirNeedsFloats{"te.float-wanted",
                                                        "tir.{0} takes floats, but an operand has type {1}"};

inline constexpr Error<Ident, Ident> kNotAnAxis{"te.foreign-axis", "{0} is not an axis of {1}"};

inline constexpr Error<int64_t, Ident, TypeName> kIndexOfHasType{
    "te.index-type", "index {0} of {1} must be an integer, but has type {2}"};

inline constexpr Error<Ident, Message, int64_t> kTensorIndexCount{"te.indices", "{0} has {1} but is indexed with {2}"};
inline constexpr Error<Ident, Message, int64_t, Message> kPartlyIndexed{
    "te.indices", "{0} has {1}, but only {2} of them {3} indexed"};
inline constexpr Error<Snippet> kNamedIndices{"te.indices", "indices have no names, but '{0}' is given"};

inline constexpr Error<Ident, int64_t, int64_t> kReductionInitCount{"te.init",
                                                                    "init= of {0} has {1} values for {2} results"};

inline constexpr Error<> kScheduleRunElsewhere{"te.no-kernel", "schedules are not run by their own code"};

inline constexpr Error<> kTePointerArithmetic{"te.no-number", "there is no arithmetic on pointers"};
inline constexpr Error<> kMultipliesTwoTensors{"te.no-number", "@ multiplies two tensors"};
inline constexpr Error<Message> kNoNumber{"te.no-number", "{0} is not a number"};

inline constexpr Error<> kNoScheduleMade{"te.no-schedule", "the code makes no schedule"};

inline constexpr Error<Ident> kSecondSchedule{"te.other-program",
                                              "te.create_schedule creates another program here than {0}"};

inline constexpr Error<Message> kBadTensorParameter{"te.parameter",
                                                    "a parameter must be a tensor or a variable, not {0}"};

inline constexpr Error<Message, Message, int64_t, int64_t> kReducerValueCount{"te.reducer",
                                                                              "{0}{1} returns {2} values for {3}"};

inline constexpr Error<Ident, int64_t> kReductionInside{
    "te.reduction-inside", "{0}(...) must be the whole body of a compute, but is one of {1} results"};
inline constexpr Error<Ident> kReductionNotWholeBody{"te.reduction-inside",
                                                     "{0}(...) must be the whole body of a compute"};

inline constexpr Error<Ident, Snippet, Snippet> kReshapeCount{
    "te.reshape", "{0} of shape {1} has another number of elements than {2}"};

inline constexpr Error<Ident, Snippet> kArgumentGivenAs{"te.shape", "{0} is given as {1}"};
inline constexpr Error<Ident, Snippet, Ident, Snippet> kConcatenateShapes{
    "te.shape", "{0} of shape {1} cannot be joined to {2} of shape {3}"};
inline constexpr Error<Message, Snippet, Snippet> kSizesDiffer{"te.shape", "{0}: {1} and {2} differ"};
inline constexpr Error<Ident, int64_t, Snippet> kAxisCount{"te.shape", "{0} must have {1} axes, but its shape is {2}"};
inline constexpr Error<> kKernelTooLarge{"te.shape", "the kernel is larger than the padded data"};
inline constexpr Error<TypeName> kShapeType{"te.shape", "a size of a shape must be an integer, but has type {0}"};
inline constexpr Error<int64_t> kShapeNegative{"te.shape", "a size of a shape cannot be {0}"};

inline constexpr Error<int64_t, TypeName> kShiftTooFar{"te.shift-count",
                                                       "a value of type {1} cannot be shifted by {0}"};

inline constexpr Error<int64_t> kExpressionTooLarge{"te.too-large", "the expression has more than {0} parts"};
inline constexpr Error<int64_t> kTeExpressionTooDeep{"te.too-large", "the expression is nested more than {0} deep"};

inline constexpr Error<int64_t, Snippet, Message> kComputeIndexCount{
    "te.too-many-indices", "the function takes {0} indices, but the shape has {1}{2}"};

inline constexpr Error<> kTruthUnknown{"te.truth", "whether this holds is known only when the program runs"};

inline constexpr Error<Message> kTeTypeMisfit{"te.type", "{0}"};
inline constexpr Error<TypeName> kCannotCountElements{"te.type", "{0} cannot count elements"};
inline constexpr Error<TypeName> kTakeIndexType{"te.type", "the indices must be integers, but have type {0}"};
inline constexpr Error<> kFillValueIsPointer{"te.type", "fill_value cannot be a pointer"};
inline constexpr Error<Ident, TypeName> kReductionNeedsNumbers{"te.type",
                                                               "te.{0} takes numbers, but this has type {1}"};
inline constexpr Error<> kMeanNeedsFloats{"te.type", "topi.mean takes floats"};
inline constexpr Error<Snippet> kTextIsNoDataType{"te.type", "\"{0}\" is not a data type"};
inline constexpr Error<Message> kValueIsNoDataType{"te.type", "{0} is not a data type"};

inline constexpr Error<Snippet, Ident> kHasNoFunction{"te.unknown-function", "{0} has no function '{1}' here"};
inline constexpr Error<Snippet> kUnknownIntrinsic{"te.unknown-function", "there is no intrinsic \"{0}\""};

inline constexpr Error<> kExternBuffersOfOne{"te.unsupported",
                                             "te.extern with in_buffers or out_buffers is not supported"};
inline constexpr Error<> kScanUnsupported{"te.unsupported",
                                          "te.scan cannot become a prim_func (TVM's create_prim_func refuses it too)"};
inline constexpr Error<Message> kDeclBufferArgument{"te.unsupported", "tir.decl_buffer with {0} is not supported here"};
inline constexpr Error<Ident> kBuilderHasNoMethod{"te.unsupported", "the ir_builder has no method '{0}' here"};
inline constexpr Error<> kIntrinScalarParameters{"te.unsupported",
                                                 "te.decl_tensor_intrin with scalar_params is not supported"};

inline constexpr Error<Ident, TypeName> kReductionConditionType{"te.where",
                                                                "where= of {0} must be a condition, but has type {1}"};

inline constexpr Error<Ident> kTensorIsNoNumber{"te.whole-tensor", "{0} is a tensor, but a number is expected"};

// Of code that builds graphs
inline constexpr Error<Snippet> kBuilderUnknownShape{
    "builder.shape", "bb.emit_te takes tensors whose shape and element type are known, not {0}"};
inline constexpr Error<Snippet> kBuilderNoField{"builder.index", "{0} has no field with this number"};
inline constexpr Error<Message, Ident> kBuilderNoMethod{"builder.method", "{0} has no method '{1}' here"};
inline constexpr Error<Message> kBuilderNoValue{"builder.value", "{0} is not a value of a graph"};
inline constexpr Error<Message> kBuilderParameter{"builder.parameter", "{0} cannot be a parameter of a graph"};
inline constexpr Error<Ident> kBuilderNested{"builder.scope", "the function {0} is not finished"};
inline constexpr Error<Ident> kBuilderNoOutput{"builder.output", "the function {0} has no output"};
inline constexpr Error<Ident> kBuilderOutside{"builder.scope", "bb.{0} stands outside of the block that it belongs in"};
inline constexpr Error<> kBuilderNoFunction{"builder.function",
                                            "bb.emit_te takes first the function that computes a tensor"};
inline constexpr Error<Ident> kBuilderNamedArguments{
    "builder.function", "a function of the file gets its arguments by position here, and {0} is named"};
inline constexpr Error<Ident, Message> kBuilderNoTensor{"builder.function", "{0} returns {1}, not a tensor"};
inline constexpr Error<Ident> kBuilderUnbound{"builder.parameter", "{0} is neither a parameter nor bound"};
inline constexpr Error<Message> kBuilderNoPrimFunc{"builder.function",
                                                   "bb.add_func takes a prim_func and its name, not {0}"};
inline constexpr Error<Message> kBuilderName{"builder.name", "a name is a string, not {0}"};
inline constexpr Error<Message> kBuilderNoInfo{"builder.struct-info", "{0} is not struct info"};
inline constexpr Error<Message> kBuilderNoConstant{"builder.constant",
                                                   "relax.const takes a number or lists of equal length, not {0}"};
inline constexpr Error<Message> kBuilderNoAttribute{"builder.attribute", "{0} cannot be an argument of an operator"};
inline constexpr Error<Message, Ident> kTorchHasNo{"torch.attribute", "{0} has no '{1}' here"};
inline constexpr Error<Message> kTorchNotTraced{"torch.trace", "{0} is called outside of fx.symbolic_trace"};
inline constexpr Error<Message> kTorchForeign{"torch.trace", "{0} that the model calls is not one of its attributes"};
inline constexpr Error<Message> kTorchNoModel{"torch.trace", "fx.symbolic_trace takes a model, not {0}"};
inline constexpr Error<> kTorchTraceInside{"torch.trace", "fx.symbolic_trace is called while it runs"};
inline constexpr Error<Message> kTorchNoOutput{"torch.trace",
                                               "forward returns {0}, which is not computed from its input"};
inline constexpr Error<Snippet> kTorchSizes{"torch.size", "{0} takes sizes: whole numbers, not too large together"};
inline constexpr Error<Snippet, Message> kTorchNoArray{"torch.array", "{0} takes an array, not {1}"};
inline constexpr Error<Snippet, Snippet> kTorchShape{"torch.shape", "this has to be {0}, not {1}"};
inline constexpr Error<Snippet> kTorchLayer{"torch.layer", "{0} is not a layer that is known here"};
inline constexpr Error<Ident> kTorchBase{"torch.layer", "the class {0} is not derived from nn.Module"};
inline constexpr Error<Ident> kTorchNamed{"torch.layer", "{0} is made without keyword arguments here"};
inline constexpr Error<Ident> kTorchPython{"torch.call", "{0} takes an object and a name here"};
inline constexpr Error<Ident> kBuilderVariadic{"builder.operator",
                                               "{0} takes any number of values, which only R.function can write"};

}  // namespace err

std::vector<const ErrorKind*> teErrors();  // all of the above

}  // namespace lw
