// Code that a program brings along: the values of its notes "pragma_import_llvm". It is C, C++ or LLVM IR as text,
// defines functions that T.call_extern calls, and is compiled and run only where its reader agreed to that.
//
// C and C++ (text that says `extern "C"`) are compiled by clang in a child process with limits on time, memory and
// output. The result is linked into the kernel's module before it is optimised, so that calls can be inlined.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// The texts, each once, in program order. The function may be scheduled or lowered.
std::vector<std::string> foreignCode(const PrimFunc& function);

// "C code (12 lines) with the functions tmm16, clear" for a person who is asked.
std::string describeCode(const std::string& text);

bool isLlvmText(const std::string& text);

// LLVM bitcode of C or C++ text for a processor of LLVM's name; "native": this machine. An error names line and column
// in the text.
Result<std::string> compileC(const std::string& text, const std::string& cpu, double timeoutSeconds = 20);

// Asked before a text is compiled.
using CodeConsent = std::function<bool(const std::string& text)>;

extern const ErrorKind kCodeNotAllowed;  // "cpu.code-not-allowed"

}  // namespace lw
