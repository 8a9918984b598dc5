// C and LLVM code that a program brings along: compiled with consent, linked, checked against how it is called.
#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

using dtype::Float32, dtype::Int32;

const std::string kTwice =
    "\n#include <math.h>\nstatic const float kFactor[1] = {2};\nint twice(float *x, int n) {\n  for (int i = 0; i < n; "
    "++i) x[i] = kFactor[0] * fabsf(x[i]);\n  return 0;\n}\n";

// out[i] = 1 - i, then twice(out, 4)
PrimFunc program(const Buffer& out, const std::string& code, Expr call) {
  Var i("i");
  const Stmt fill = loop(i, 4, store(out, {i}, cast(Float32, Expr(1) - i)));
  return function({out},
                  AttrStmt{"pragma_import_llvm", 0, StringImm{code}, sequence({fill, Evaluate{std::move(call)}})});
}

Expr callOfTwice(const Buffer& out) { return Call{Int32, "call_extern", {StringImm{"twice"}, out->data, Expr(4)}}; }

CpuOptions allowed() {
  return {.allows = [](const std::string&) { return true; }};
}

std::string refusalOf(const PrimFunc& f, const CpuOptions& options = allowed()) {
  const Result<CpuModule> module = compileForCpu(f, options);
  return module.ok() ? "accepted" : toText(module.error());
}

TEST(ForeignCode, IsLinkedIntoTheKernel) {
  Buffer out = makeBuffer("out", {4}, Float32);
  LoadedKernel kernel = compileAndLoad(program(out, kTwice, callOfTwice(out)), allowed());
  EXPECT_TRUE(kernel.module.externs.empty());
  Array<float> result(4);
  ASSERT_EQ(kernel.call({result.data()}), 0);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(result[k], 2 * std::abs(1.0f - static_cast<float>(k)));
  EXPECT_EQ(kernel.object->find("twice"), nullptr) << "its functions are nobody else's";
}

TEST(ForeignCode, CppWithCLinkageIsCompiledAsCpp) {
  Buffer out = makeBuffer("out", {4}, Float32);
  const std::string code =
      "template <class T> static T two() { return T(2); }\nextern \"C\" int twice(float *x, int n) {\n  for (int i = "
      "0; i < n; ++i) x[i] *= two<float>();\n  return 0;\n}";
  LoadedKernel kernel = compileAndLoad(program(out, code, callOfTwice(out)), allowed());
  Array<float> result(4);
  ASSERT_EQ(kernel.call({result.data()}), 0);
  EXPECT_EQ(result[3], -4.0f);
}

TEST(ForeignCode, LlvmTextIsTakenAsItIs) {
  Buffer out = makeBuffer("out", {4}, Float32);
  const std::string code = "define i32 @twice(ptr %x, i32 %n) {\n  store float 7.0, ptr %x\n  ret i32 0\n}\n";
  LoadedKernel kernel = compileAndLoad(program(out, code, callOfTwice(out)), allowed());
  Array<float> result(4);
  ASSERT_EQ(kernel.call({result.data()}), 0);
  EXPECT_EQ(result[0], 7.0f);
  EXPECT_EQ(refusalOf(program(out, "define i32 @twice(ptr %x) {\n  ret i33 0\n}\n", callOfTwice(out))).substr(0, 57),
            "the program's LLVM code cannot be read: line 2: value doe");
}

TEST(ForeignCode, NothingIsCompiledWithoutConsent) {
  Buffer out = makeBuffer("out", {4}, Float32);
  const PrimFunc f = program(out, kTwice, callOfTwice(out));
  const std::string refusal = refusalOf(f, {});
  EXPECT_EQ(refusal.substr(0, refusal.find('\n')),
            "the program contains C code (7 lines) with twice; compiling and running it here has not been allowed");
  EXPECT_NE(refusal.find("--allow-c"), std::string::npos) << refusal;
  std::string asked;
  const CpuOptions asks{.allows = [&](const std::string& text) {
    asked = text;
    return false;
  }};
  EXPECT_NE(refusalOf(f, asks), "accepted");
  EXPECT_EQ(asked, kTwice);
}

TEST(ForeignCode, AnErrorOfTheCodeNamesItsLine) {
  Buffer out = makeBuffer("out", {4}, Float32);
  const std::string refusal =
      refusalOf(program(out, "int twice(float *x, int n) {\n  return x[n] + m;\n}\n", callOfTwice(out)));
  EXPECT_NE(refusal.find("the program's C code does not compile: line 2, column 17: use of undeclared identifier 'm'"),
            std::string::npos)
      << refusal;
  EXPECT_NE(refusal.find("the line is: return x[n] + m;"), std::string::npos) << refusal;
}

