// The kinds of errors of code generation for processors.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet, Message> kCpuNoTarget{"cpu.no-target", "LLVM cannot generate code for {0}: {1}"};
inline constexpr Error<Ident, Snippet> kCpuInvalidCode{"cpu.invalid-code",
                                                       "function {0} was translated to invalid LLVM IR: {1}"};
inline constexpr Error<Ident> kCpuStopped{"cpu.stopped", "compiling function {0} was cancelled"};
inline constexpr Error<Ident, int64_t, int64_t> kCpuTooLong{
    "cpu.too-long", "compiling function {0} took more than {1} seconds: it has grown to {2} instructions"};
inline constexpr Error<Ident, Message> kCpuCodeGeneration{"cpu.code-generation",
                                                          "LLVM could not generate code for function {0}: {1}"};

inline constexpr Error<Snippet> kCpuNoCycleModel{"cpu.no-cycle-model", "LLVM has no model of the processor {0}"};
inline constexpr Error<Message> kCpuUnreadableAssembly{"cpu.unreadable-assembly",
                                                       "the assembly cannot be read back: {0}"};

inline constexpr Error<Ident, Message> kCpuAtomic{"cpu.atomic",
                                                  "the update of {0} cannot be compiled to an atomic operation: {1}"};

inline constexpr Error<Snippet> kCpuUnsupportedCall{"cpu.unsupported-call", "T.{0} is not available on the cpu"};
inline constexpr Error<Snippet> kCpuUnknownCall{"cpu.unknown-call",
                                                "T.{0} is only read and passed on, because its meaning is not known"};
inline constexpr Error<Snippet> kCpuExternName{"cpu.extern-name",
                                               "the first argument of T.{0} must be a function name in quotes"};
inline constexpr Error<Snippet, TypeName> kCpuExternVector{"cpu.extern-vector",
                                                           "extern function {0} is called with vectors ({1})"};
inline constexpr Error<Snippet> kCpuUnknownIntrinsic{"cpu.unknown-intrinsic", "LLVM has no intrinsic {0}"};
inline constexpr Error<Snippet, Snippet, TypeName> kIntrinsicTypes{"cpu.intrinsic-types",
                                                                   "{0} does not take {1} and return {2}"};
inline constexpr Error<Snippet, TypeName, int64_t> kCudaMatrix{
    "cuda.matrix-operation", "the target sm_{2} has no instruction for matrix operations of the shape {0} on {1}"};
inline constexpr Error<Snippet> kCudaExtern{"cuda.extern", "CUDA kernels cannot call the external function {0}"};
inline constexpr Error<Snippet, TypeName> kCpuFloatWanted{"cpu.float-wanted", "T.{0} takes floats, not {1}"};

inline constexpr Error<Snippet> kCpuStringValue{"cpu.string-value", "the string \"{0}\" is used as a value"};

inline constexpr Error<Ident, Ident> kCpuUnboundVariable{"cpu.unbound-variable",
                                                         "variable {0} has no value when function {1} is compiled"};

inline constexpr Error<Ident, int64_t, int64_t> kCpuIndexCount{
    "cpu.index-count", "buffer {0} has {1} dimensions but is accessed with {2} indices"};
inline constexpr Error<Ident, TypeName> kVectorOfVectors{"cpu.vector-of-vectors",
                                                         "a vector index into buffer {0} of {1} is not supported"};
inline constexpr Error<Ident, int64_t, int64_t> kCpuMaskLanes{
    "cpu.mask-lanes", "an access to buffer {0} with {1} lanes is guarded by a condition with {2} lanes"};

inline constexpr Error<Ident> kCpuNotLowered{
    "cpu.not-lowered", "block {0} has not been lowered: the cpu backend compiles lowered functions"};
inline constexpr Error<Ident, Snippet> kCpuBoundLoop{"cpu.bound-loop",
                                                     "loop {0} is bound to {1}, which the cpu does not have"};
inline constexpr Error<Snippet> kCpuThreadExtent{"cpu.thread-extent",
                                                 "the function launches threads ({0}), which the cpu does not have"};

inline constexpr Error<Snippet> kCpuFloatMath{"cpu.float-math", "unknown arithmetic option \"{0}\""};

inline constexpr Error<> kCpuNoCCompiler{"cpu.no-c-compiler",
                                         "clang, which compiles the program's C code, was not found"};
inline constexpr Error<Snippet, Snippet, Snippet> kDoesNotCompile{
    "cpu.c-error", "the program's C code does not compile: line {0}, column {1}: {2}"};
inline constexpr Error<Message> kCpuCFailed{"cpu.c-failed", "clang produced no code for the program's C code: {0}"};
inline constexpr Error<int64_t, int64_t> kCpuCTooLarge{"cpu.c-too-large",
                                                       "the program's C code has {0} bytes; the limit is {1}"};

inline constexpr Error<Ident, Ident, Snippet> kCpuMissingInstruction{
    "cpu.missing-instruction", "the program uses {0}, which needs {1}; {2} does not have it"};
inline constexpr Error<Ident, Snippet> kOtherMachine{
    "cpu.other-machine", "the program uses {0}, an instruction for another architecture than {1}"};

inline constexpr Error<int64_t, Snippet> kCpuCodeUnreadable{"cpu.code-unreadable",
                                                            "the program's LLVM code cannot be read: line {0}: {1}"};
inline constexpr Error<Message> kCpuCodeInvalid{"cpu.code-invalid", "the program's LLVM code is not valid: {0}"};
inline constexpr Error<Ident, Snippet, Snippet> kCpuExternType{
    "cpu.extern-type", "T.call_extern calls {0} as {1}, but the program's code defines it as {2}"};
inline constexpr Error<> kConstructors{"cpu.code-constructors",
                                       "the program's code has variables with dynamic initialisers"};
inline constexpr Error<Ident> kCpuCodeTwice{"cpu.code-twice", "{0} has two definitions in the program's code"};

inline constexpr Error<> kCpuNoLinker{"cpu.no-linker",
                                      "linking a shared library requires cc, gcc or clang, and none was found"};
inline constexpr Error<Snippet> kCpuNotLinked{"cpu.not-linked", "the shared library could not be linked: {0}"};

inline constexpr Error<Message, Snippet, Message, Snippet> kKernelArgumentCount{
    "kernel.argument-count", "{0} takes {1} {2}, but {3} were given"};
inline constexpr Error<Ident, Snippet, Snippet> kKernelArgumentRank{
    "kernel.argument-rank", "buffer {0} has {1} dimensions, but the array given for it has {2}"};
inline constexpr Error<Snippet, Ident, Snippet, Snippet> kKernelArgumentShape{
    "kernel.argument-shape", "dimension {0} of buffer {1} is {2}, but the array given for it has {3}"};
inline constexpr Error<Ident, Snippet, Snippet, Snippet, Ident> kKernelSizeConflict{
    "kernel.size-conflict", "size {0} is {1} by an earlier buffer, but {2} by dimension {3} of buffer {4}"};

}  // namespace err

std::vector<const ErrorKind*> cpuErrors();  // all of them

}  // namespace lw
