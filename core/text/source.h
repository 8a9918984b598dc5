// Source texts, positions in them and diagnostics.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/support/explanation.h"

namespace lw {

struct LineColumn {
  int line, column;  // 1-based; column in characters (UTF-8 code points)
};

struct SourceText {
  std::string name;             // file name as the user gave it
  std::string text;             // UTF-8
  std::vector<int> lineStarts;  // byte offsets, built by makeSource
  LineColumn locate(int offset) const;
  std::string_view line(int number) const;  // without the line end
};
SourceText makeSource(std::string name, std::string text);

struct Diagnostic {
  enum class Severity : uint8_t { Error, Warning };
  Severity severity = Severity::Error;
  Span span;
  std::string kind;  // "parse.unknown-name"
  std::string message;
  std::string hint;  // may be empty
  Message reason;    // message and hint as values, for other languages
  Message remedy;
};
Diagnostic diagnosticOf(Diagnostic::Severity severity, Span span, Explanation e);
Explanation explanationOf(const Diagnostic& diagnostic);
// file:line:col: error: message / source line / caret / hint
std::string render(const Diagnostic& diagnostic, const SourceText& source);
std::string render(const Explanation& explanation, const SourceText* source);

}  // namespace lw
