// The kinds of errors of the child process that runs kernels.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident, Snippet, int64_t, Message, Ident, int64_t> kRunnerOutOfBounds{
    "runner.out-of-bounds", "kernel {0} {1} {2} bytes {3} of buffer {4}, which has {5} bytes"};
inline constexpr Error<Ident, Snippet, Snippet> kRunnerBadAddress{
    "runner.bad-address", "kernel {0} {1} address {2}, which is not part of any buffer"};
inline constexpr Error<Ident> kRunnerDivisionByZero{"runner.division-by-zero", "kernel {0} divided an integer by zero"};
inline constexpr Error<Ident> kRunnerIllegalInstruction{
    "runner.illegal-instruction", "kernel {0} used an instruction that this processor does not have"};
inline constexpr Error<Ident, Snippet> kRunnerAbort{"runner.abort", "kernel {0} was aborted: {1}"};

inline constexpr Error<Ident, Message> kRunnerForbidden{"runner.forbidden",
                                                        "kernel {0} tried to {1}, which kernels are not allowed to do"};

inline constexpr Error<> kCudaDriver{"cuda.driver", "no NVIDIA driver: libcuda.so.1 not found"};
inline constexpr Error<Ident> kCudaOldDriver{"cuda.old-driver", "the NVIDIA driver does not provide {0}"};
inline constexpr Error<int64_t, int64_t> kCudaDevice{"cuda.device", "there is no NVIDIA device {0}: {1} found"};
inline constexpr Error<Snippet> kCudaBuild{"cuda.build", "the driver rejects the kernels: {0}"};
inline constexpr Error<Message, Snippet> kCudaFailed{"cuda.failed", "{0}: {1}"};

inline constexpr Error<Message> kElfMalformed{"elf.malformed", "the object file is damaged: {0}"};
inline constexpr Error<Message> kElfUnsupported{"elf.unsupported",
                                                "the object file needs {0}, which the loader does not support"};
inline constexpr Error<Snippet> kElfUnresolved{"elf.unresolved",
                                               "the kernel calls {0}, which no loaded library defines"};
inline constexpr Error<int64_t, Snippet> kElfMemory{"elf.memory",
                                                    "{0} bytes for the kernel's code could not be mapped: {1}"};

inline constexpr Error<Snippet> kGpuApi{"gpu.api", "there is no driver for '{0}'"};

inline constexpr Error<Snippet> kGpuDescription{"gpu.description", "the description of the kernels is incomplete: {0}"};
inline constexpr Error<Ident, Snippet, int64_t, int64_t, Ident, int64_t> kGpuMemory{
    "gpu.memory", "buffer {0} of shape {1} takes {2} bytes and the kernels take {3} in all, but {4} has {5}"};
inline constexpr Error<Ident, Snippet, int64_t, Ident, int64_t> kGpuAllocation{
    "gpu.allocation", "buffer {0} of shape {1} takes {2} bytes, but {3} allocates {4} at most for one buffer"};
inline constexpr Error<int64_t, int64_t> kGpuBuffers{"gpu.buffers", "the kernels take {0} buffers, but {1} were given"};

inline constexpr Error<> kOpenclLoader{"opencl.loader", "no OpenCL: libOpenCL.so.1 not found"};
inline constexpr Error<int64_t, int64_t> kOpenclDevice{"opencl.device", "there is no OpenCL device {0}: {1} found"};
inline constexpr Error<Snippet, Snippet> kOpenclBuild{"opencl.build", "{0} cannot compile the kernels: {1}"};
inline constexpr Error<Message, int64_t, Message> kOpenclFailed{"opencl.failed", "{0} failed with error {1}{2}"};
inline constexpr Error<Snippet, Snippet> kOpenclNeeds{"opencl.needs", "{0} does not support {1}"};

