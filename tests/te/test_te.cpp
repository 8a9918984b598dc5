// Compares tensor expressions with the results of Apache TVM: tests/golden/te contains programs with the function that
// TVM creates, or with an error that must be reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/ir/equal.h"
#include "core/ir/verify.h"
#include "core/te/read_program.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::string readFile(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> cases(bool refused) {
  std::vector<fs::path> paths;
  for (const char* folder : {"tests/golden/conformance/te", "tests/golden/te"})
    for (const auto& entry : fs::directory_iterator(fs::path(LW_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".py" && entry.path().filename().string().starts_with("refused_") == refused)
        paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Describes the difference of the results on random inputs; "": they are equal.
std::string differs(const PrimFunc& a, const PrimFunc& b, const std::string& text) {
  InputSpec spec = inputsFromComments(text);
  for (const PrimFunc* f : {&a, &b})
    for (const std::string& name : symbolicSizes(*f)) spec.bind.emplace(name, 5);
  Result<std::vector<Argument>> x = makeArguments(a, spec), y = makeArguments(b, spec);
  if (!x) return x.error().message;
  if (!y) return y.error().message;
  if (Status s = interpret(a, *x); !s) return s.error().message;
  if (Status s = interpret(b, *y); !s) return "expected: " + s.error().message;
  for (size_t i = 0; i < x->size(); ++i) {
    const auto *p = std::get_if<NDArray>(&(*x)[i]), *q = std::get_if<NDArray>(&(*y)[i]);
    if (p && q)
      if (const Mismatch m = compareArrays(*p, *q, 1e-5, 1e-6); m.count)
        return "argument " + std::to_string(i) + ": " + std::to_string(m.got) + " in place of " +
               std::to_string(m.expected);
  }
  return "";
}

std::string errorsOf(const SourceFile& file) {
  std::string all;
  for (const Diagnostic& d : file.diagnostics) all += render(d, file.source) + "\n";
  return all;
}

TEST(CreatePrimFunc, GivesWhatTvmGives) {
  int total = 0, same = 0, external = 0;
  std::string others;
  for (const fs::path& path : cases(false)) {
    const std::string text = readFile(path);
    const SourceFile file = readProgram(path.filename().string(), text);
    EXPECT_FALSE(file.hasErrors()) << errorsOf(file);
    if (file.hasErrors()) continue;
    ++total;
    PrimFunc built = *file.select("build");
    const PrimFunc expected = *file.select("expected");
    EXPECT_TRUE(verify(built).empty()) << path << ": " << verify(built).front();
    built.name = expected.name;
    const std::optional<Difference> difference = firstDifference(built, expected);
    same += !difference;
    if (difference)
      others +=
          path.stem().string() + ": " + difference->path + ": " + difference->left + " | " + difference->right + "\n";
    const PrimFunc again = *parseSource("again.py", print(built).text).select("");
    EXPECT_FALSE(firstDifference(again, built)) << path << "\n" << print(built).text;
    if (text.find("call_packed") != std::string::npos) {
      EXPECT_FALSE(difference) << "what cannot be run must have the same structure: " << path << "\n"
                               << print(built).text;
      ++external;
      continue;
    }
    const std::string wrong = differs(built, expected, text);
    EXPECT_EQ(wrong, "") << path << "\n" << print(built).text;
  }
  std::printf("%d of %d have TVM's structure, %d call external functions\n%s", same, total, external, others.c_str());
  EXPECT_GE(total, 50);
  EXPECT_GE(same * 10, total * 9) << others;
}

// The words that each refusal must contain: the object, and the remedy.
const std::map<std::string, std::vector<std::string>> kWords{
    {"refused_ambiguous_division", {"/ between integers", "truncdiv"}},
    {"refused_constant_too_large", {"300 is not a value of type int8", "write a value that the type can hold"}},
    {"refused_free_variable", {"y has no value", "create_prim_func"}},
    {"refused_lambda_with_too_many_parameters", {"takes 3 indices", "2 axes"}},
    {"refused_parameter_is_a_number", {"must be a tensor or a variable", "an integer"}},
    {"refused_reduction_inside", {"sum(...) must be the whole body", "te.compute"}},
    {"refused_same_tensor_twice", {"A is twice"}},
    {"refused_shapes_do_not_broadcast", {"A and B", "(8, 8)", "(7, 8)"}},
    {"refused_slice_as_argument", {"A has 2 axes", "only 1"}},
    {"refused_sum_of_two_sums", {"must be the whole body"}},
    {"refused_too_many_indices", {"A has 2 axes", "3"}},
};

TEST(CreatePrimFunc, RefusesWithPlaceAndRemedy) {
  size_t seen = 0;
  for (const fs::path& path : cases(true)) {
    const SourceFile file = readProgram(path.filename().string(), readFile(path));
    ASSERT_TRUE(file.hasErrors()) << path;
    const std::string text = errorsOf(file);
    const auto words = kWords.find(path.stem().string());
    ASSERT_NE(words, kWords.end()) << path << " needs words: " << text;
    for (const std::string& word : words->second) EXPECT_THAT(text, HasSubstr(word)) << path;
    EXPECT_THAT(text, HasSubstr("^"));
    ++seen;
  }
  EXPECT_EQ(seen, kWords.size());
}

SourceFile program(const std::string& body) { return readProgram("te.py", "from tvm import te, tir, topi\n\n" + body); }

TEST(Te, OneReductionAxisOfTwoComputesIsTwoAxes) {
  const SourceFile file = program(R"(def f():
    A = te.placeholder((4, 4), name="A")
    k = te.reduce_axis((0, 4), name="k")
    B = te.compute((4,), lambda i: te.sum(A[i, k], axis=k), name="B")
    C = te.compute((4,), lambda i: te.max(A[k, i], axis=k), name="C")
    return te.create_prim_func([A, B, C])
)");
  ASSERT_FALSE(file.hasErrors()) << errorsOf(file);
  EXPECT_TRUE(verify(*file.select("f")).empty());
}

TEST(Te, ErrorsSayWhatToWrite) {
  const auto errors = [](const std::string& body) {
    return errorsOf(program(
        "def f():\n    A = te.placeholder((4, 4), name=\"A\")\n    k = te.reduce_axis((0, 4), name=\"k\")\n" + body));
  };
  EXPECT_THAT(
      errors("    B = te.compute((4,), lambda i: A[i, k], name=\"B\")\n    return te.create_prim_func([A, B])\n"),
      HasSubstr("k is not an axis of B"));
  EXPECT_THAT(
      errors("    B = te.compute((4,), lambda i: A[i, 0.5], name=\"B\")\n    return te.create_prim_func([A, B])\n"),
      HasSubstr("index 1 of A must be an integer, but has type float32"));
  EXPECT_THAT(errors("    B = te.compute((4,), lambda i: A[i, i] if i > 2 else A[i, 0], name=\"B\")\n    return "
                     "te.create_prim_func([A, B])\n"),
              HasSubstr("te.if_then_else"));
  EXPECT_THAT(errors("    B = te.compute((4,), A, name=\"B\")\n    return te.create_prim_func([A, B])\n"),
              HasSubstr("a function of the indices"));
  EXPECT_THAT(errors("    B = te.scan(A)\n    return te.create_prim_func([A, B])\n"), HasSubstr("T.axis.scan"));
  EXPECT_THAT(errors("    return te.create_prim_func([])\n"), HasSubstr("at least one tensor"));
  EXPECT_THAT(errors("    B = te.sqroot(A)\n    return te.create_prim_func([A, B])\n"),
              HasSubstr("te has no function 'sqroot'"));
}

// The message for a call; "": it is accepted. X is a matrix of floats, N of integers, V an integer vector.
std::string told(const std::string& call) {
  const SourceFile file = program(
      "def f():\n    X = te.placeholder((4, 6), name=\"X\")\n    N = te.placeholder((4, 6), \"int32\", name=\"N\")\n   "
      " V = te.placeholder((3,), \"int32\", name=\"V\")\n"
      "    D = te.placeholder((1, 2, 8, 8), name=\"D\")\n    k = te.reduce_axis((0, 6), name=\"k\")\n    Y = " +
      call + "\n    return te.create_prim_func([X, N, V, D, Y])\n");
  return file.hasErrors() ? errorsOf(file) : "";
}
std::string toldOf(const std::string& expression) {
  return told("te.compute((4,), lambda i: " + expression + ", name=\"Y\")");
}

TEST(Te, DivisionsAreByOtherThanZeroAndOfIntegers) {
  for (const char* divide : {"tir.ceildiv(i, 0)", "tir.floordiv(i, 0)", "tir.floormod(N[i, 0], 0)",
                             "tir.truncdiv(i, 0)", "tir.truncmod(i, 0)", "tir.indexdiv(i, 0)", "i // 0", "i % 0"})
    EXPECT_THAT(toldOf(divide), HasSubstr("division by zero")) << divide;
  for (const char* divide : {"tir.ceildiv(X[i, 0], 2)", "tir.floordiv(X[i, 0], 2.0)", "tir.floormod(i, X[i, 0])",
                             "tir.truncdiv(X[i, 0], X[i, 1])"})
    EXPECT_THAT(toldOf(divide), HasSubstr("takes integers")) << divide;
  EXPECT_EQ(toldOf("tir.ceildiv(N[i, 0], 3)"), "");
  EXPECT_EQ(toldOf("tir.div(X[i, 0], X[i, 1])"), "");
}

TEST(Te, TranscendentalFunctionsAreForFloats) {
  for (const char* call :
       {"te.exp(N[i, 0])", "tir.sqrt(i)", "te.power(N[i, 0], 2)", "N[i, 0] ** 2", "te.sigmoid(N[i, 0])", "te.tanh(i)"})
    EXPECT_THAT(toldOf(call), testing::AllOf(HasSubstr("takes floats"), HasSubstr(".astype(\"float32\")"))) << call;
  EXPECT_EQ(toldOf("te.exp(N[i, 0].astype(\"float32\")) + X[i, 0] ** 2"), "");
  EXPECT_EQ(toldOf("te.floor(N[i, 0]) + tir.popcount(N[i, 1])"), "");
}

TEST(Te, OperatorsOfBitsAreForIntegers) {
  for (const char* bits :
       {"X[i, 0] << 1", "1 >> X[i, 0]", "X[i, 0] & N[i, 0]", "N[i, 0] | X[i, 0]", "X[i, 0] ^ X[i, 1]", "~X[i, 0]",
        "tir.shift_left(X[i, 0], 1)", "tir.bitwise_xor(X[i, 0], 1)", "tir.bitwise_not(X[i, 0])"})
    EXPECT_THAT(toldOf(bits), testing::AllOf(HasSubstr("takes integers"), HasSubstr("float32"), HasSubstr("astype")))
        << bits;
  EXPECT_THAT(toldOf("N[i, 0] << 32"), HasSubstr("a value of type int32 cannot be shifted by 32"));
  EXPECT_THAT(toldOf("N[i, 0] >> -1"), HasSubstr("cannot be shifted by -1"));
  EXPECT_EQ(toldOf("((N[i, 0] << 2) ^ (N[i, 1] >> N[i, 2])) & ~N[i, 3]"), "");
  EXPECT_EQ(toldOf("tir.bitwise_or(tir.shift_right(N[i, 0], 1), tir.bitwise_not(N[i, 1]))"), "");
}

TEST(Te, IndicesOfOperatorsAreIntegers) {
  EXPECT_THAT(told("topi.one_hot(X, 4)"), HasSubstr("the indices must be integers, but have type float32"));
  EXPECT_THAT(told("topi.take(X, X)"), HasSubstr("the indices must be integers, but have type float32"));
  EXPECT_EQ(told("topi.one_hot(V, 4)"), "");
}

TEST(Te, AxesOfReductionsAreReduceAxes) {
  EXPECT_THAT(toldOf("te.sum(X[i, k], axis=0)"), testing::AllOf(HasSubstr("axis= of te.sum cannot be an integer"),
                                                                HasSubstr("axis must be a te.reduce_axis")));
  EXPECT_THAT(toldOf("te.max(X[i, k], axis=i)"), HasSubstr("i is an index of the result"));
  EXPECT_THAT(toldOf("te.min(X[i, k], axis=[])"),
              testing::AllOf(HasSubstr("needs at least one axis"), HasSubstr("te.reduce_axis")));
  EXPECT_THAT(toldOf("te.sum(X[i, k], axis=\"k\")"), HasSubstr("axis must be a te.reduce_axis"));
  EXPECT_EQ(toldOf("te.max(X[i, 0], 0)"), "");
  EXPECT_THAT(toldOf("(te.sum(X[i, k], axis=k), te.sum(N[i, k], axis=k))"),
              testing::AllOf(HasSubstr("is one of 2 results"), HasSubstr("te.comm_reducer")));
}

// Every refusal says what to write instead: its text contains "hint:".
TEST(Te, EveryRefusalHasARemedy) {
  for (const char* call : {"te.placeholder((4, -3))",
                           "te.placeholder((4,), \"float32\", \"A\", 3)",
                           "te.compute((4,))",
                           "te.compute((4,), lambda i: i, size=3)",
                           "te.reduce_axis((0, 4), 1, 2, 3, 4)",
                           "topi.conv2d(X, X)",
                           "topi.conv2d(D, X)",
                           "topi.conv2d(te.placeholder((1, 2, 8, 8)), te.placeholder((3, 5, 3, 3)))",
                           "topi.conv2d(te.placeholder((1, 2, 2, 2)), te.placeholder((3, 2, 3, 3)))",
                           "topi.nn.conv2d(D, te.placeholder((3, 2, 3, 3)), padding=-1)",
                           "topi.nn.conv2d(D, te.placeholder((3, 2, 3, 3)), strides=(1, 1, 1))",
                           "topi.conv2d_nhwc(X, X)",
                           "topi.depthwise_conv2d_nchw(X, D)",
                           "topi.conv1d(X, X)",
                           "topi.transpose(X, (0, 0))",
                           "topi.transpose(X, (0,))",
                           "topi.transpose(X, (0, 7))",
                           "topi.transpose(3)",
                           "topi.full((2, -1), \"float32\", 1)",
                           "topi.full((2, 2), \"floating\", 1)",
                           "topi.full((2, 2), \"float32\")",
                           "topi.full((2, 2), \"float32\", X)",
                           "topi.pool2d(X, 2)",
                           "topi.pool2d(D, 0)",
                           "topi.pool2d(D, 2, pool_type=\"sum\")",
                           "topi.pool2d(D, 20)",
                           "topi.matmul(X, X)",
                           "topi.matmul(X, V)",
                           "topi.dense(X, V)",
                           "topi.batch_matmul(X, X)",
                           "topi.softmax(X, axis=5)",
                           "topi.sum(X, axis=2)",
                           "topi.sum(X, axis=(0, 0))",
                           "topi.mean(N)",
                           "topi.argmax(X)",
                           "topi.layer_norm(X, X, X)",
                           "topi.reshape(X, (5, 5))",
                           "topi.pad(X, (1,))",
                           "topi.pad(X, (1, -1))",
                           "topi.concatenate([])",
                           "topi.concatenate([X, V])",
                           "topi.one_hot(V, 0)",
                           "topi.clip(X, \"a\", 1)",
                           "topi.add(X)",
                           "topi.add(1, 2)",
                           "topi.add(X, V)",
                           "topi.exp(X, X)",
                           "X @ 3",
                           "topi.exponential(X)",
                           "te.compute((4,), lambda i: tir.exp(i, i, i))",
                           "te.compute((4,), lambda i: te.all())",
                           "te.compute((4,), lambda i: X[i, 0] + None)",
                           "te.compute((4,), lambda i: X[i])",
                           "te.compute((4,), lambda i: X[i, 0, 0])"}) {
    const std::string text = told(call);
    EXPECT_THAT(text, HasSubstr("hint: ")) << call;
    EXPECT_THAT(text, HasSubstr("^")) << call;
  }
}

// A short text may describe an expression tree that is too large to process.
TEST(Te, LimitsAreReported) {
  const SourceFile file = program(R"(def f():
    A = te.placeholder((4,), name="A")

    def grown(i):
        e = A[i]
        for n in range(60):
            e = e + e
        return e

    B = te.compute((4,), grown, name="B")
    return te.create_prim_func([A, B])
)");
  ASSERT_TRUE(file.hasErrors());
  EXPECT_THAT(errorsOf(file), HasSubstr("more than 50000 parts"));
}

TEST(Te, WhereAndInitAreHonoured) {
  const SourceFile file = program(R"(def f():
    A = te.placeholder((4, 6), name="A", dtype="int32")
    k = te.reduce_axis((0, 6), name="k")
    B = te.compute((4,), lambda i: te.sum(A[i, k], axis=k, where=k < 3, init=100), name="B")
    return te.create_prim_func([A, B])
)");
  ASSERT_FALSE(file.hasErrors()) << errorsOf(file);
  const PrimFunc f = *file.select("f");
  std::vector<Argument> arguments = *makeArguments(f, {});
  ASSERT_TRUE(interpret(f, arguments));
  const auto &a = std::get<NDArray>(arguments[0]), &b = std::get<NDArray>(arguments[1]);
  for (int64_t i = 0; i < 4; ++i) {
    int64_t sum = 100;
    for (int64_t k = 0; k < 3; ++k) sum += reinterpret_cast<const int32_t*>(a.data.data())[i * 6 + k];
    EXPECT_EQ(reinterpret_cast<const int32_t*>(b.data.data())[i], sum);
  }
}

}  // namespace
}  // namespace lw
