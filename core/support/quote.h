// Texts as string literals. All text that Python reads later (programs, traces, scripts) is quoted here.
#pragma once

#include <string>
#include <string_view>

namespace lw {

// A Python string literal of one line, in double quotes. Python's ast.literal_eval, and the parser here, read `text`
// from it again: a byte that is no part of valid UTF-8 becomes the code that Python's "surrogateescape" has for it
// (0xFF: \udcff).
std::string quoted(const std::string& text);

// The same in the quotes that Python's repr() chooses.
std::string pythonRepr(std::string_view text);

// A string literal of C, C++ and OpenCL C. Escapes are octal, which end after three digits, whatever follows.
std::string cQuoted(const std::string& text);

// The length of the UTF-8 sequence at `at`; 0: it is not valid UTF-8.
size_t utf8Length(std::string_view text, size_t at);

}  // namespace lw
