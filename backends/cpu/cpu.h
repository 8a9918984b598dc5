// The cpu backend: compiles a lowered function to an object file for this machine (or another x86-64 one), through
// LLVM.
//
// What the code computes where C, NumPy and TVM leave room:
// - min(a, b) of floats is a < b ? a : b, max(a, b) is a > b ? a : b (as in TVM; one instruction): with a NaN operand
//   the result is b. Comparisons with NaN are false, except !=.
// - float -> integer truncates; a value that does not fit gives an arbitrary value, never undefined behaviour.
// - Integers of stored data wrap; arithmetic of indices and loop bounds is assumed not to overflow.
// - Multiplications and additions may be contracted to FMA; CpuOptions::math may allow further changes.
// - exp, exp2, log, log2, log10, tanh, sigmoid, erf of float32 are our own (vector_math.h states the errors), the same
//   for scalars and vectors; other functions call libm lane by lane.
// - float16, bfloat16 and float8 compute in float32 and round to nearest even after each operation.
// - if_then_else evaluates one side only. Select evaluates both, but a division by zero on the side that is not taken
//   does no harm. Under a vector condition, loads and stores are masked.
// - Parallel loops call lw_parallel_for; a parallel loop inside another runs serially.
#pragma once

#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"
#include "backends/cpu/signature.h"

namespace lw {

struct CpuOptions {
  int optLevel = 3;       // 0 to 3; 2 and 3 differ in code generation only
  FloatMath math;         // what may be changed of floating-point arithmetic
  bool llvmText = false;  // the requested texts; each costs milliseconds
  bool optimisedText = false;
  bool asmText = false;
  bool object = true;  // false: only texts are requested
  bool standalone =
      false;  // the object defines the runtime functions that it calls (standalone.h), for programs without lw-runner
  int argumentAlignment = 0;  // in bytes, of all arrays of a call; 0: as the buffers say, 64 unless they say otherwise
  int threads = 1;          // that optimise and generate code; with more than one, CpuModule::object may be an archive
  bool kernelMath = false;  // kernel_math.h instead of libm, as in kernels of a GPU
  bool debugLines = false;  // line numbers in the code that index CpuModule::lines
  std::string cpu;          // LLVM's name; empty: this machine
  std::string features;     // LLVM's list "+avx2,+fma"; empty: those of this machine, or of `cpu` if it is given
  std::string objects;      // folder of the object store (object_store.h); empty: no store
  CodeConsent allows = {};  // which foreign code may be compiled; empty: none
  double maxSeconds =
      0;  // limit for optimisation and code generation, checked between the passes; 0: none. Exceeding it is an error
  std::function<bool()> stop = {};  // called between the passes; true cancels, and the result is an error
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
  bool known = false;         // the object was in the store; compileMs is the time of emission and of finding it
  std::vector<std::string> failures;  // messages of the assertions
  std::vector<std::string> externs;   // external functions that the process running the object must provide
  std::vector<CpuLine> lines;         // line N is lines[N - 1]
};

// Needs: no Block left, no loop bound to a GPU thread, every variable bound. Guarantees: the object refers only to libm
// and libc functions, lw_alloc, lw_free, lw_parallel_for and `externs`. Foreign code is linked in if it is allowed;
// otherwise the error is kCodeNotAllowed.
Result<CpuModule> compileForCpu(const PrimFunc& lowered, const CpuOptions& options = {});

// LLVM's name of this machine's processor and its features, "+avx2,+fma,...".
std::string hostCpuName();
std::string hostCpuFeatures();

}  // namespace lw
