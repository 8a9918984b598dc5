// Foreign code: the values of a program's annotations "pragma_import_llvm". It is C, C++ or LLVM IR as text, defines
// functions that T.call_extern calls, and is compiled and run only with the user's consent.
//
// C and C++ (text with `extern "C"`) are compiled by clang in a child process with limits on time, memory and output.
// The result is linked into the kernel's module before optimisation, so that calls can be inlined.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// The texts, each once, in program order. The function may be scheduled or lowered.
std::vector<std::string> foreignCode(const PrimFunc& function);

// "C code (12 lines) with tmm16, clear", for the question to the user.
std::string describeCode(const std::string& text);

bool isLlvmText(const std::string& text);

// LLVM bitcode of C or C++ text; `cpu`: LLVM's name of the processor, or "native" for this machine. An error names line
// and column in the text.
Result<std::string> compileC(const std::string& text, const std::string& cpu, double timeoutSeconds = 20);

// Called before a text is compiled; true allows it.
using CodeConsent = std::function<bool(const std::string& text)>;

extern const Error<Snippet> kCodeNotAllowed;  // "cpu.code-not-allowed"

}  // namespace lw
