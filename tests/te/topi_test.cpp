// Compares every operator of topi with NumPy: the operator's function is interpreted with random inputs, and its
// reference is evaluated.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "backends/interpreter/interpreter.h"
#include "backends/reference/reference.h"
#include "core/te/read_program.h"
#include "core/te/topi.h"

namespace lw {
namespace {

struct OperatorCase {
  std::string op;         // name, with a suffix that distinguishes cases of the operator
  std::string inputs;     // "X=(3, 4) Y=int32(4,) Z=0.1..2.0(3,)": a shape, and optionally a type or a range before it
  std::string call;       // arguments of the call
  std::string reference;  // the reference: an expression, or statements that end with "return ..."
};

// Moves a window over the data; `gather` is the code that uses the sum over its elements.
const char* const kConv2d = R"(    P = np.pad(D, ((0, 0), (0, 0), (1, 1), (1, 1)))
    R = np.zeros((2, 4, 3, 4), "float32")
    for c in range(3):
        for y in range(3):
            for x in range(2):
                R = R + P[:, c, y : y + 5 : 2, x * 2 : x * 2 + 7 : 2][:, None] * K[:, c, y, x][None, :, None, None]
    return R)";
const char* const kConv2dLast = R"(    P = np.pad(D, ((0, 0), (1, 1), (1, 1), (0, 0)))
    R = np.zeros((2, 3, 4, 4), "float32")
    for c in range(3):
        for y in range(3):
            for x in range(2):
                R = R + P[:, y : y + 5 : 2, x * 2 : x * 2 + 7 : 2, c][:, :, :, None] * K[y, x, c, :][None, None, None, :]
    return R)";
const char* const kDepthwise = R"(    P = np.pad(D, ((0, 0), (0, 0), (1, 1), (1, 1)))
    R = np.zeros((2, 6, 5, 6), "float32")
    for c in range(6):
        for y in range(3):
            for x in range(3):
                R[:, c] = R[:, c] + P[:, c // 2, y : y + 5, x : x + 6] * K[c // 2, c % 2, y, x]
    return R)";
const char* const kPoolMax = R"(    R = D[:, :, 0:5:2, 0:6:2][:, :, :2, :3]
    for y in range(2):
        for x in range(2):
            R = np.maximum(R, D[:, :, y : y + 4 : 2, x : x + 6 : 2][:, :, :2, :3])
    return R)";
const char* const kPoolMean = R"(    P = np.pad(D, ((0, 0), (0, 0), (1, 1), (1, 1)))
    R = np.zeros((1, 2, 5, 6), "float32")
    for y in range(3):
        for x in range(3):
            R = R + P[:, :, y : y + 5, x : x + 6]
    return R / 9)";
const char* const kPoolMeanInside =
    R"(    O = np.pad(np.ones((1, 2, 5, 6), "float32"), ((0, 0), (0, 0), (1, 1), (1, 1)))
    P = np.pad(D, ((0, 0), (0, 0), (1, 1), (1, 1)))
    R = np.zeros((1, 2, 5, 6), "float32")
    N = np.zeros((1, 2, 5, 6), "float32")
    for y in range(3):
        for x in range(3):
            R = R + P[:, :, y : y + 5, x : x + 6]
            N = N + O[:, :, y : y + 5, x : x + 6]
    return R / N)";
const char* const kErf = R"(    x = X.astype("float64")
    term = x
    total = x
    for n in range(1, 40):
        term = -term * x * x / n
        total = total + term / (2 * n + 1)
    return (total * 1.1283791670955126).astype("float32"))";
const char* const kConv1d = R"(    P = np.pad(D, ((0, 0), (0, 0), (2, 2)))
    R = np.zeros((2, 4, 8), "float32")
    for c in range(3):
        for x in range(3):
            R = R + P[:, c, x : x + 8][:, None] * K[:, c, x][None, :, None]
    return R)";
const char* const kNorm = R"(    m = np.mean(X, axis=1, keepdims=True)
    v = np.mean((X - m) * (X - m), axis=1, keepdims=True)
    return (X - m) / np.sqrt(v + 1e-5) * G + B)";
const char* const kOneHot = R"(    R = np.zeros((5, 4), "float32")
    for i in range(5):
        for j in range(4):
            if V[i] == j:
                R[i, j] = 1
    return R)";
const char* const kTake = R"(    R = np.zeros((5, 6), "float32")
    for i in range(5):
        R[i] = X[min(max(int(V[i]), 0), 3)]
    return R)";

