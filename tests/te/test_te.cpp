// Tensor expressions against what Apache TVM made of them: tests/golden/te holds programs with the function that TVM created, or
// with what must be refused.
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
#include "core/text/printer.h"

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
  for (const auto& entry : fs::directory_iterator(fs::path(LW_SOURCE_DIR) / "tests/golden/te"))
    if (entry.path().extension() == ".py" && entry.path().filename().string().starts_with("refused_") == refused) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// "" where both give equal results on random inputs.
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
      if (const Mismatch m = compareArrays(*p, *q, 1e-5, 1e-6); m.count) return "argument " + std::to_string(i) + ": " + std::to_string(m.got) + " in place of " + std::to_string(m.expected);
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
    if (difference) others += path.stem().string() + ": " + difference->path + ": " + difference->left + " | " + difference->right + "\n";
    const PrimFunc again = *parseSource("again.py", print(built).text).select("");
    EXPECT_FALSE(firstDifference(again, built)) << path << "\n" << print(built).text;
    if (text.find("call_packed") != std::string::npos) {
      EXPECT_FALSE(difference) << "what cannot be run must have the same structure: " << path << "\n" << print(built).text;
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

// Which words each refusal must have: the object, and what to do.
const std::map<std::string, std::vector<std::string>> kWords{
    {"refused_ambiguous_division", {"/ between integers", "truncdiv"}},
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
    return errorsOf(program("def f():\n    A = te.placeholder((4, 4), name=\"A\")\n    k = te.reduce_axis((0, 4), name=\"k\")\n" + body));
  };
  EXPECT_THAT(errors("    B = te.compute((4,), lambda i: A[i, k], name=\"B\")\n    return te.create_prim_func([A, B])\n"), HasSubstr("k is no axis of B"));
  EXPECT_THAT(errors("    B = te.compute((4,), lambda i: A[i, 0.5], name=\"B\")\n    return te.create_prim_func([A, B])\n"), HasSubstr("index 1 of A has the type float32"));
  EXPECT_THAT(errors("    B = te.compute((4,), lambda i: A[i, i] if i > 2 else A[i, 0], name=\"B\")\n    return te.create_prim_func([A, B])\n"), HasSubstr("te.if_then_else"));
  EXPECT_THAT(errors("    B = te.compute((4,), A, name=\"B\")\n    return te.create_prim_func([A, B])\n"), HasSubstr("a function of the indices"));
  EXPECT_THAT(errors("    B = te.scan(A)\n    return te.create_prim_func([A, B])\n"), HasSubstr("T.axis.scan"));
  EXPECT_THAT(errors("    return te.create_prim_func([])\n"), HasSubstr("at least one tensor"));
  EXPECT_THAT(errors("    B = te.sqroot(A)\n    return te.create_prim_func([A, B])\n"), HasSubstr("te has no function 'sqroot'"));
}

// The text of an expression may grow faster than its tree may be walked.
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
