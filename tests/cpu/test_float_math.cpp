// Choices of floating-point arithmetic: what each allows is in the assembly, and nothing where it is not asked for.
#include "backends/cpu/float_math.h"
#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

std::string assemblyOf(const Stmt& body, const std::vector<Buffer>& buffers, const std::string& math) {
  CpuOptions options{.asmText = true, .cpu = "x86-64-v4"};
  const Result<FloatMath> chosen = parseFloatMath(math);
  EXPECT_TRUE(chosen.ok());
  options.math = *chosen;
  const auto module = compileForCpu(function(buffers, body), options);
  EXPECT_TRUE(module.ok());
  return module ? module->asmText : "";
}

TEST(FloatMath, ContractionIsUsualAndTheRestIsNot) {
  const Buffer a = makeBuffer("A", {64}, dtype::Float32), b = makeBuffer("B", {64}, dtype::Float32),
               s = makeBuffer("S", {1}, dtype::Float32);
  const Var i("i");
  const Stmt sum = loop(i, 64, store(s, {0}, load(s, {0}) + load(a, {i}) * load(b, {i})));
  EXPECT_NE(assemblyOf(sum, {a, b, s}, "").find("vfmadd"), std::string::npos);
  EXPECT_EQ(assemblyOf(sum, {a, b, s}, "no-contract").find("vfmadd"), std::string::npos);
  const auto inVectors = [](const std::string& text) {
    return text.find("231ps") != std::string::npos || text.find("213ps") != std::string::npos ||
           text.find("132ps") != std::string::npos;
  };
  EXPECT_FALSE(inVectors(assemblyOf(sum, {a, b, s}, ""))) << "one sum after the other";
  EXPECT_TRUE(inVectors(assemblyOf(sum, {a, b, s}, "reassociate"))) << assemblyOf(sum, {a, b, s}, "reassociate");
  const Stmt divided = loop(i, 64, store(a, {i}, rawBinary(BinaryOp::Div, load(a, {i}), load(s, {0}))));
  const auto divisions = [&](const std::string& math) {
    const std::string text = assemblyOf(divided, {a, s}, math);
    int n = 0;
    for (size_t at = text.find("vdiv"); at != std::string::npos; at = text.find("vdiv", at + 1)) ++n;
    return n;
  };
  EXPECT_LE(divisions("reciprocal"), 1);
  EXPECT_GT(divisions(""), divisions("reciprocal"));
}

TEST(FloatMath, IsWrittenAndRead) {
  EXPECT_EQ(toText(FloatMath()), "");
  EXPECT_EQ(toText(*parseFloatMath("no-contract,reassociate")), "no-contract,reassociate");
  EXPECT_EQ(*parseFloatMath("contract"), FloatMath());
  const auto wrong = parseFloatMath("fast");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().message, "unknown arithmetic option \"fast\"");
  EXPECT_EQ(wrong.error().hint,
            "the options are contract, reassociate, reciprocal, approximate, each also with the prefix no-");
}

}  // namespace
}  // namespace lw