std::vector<OperatorCase> cases() {
  const std::string two = "X=(4, 6) Y=(6,)", one = "X=(4, 6)", positive = "X=0.1..3.0(4, 6)";
  return {
      {"add", two, "X, Y", "X + Y"},
      {"subtract", two, "X, Y", "X - Y"},
      {"multiply", two, "Y, X", "Y * X"},
      {"divide", "X=(4, 6) Y=0.5..2.0(6,)", "X, Y", "X / Y"},
      {"maximum", two, "X, Y", "np.maximum(X, Y)"},
      {"minimum", two, "X, 0.25", "np.minimum(X, np.float32(0.25))"},
      {"power", "X=0.5..2.0(4, 6) Y=(6,)", "X, Y", "X ** Y"},
      {"greater", two, "X, Y", "X > Y"},
      {"less", two, "X, Y", "X < Y"},
      {"equal", "X=int32(4, 6) Y=int32(6,)", "X, Y", "X == Y"},
      {"subtract of a column", "X=(4, 1) Y=(1, 6)", "X, Y", "X - Y"},
      {"multiply by a number", one, "X, 2.5", "X * np.float32(2.5)"},
      {"exp", one, "X", "np.exp(X)"},
      {"log", positive, "X", "np.log(X)"},
      {"sqrt", positive, "X", "np.sqrt(X)"},
      {"rsqrt", positive, "X", "1 / np.sqrt(X)"},
      {"tanh", one, "X", "np.tanh(X)"},
      {"sigmoid", one, "X", "1 / (1 + np.exp(-X))"},
      {"erf", one, "X", kErf},
      {"floor", "X=-5.0..5.0(4, 6)", "X", "np.floor(X)"},
      {"ceil", "X=-5.0..5.0(4, 6)", "X", "np.ceil(X)"},
      {"negative", one, "X", "-X"},
      {"abs", one, "X", "np.abs(X)"},
      {"abs of integers", "X=int32(4, 6)", "X", "np.abs(X)"},
      {"relu", one, "X", "np.maximum(X, np.float32(0))"},
      {"leaky_relu", one, "X, 0.1", "np.where(X > 0, X, X * np.float32(0.1))"},
      {"clip", one, "X, -0.2, 0.3", "np.minimum(np.maximum(X, np.float32(-0.2)), np.float32(0.3))"},
      {"cast", "X=-9.0..9.0(4, 6)", "X, \"int32\"", "X.astype(\"int32\")"},
      {"full", "X=(2,)", "(3, 4), \"float32\", 2.5", "np.zeros((3, 4), \"float32\") + np.float32(2.5)"},
      {"sum", one, "X, axis=1", "np.sum(X, axis=1)"},
      {"sum of all", one, "X", "np.sum(X).reshape(())"},
      {"sum with keepdims", "X=(3, 4, 5)", "X, axis=(0, -1), keepdims=True",
       "np.sum(np.sum(X, axis=2, keepdims=True), axis=0, keepdims=True)"},
      {"max", one, "X, axis=0", "np.max(X, axis=0)"},
      {"min", one, "X, axis=-1", "np.min(X, axis=-1)"},
      {"prod", "X=0.5..1.5(4, 6)", "X, axis=1", "np.prod(X, axis=1)"},
      {"mean", one, "X, axis=1", "np.mean(X, axis=1)"},
      {"argmax", one, "X, axis=1", "np.argmax(X, axis=1).astype(\"int32\")"},
      {"argmin", one, "X, axis=0", "np.argmin(X, axis=0).astype(\"int32\")"},
      {"softmax", one, "X", "np.exp(X) / np.sum(np.exp(X), axis=1, keepdims=True)"},
      {"softmax over rows", "X=(3, 4, 5)", "X, axis=1", "np.exp(X) / np.sum(np.exp(X), axis=1, keepdims=True)"},
      {"log_softmax", one, "X", "X - np.log(np.sum(np.exp(X), axis=1, keepdims=True))"},
      {"layer_norm", "X=(4, 6) G=(6,) B=(6,)", "X, G, B", kNorm},
      {"transpose", one, "X", "X.T"},
      {"transpose of three", "X=(2, 3, 4)", "X, (1, 2, 0)", "np.transpose(X, (1, 2, 0))"},
      {"reshape", one, "X, (2, 3, 4)", "X.reshape(2, 3, 4)"},
      {"pad", one, "X, (1, 0), (0, 2), 1.5", "np.pad(X - np.float32(1.5), ((1, 0), (0, 2))) + np.float32(1.5)"},
      {"concatenate", "X=(4, 6) Y=(4, 2) Z=(4, 3)", "[X, Y, Z], axis=1", "np.concatenate([X, Y, Z], axis=1)"},
      {"take", "X=(4, 6) V=int32(5,)", "X, V, axis=0", kTake},
      {"one_hot", "V=int32(5,)", "V, 4", kOneHot},
      {"matmul", "X=(4, 5) Y=(5, 3)", "X, Y", "X @ Y"},
      {"matmul transposed", "X=(5, 4) Y=(3, 5)", "X, Y, True, True", "X.T @ Y.T"},
      {"dense", "X=(4, 5) W=(3, 5) B=(3,)", "X, W, B", "X @ W.T + B"},
      {"batch_matmul", "X=(2, 4, 5) Y=(2, 3, 5)", "X, Y", "np.matmul(X, np.transpose(Y, (0, 2, 1)))"},
      {"conv1d", "D=(2, 3, 6) K=(4, 3, 3)", "D, K, padding=2", kConv1d},
      {"conv2d", "D=(2, 3, 5, 7) K=(4, 3, 3, 2)", "D, K, strides=2, padding=1, dilation=(1, 2)", kConv2d},
      {"conv2d_nchw", "D=(2, 3, 5, 7) K=(4, 3, 3, 2)", "D, K, (2, 2), (1, 1), (1, 2)", kConv2d},
      {"conv2d_nhwc", "D=(2, 5, 7, 3) K=(3, 2, 3, 4)", "D, K, strides=2, padding=1, dilation=(1, 2)", kConv2dLast},
      {"depthwise_conv2d_nchw", "D=(2, 3, 5, 6) K=(3, 2, 3, 3)", "D, K, padding=1", kDepthwise},
      {"pool2d", "D=(1, 2, 5, 6)", "D, 2, 2", kPoolMax},
      {"pool2d mean", "D=(1, 2, 5, 6)", "D, 3, 1, 1, \"avg\"", kPoolMean},
      {"pool2d mean inside", "D=(1, 2, 5, 6)", "D, 3, 1, 1, \"avg\", False", kPoolMeanInside},
  };
}

