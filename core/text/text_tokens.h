// Tokens of the texts that panes and pages show, for their colours. Python is spelled as the parser reads it.
#pragma once

#include <string_view>

#include "core/text/text_language.h"

namespace lw {

enum class TextTokenKind : uint8_t {
  Plain,
  Keyword,
  String,
  Comment,
  Number,
  Name,         // that a text defines, or that a decorator refers to
  Instruction,  // of assembly: the first word of a line
  Label,        // of assembly
  Directive,    // a line of assembly or C that is for the assembler or the preprocessor
  Metadata,     // of LLVM IR
};

struct TextToken {
  size_t length;
  TextTokenKind kind;
};

// Reads the tokens of a text in their order, from the start of a line on.
class TextTokens {
 public:
  explicit TextTokens(TextLanguage language) : language_(language) {}
  // The first token of `rest`, which is what remains of the text and is not empty. Tokens end with their lines, except
  // strings of TVMScript.
  TextToken next(std::string_view rest);
  void startLine();  // the next token begins a line

 private:
  TextToken tokenOf(std::string_view rest) const;
  TextToken scriptToken(std::string_view rest) const;
  TextToken cToken(std::string_view rest) const;
  TextToken assemblyToken(std::string_view rest) const;

  const TextLanguage language_;
  std::string_view previous_;  // the word before, without anything but spaces between; to recognise what it defines
  bool first_ = true;          // of its line, apart from spaces
};

}  // namespace lw
