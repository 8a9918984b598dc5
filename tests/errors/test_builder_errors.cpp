// What is said of code that builds a graph and goes wrong: a case for each sentence.
#include "core/te/errors.h"
#include "core/te/read_program.h"
#include "tests/errors/cases.h"

namespace lw {
namespace {

// Statements of a function in which `bb` is a builder and `x` a variable of (2, 3) and float32.
const ErrorCase kBuilderCases[] = {
    {"with bb.function(\"main\", [y]):\n    bb.emit_te(relu, y)", err::kBuilderUnknownShape,
     "bb.emit_te takes tensors whose shape and element type are known, not R.Object", "bb.emit_te(relu, y)"},
    {"x[0]", err::kBuilderNoField, "R.Tensor((2, 3), dtype=\"float32\") has no field with this number", "x[0]"},
    {"bb.emit_tensor(x)", err::kBuilderNoMethod, "a block builder has no method 'emit_tensor' here",
     "bb.emit_tensor(x)"},
    {"with bb.function(\"main\", [x]):\n    bb.emit(\"a\")", err::kBuilderNoValue,
     "a string is not a value of a graph", "bb.emit(\"a\")"},
    {"bb.function(\"main\", [1])", err::kBuilderParameter, "an integer cannot be a parameter of a graph",
     "bb.function(\"main\", [1])"},
    {"with bb.function(\"main\", [x]):\n    with bb.function(\"other\", [x]):\n        pass", err::kBuilderNested,
     "the function main is not finished", "with bb.function(\"other\", [x]):"},
    {"with bb.function(\"main\", [x]):\n    bb.get()", err::kBuilderNested, "the function main is not finished",
     "bb.get()"},
    {"with bb.function(\"main\", [x]):\n    bb.emit(x)", err::kBuilderNoOutput, "the function main has no output",
     "with bb.function(\"main\", [x]):"},
    {"with bb.dataflow():\n    pass", err::kBuilderOutside,
     "bb.dataflow stands outside of the block that it belongs in", "with bb.dataflow():"},
    {"bb.emit(x)", err::kBuilderOutside, "bb.emit stands outside of the block that it belongs in", "bb.emit(x)"},
    {"with bb.function(\"main\", [x]):\n    bb.emit_te()", err::kBuilderNoFunction,
     "bb.emit_te takes first the function that computes a tensor", "bb.emit_te()"},
    {"with bb.function(\"main\", [x]):\n    bb.emit_te(relu, A=x)", err::kBuilderNamedArguments,
     "a function of the file gets its arguments by position here, and A is named", "bb.emit_te(relu, A=x)"},
    {"with bb.function(\"main\", [x]):\n    bb.emit_te(shape, x)", err::kBuilderNoTensor,
     "shape returns an integer, not a tensor", "bb.emit_te(shape, x)"},
    {"with bb.function(\"main\"):\n    bb.emit_func_output(x)", err::kBuilderUnbound,
     "x is neither a parameter nor bound", "bb.emit_func_output(x)"},
    {"bb.add_func(x, \"f\")", err::kBuilderNoPrimFunc,
     "bb.add_func takes a prim_func and its name, not a value of a graph", "bb.add_func(x, \"f\")"},
    {"relax.Var(1)", err::kBuilderName, "a name is a string, not an integer", "relax.Var(1)"},
    {"relax.Var(\"z\", (2, 3))", err::kBuilderNoInfo, "a tuple is not struct info", "relax.Var(\"z\", (2, 3))"},
    {"relax.const(\"a\")", err::kBuilderNoConstant, "relax.const takes a number or lists of equal length, not a string",
     "relax.const(\"a\")"},
    {"relax.const([[1, 2], [3]])", err::kBuilderNoConstant,
     "relax.const takes a number or lists of equal length, not a list", "relax.const([[1, 2], [3]])"},
    {"relax.op.sum(x, axis=x)", err::kBuilderNoAttribute,
     "a value of a graph cannot be an argument of an operator", "relax.op.sum(x, axis=x)"},
    {"relax.op.print(x)", err::kBuilderVariadic,
     "print takes any number of values, which only R.function can write", "relax.op.print(x)"},
};

TEST(BuilderErrors, SayWhatIsWrongWordForWord) {
  for (const ErrorCase& c : kBuilderCases) {
    const std::string text =
        "def relu(A):\n    return te.compute(A.shape, lambda *i: te.max(A(*i), 0))\n\n\n"
        "def shape(A):\n    return A.shape[0]\n\n\n"
        "def model():\n    bb = relax.BlockBuilder()\n    y = relax.Var(\"y\")\n"
        "    x = relax.Var(\"x\", relax.TensorStructInfo((2, 3), \"float32\"))\n" +
        indented(c.input) + "    return bb.get()\n";
    const SourceFile file = readProgram("case.py", text);
    std::vector<Explanation> said;
    for (const Diagnostic& d : file.diagnostics) said.push_back(explanationOf(d));
    expectError(c, said, text);
  }
}

}  // namespace
}  // namespace lw
