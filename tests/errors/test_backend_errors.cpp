// What backends say of a program that they have no code for, and of code that the program brings along: a case for each
// sentence.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "backends/c/c_source.h"
#include "backends/c/errors.h"
#include "backends/cpu/cpu.h"
#include "backends/cpu/cycles.h"
#include "backends/cpu/errors.h"
#include "backends/cpu/shared_library.h"
#include "backends/cuda/errors.h"
#include "backends/cuda/ptx.h"
#include "backends/interpreter/compiler.h"
#include "backends/interpreter/errors.h"
#include "backends/interpreter/interpreter.h"
#include "backends/process/errors.h"
#include "core/ir/ops.h"
#include "core/text/tir/parser.h"
#include "passes/pipeline.h"
#include "tests/errors/expect_error.h"

namespace lw {
namespace {

struct Case {
  const ErrorKind& kind;
  const char* body;
  const char* message;
};

PrimFunc programOf(const std::string& body) {
  const SourceFile file = parseSource(
      "case.py",
      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), "
      "\"int32\"), V: T.Buffer((8,), \"float32x4\"), n: T.int32):\n" +
          body + "\n");
  EXPECT_FALSE(file.hasErrors()) << body << "\n" << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  if (file.functions.empty()) return PrimFunc("main", Evaluate{0});
  return file.functions.front();
}

// Says what `compile` refuses of the lowered function.
template <class F>
void expectRefusals(std::span<const Case> cases, F compile) {
  for (const Case& c : cases) {
    const auto code = compile(programOf(c.body));
    if (code)
      ADD_FAILURE() << "accepted: " << c.body;
    else
      expectError(code.error(), c.kind, c.message, c.body);
  }
}

// ---- C ----

const Case kOfC[] = {
    {err::kCForeignCode,
     "    for i in T.serial(8, annotations={\"pragma_import_llvm\": \"define void @f() {\\n  ret void\\n}\\n\"}):\n"
     "        A[i] = T.float32(1)",
     "the program contains LLVM text, which cannot be written to a C file"},
    {err::kCForeignCode,
     "    for i in T.serial(8, annotations={\"pragma_import_llvm\": \"extern \\\"C\\\" void f() {}\\n\"}):\n"
     "        A[i] = T.float32(1)",
     "the program contains C++ text, which cannot be written to a C file"},
    {err::kCExternName, "    T.evaluate(T.call_extern(n, dtype=\"int32\"))",
     "the first argument of T.call_extern must be a function name in quotes"},
    {err::kCExternVector, "    A[T.Ramp(0, 1, 4)] = T.call_extern(\"float32x4\", \"f\", A[T.Ramp(0, 1, 4)])",
     "extern function f is called with vectors"},
    {err::kCFloatWanted, "    B[0] = T.exp(B[1])", "T.exp takes floats, not int32"},
    {err::kCFloatWanted, "    B[0] = T.popcount(A[1])", "T.popcount takes floats, not"},
    {err::kCType, "    B[0] = T.Cast(\"int32\", T.Cast(\"int1\", n))", "there is no C type for int1"},
    {err::kCStringValue, "    T.evaluate(T.isnullptr(\"words\"))", "the string \"words\" is used as a value"},
    {err::kCVectorOfVectors, "    V[T.Ramp(0, 1, 2)] = T.Broadcast(T.float32(1), 8)",
     "indexing buffer V of float32x4 with a vector cannot be expressed in C"},
    {err::kCBoundLoop, "    for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n        A[i] = T.float32(1)",
     "loop i is bound to threadIdx.x, which C does not have"},
    {err::kCThreadExtent,
     "    tx = T.env_thread(\"threadIdx.x\")\n    T.launch_thread(tx, 8)\n    A[tx] = T.float32(1)",
     "the function launches threads (tx), which C does not have"},
    {err::kCAtomic,
     "    for i in T.parallel(2):\n        with T.attr(0, \"atomic\", 1):\n            A[T.Ramp(0, 1, 4)] = "
     "A[T.Ramp(0, 1, 4)] + T.Broadcast(T.float32(1), "
     "4)",
     "the atomic update of A cannot be written in C: it updates vectors"},
    {err::kCMaskedStatement, "    if B[T.Ramp(0, 1, 4)] < T.Broadcast(n, 4):\n        A[0] = T.float32(1)",
     "a store to one element of A is guarded by a vector condition"},
    {err::kCMaskedStatement,
     "    if B[T.Ramp(0, 1, 4)] < T.Broadcast(n, 4):\n        A[T.Ramp(0, 1, 2)] = T.Broadcast(T.float32(1), 2)",
     "a store of 2 lanes to A is guarded by a vector condition"},
    {err::kCMaskedStatement,
     "    if B[T.Ramp(0, 1, 4)] < T.Broadcast(n, 4):\n        T.evaluate(T.call_extern(\"int32\", \"f\", n))",
     "T.call_extern is guarded by a vector condition"},
};

TEST(BackendErrors, OfC) { expectRefusals(kOfC, writeC); }

TEST(BackendErrors, CTakesLoweredFunctions) {
  const PrimFunc f = programOf("    with T.block(\"b\"):\n        A[0] = T.float32(1)");
  const auto text = writeC(f);
  ASSERT_FALSE(text.ok());
  expectError(text.error(), err::kCNotLowered, "has not been lowered: C code is generated from lowered functions",
              "a block");
}

// ---- cpu ----

const Case kOfCpu[] = {
    {err::kCpuExternName, "    T.evaluate(T.call_extern(n, dtype=\"int32\"))",
     "the first argument of T.call_extern must be a function name in quotes"},
    {err::kCpuExternName, "    T.evaluate(T.call_llvm_intrin(n, dtype=\"int32\"))",
     "the first argument of T.call_llvm_intrin must be a function name in quotes"},
    {err::kCpuExternVector, "    A[T.Ramp(0, 1, 4)] = T.call_extern(\"float32x4\", \"f\", A[T.Ramp(0, 1, 4)])",
     "extern function f is called with vectors (float32x4)"},
    {err::kCpuFloatWanted, "    B[0] = T.exp(B[1])", "T.exp takes floats, not int32"},
    {err::kCpuStringValue, "    T.evaluate(T.isnullptr(\"words\"))", "the string \"words\" is used as a value"},
    {err::kVectorOfVectors, "    V[T.Ramp(0, 1, 2)] = T.Broadcast(T.float32(1), 8)",
     "a vector index into buffer V of float32x4 is not supported"},
    {err::kCpuMaskLanes,
     "    if B[T.Ramp(0, 1, 4)] < T.Broadcast(n, 4):\n        A[T.Ramp(0, 1, 2)] = T.Broadcast(T.float32(1), 2)",
     "an access to buffer A with 2 lanes is guarded by a condition with 4 lanes"},
    {err::kCpuThreadExtent,
     "    tx = T.env_thread(\"threadIdx.x\")\n    T.launch_thread(tx, 8)\n    A[tx] = T.float32(1)",
     "the function launches threads (tx), which the cpu does not have"},
    {err::kOtherMachine, "    T.evaluate(T.call_llvm_intrin(\"void\", \"llvm.aarch64.clrex\"))",
     "the program uses llvm.aarch64.clrex, an instruction for another architecture than"},
};

CpuOptions allowing() {
  return {.allows = [](const std::string&) { return true; }};
}

TEST(BackendErrors, OfCpu) {
  expectRefusals(kOfCpu, [](const PrimFunc& f) { return compileForCpu(f, allowing()); });
}

PrimFunc bringing(const std::vector<std::string>& codes) {
  const PrimFunc f = programOf("    T.evaluate(T.call_extern(\"int32\", \"f\", n))");
  Stmt body = f.body;
  for (const std::string& code : codes) body = AttrStmt{"pragma_import_llvm", 0, StringImm{code}, body};
  PrimFunc with = f;
  with.body = body;
  return with;
}

const std::string kPlain = "define i32 @f(i32 %n) {\n  ret i32 %n\n}\n";

TEST(BackendErrors, OfForeignCode) {
  const auto refused = [](const std::vector<std::string>& codes, const ErrorKind& kind, const char* message) {
    const auto code = compileForCpu(bringing(codes), allowing());
    ASSERT_FALSE(code.ok()) << message;
    expectError(code.error(), kind, message, codes.front());
  };
  ASSERT_TRUE(compileForCpu(bringing({kPlain}), allowing()).ok());
  refused({kPlain, kPlain + "; another text\n"}, err::kCpuCodeTwice, "f has two definitions in the program's code");
  refused({"define i32 @f(i32 %n) {\n  %b = add i32 %a, 1\n  %a = add i32 %n, 1\n  ret i32 %b\n}\n"},
          err::kCpuCodeInvalid, "the program's LLVM code is not valid: Instruction does not dominate all uses!");
  refused({kPlain + "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, "
                    "ptr null }]\n"},
          err::kConstructors, "the program's code has variables with dynamic initialisers");
  refused({"define i32 @f(i32 %n) {\n  call void asm sideeffect \"frobnicate\", \"\"()\n  ret i32 %n\n}\n"},
          err::kCpuCodeGeneration, "LLVM could not generate code for function main: ");
  refused({"int f(int n) { return n; }" + std::string(8 << 20, ' ')}, err::kCpuCTooLarge,
          "the program's C code has 8388634 bytes; the limit is ");
}

TEST(BackendErrors, OfAskedToStop) {
  const auto code = compileForCpu(programOf("    A[0] = T.float32(1)"), {.stop = [] { return true; }});
  ASSERT_FALSE(code.ok());
  expectError(code.error(), err::kCpuStopped, "compiling function main was cancelled", "stop");
}

TEST(BackendErrors, OfCycles) {
  const auto old = cyclesOf("\tnop\n", "i486", "");
  ASSERT_FALSE(old.ok());
  expectError(old.error(), err::kCpuNoCycleModel, "LLVM has no model of the processor i486", "i486");
  const auto broken = cyclesOf("\t.intel_syntax noprefix\n\tfrobnicate rax\n", "skylake-avx512", "");
  ASSERT_FALSE(broken.ok());
  expectError(broken.error(), err::kCpuUnreadableAssembly, "the assembly cannot be read back: line 2", "frobnicate");
}

TEST(BackendErrors, OfMissingPrograms) {
  const WithVariable path("PATH", "/no/such/folder");
  const auto code = compileC("int f(void) { return 1; }\n", "native");
  ASSERT_FALSE(code.ok());
  expectError(code.error(), err::kCpuNoCCompiler, "clang, which compiles the program's C code, was not found", "clang");
  const auto library = linkShared("", "f");
  ASSERT_FALSE(library.ok());
  expectError(library.error(), err::kCpuNoLinker,
              "linking a shared library requires cc, gcc or clang, and none was found", "cc");
}

TEST(BackendErrors, OfFolders) {
  const WithVariable folder("TMPDIR", "/no/such/folder");
  const char* message = "cannot create a temporary folder in /no/such/folder: ";
  expectError(linkShared("", "f"), err::kNoTemporaryFolder, message);
  expectError(compileC("int f(void) { return 1; }\n", "native"), err::kNoTemporaryFolder, message);
}

TEST(BackendErrors, OfLinking) {
  const auto library = linkShared("this is no object", "f");
  ASSERT_FALSE(library.ok());
  expectError(library.error(), err::kCpuNotLinked, "the shared library could not be linked: ", "text");
}

// ---- cuda ----

TEST(BackendErrors, OfCuda) {
  const auto program =
      splitHostDevice(lowerAll(programOf("    for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n        A[i] = "
                                         "T.float32(1)"),
                               gpuPipeline())
                          .back()
                          .function);
  ASSERT_TRUE(program.ok());
  const auto text = compileForCuda(*program, "sm_10", {});
  ASSERT_FALSE(text.ok());
  expectError(text.error(), err::kCudaArchitecture, "there is no code generator for 'sm_10'", "sm_10");
}

TEST(BackendErrors, OfInstructionsThatAGpuLacks) {
  const auto program =
      splitHostDevice(lowerAll(programOf("    for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n        B[i] = "
                                         "T.call_llvm_pure_intrin(\"int32\", \"llvm.x86.sse42.crc32.32.32\", B[i], n)"),
                               gpuPipeline())
                          .back()
                          .function);
  ASSERT_TRUE(program.ok());
  expectError(compileForCuda(*program, "sm_80", {}), err::kCudaCodeGeneration,
              "LLVM could not generate PTX for main: ");
}

// ---- interpreter ----

std::vector<Argument> someArguments() {
  return {NDArray::zeros(dtype::Float32, {8}), NDArray::zeros(dtype::Int32, {8}),
          NDArray::zeros(dtype::Float(32, 4), {8}), int64_t{5}};
}

void expectStopped(const PrimFunc& f, std::vector<Argument> arguments, const ErrorKind& kind, const char* message,
                   const InterpretOptions& options = {}) {
  const Status status = interpret(f, arguments, options);
  ASSERT_FALSE(status.ok()) << message;
  expectError(status.error(), kind, message, message);
}

TEST(BackendErrors, OfArguments) {
  const PrimFunc f = programOf("    A[0] = T.float32(1)");
  std::vector<Argument> arguments = someArguments();
  arguments[0] = NDArray::zeros(dtype::Float32, {2, 4});
  expectStopped(f, arguments, err::kArgumentRank, "buffer A has 1 dimensions, but the array has 2");
  arguments.pop_back();
  expectStopped(f, arguments, err::kArgumentCount, "main has 4 parameters, but 3 arguments were given");
}

TEST(BackendErrors, OfTheInterpreter) {
  const auto stopped = [](const std::string& body, const ErrorKind& kind, const char* message) {
    const PrimFunc f = programOf(body);
    expectStopped(f, someArguments(), kind, message);
  };
  stopped("    with T.block(\"b\"):\n        C = T.alloc_buffer((n - 100,), \"float32\")\n        C[0] = T.float32(1)",
          interpreter::kOutOfBounds,
          "a store of C[0] is out of bounds: index 0 of dimension 0, which has 0 elements in block b");
  stopped(
      "    with T.block(\"b\"):\n        C = T.match_buffer(A[0:4], (n + 100,), \"float32\")\n        C[0] = "
      "T.float32(1)",
      interpreter::kMatchFailed, "match_buffer C has extent 105 in dimension 0, but the region of A has 4");
  stopped("    C = T.decl_buffer((16,), \"float32\", data=A.data)\n    C[12] = T.float32(1)", interpreter::kOutOfMemory,
          "a store of C[12] is out of bounds: element 12 of the 8 elements allocated");
  PrimFunc f = programOf("    A[0] = T.float32(1)");
  f.body = LetStmt{Var("q", dtype::Handle()), Call{dtype::Handle(), "type_annotation", {}}, f.body};
  expectStopped(f, someArguments(), interpreter::kUnsupported,
                "the pointer q = type_annotation() cannot be run by the interpreter");
  f.body = BufferStore{makeBuffer("D", {8}, dtype::Float32), {0}, makeFloat(dtype::Float32, 1)};
  expectStopped(f, someArguments(), interpreter::kUnknownBuffer, "buffer D is used where it is not declared");
  const PrimFunc longer = programOf("    for i, j in T.grid(1000, 1000):\n        A[0] = T.float32(1)");
  expectStopped(longer, someArguments(), interpreter::kCancelled, "the run was cancelled",
                {.cancelled = [] { return true; }});
}

}  // namespace
}  // namespace lw
