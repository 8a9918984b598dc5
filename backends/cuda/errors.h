// The kinds of errors of code for CUDA.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident> kCudaArchitecture{"cuda.architecture", "there is no code generator for '{0}'"};
inline constexpr Error<Ident, Snippet> kCudaInvalidCode{"cuda.invalid-code",
                                                        "the kernels of {0} were translated to invalid LLVM IR: {1}"};
inline constexpr Error<Ident, Message> kCudaCodeGeneration{"cuda.code-generation",
                                                           "LLVM could not generate PTX for {0}: {1}"};

inline constexpr Error<Message> kCudaNoTool{"cuda.no-tool",
                                            "showing machine code (SASS) requires NVIDIA's {0}, which is not on PATH"};
inline constexpr Error<> kCudaNoDisassembler{
    "cuda.no-disassembler",
    "showing machine code (SASS) requires NVIDIA's nvdisasm or cuobjdump, and neither is on PATH"};
inline constexpr Error<Snippet, int64_t, Snippet> kCudaTool{"cuda.tool", "{0} failed with code {1}: {2}"};

}  // namespace err

std::vector<const ErrorKind*> cudaErrors();  // all of them

}  // namespace lw