inline constexpr Error<Snippet> kOptionWithoutValue{"usage.option", "{0} needs a value, or is not known"};
inline constexpr Error<Snippet> kOptionUnknown{"usage.option", "{0} is not known"};
inline constexpr Error<Snippet, Snippet, Snippet> kOptionChoice{"usage.option", "{0} takes {1}, not '{2}'"};
inline constexpr Error<Snippet, Snippet> kOptionNumber{"usage.option", "{0} takes a number, not '{1}'"};
inline constexpr Error<Snippet> kOptionSecondPackage{"usage.option", "{0}: one package at a time"};
inline constexpr Error<> kOptionNoPackage{"usage.option", "no package is given"};
inline constexpr Error<Snippet> kPackageUnreadable{"package.unreadable", "{0} cannot be read"};
inline constexpr Error<Snippet> kPackageTimeout{"package.timeout",
                                                "the kernels did not end within {0} s and were stopped"};

inline constexpr Error<Snippet, Snippet, Snippet> kPackageText{"package.text",
                                                               "the package has no kernels for {0} ({1}): it has {2}"};

inline constexpr Error<Snippet, Message> kRunnerStart{"runner.start",
                                                      "the program that runs kernels, {0}, cannot be started: {1}"};
inline constexpr Error<Ident, Snippet> kRunnerTimeout{"runner.timeout",
                                                      "kernel {0} did not end within {1} s and was stopped"};
inline constexpr Error<Ident> kRunnerCancelled{"runner.cancelled", "the run of kernel {0} was cancelled"};
inline constexpr Error<Message> kRunnerLost{"runner.lost", "the process that runs kernels ended unexpectedly ({0})"};
inline constexpr Error<> kRunnerDead{"runner.dead", "the process that runs kernels has ended; start another one"};
inline constexpr Error<int64_t, Ident, Snippet> kRunnerMemory{
    "runner.memory", "{0} bytes for buffer {1} could not be shared with the process that runs kernels: {2}"};
inline constexpr Error<Ident, Message> kRunnerAssertion{"runner.assertion", "kernel {0}: assertion failed: {1}"};

inline constexpr Error<> kRequestNotJson{"runner.protocol", "a request is not JSON"};
inline constexpr Error<Snippet> kUnknownRequest{"runner.protocol", "unknown request \"{0}\""};
inline constexpr Error<> kCodeNotRead{"runner.protocol", "the kernel's code cannot be read"};
inline constexpr Error<int64_t> kUnknownKernel{"runner.protocol", "unknown kernel {0}"};
inline constexpr Error<int64_t> kUnknownBufferNumber{"runner.protocol", "unknown buffer {0}"};
inline constexpr Error<Snippet, Snippet> kLibraryNotLoaded{"runner.library", "library {0} cannot be loaded: {1}"};
inline constexpr Error<Snippet, Message> kLibraryForbidden{
    "runner.library",
    "library {0} cannot be loaded: its start-up code tried to {1}, which libraries are not allowed to do"};
inline constexpr Error<int64_t, int64_t> kThreadsFixed{
    "runner.threads",
    "a kernel wants {0} threads, but {1} were started before the first one ran, and none can be added"};
inline constexpr Error<Ident> kSymbolMissing{"runner.symbol", "the object file does not define {0}"};
inline constexpr Error<> kDataNotMapped{"runner.memory", "the data of a buffer cannot be mapped"};
inline constexpr Error<Ident, int64_t> kRunnerOutOfMemory{"runner.memory", "out of memory: buffer {0} needs {1} bytes"};
inline constexpr Error<Ident> kWrotePastEnd{"runner.out-of-bounds", "the kernel wrote past the end of buffer {0}"};
inline constexpr Error<Ident> kWroteBeforeStart{"runner.out-of-bounds",
                                                "the kernel wrote before the start of buffer {0}"};

}  // namespace err

std::vector<const ErrorKind*> runnerErrors();  // all of them

// An error that a child process told: its kind is found by its id and by what the sentence becomes with these holes.
Explanation receivedError(const std::string& kind, std::string message, std::string hint,
                          const std::vector<std::string>& holes);
// One of other kinds, told by another process.
Explanation receivedError(const std::vector<const ErrorKind*>& kinds, const std::string& kind, std::string message,
                          std::string hint, const std::vector<std::string>& holes);

}  // namespace lw
