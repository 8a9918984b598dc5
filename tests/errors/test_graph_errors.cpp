// What is said of a graph that is wrong: a case for each sentence.
#include "core/graph/errors.h"
#include "core/graph/graph.h"
#include "core/text/errors.h"
#include "core/text/tir/parser.h"
#include "tests/errors/cases.h"

namespace lw {
namespace {

// Lines of a function over x (2, 3) and y (4, 3) of float32, and i (2,) of int64; a text with "def" is the whole file.
const ErrorCase kGraphCases[] = {
    {"z = R.add(x, y)", err::kGraphBroadcast,
     "add cannot combine (2, 3) and (4, 3): the sizes of a dimension must be equal, or one of them 1", "z"},
    {"z = R.matmul(x, y)", err::kGraphContracted,
     "matmul cannot multiply (2, 3) and (4, 3): 3 and 4 are the sizes of one dimension", "z"},
    {"z = R.concat((x, y), axis=1)", err::kGraphConcat,
     "concat cannot join (2, 3) and (4, 3): they may differ in the joined dimension only", "z"},
    {"z = R.reshape(x, (4, 2))", err::kGraphReshape,
     "reshape cannot make (4, 2) of (2, 3): these have 6 and 8 elements", "z"},
    {"z = R.nn.conv2d(x, x)", err::kGraphRank,
     "nn.conv2d takes a tensor of 4 dimensions, not R.Tensor((2, 3), dtype=\"float32\")", "z"},
    {"z = R.reshape(x, (-1, -1))", err::kGraphReshapeSize,
     "reshape cannot make (-1, -1): one size may be -1, all others are at least 0", "z"},
    {"z = R.reshape(x, (-2, -3))", err::kGraphReshapeSize,
     "reshape cannot make (-2, -3): one size may be -1, all others are at least 0", "z"},
    {"z = R.permute_dims(x, [0, 0])", err::kGraphAxisTwice, "permute_dims names dimension 0 twice", "z"},
    {"z = R.expand_dims(x, [1, -3])", err::kGraphAxisTwice, "expand_dims names dimension 1 twice", "z"},
    {"z = R.sum(x, axis=[1, -1])", err::kGraphAxisTwice, "sum names dimension -1 twice", "z"},
    {"z: R.Tensor(ndim=65) = x", err::kGraphNdimRange, "ndim is 65; it is at most 64, or -1 if it is not known", "65"},
    {"z = R.match_cast(x, R.Shape(ndim=4294967298))", err::kGraphNdimRange,
     "ndim is 4294967298; it is at most 64, or -1 if it is not known", "4294967298"},
    {"z = R.call_pure_packed(\"f\", x, sinfo_args=R.Object)\nq = z[4294967296]", err::kGraphIndexRange,
     "the index 4294967296 is not in 0 to 2147483647", "4294967296"},
    {"z = metadata[\"relax.expr.Constant\"][-1]", err::kGraphIndexRange, "the index -1 is not in 0 to 2147483647",
     "-1"},
    {"z = R.TupleGetItem((x, y), 2)", err::kGraphNoField, "field 2 of a tuple that has 2", "R.TupleGetItem((x, y), 2)"},
    {"z = R.const([1, 2, []], \"int32\")", err::kGraphNoConstant, "[1, 2, []] is not a number, nor a list of numbers",
     "[1, 2, []]"},
    {"z = R.const([1, [2, 3]])", err::kGraphNoConstant, "[1, [2, 3]] is not a number, nor a list of numbers",
     "[1, [2, 3]]"},
    {"z = R.const(float(\"inf\"), \"int32\")", err::kConstantNotOfType, "float(\"inf\") is not a value of type int32",
     "float(\"inf\")"},
    {"z = R.const(300, \"int8\")", err::kConstantNotOfType, "300 is not a value of type int8", "300"},
    {"z = R.const([1, -1], \"uint8\")", err::kConstantNotOfType, "[1, -1] is not a value of type uint8", "[1, -1]"},
    {"with R.dataflow():\n    z = R.exp(x)\n    R.output(z)\n    q = R.exp(z)", err::kGraphAfterOutput,
     "this statement comes after R.output in its dataflow block", "q = R.exp(z)"},
    {"with R.dataflow():\n    z = R.exp(x)\n    R.output(x)", err::kGraphOutputName,
     "x is not bound in this dataflow block", "x"},
    {"z = R.sum(x, axis=2)", err::kGraphAxis, "sum has no dimension 2: its operand has 2 dimensions", "z"},
    {"z = R.add(x, R.astype(x, \"int32\"))", err::kGraphTypes, "add cannot combine the element types float32 and int32",
     "z"},
    {"z = R.sum(R.shape([2]))", err::kGraphNotTensor, "sum takes a tensor, not R.Shape([2])", "z"},
    {"z = R.nn.rely(x)", err::kGraphUnknownOperator, "R.nn.rely is no operator of graphs that is known", "R.nn.rely"},
    {"z = x.shape", err::kGraphNoValue, "x.shape is not a value in a graph", "x.shape"},
    {"z = R.const(\"a\")", err::kGraphNoConstant, "\"a\" is not a number, nor a list of numbers", "\"a\""},
    {"@I.ir_module\nclass M:\n    @R.function\n    def f(x: R.Tensor):\n        return R.call_tir(M.g, (x,), "
     "R.Tensor)\n",
     err::kGraphNoFunction, "M has no function named g", "g"},
    {"with R.dataflow():\n    a = R.exp(x)\n    b = R.exp(a)\n    R.output(b)\nz = R.exp(a)", err::kGraphHidden,
     "a is seen inside its dataflow block only", "a"},
    {"z: R.Matrix = x", err::kGraphNoStructInfo, "R.Matrix does not say what a value is", "R.Matrix"},
    {"z: R.Tensor((2, 4), \"float32\") = R.exp(x)", err::kGraphAnnotation,
     "z is said to be R.Tensor((2, 4), dtype=\"float32\"), but it is R.Tensor((2, 3), dtype=\"float32\")", "z"},
    {"z: R.Tensor((2, 3), ndim=3) = x", err::kGraphNdim, "ndim is 3, but the shape is (2, 3)",
     "R.Tensor((2, 3), ndim=3)"},
    {"z: R.DTensor((2, 3), \"float32\") = x", err::kGraphDistributed,
     "tensors that are spread over devices are not read", "R.DTensor((2, 3), \"float32\")"},
    {"z = R.zeros((\"n +\",), \"float32\")", err::kGraphSize, "\"n +\" is not a size", "\"n +\""},
    {"z = (x, y)\nq = z[2]", err::kGraphNoField, "field 2 of a tuple that has 2", "z[2]"},
    {"z = x[0]", err::kGraphIndex, "only a tuple has an index here, a single number", "x[0]"},
    {"for k in range(2):\n    z = x", err::kGraphStatement, "this statement has no meaning in a graph",
     "for k in range(2):"},
    {"a, b = R.split(x, 3, axis=1)", err::kGraphTarget, "a value of a graph is bound to one name", "a, b"},
    {"return x\nz = R.exp(x)", err::kGraphAfterReturn, "this statement comes after `return`", "z = R.exp(x)"},
    {"with R.dataflow():\n    return x", err::kGraphReturnInDataflow, "`return` cannot stand in a dataflow block",
     "return x"},
    {"with R.dataflow():\n    if x:\n        z = x\n    else:\n        z = y", err::kGraphBranchInDataflow,
     "`if` cannot stand in a dataflow block", "if x:"},
    {"@R.function\ndef f(x: R.Tensor):\n    y = R.exp(x)\n", err::kGraphNoReturn, "f returns no value", "f"},
    {"R.output(x)", err::kGraphOutputs, "R.output stands at the end of a dataflow block", "R.output"},
    {"with R.dataflow():\n    z = R.exp(x)\n    R.output(q)", err::kGraphOutputName,
     "q is not bound in this dataflow block", "q"},
    {"if R.const(True):\n    a = R.exp(x)\nelse:\n    b = R.exp(x)", err::kGraphBranches,
     "the branches of an `if` end with different names: a and b", "if R.const(True):"},
};

TEST(GraphErrors, SayWhatIsWrongWordForWord) {
  for (const ErrorCase& c : kGraphCases) {
    const bool whole = c.input.starts_with("@");
    const std::string text = whole ? c.input
                                   : "@R.function\ndef f(x: R.Tensor((2, 3), \"float32\"), y: R.Tensor((4, 3), "
                                     "\"float32\"), i: R.Tensor((2,), "
                                     "\"int64\")):\n" +
                                         indented(c.input) + "    return x\n";
    const SourceFile file = parseSource("case.py", text);
    std::vector<Explanation> said;
    for (const Diagnostic& d : file.diagnostics) said.push_back(explanationOf(d));
    expectError(c, said, text);
  }
}

// One mistake is one error: what was to be bound is known by name afterwards.
TEST(GraphErrors, OneMistakeIsOneError) {
  const SourceFile file = parseSource("case.py",
                                      "@R.function\ndef f(x: R.Tensor((2, 3), \"float32\")):\n    a = R.nn.rely(x)\n   "
                                      " b = R.exp(a)\n    c = R.add(a, b)\n    return c\n");
  ASSERT_EQ(file.diagnostics.size(), 1u);
  EXPECT_EQ(file.diagnostics[0].hint, "did you mean 'nn.relu', 'nn.gelu' or 'nn.prelu'?");
}

std::string messagesOf(const std::string& lines) {
  const SourceFile file = parseSource("case.py",
                                      "@R.function\ndef f(x: R.Tensor((2, 3), \"float32\"), y: R.Tensor((4, 3), "
                                      "\"float32\")):\n" +
                                          indented(lines));
  std::string all;
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) all += d.message + "\n";
  return all;
}

// Operands that do not fit are reported once, wherever the operator stands.
TEST(GraphErrors, OperandsAreCheckedWhereverAnOperatorStands) {
  const std::string one =
      "add cannot combine (2, 3) and (4, 3): the sizes of a dimension must be equal, or one of them 1\n";
  EXPECT_EQ(messagesOf("z = R.exp(R.add(x, y))\nreturn z"), one);
  EXPECT_EQ(messagesOf("z = (x, R.add(x, y))\nreturn z"), one);
  EXPECT_EQ(messagesOf("z = (R.add(x, y), x)[1]\nreturn z"), one);
  EXPECT_EQ(messagesOf("z = R.concat(R.add(x, y))\nreturn z"), one);
  EXPECT_EQ(messagesOf("z = R.call_dps_packed(\"f\", (R.add(x, y),), R.Tensor)\nreturn z"), one);
  EXPECT_EQ(messagesOf("R.print(R.add(x, y))\nreturn x"), one);
  EXPECT_EQ(messagesOf("return R.add(x, y)"), one);
  EXPECT_EQ(messagesOf("if R.add(x, y):\n    z = x\nelse:\n    z = y\nreturn z"), one);
}

// A warning for each function leaves room for the error in the last one.
TEST(GraphErrors, AreSaidAfterManyFunctions) {
  std::string text = "@I.ir_module\nclass M:\n";
  for (int i = 0; i < 500; ++i)
    text += "    @R.function\n    def f" + std::to_string(i) + "(x: R.Tensor):\n        return " +
            (i == 499 ? "q" : "x") + "\n";
  const SourceFile file = parseSource("case.py", text);
  EXPECT_TRUE(file.hasErrors());
  ASSERT_EQ(file.graphs.size(), 1u);
  EXPECT_EQ(file.graphs[0]->functions.size(), 499u);
}

TEST(GraphErrors, AFileOfGraphsOnlySaysWhatCanBeDoneWithIt) {
  const Result<PrimFunc> selected =
      parseSource("case.py", "@R.function\ndef f(x: R.Tensor):\n    return x\n").select("");
  ASSERT_FALSE(selected);
  EXPECT_EQ(selected.error().hint, "its graphs can be checked, printed and run");
}

// What TVM's own programs get wrong, it keeps as stated.
TEST(GraphErrors, AResultThatDiffersFromTheStatedOneIsAWarning) {
  const SourceFile file = parseSource(
      "case.py",
      "@R.function\ndef f(x: R.Tensor((2, 3), \"float32\")) -> R.Tensor((3, 3), \"float32\"):\n    return x\n");
  ASSERT_EQ(file.diagnostics.size(), 1u);
  EXPECT_EQ(file.diagnostics[0].kind, "graph.struct-info");
  EXPECT_EQ(file.diagnostics[0].severity, Diagnostic::Severity::Warning);
  EXPECT_FALSE(file.hasErrors());
}

}  // namespace
}  // namespace lw
