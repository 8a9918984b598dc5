// The cpu backend: a lowered function becomes an object file for this machine (or another x86-64 one), through LLVM.
//
// What the code computes, where C, NumPy and TVM leave room:
// - min(a, b) of floats is a < b ? a : b, max(a, b) is a > b ? a : b (TVM, and one instruction): with a NaN operand the
//   result is b. Comparisons with NaN are false, except !=.
// - float -> integer truncates; what does not fit gives an arbitrary value, never undefined behaviour.
// - Integers of stored data wrap; arithmetic of indices and loop bounds is assumed not to overflow.
// - Multiplications and additions may be contracted to FMA; nothing else is changed unless
//   CpuOptions::math allows it.
// - exp, exp2, log, log2, log10, tanh, sigmoid, erf of float32 are our own (vector_math.h states the errors), the same
// for
//   scalars and vectors; other functions call libm lane by lane.
// - float16 and bfloat16 compute in float32 and round to nearest even after each operation.
// - if_then_else evaluates one side only; Select evaluates both, but a division by zero on the side not taken does no
// harm.
//   Under a vector condition, loads and stores are masked.
// - Parallel loops call lw_parallel_for; a parallel loop inside another runs serially.
#pragma once

#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"
#include "backends/cpu/signature.h"

namespace lw {

struct CpuOptions {
  int optLevel = 3;       // 0 to 3; 2 and 3 differ in code generation only
  FloatMath math;         // what may be changed of floating-point arithmetic
  bool llvmText = false;  // which texts are wanted, each costs milliseconds
  bool optimisedText = false;
  bool asmText = false;
  bool object = true;  // false: texts alone are wanted
  bool standalone =
      false;        // the object defines what it calls of the run time (standalone.h), for programs without lw-runner
  int threads = 1;  // that optimise and generate code; with more than one, CpuModule::object may be an archive
  bool kernelMath = false;  // kernel_math.h in the place of libm, as kernels of a GPU have it
  bool debugLines = false;  // line numbers in the code that index CpuModule::lines
  std::string cpu;          // LLVM's name; empty: this machine
  std::string features;     // LLVM's list "+avx2,+fma"; empty: those of this machine, or of `cpu` where it is given
  std::string objects;  // folder of objects compiled before (object_store.h); empty: none is looked for, none is kept
  CodeConsent allows = {};  // which foreign code may be compiled; empty: none
  double maxSeconds =
      0;  // of optimisation and code generation, looked at between the passes; 0: any. What takes longer is an error
  std::function<bool()> stop =
      {};  // asked between the passes; true: nothing is wanted any more, the answer is an error
};

// A statement of the lowered function, numbered in order of emission; with debugLines the assembly says `.loc 1 N`.
struct CpuLine {
  Origin origin;
  std::string text;  // the kind of statement, "for i", "store C"
};

struct CpuModule {
  std::string object;  // bytes of an ELF relocatable object, position independent, or of an `ar` archive of them:
                       // LoadedObject takes both
  std::string symbol;  // int symbol(void** buffers, int64_t* scalars); see signature.h
  std::string llvmText, optimisedText, asmText;
  std::string cpu, features;  // compiled for
  double compileMs = 0;       // emission, optimisation and code generation; without the texts
  bool known = false;         // the object was compiled before; compileMs is the time of emission and of finding it
  std::vector<std::string> failures;  // messages of the assertions
  std::vector<std::string> externs;   // functions called by name that the process which runs it must know
  std::vector<CpuLine> lines;         // line N is lines[N - 1]
};

// Needs: no Block left, no loop bound to a GPU thread, every variable bound. Guarantees: the object refers to nothing
// but libm and libc functions, lw_alloc, lw_free, lw_parallel_for and `externs`. Foreign code is linked in where it is
// allowed; where it is not, the error is kCodeNotAllowed.
Result<CpuModule> compileForCpu(const PrimFunc& lowered, const CpuOptions& options = {});

// LLVM's name of this machine's processor and its features, "+avx2,+fma,...".
std::string hostCpuName();
std::string hostCpuFeatures();

}  // namespace lw