TEST(ForeignCode, ACallOfAnotherTypeIsRefused) {
  Buffer out = makeBuffer("out", {4}, Float32);
  const Expr call = Call{Int32, "call_extern", {StringImm{"twice"}, out->data, makeFloat(Float32, 4)}};
  EXPECT_NE(
      refusalOf(program(out, kTwice, call))
          .find("T.call_extern calls twice as i32 (ptr, float), but the program's code defines it as i32 (ptr, i32)"),
      std::string::npos)
      << refusalOf(program(out, kTwice, call));
}

TEST(ForeignCode, CodeThatRunsByItselfIsRefused) {
  Buffer out = makeBuffer("out", {4}, Float32);
  const std::string code =
      "extern \"C\" int twice(float *x, int n);\nstruct S { float v; S(float *p) : v(*p) {} };\nfloat one = 1;\nS "
      "s(&one);\nextern \"C\" int twice(float *x, int n) { x[0] = s.v; return 0; }\n";
  EXPECT_NE(refusalOf(program(out, code, callOfTwice(out))).find("variables with dynamic initialisers"),
            std::string::npos);
}

TEST(ForeignCode, EndlessCompilationIsEnded) {
  std::string code = "#define A0 ;\n";
  for (int i = 1; i < 40; ++i)
    code += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" + std::to_string(i - 1) + "\n";
  code += "A39\n";
  const Result<std::string> result = compileC(code, "native", 0.3);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, "cpu.c-failed") << toText(result.error());
}

TEST(ForeignCode, IsDescribedByItsFunctions) {
  EXPECT_EQ(describeCode("static int a(void) { if (1) { return 0; } }\nvoid b(int *p)\n{\n}\n"),
            "C code (4 lines) with a, b");
  EXPECT_EQ(describeCode("extern \"C\" { int c() { return 0; }\n}"), "C++ code (2 lines) with c");
  EXPECT_EQ(describeCode("define void @d() {\n ret void\n}"), "LLVM code (3 lines) with d");
}

TEST(Instructions, AreNamedByTheProgram) {
  Buffer out = makeBuffer("out", {16}, Int32);
  const DataType wide = dtype::Int(32, 16);
  const Expr ones = Broadcast{makeConst(Int32, 0x01010101), 16}, twos = Broadcast{makeConst(Int32, 0x02020202), 16};
  const auto programOf = [&](const char* name, std::vector<Expr> args) {
    args.insert(args.begin(), StringImm{name});
    return function({out}, store(out, {Ramp{0, 1, 16}}, Call{wide, "call_llvm_pure_intrin", args}));
  };
  const Expr zero = Broadcast{makeConst(Int32, 0), 16};
  const PrimFunc dot = programOf("llvm.x86.avx512.vpdpbusd.512", {zero, ones, twos});
  if (hostCpuFeatures().find("+avx512vnni") == std::string::npos) GTEST_SKIP() << "this processor has no AVX-512 VNNI";
  LoadedKernel kernel = compileAndLoad(dot, {.asmText = true});
  EXPECT_NE(kernel.module.asmText.find("vpdpbusd"), std::string::npos) << kernel.module.asmText;
  Array<int32_t> result(16);
  ASSERT_EQ(kernel.call({result.data()}), 0);
  EXPECT_EQ(result[15], 8);
}

TEST(Instructions, ThatTheMachineLacksAreRefused) {
  Buffer out = makeBuffer("out", {16}, Int32);
  const Expr zero = Broadcast{makeConst(Int32, 0), 16};
  const auto refusal = [&](const char* name, const CpuOptions& options) {
    return refusalOf(
        function({out}, store(out, {Ramp{0, 1, 16}},
                              Call{dtype::Int(32, 16), "call_llvm_pure_intrin", {StringImm{name}, zero, zero, zero}})),
        options);
  };
  EXPECT_EQ(refusal("llvm.x86.avx512.vpdpbusd.512", {.cpu = "skylake-avx512"}).substr(0, 111),
            "the program uses llvm.x86.avx512.vpdpbusd.512, which needs AVX-512 VNNI; skylake-avx512 does not have "
            "it\n  hint");
  EXPECT_NE(refusal("llvm.no.such", {}).find("LLVM has no intrinsic llvm.no.such"), std::string::npos);
  EXPECT_NE(refusal("llvm.x86.avx512.vpdpbusd.256", {})
                .find("does not take (int32x16, int32x16, int32x16) and return int32x16"),
            std::string::npos);
}

}  // namespace
}  // namespace lw::test
