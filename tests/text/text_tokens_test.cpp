// The tokens for colours. Of Python they are those of the parser, in every file and in random texts.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/text/python/python_lexer.h"
#include "core/text/text_tokens.h"
#include "tests/text/corpus.h"

namespace lw {
namespace {

using Kind = TextTokenKind;
using Tokens = std::vector<std::pair<std::string, Kind>>;

// Without plain characters.
Tokens tokensOf(TextLanguage language, const std::string& text) {
  TextTokens reader(language);
  Tokens found;
  for (size_t at = 0; at < text.size();) {
    const TextToken token = reader.next(std::string_view(text).substr(at));
    if (token.length == 0) ADD_FAILURE() << "no progress at " << text.substr(at, 20);
    if (token.kind != Kind::Plain) found.emplace_back(text.substr(at, token.length), token.kind);
    at += std::max<size_t>(1, token.length);
  }
  return found;
}

// Whether the coloured keywords, numbers and strings are those of the parser, at the same places. Returns their number.
size_t expectAsParsed(const std::string& text) {
  std::map<int, std::pair<int, Kind>> parsed, coloured;
  for (const py::Token& token : py::tokenize(makeSource("a.py", text)).tokens) {
    const std::pair<py::TokenKind, Kind> kinds[] = {{py::TokenKind::Keyword, Kind::Keyword},
                                                    {py::TokenKind::Number, Kind::Number},
                                                    {py::TokenKind::String, Kind::String}};
    for (const auto& [kind, colour] : kinds)
      if (token.kind == kind) parsed[token.span.begin] = {token.span.end, colour};
  }
  TextTokens reader(TextLanguage::Script);
  for (size_t at = 0; at < text.size();) {
    const TextToken token = reader.next(std::string_view(text).substr(at));
    if (token.kind == Kind::Keyword || token.kind == Kind::Number || token.kind == Kind::String)
      coloured[static_cast<int>(at)] = {static_cast<int>(at + token.length), token.kind};
    at += token.length;
  }
  EXPECT_EQ(parsed, coloured) << text;
  return parsed.size();
}

TEST(TextTokens, AreThoseOfTheParser) {
  size_t files = 0, tokens = 0;
  for (const char* folder : {"samples", "tests/golden", "resources/composites"})
    for (const auto& path : pythonFiles(folder)) {
      tokens += expectAsParsed(readFile(path));
      ++files;
    }
  EXPECT_GT(files, 100u);
  EXPECT_GT(tokens, 10000u);
}

TEST(TextTokens, AreThoseOfTheParserInRandomTexts) {
  const char* const pieces[] = {"\"", "'", "\"\"\"", "'''", "\\",   "\n",  "\n  ", "#",  "def", " ",   "in",
                                "f",  "r", "Rb",     "0",   "0x1F", "1.5", "..",   "1e", "-",   "e+7", "_9",
                                ".5", "(", ")",      "x",   "None", "é",   "True", "=",  ",",   "\t",  "class"};
  std::mt19937 random(7);
  size_t tokens = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (size_t n = random() % 14; n > 0; --n) text += pieces[random() % std::size(pieces)];
    tokens += expectAsParsed(text);
    if (HasFailure()) return;
  }
  EXPECT_GT(tokens, 20000u);
}

TEST(TextTokens, OfTvmScript) {
  const Tokens expected = {{"@T.prim_func", Kind::Name}, {"def", Kind::Keyword},   {"main", Kind::Name},
                           {"return", Kind::Keyword},    {"1.5e-3", Kind::Number}, {"# why", Kind::Comment}};
  EXPECT_EQ(tokensOf(TextLanguage::Script, "@T.prim_func\ndef main(a):\n  return a * 1.5e-3  # why\n"), expected);
}

TEST(TextTokens, OfC) {
  const Tokens expected = {{"#include \"a.h\"", Kind::Directive},
                           {"void", Kind::Keyword},
                           {"main", Kind::Name},
                           {"const", Kind::Keyword},
                           {"float", Kind::Keyword},
                           {"1.0e-5f", Kind::Number},
                           {"'x'", Kind::String},
                           {"// end", Kind::Comment}};
  EXPECT_EQ(tokensOf(TextLanguage::C, "#include \"a.h\"\nvoid main(const float* a) { a = 1.0e-5f + 'x'; }  // end"),
            expected);
}

TEST(TextTokens, OfLlvm) {
  const Tokens expected = {{"define", Kind::Keyword},  {"@main", Kind::Name},    {"fadd", Kind::Keyword},
                           {"1.0e+00", Kind::Number},  {"!dbg", Kind::Metadata}, {"!7", Kind::Metadata},
                           {"; a note", Kind::Comment}};
  EXPECT_EQ(
      tokensOf(TextLanguage::Llvm, "define void @main(ptr %0) {\n  %2 = fadd float %1, 1.0e+00, !dbg !7 ; a note"),
      expected);
}

TEST(TextTokens, OfAssembly) {
  const Tokens expected = {{".text", Kind::Directive},   {"main:", Kind::Label},      {"vmovaps", Kind::Instruction},
                           {"64", Kind::Number},         {"# a note", Kind::Comment}, {"ret", Kind::Instruction},
                           {"// another", Kind::Comment}};
  EXPECT_EQ(tokensOf(TextLanguage::Assembly, ".text\nmain:\n  vmovaps zmm1, [rsi + 64] # a note\n  ret\n// another"),
            expected);
}

}  // namespace
}  // namespace lw
