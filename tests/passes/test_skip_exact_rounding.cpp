// Every integer of a range, converted and computed with: the results keep their bits, and the rounding is left out
// exactly where the type has all numbers of the range.
#include "core/text/tir/parser.h"
#include "passes/skip_exact_rounding.h"
#include "tests/passes/programs.h"

namespace lw::test {
namespace {

PrimFunc programOf(const std::string& value, int count) {
  const std::string size = std::to_string(count);
  const SourceFile file =
      parseSource("test", "from tvm.script import tir as T\n\n@T.prim_func\ndef main(A: T.Buffer((" + size +
                              ",), \"int32\"), B: T.Buffer((" + size + ",), \"float32\")):\n    for i in range(" +
                              size + "):\n        B[i] = T.Cast(\"float32\", " + value + ")\n");
  EXPECT_FALSE(file.hasErrors()) << file.diagnostics.front().message << "\n" << value;
  return *file.select("main");
}

// Whether the result is computed without the type.
bool isLeftOut(const std::string& value, const std::string& type, int count) {
  const PrimFunc before = programOf(value, count), after = skipExactRounding(before);
  EXPECT_TRUE(verify(after).empty()) << verify(after).front();
  expectSame(run(after, {}, "after"), run(before, {}, "before"), after, value);
  return print(after).text.find("\"" + type + "\"") == std::string::npos;
}

struct Limit {
  std::string type;
  int most;  // the type has all integers up to this one
};

TEST(SkipExactRounding, UpToTheLastIntegerThatTheTypeHas) {
  for (const auto& [type, most] : {Limit{"float16", 2048}, Limit{"bfloat16", 256}}) {
    const auto converted = [&type](const std::string& x) { return "T.Cast(\"" + type + "\", " + x + ")"; };
    const auto number = [&type](int x) { return "T." + type + "(" + std::to_string(x) + ")"; };
    for (const int beyond : {0, 1}) {
      const bool fits = beyond == 0;
      const int count = most + 1 + beyond;
      EXPECT_EQ(isLeftOut(converted("i"), type, count), fits) << type;
      EXPECT_EQ(isLeftOut(converted("0 - i"), type, count), fits) << type;
      EXPECT_EQ(isLeftOut(converted("i") + " + " + number(1), type, count - 1), fits) << type;
      EXPECT_EQ(isLeftOut(number(-1) + " - " + converted("i"), type, count - 1), fits) << type;
      EXPECT_EQ(isLeftOut(converted("i") + " * " + number(3), type, most / 3 + 1 + beyond), fits) << type;
      EXPECT_EQ(isLeftOut("T.min(" + converted("i") + ", " + converted("i") + ")", type, count), fits) << type;
    }
  }
}

TEST(SkipExactRounding, AsFineAndAsLargeAsTheTypeIs) {
  const auto half = [](const std::string& factor) { return "T.Cast(\"float16\", i % 16) * T.float16(" + factor + ")"; };
  EXPECT_TRUE(isLeftOut(half("5.9604644775390625e-08"), "float16", 64));  // the least subnormal number
  EXPECT_TRUE(isLeftOut(half("4096.0"), "float16", 64));
  EXPECT_FALSE(isLeftOut("(" + half("5.9604644775390625e-08") + ") * T.float16(0.5)", "float16", 64));
  EXPECT_FALSE(isLeftOut("(" + half("4096.0") + ") * T.float16(2.0)", "float16", 64));
  EXPECT_FALSE(isLeftOut(half("0.1"), "float16", 64));
}

TEST(SkipExactRounding, AllPairsOfSmallIntegers) {
  const std::string a = "T.Cast(\"float16\", i // 64 - 31)", b = "T.Cast(\"float16\", i % 64 - 31)";
  for (const char* op : {" + ", " - ", " * "}) EXPECT_TRUE(isLeftOut(a + op + b, "float16", 4096)) << op;
  for (const char* op : {"T.min", "T.max"}) {
    EXPECT_TRUE(isLeftOut(std::string(op) + "(" + a + ", " + b + ")", "float16", 4096)) << op;
  }
  EXPECT_TRUE(isLeftOut("T.Select(" + a + " < " + b + ", " + a + ", " + b + ")", "float16", 4096));
  EXPECT_FALSE(isLeftOut("(" + a + ") / (" + b + " + T.float16(40))", "float16", 4096));
}

// As integers of data do, unlike indices.
TEST(SkipExactRounding, IntegersThatMayWrapAreNotKnown) {
  EXPECT_FALSE(isLeftOut("T.Cast(\"float16\", T.min(T.bitwise_and(A[i], 2147483647) + 5, 100))", "float16", 64));
  EXPECT_TRUE(isLeftOut("T.Cast(\"float16\", T.min(T.bitwise_and(A[i], 1023) + 5, 100))", "float16", 64));
}

}  // namespace
}  // namespace lw::test
