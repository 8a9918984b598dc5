// Factories that are called without Python: names, lines, and what is left to Python.
#include "core/text/tir/factory_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/ir/ops.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kHead = "from tvm.script import tir as T\n";

std::string factory(const std::string& head, const std::string& before = "", const std::string& size = "n") {
  return kHead + head + before +
         "    @T.prim_func\n"
         "    def f(A: T.Buffer((" +
         size +
         ",), \"float32\")):\n"
         "        for i in range(" +
         size +
         "):\n"
         "            A[i] = T.float32(1)\n"
         "    return f\n";
}

FactoryCall called(const std::string& text, const std::string& call) {
  Result<FactoryCall> made = callFactory(parseSource("file.py", text), call);
  EXPECT_TRUE(made) << (made ? "" : made.error().message);
  return made ? std::move(*made) : FactoryCall{};
}
std::string refused(const std::string& text, const std::string& call) {
  const Result<FactoryCall> made = callFactory(parseSource("file.py", text), call);
  return made ? "it was called" : made.error().message;
}
int64_t sizeIn(const FactoryCall& made) {
  EXPECT_FALSE(made.file.hasErrors()) << render(made.file.diagnostics.at(0), made.file.source);
  if (made.file.functions.size() != 1) return -1;
  const PrimFunc& f = made.file.functions[0];
  return asInt(f.buffers.at(0).second->shape.at(0)).value_or(-1);
}

TEST(FactoryCall, TakesArgumentsDefaultsAndConstants) {
  EXPECT_EQ(sizeIn(called(factory("def make(n):\n"), "make(16)")), 16);
  EXPECT_EQ(sizeIn(called(factory("def make(n=32):\n"), "make()")), 32);
  EXPECT_EQ(sizeIn(called(factory("K = 4\ndef make(n=K * 2):\n"), "make()")), 8);
  EXPECT_EQ(sizeIn(called(factory("K = 4\ndef make(n):\n"), "make(n=K + 1)")), 5);
  EXPECT_EQ(sizeIn(called(factory("def make(m, n):\n", "    \"\"\"Text.\"\"\"\n    k = m * n\n", "k"), "make(3, n=5)")),
            15);
  EXPECT_EQ(
      sizeIn(called(factory("def make(n):\n", "    def twice(x):\n        return x * 2\n", "twice(n)"), "make(4)")), 8);
}

TEST(FactoryCall, KeepsTheLines) {
  const FactoryCall made = called(factory("K = 4\n\n\ndef make(n):\n", "    k = n + missing\n", "k"), "make(3)");
  EXPECT_THAT(made.programs, ElementsAre("f"));
  ASSERT_TRUE(made.file.hasErrors());
  const auto wrong = std::find_if(made.file.diagnostics.begin(), made.file.diagnostics.end(),
                                  [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error; });
  const int line = made.file.source.locate(wrong->span.begin).line;
  EXPECT_TRUE(line >= 6 && line <= 8) << render(*wrong, made.file.source);
}

TEST(FactoryCall, NamesOfTheFactoryHideThoseOfTheFile) {
  EXPECT_EQ(sizeIn(called(factory("n = 7\ndef make(n):\n"), "make(16)")), 16);
  // Another constant and a helper mean the file's own n.
  EXPECT_THAT(refused(factory("n = 7\nk = n * 2\ndef make(n):\n", "", "k"), "make(16)"), HasSubstr("only Python"));
  EXPECT_THAT(refused(factory("n = 7\ndef size():\n    return n\ndef make(n):\n", "", "size()"), "make(16)"),
              HasSubstr("only Python"));
  EXPECT_EQ(sizeIn(called(factory("def twice(n):\n    return n * 2\ndef make(n):\n", "", "twice(n)"), "make(4)")), 8);
}

TEST(FactoryCall, LeavesTheRestToPython) {
  const auto why = [](const std::string& before) { return refused(factory("def make(n):\n", before), "make(4)"); };
  EXPECT_EQ(why("    if n > 3:\n        n = 2\n"), "only Python can call make, because of its line 3");
  EXPECT_EQ(why("    n = n + 1\n"), "only Python can call make, because of its line 3");
  EXPECT_EQ(why("    print(n)\n"), "only Python can call make, because of its line 3");
  EXPECT_EQ(why("    assert n == 4\n"), "only Python can call make, because of its line 3");
  EXPECT_THAT(refused(factory("def make(*n):\n"), "make(4)"), HasSubstr("only Python can call make"));
  EXPECT_THAT(refused(factory("@cache\ndef make(n):\n"), "make(4)"), HasSubstr("no function make of file.py"));
  std::string other = factory("def make(n):\n");
  other.replace(other.find("return f"), 8, "return f.with_attr(\"a\", 1)");
  EXPECT_THAT(refused(other, "make(4)"), HasSubstr("only Python can call make"));
}

TEST(FactoryCall, WrongCallsAreNamed) {
  const std::string text = factory("def make(n):\n");
  EXPECT_EQ(refused(text, "make"), "make is not a call of a function");
  EXPECT_EQ(refused(text, "other(3)"), "no function other of file.py makes a program");
  EXPECT_EQ(refused(text, "make()"), "make needs the argument 'n'");
  EXPECT_EQ(refused(text, "make(1, 2)"), "make takes at most 1 arguments, but 2 are given");
  EXPECT_EQ(refused(text, "make(m=1)"), "make has no argument named 'm'");
  EXPECT_EQ(refused(text, "make(1, n=1)"), "the argument n of make is given twice");
}

TEST(FactoryCall, ReturnsSeveral) {
  std::string text = factory("def make(n):\n");
  text.replace(text.find("    return f"), 12,
               "    @T.prim_func\n    def g(B: T.Buffer((n,), \"int32\")):\n        B[0] = 1\n    return f, g");
  const FactoryCall made = called(text, "make(6)");
  EXPECT_THAT(made.programs, ElementsAre("f", "g"));
  EXPECT_EQ(made.file.functions.size(), 2u);
}

}  // namespace
}  // namespace lw
