// What the interpreter of tensor expressions and of their schedules says of a line that is wrong.
#include "core/script/errors.h"
#include "core/te/errors.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "tests/errors/cases.h"

namespace lw {
namespace {

const std::string kTensors =
    "import tvm\nfrom tvm import te, topi\n\nA = te.placeholder((8, 8), name=\"A\")\nB = te.placeholder((4,), "
    "name=\"B\")\nN = te.placeholder((8,), \"int32\", name=\"N\")\n\n\ndef program():\n";

// As the body of a function that makes a program.
const ErrorCase kPrograms[] = {
    {"tvm.tir.decl_buffer((8,), \"float32\").nothing", err::kBufferHasNo, "a buffer has no 'nothing'",
     "tvm.tir.decl_buffer((8,), \"float32\").not"},
    {"A.nothing", err::kTensorHasNo, "a tensor has no 'nothing'", "A.nothing"},
    {"A.op.nothing", err::kOperationHasNo, "an operation has no 'nothing'", "A.op.nothing"},
    {"C = te.compute((8,), lambda i: i / 2)", err::kTeDivisionIsAmbiguous, "/ between integers is ambiguous", "i / 2"},
    {"C = topi.nn.pad(A, [1, -1])", err::kPaddingNegative, "a padding is negative", "topi.nn.pad(A, [1, -1])"},
    {"c = te.compute((4,), lambda i: B[i] + 1, name=\"c\")\n"
     "te.decl_tensor_intrin(c.op, lambda ins, outs: tvm.tir.call_extern(\"int32\", \"f\", ins[0].data, outs[0].data), "
     "binds={B: 3})",
     err::kBindsGives, "binds maps B to an integer instead of a buffer", "te.decl_tensor_intrin(c.op, lambda ins, "},
    {"c = te.compute((4,), lambda i: B[i] + 1, name=\"c\")\n"
     "te.decl_tensor_intrin(c.op, lambda ins, outs: None, binds=3)",
     err::kBindsArguments, "binds must be a dictionary from tensors to buffers, not an integer",
     "te.decl_tensor_intrin(c.op, lambda ins, "},
    {"C = topi.one_hot(N, 0)", err::kDepthNotPositive, "depth must be positive, not 0", "topi.one_hot(N, 0)"},
    {"ib = tvm.tir.ir_builder.create()\n"
     "ib.emit(3)",
     err::kEmitArguments, "ib.emit takes a call or a statement, not an integer", "ib.emit(3)"},
    {"X = te.placeholder((1, 3, 8, 8), name=\"X\")\n"
     "C = topi.nn.pool2d(X, (2, 2), (2, 2), (0, 0), \"sum\")",
     err::kUnknownPoolType, "unknown pool_type \"sum\"", "topi.nn.pool2d(X, (2, 2), (2, 2), (0, 0)"},
    {"C = te.compute((8,), 3)", err::kComputeNeedsFunction,
     "te.compute takes a function of the indices, not an integer", "te.compute((8,), 3)"},
    {"s = te.create_schedule([])", err::kCreateScheduleEmpty, "te.create_schedule needs an operation",
     "te.create_schedule([])"},
    {"s = te.create_schedule()", err::kCreateScheduleSeveral,
     "te.create_schedule takes one operation, or a list of them", "te.create_schedule()"},
    {"s = te.create_schedule(3)", err::kCreateScheduleArguments, "te.create_schedule takes operations, not an integer",
     "te.create_schedule(3)"},
    {"te.decl_tensor_intrin(3, lambda ins, outs: None)", err::kDeclTensorIntrinArguments,
     "te.decl_tensor_intrin takes an operation, not an integer", "te.decl_tensor_intrin(3, lambda ins, out"},
    {"C = te.extern((8,), [], lambda ins, outs: tvm.tir.call_packed(\"f\", outs[0]))", err::kExternNeedsType,
     "te.extern without inputs needs a dtype", "te.extern((8,), [], lambda ins, outs: tv"},
    {"k = te.reduce_axis((0, 8), name=\"k\")\n"
     "C = te.compute((8,), lambda i: te.sum((A[i, k], A[i, k]), axis=k))",
     err::kReducesOneValue, "te.sum reduces one value", "te.sum((A[i, k], A[i, k]), axis=k)"},
    {"tvm.tir.decl_buffer((8,), \"float32\").access_ptr(\"x\")", err::kUnknownAccess, "unknown access mode",
     "tvm.tir.decl_buffer((8,), \"float32\").acc"},
    {"k = te.reduce_axis(8)", err::kReduceAxisDomain, "the domain of te.reduce_axis is a pair (first, end)",
     "te.reduce_axis(8)"},
    {"k = te.reduce_axis((0, 8.5))", err::kReduceAxisDomainGiven, "the domain of te.reduce_axis is given by integers",
     "te.reduce_axis((0, 8.5))"},
    {"c = te.compute((4,), lambda i: B[i] + 1, name=\"c\")\n"
     "te.decl_tensor_intrin(c.op, lambda ins, outs: 3)",
     err::kIntrinFunctionResult, "the function of te.decl_tensor_intrin must return statements, not an integer",
     "te.decl_tensor_intrin(c.op, lambda ins, "},
    {"c = te.compute((4,), lambda i: B[i] + 1, name=\"c\")\n"
     "te.decl_tensor_intrin(c.op, lambda ins, outs: [])",
     err::kIntrinFunctionGives, "the function of te.decl_tensor_intrin returns the body, or (body, reset, update)",
     "te.decl_tensor_intrin(c.op, lambda ins, "},
    {"C = te.extern((8,), [A], lambda ins, outs: None)", err::kExternGivesNoStatement,
     "the function of te.extern must return a call, not None", "te.extern((8,), [A], lambda ins, outs: N"},
    {"C = te.compute((8,), lambda i: [], name=\"C\")", err::kComputeGivesNoValue, "the function of C returns no value",
     "te.compute((8,), lambda i: [], name=\"C\")"},
    {"C = te.extern((8,), [3], lambda ins, outs: None)", err::kExternInputs,
     "the inputs of te.extern must be tensors, not an integer", "te.extern((8,), [3], lambda ins, outs: N"},
    {"c = te.compute((4,), lambda i: B[i] + 1, name=\"c\")\n"
     "te.decl_tensor_intrin(c.op, lambda ins, outs: tvm.tir.call_extern(\"int32\", \"f\", ins[0].data, outs[0].data), "
     "binds={B: tvm.tir.decl_buffer((5,), \"float32\")})",
     err::kIntrinsicDoesNotFit,
     "the intrinsic does not match its expression: B of intrin_c_desc and buffer of intrin_c_impl differ in their "
     "shape, or it is not constant",
     "te.decl_tensor_intrin(c.op, lambda ins, "},
    {"C = topi.concatenate([])", err::kConcatenateNeedsTensor, "topi.concatenate needs at least one tensor",
     "topi.concatenate([])"},
    {"C = topi.nn.pad(A, [1])", err::kPadNeedsEach, "topi.nn.pad needs one number for each of the 2 axes",
     "topi.nn.pad(A, [1])"},
    {"C = topi.add(1, 2)", err::kTopiNeedsAtLeastOne, "topi.add needs at least one tensor", "topi.add(1, 2)"},
    {"te.decl_tensor_intrin(A.op, lambda ins, outs: None)", err::kIntrinOfNoCompute,
     "A is not a te.compute: there is nothing to compare the program with", "te.decl_tensor_intrin(A.op, lambda ins, "},
    {"X = te.placeholder((1, 3, 8, 8), name=\"X\")\n"
     "C = topi.nn.pool2d(X, (2, 2), (0, 2), (0, 0), \"max\")",
     err::kMustBeAtLeast, "stride is 0, and must be at least 1", "topi.nn.pool2d(X, (2, 2), (0, 2), (0, 0)"},
    {"C = topi.nn.leaky_relu(A, \"a\")", err::kMustBeNumber, "alpha must be a number, not a string",
     "topi.nn.leaky_relu(A, \"a\")"},
    {"C = topi.one_hot(N, 1.5)", err::kArgumentMustBeInteger, "depth must be an integer, not a float",
     "topi.one_hot(N, 1.5)"},
    {"C = te.compute((8,), lambda i: te.all())", err::kTeNeedsConditions, "all needs at least one condition",
     "te.all()"},
    {"X = te.placeholder((1, 3, 8, 8), name=\"X\")\n"
     "C = topi.nn.pool2d(X, (2, 2, 2), (2, 2), (0, 0), \"max\")",
     err::kNumberPerAxis, "kernel needs one number, or one for each of the 2 axes",
     "topi.nn.pool2d(X, (2, 2, 2), (2, 2), (0,"},
    {"C = te.compute((8,), lambda i: tvm.tir.call_packed(3))", err::kNeedsFunctionName,
     "call_packed needs the name of the function as a string", "tvm.tir.call_packed(3)"},
    {"C = te.compute((8,), lambda i: tvm.tir.call_extern(\"int32\"))", err::kCallArguments,
     "call_extern takes a type, a name and what the function takes", "tvm.tir.call_extern(\"int32\")"},
    {"C = te.compute((8,), lambda i: te.sum(A[i, 0], axis=[3]))", err::kReductionOverNoAxis,
     "a reduction axis cannot be an integer", "te.sum(A[i, 0], axis=[3])"},
    {"C = topi.transpose(A, [0])", err::kAxesNameEach, "axes must name each of the 2 axes once",
     "topi.transpose(A, [0])"},
    {"C = topi.transpose(A, [0, 0])", err::kAxesNameTwice, "axes name axis 0 twice", "topi.transpose(A, [0, 0])"},
    {"C = topi.nn.layer_norm(A, A, B, axis=[1])", err::kScaleShape,
     "gamma and beta need one axis for each normalised axis of the data", "topi.nn.layer_norm(A, A, B, axis=[1])"},
    {"C = topi.argmax(A, axis=[0, 1])", err::kPositionNeedsAxis,
     "a position is counted along one axis: give axis=", "topi.argmax(A, axis=[0, 1])"},
    {"C = te.compute((8,), lambda i: te.sum(A[i, 0], axis=i))", err::kReductionOverIndex,
     "i is an index of the result, not a reduction axis", "te.sum(A[i, 0], axis=i)"},
    {"C = topi.sum(A, axis=5)", err::kTensorRank, "axis is 5, but the tensor has 2 axes", "topi.sum(A, axis=5)"},
    {"C = topi.sum(B, axis=1)", err::kTensorRank, "axis is 1, but the tensor has 1 axis", "topi.sum(B, axis=1)"},
    {"C = topi.add(A, B)", err::kShapesDoNotFit, "the shapes of A and B do not match: (8, 8) and (4,)",
     "topi.add(A, B)"},
    {"C = te.compute((8,), lambda i: te.if_then_else(1.5, 1, 2))", err::kTeConditionType,
     "argument 1 of tir.if_then_else must be a condition, but has type float32", "te.if_then_else(1.5, 1, 2)"},
    {"x = tvm.tir.IntImm(\"float32\", 3)", err::kTirTypeUnknown, "float32 is not a type for tir.IntImm",
     "tvm.tir.IntImm(\"float32\", 3)"},
    {"C = te.compute((8,), lambda i: A[i, 0] & A[i, 0])", err::kOperandNotInteger,
     "& takes integers, but an operand has type float32", "A[i, 0] & A[i, 0]"},
    {"C = te.compute((8,), lambda i: A[i, 0] // A[i, 0])", err::kForIntegers, "// and % take integers",
     "A[i, 0] // A[i, 0]"},
    {"C = te.compute((8,), lambda i: i ** 2)", err::kOperandsAreIntegers,
     "** takes floats, but both operands are integers", "i ** 2"},
    {"C = te.compute((8,), lambda i: tvm.tir.exp(i))", err::kTirNeedsFloats,
     "tir.exp takes floats, but an operand has type int32", "tvm.tir.exp(i)"},
    {"m = te.var(\"m\")\n"
     "C = te.compute((8,), lambda i: A[i, 0] + m.astype(\"float32\"), name=\"C\")\n"
     "return te.create_prim_func([A, C])",
     err::kFreeVariable, "m has no value: it is neither a parameter nor a size of one", "te.create_prim_func([A, C])"},
    {"C = te.compute((8,), lambda i: A(i, j=0))", err::kNamedIndices, "indices have no names, but 'j' is given",
     "A(i, j=0)"},
    {"C = te.compute((8,), lambda i: i @ i)", err::kMultipliesTwoTensors, "@ multiplies two tensors", "i @ i"},
    {"C = te.compute((8,), lambda i: tvm.tir.decl_buffer((8,), \"float32\").data + 1)", err::kTePointerArithmetic,
     "there is no arithmetic on pointers", "tvm.tir.decl_buffer((8,), \"float32\").dat"},
    {"m = te.var(\"m\")\n"
     "return te.create_prim_func([m])",
     err::kNoParameters, "a function needs at least one tensor as a parameter", "te.create_prim_func([m])"},
    {"return te.create_prim_func([3])", err::kBadTensorParameter,
     "a parameter must be a tensor or a variable, not an integer", "te.create_prim_func([3])"},
    {"k = te.reduce_axis((0, 8), name=\"k\")\n"
     "C = te.compute((8,), lambda i: te.sum(A[i, k], axis=k) + 1)",
     err::kReductionNotWholeBody, "sum(...) must be the whole body of a compute", "te.sum(A[i, k], axis=k) + 1"},
    {"k = te.reduce_axis((0, 8), name=\"k\")\n"
     "C = te.compute((8,), lambda i: (te.sum(A[i, k], axis=k), A[i, 0]))",
     err::kReductionInside, "sum(...) must be the whole body of a compute, but is one of 2 results",
     "te.compute((8,), lambda i: (te.sum(A[i, "},
    {"C = topi.reshape(A, (5,))", err::kReshapeCount, "A of shape (8, 8) has another number of elements than (5,)",
     "topi.reshape(A, (5,))"},
    {"C = te.compute((8.5,), lambda i: A[i, 0])", err::kShapeType,
     "a size of a shape must be an integer, but has type float32", "te.compute((8.5,), lambda i: A[i, 0])"},
    {"C = te.compute((-8,), lambda i: A[i, 0])", err::kShapeNegative, "a size of a shape cannot be -8",
     "te.compute((-8,), lambda i: A[i, 0])"},
    {"X = te.placeholder((1, 3, 8, 8), name=\"X\")\n"
     "C = topi.nn.pool2d(X, (9, 9), (1, 1), (0, 0), \"max\")",
     err::kKernelTooLarge, "the kernel is larger than the padded data", "topi.nn.pool2d(X, (9, 9), (1, 1), (0, 0)"},
    {"C = topi.matmul(A, B)", err::kAxisCount, "B must have 2 axes, but its shape is (4,)", "topi.matmul(A, B)"},
    {"C = topi.concatenate([A, B])", err::kConcatenateShapes, "B of shape (4,) cannot be joined to A of shape (8, 8)",
     "topi.concatenate([A, B])"},
    {"return te.create_prim_func([A, A])", err::kTensorTwice, "A is twice in the list of parameters",
     "te.create_prim_func([A, A])"},
    {"def large(i):\n"
     "    e = i\n"
     "    for n in range(17):\n"
     "        e = e + e\n"
     "    return e\n"
     "C = te.compute((8,), large)",
     err::kExpressionTooLarge, "the expression has more than 50000 parts", "e + e"},
    {"def deep(i):\n"
     "    e = i\n"
     "    for n in range(2001):\n"
     "        e = e + 1\n"
     "    return e\n"
     "C = te.compute((8,), deep)",
     err::kTeExpressionTooDeep, "the expression is nested more than 2000 deep", "e + 1"},
    {"C = te.compute((8,), lambda i, j: A[i, j])", err::kComputeIndexCount,
     "the function takes 2 indices, but the shape has 1 axis", "te.compute((8,), lambda i, j: A[i, j])"},
    {"C = te.compute((8,), lambda i: A[i, 0] if i > 3 else 0)", err::kTruthUnknown,
     "whether this holds is known only when the program runs", "i > 3"},
    {"C = te.compute((8,), lambda i: te.max_value(\"float99x\"))", err::kTextIsNoDataType,
     "\"float99x\" is not a data type", "te.max_value(\"float99x\")"},
    {"C = topi.full((8,), \"float32\", tvm.tir.decl_buffer((8,), \"float32\").data)", err::kFillValueIsPointer,
     "fill_value cannot be a pointer", "topi.full((8,), \"float32\", tvm.tir.decl_"},
    {"k = te.reduce_axis((0, 8), name=\"k\")\n"
     "C = te.compute((8,), lambda i: te.sum(A[i, k] > 0, axis=k))",
     err::kReductionNeedsNumbers, "te.sum takes numbers, but this has type bool", "te.sum(A[i, k] > 0, axis=k)"},
    {"C = topi.mean(N)", err::kMeanNeedsFloats, "topi.mean takes floats", "topi.mean(N)"},
    {"x = tvm.tir.const(300, \"int8\")", err::kTeTypeMisfit, "the constant 300 is not a value of type int8",
     "tvm.tir.const(300, \"int8\")"},
    {"return te.create_prim_func([A], index_dtype_override=\"int8\")", err::kCannotCountElements,
     "int8 cannot count elements", "te.create_prim_func([A], index_dtype_ove"},
    {"C = te.compute((8,), lambda i: tvm.tir.call_intrin(\"int32\", \"tir.nothing\", i))", err::kUnknownIntrinsic,
     "there is no intrinsic \"tir.nothing\"", "tvm.tir.call_intrin(\"int32\", \"tir.nothin"},
    {"c = te.compute((4,), lambda i: B[i] + 1, name=\"c\")\n"
     "te.decl_tensor_intrin(c.op, lambda ins, outs: None, scalar_params=[3])",
     err::kIntrinScalarParameters, "te.decl_tensor_intrin with scalar_params is not supported",
     "te.decl_tensor_intrin(c.op, lambda ins, "},
    {"C = te.extern((8,), [A], lambda ins, outs: None, in_buffers=[3])", err::kExternBuffersOfOne,
     "te.extern with in_buffers or out_buffers is not supported", "te.extern((8,), [A], lambda ins, outs: N"},
    {"C = te.scan(A, A, A)", err::kScanUnsupported,
     "te.scan cannot become a prim_func (TVM's create_prim_func refuses it too)", "te.scan(A, A, A)"},
    {"ib = tvm.tir.ir_builder.create()\n"
     "ib.allocate(\"float32\", 8)",
     err::kBuilderHasNoMethod, "the ir_builder has no method 'allocate' here", "ib.allocate(\"float32\", 8)"},
    {"tvm.tir.decl_buffer((8,), \"float32\", data=A)", err::kDeclBufferArgument,
     "tir.decl_buffer with data is not supported here", "tvm.tir.decl_buffer((8,), \"float32\", dat"},
    {"k = te.reduce_axis((0, 8), name=\"k\")\n"
     "C = te.compute((8,), lambda i: te.sum(A[i, k], axis=k, where=1.5))",
     err::kReductionConditionType, "where= of te.sum must be a condition, but has type float32",
     "te.sum(A[i, k], axis=k, where=1.5)"},
    {"C = te.compute((8,), lambda i: A)", err::kTensorIsNoNumber, "A is a tensor, but a number is expected",
     "te.compute((8,), lambda i: A)"},
    {"x = te.nothing", err::kModuleHasNo, "tvm.te has no 'nothing' here", "te.nothing"},
    {"te.nothing(3)", err::kHasNoFunction, "te has no function 'nothing' here", "te.nothing(3)"},
    {"tvm.tir.decl_buffer((8,), \"float32\", strides=[8, 1])", err::kIntrinStrideCount,
     "buffer buffer has 1 dimensions and 2 strides", "tvm.tir.decl_buffer((8,), \"float32\", str"},
    {"k = te.reduce_axis((0, 8), \"k\", \"\", None, 5)", err::kTeTakesAtMost,
     "te.reduce_axis takes at most 4 arguments, but 5 are given", "te.reduce_axis((0, 8), \"k\", \"\", None, 5)"},
    {"A.op.output(1)", err::kOutputCount, "A has 1 output", "A.op.output(1)"},
    {"C = te.compute((8,), lambda i: te.if_then_else(i > 0))", err::kTakesArgument,
     "tir.if_then_else takes 3 arguments, 1 is given", "te.if_then_else(i > 0)"},
    {"C = te.compute((8,), lambda i: te.sum(A[i, 0], axis=[]))", err::kReductionNeedsAxis,
     "te.sum needs at least one axis", "te.sum(A[i, 0], axis=[])"},
    {"C = te.compute((8,), lambda i: te.sum(A[i, 0], axis=3))", err::kAxisOf, "axis= of te.sum cannot be an integer",
     "te.sum(A[i, 0], axis=3)"},
    {"C = topi.sum(A, axis=[0, 0])", err::kAxisGivenTwice, "axis 0 is given twice", "topi.sum(A, axis=[0, 0])"},
    {"C = te.compute((8,), lambda i: tvm.tir.floordiv(A[i, 0], A[i, 1]))", err::kTirNeedsIntegers,
     "tir.floordiv takes integers", "tvm.tir.floordiv(A[i, 0], A[i, 1])"},
    {"k = te.reduce_axis((0, 8), name=\"k\")\n"
     "C = te.compute((8,), lambda i: A[i, k], name=\"C\")",
     err::kNotAnAxis, "k is not an axis of C", "te.compute((8,), lambda i: A[i, k], name"},
    {"C = te.compute((8,), lambda i: A[i, 1.5])", err::kIndexOfHasType,
     "index 1 of A must be an integer, but has type float32", "A[i, 1.5]"},
    {"C = te.compute((8,), lambda i: A[i])", err::kPartlyIndexed, "A has 2 axes, but only 1 of them is indexed",
     "te.compute((8,), lambda i: A[i])"},
    {"k = te.reduce_axis((0, 8), name=\"k\")\n"
     "C = te.compute((8,), lambda i: te.sum(A[i, k], axis=k, init=[1.0, 2.0]))",
     err::kReductionInitCount, "init= of te.sum has 2 values for 1 results",
     "te.sum(A[i, k], axis=k, init=[1.0, 2.0])"},
    {"C = te.compute((8,), lambda i: \"a\")", err::kNoNumber, "a string is not a number",
     "te.compute((8,), lambda i: \"a\")"},
    {"k = te.reduce_axis((0, 8), name=\"k\")\n"
     "r = te.comm_reducer(lambda x, y: (x, y), lambda t: 0, name=\"r\")\n"
     "C = te.compute((8,), lambda i: r(A[i, k], axis=k))",
     err::kReducerValueCount, "the function of r returns 2 values for 1", "r(A[i, k], axis=k)"},
    {"C = topi.matmul(A, te.placeholder((4, 4), name=\"X\"))", err::kSizesDiffer,
     "the contracted sizes of A and X: 8 and 4 differ", "topi.matmul(A, te.placeholder((4, 4), na"},
};

TEST(TeErrors, SayWhatIsWrong) {
  for (const ErrorCase& c : kPrograms) {
    const std::string text = kTensors + indented(c.input) + "    return te.create_prim_func([A])\n";
    const SourceFile file = readProgram("case.py", text);
    std::vector<Explanation> said;
    for (const Diagnostic& d : file.diagnostics) said.push_back(explanationOf(d));
    expectError(c, said, text);
  }
}

const std::string kProduct =
    "import tvm\nfrom tvm import te\n\nA = te.placeholder((8, 8), name=\"A\")\nB = te.placeholder((8, 8), "
    "name=\"B\")\nk = te.reduce_axis((0, 8), name=\"k\")\nC = te.compute((8, 8), lambda i, j: te.sum(A[i, k] * B[k, "
    "j], axis=k), name=\"C\")\nD = te.compute((8, 8), lambda i, j: C[i, j] + 1, name=\"D\")\nE = "
    "te.compute((8, 8), lambda i, j: D[i, j] * 2, name=\"E\")\ns = te.create_schedule(E.op)\n";

// After the lines above.
const ErrorCase kSchedules[] = {
    {"g = s.create_group(outputs=C, inputs=A)\n"
     "g.nothing()",
     err::kGroupHasNoMethod, "a group has no method 'nothing'", "g.nothing()"},
    {"x = s[C].op.nothing", err::kOperationHasNoAttribute, "an operation has no attribute 'nothing'",
     "s[C].op.nothing"},
    {"CC = s.cache_write(C, \"local\")\n"
     "x = CC.nothing",
     err::kTensorHasNoAttribute, "a tensor has no attribute 'nothing'", "CC.nothing"},
    {"s[C].set_scope(3)", err::kSetScopeNeedsName, "set_scope takes the name of a scope, not an integer",
     "s[C].set_scope(3)"},
    {"s.cache_read([A, B], \"shared\", [C])", err::kCacheReadArguments,
     "cache_read takes a tensor, a scope and the tensors that read it", "s.cache_read([A, B], \"shared\", [C])"},
    {"s.cache_write([C], \"local\")", err::kCacheWriteArguments, "cache_write takes one tensor",
     "s.cache_write([C], \"local\")"},
    {"s[D].compute_inline()\n"
     "s[D].unroll(D.op.axis[0])",
     err::kNoStageAnyMore, "D has no stage any more: step 2 (compute_inline) consumed it", "s[D]"},
    {"s[C, D].unroll(C.op.axis[0])", err::kStageNeedsOneTensor, "a stage is selected by one tensor", "s[C, D]"},
};

// After rfactor over the fused loop, the stage reduces over one axis.
TEST(TeErrors, AnAxisMayBeGone) {
  const std::string text =
      "import tvm\nfrom tvm import te\n\nA = te.placeholder((8, 8, 8), name=\"A\")\nk = te.reduce_axis((0, 8), "
      "name=\"k\")\nl = te.reduce_axis((0, 8), name=\"l\")\nC = te.compute((8,), lambda i: te.sum(A[i, k, l], "
      "axis=[k, l]), name=\"C\")\ns = te.create_schedule(C.op)\ns.rfactor(C, s[C].fuse(k, l))\n"
      "s[C].unroll(C.op.reduce_axis[1])\n";
  const SourceFile file = readProgram("case.py", text);
  ASSERT_EQ(file.functions.size(), 1u);
  const ScriptRun run = interpretScheduleOf(file, "", Schedule(Snapshot(file.functions[0])));
  ASSERT_TRUE(run.error);
  expectError({"", err::kAxisOfNoStage, "axis l is no longer an axis of C", "s[C].unroll(C.op.reduce_axis[1])"},
              {*run.error}, text);
}

TEST(TeErrors, SayWhatIsWrongInASchedule) {
  for (const ErrorCase& c : kSchedules) {
    const std::string text = kProduct + c.input + "\n";
    const SourceFile file = readProgram("case.py", text);
    ASSERT_EQ(file.functions.size(), 1u) << c.input;
    const ScriptRun run = interpretScheduleOf(file, "", Schedule(Snapshot(file.functions[0])));
    if (!run.error) {
      ADD_FAILURE() << c.input << " is accepted";
      continue;
    }
    expectError(c, {*run.error}, text);
  }
}

Schedule scheduleOf(const std::string& text) {
  return Schedule(Snapshot(readProgram("case.py", text).functions.at(0)));
}

Explanation refusedSchedule(const std::string& text, const std::string& function, const Schedule& start) {
  const ScriptRun run = interpretScheduleOf(readProgram("case.py", text), function, start);
  EXPECT_TRUE(run.error) << text;
  return run.error.value_or(Explanation());
}

TEST(TeErrors, AnAxisOfOneValueHasNoLoop) {
  const std::string program =
      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((8, 1), \"float32\"), C: T.Buffer((8, "
      "1), "
      "\"float32\")):\n    for i in range(8):\n        with T.block(\"C\"):\n            vi = T.axis.spatial(8, i)\n"
      "            vj = T.axis.spatial(1, 0)\n            C[vi, vj] = A[vi, vj]\n\n\n";
  const std::string text = program + "def schedule(s):\n    s[C].unroll(C.op.axis[1])\n";
  expectError({"s[C].unroll(C.op.axis[1])", err::kAxisWithoutLoop,
               "axis vj of block C has no loop: it has one value there", "s[C].unroll(C.op.axis[1])"},
              {refusedSchedule(text, "schedule", scheduleOf(text))}, text);
}

TEST(TeErrors, AFunctionThatIsGivenItsScheduleEndsAtExit) {
  const std::string text = kProduct + "\n\ndef tuned(sch):\n    exit()\n";
  expectError({"exit()", err::kCodeEnds, "the code ends here", "exit()"},
              {refusedSchedule(text, "tuned", scheduleOf(kProduct))}, text);
}

TEST(TeErrors, CodeThatComesToNoScheduleIsTold) {
  const std::string text = kProduct + "\n\ndef tuned():\n    if False:\n        s = te.create_schedule(D.op)\n";
  expectError({"if False", err::kNoScheduleMade, "the code makes no schedule", ""},
              {refusedSchedule(text, "tuned", scheduleOf(kProduct))}, text);
}

TEST(TeErrors, AScheduleOfAnotherProgramIsTold) {
  std::string other = kProduct;
  other.replace(other.find("D[i, j] * 2"), 11, "D[i, j] * 3");
  expectError({other, err::kSecondSchedule, "te.create_schedule creates another program here than main",
               "te.create_schedule(E.op)"},
              {refusedSchedule(other, "", scheduleOf(kProduct))}, other);
}

}  // namespace
}  // namespace lw