std::string nameOf(const std::string& text) { return text.substr(0, text.find(' ')); }

// The source file of a case: one function with placeholders and a call of the operator, and the reference.
std::string programOf(const OperatorCase& c) {
  std::string ranges, placeholders, names;
  std::string rest = c.inputs + " ";
  for (size_t end; (end = rest.find(") ")) != std::string::npos; rest = rest.substr(end + 2)) {
    const std::string input = rest.substr(0, end + 1), name = input.substr(0, input.find('='));
    const size_t shape = input.find('(');
    const std::string before = input.substr(name.size() + 1, shape - name.size() - 1);
    const bool range = before.find("..") != std::string::npos;
    if (range) ranges += "# inputs: " + name + "=" + before + "\n";
    placeholders += "    " + name + " = te.placeholder(" + input.substr(shape) + ", \"" +
                    (range || before.empty() ? "float32" : before) + "\", name=\"" + name + "\")\n";
    names += (names.empty() ? "" : ", ") + name;
  }
  const bool statements = c.reference.find("return") != std::string::npos;
  return ranges + "import numpy as np\nfrom tvm import te, topi\n\n\ndef f():\n" + placeholders + "    R = topi." +
         nameOf(c.op) + "(" + c.call + ")\n    return te.create_prim_func([" + names + ", R])\n\n\ndef reference(" +
         names + "):\n" + (statements ? c.reference : "    return " + c.reference) + "\n";
}

class TopiOperator : public testing::TestWithParam<OperatorCase> {};

TEST_P(TopiOperator, ComputesWhatNumPyComputes) {
  const std::string text = programOf(GetParam());
  const SourceFile file = readProgram("topi.py", text);
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message << "\n" << text;
  const PrimFunc f = *file.select("f");
  Result<std::vector<Argument>> arguments = makeArguments(f, inputsFromComments(text));
  ASSERT_TRUE(arguments.ok()) << toText(arguments.error());
  const Result<std::vector<NDArray>> expected = evaluateReference(file, f, *arguments);
  ASSERT_TRUE(expected.ok()) << toText(expected.error()) << "\n" << text;
  const Status ran = interpret(f, *arguments);
  ASSERT_TRUE(ran.ok()) << toText(ran.error());
  const auto& got = std::get<NDArray>(arguments->back());
  const Mismatch wrong = compareArrays(got, expected->back(), 2e-5, 2e-6);
  EXPECT_EQ(wrong.count, 0) << wrong.got << " in place of " << wrong.expected << "\n" << text;
}

INSTANTIATE_TEST_SUITE_P(All, TopiOperator, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<OperatorCase>& info) {
                           std::string name = info.param.op;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

TEST(Topi, EveryOperatorHasACase) {
  std::set<std::string> tested, known;
  for (const OperatorCase& c : cases()) tested.insert(nameOf(c.op));
  for (const te::Operator& o : te::allOperators()) known.emplace(o.name);
  EXPECT_EQ(tested, known);
}

}  // namespace
}  // namespace lw
