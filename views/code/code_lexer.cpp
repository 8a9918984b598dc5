#include "views/code/code_lexer.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace lw {
namespace {

using Style = CodeLexer::Style;
using Language = CodeLexer::Language;

struct Token {
  size_t length;
  Style style;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

size_t wordLength(std::string_view text) {
  size_t n = 0;
  while (n < text.size() && isWord(text[n])) ++n;
  return n;
}

size_t numberLength(std::string_view text) {
  size_t n = 0;
  while (n < text.size() &&
         (isWord(text[n]) || text[n] == '.' ||
          ((text[n] == '-' || text[n] == '+') && n > 0 && (text[n - 1] == 'e' || text[n - 1] == 'E'))))
    ++n;
  return n;
}

size_t lineLength(std::string_view text) {
  const size_t end = text.find('\n');
  return end == std::string_view::npos ? text.size() : end;
}

size_t stringLength(std::string_view text) {
  const std::string_view quote = text.substr(0, 1), triple = text.substr(0, 3);
  if (triple == "\"\"\"" || triple == "'''") {
    const size_t end = text.find(triple, 3);
    return end == std::string_view::npos ? text.size() : end + 3;
  }
  for (size_t n = 1; n < text.size(); ++n) {
    if (text[n] == '\\')
      ++n;
    else if (text[n] == quote[0])
      return n + 1;
    else if (text[n] == '\n')
      return n;
  }
  return text.size();
}

template <size_t N>
bool isOneOf(std::string_view word, const std::string_view (&words)[N]) {
  for (const std::string_view& w : words)
    if (w == word) return true;
  return false;
}

constexpr std::string_view kPython[] = {
    "and", "as", "assert", "break", "class", "continue", "def",    "elif",  "else", "for",  "from",  "if",  "import",
    "in",  "is", "lambda", "not",   "or",    "pass",     "return", "while", "with", "True", "False", "None"};
constexpr std::string_view kLlvm[] = {"define",        "declare",
                                      "ret",           "br",
                                      "label",         "call",
                                      "load",          "store",
                                      "phi",           "add",
                                      "sub",           "mul",
                                      "fadd",          "fmul",
                                      "fsub",          "fdiv",
                                      "icmp",          "fcmp",
                                      "select",        "getelementptr",
                                      "insertelement", "extractelement",
                                      "shufflevector", "sext",
                                      "zext",          "trunc",
                                      "bitcast",       "shl",
                                      "and",           "or",
                                      "xor",           "tail",
                                      "switch",        "unreachable",
                                      "sdiv",          "srem"};

// `previous`: the previous word, to recognize the names that `def` and `class` define.
Token scriptToken(std::string_view text, std::string_view previous) {
  const char c = text[0];
  if (c == '#') return {lineLength(text), Style::kComment};
  if (c == '"' || c == '\'') return {stringLength(text), Style::kString};
  if (c == '@') return {1 + numberLength(text.substr(1)), Style::kName};
  if (isDigit(c)) return {numberLength(text), Style::kNumber};
  if (isWord(c)) {
    const size_t n = wordLength(text);
    if (isOneOf(text.substr(0, n), kPython)) return {n, Style::kKeyword};
    return {n, previous == "def" || previous == "class" ? Style::kName : Style::kPlain};
  }
  return {1, Style::kPlain};
}

Token llvmToken(std::string_view text) {
  const char c = text[0];
  if (c == ';') return {lineLength(text), Style::kComment};
  if (c == '"') return {stringLength(text), Style::kString};
  if (c == '@') return {1 + numberLength(text.substr(1)), Style::kName};
  if (c == '%') return {1 + numberLength(text.substr(1)), Style::kPlain};
  if (c == '!' || c == '#') return {1 + wordLength(text.substr(1)), Style::kDim};
  if (isDigit(c)) return {numberLength(text), Style::kNumber};
  if (isWord(c)) {
    const size_t n = numberLength(text);
    return {n, isOneOf(text.substr(0, n), kLlvm) ? Style::kKeyword : Style::kPlain};
  }
  return {1, Style::kPlain};
}

constexpr std::string_view kC[] = {
    "void",   "int",    "char",     "short",  "long",     "float",    "double",  "bool", "unsigned", "const",
    "static", "inline", "restrict", "struct", "typedef",  "for",      "while",   "do",   "if",       "else",
    "return", "break",  "continue", "sizeof", "__kernel", "__global", "__local", "uint", "ulong",    "half"};

Token cToken(std::string_view text, std::string_view previous) {
  const char c = text[0];
  if (text.starts_with("//") || c == '#') return {lineLength(text), c == '#' ? Style::kDim : Style::kComment};
  if (c == '"' || c == '\'') return {stringLength(text), Style::kString};
  if (isDigit(c)) return {numberLength(text), Style::kNumber};
  if (isWord(c)) {
    const size_t n = wordLength(text);
    if (isOneOf(text.substr(0, n), kC)) return {n, Style::kKeyword};
    return {n, previous == "void" ? Style::kName : Style::kPlain};
  }
  return {1, Style::kPlain};
}

// `first`: the first token of the line, so a word is an instruction or a label.
Token assemblyToken(std::string_view text, bool first) {
  const char c = text[0];
  if (c == '#' || text.starts_with("//") || (c == ';' && first)) return {lineLength(text), Style::kComment};
  if (c == '"') return {stringLength(text), Style::kString};
  if (c == '.' && first) return {lineLength(text), Style::kDim};
  if (isDigit(c)) return {numberLength(text), Style::kNumber};
  if (isWord(c)) {
    const size_t n = numberLength(text);
    if (n < text.size() && text[n] == ':') return {n + 1, Style::kDim};
    return {n, first ? Style::kName : Style::kPlain};
  }
  return {1, Style::kPlain};
}

}  // namespace

QString CodeLexer::description(int style) const {
  static const char* const kNames[] = {"plain", "keyword", "string", "comment",         "number",
                                       "name",  "dim",     "margin", "margin selected", "indentation"};
  return style >= 0 && style <= kIndent ? QString::fromLatin1(kNames[style]) : QString();
}

// Tokens end with their lines, except strings: what begins a line inside of a string is styled from the string's first
// line on.
int CodeLexer::startOfToken(int lineStart) const {
  while (lineStart > 0 &&
         editor()->SendScintilla(QsciScintilla::SCI_GETSTYLEAT, (unsigned long)(lineStart - 1)) == kString) {
    const long line = editor()->SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION, (unsigned long)(lineStart - 1));
    lineStart = int(editor()->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line));
  }
  return lineStart;
}

void CodeLexer::styleText(int start, int end) {
  // Only to the requested position, because texts may be long.
  const int length = int(editor()->SendScintilla(QsciScintilla::SCI_GETLENGTH));
  const auto* raw =
      reinterpret_cast<const char*>(editor()->SendScintillaPtrResult(QsciScintilla::SCI_GETCHARACTERPOINTER));
  if (!raw) return;
  const std::string_view text(raw, size_t(length));
  const int from = startOfToken(start);
  startStyling(from);
  std::string_view previous;
  bool first = true;
  size_t pending = 0;  // plain characters not yet styled
  const auto style = [&](std::string_view part, int with) {
    if (pending > 0) setStyling(int(pending), kPlain);
    pending = 0;
    // A string may span lines, which are indented as well.
    while (narrow_ && !part.empty()) {
      const size_t next = part.find('\n');
      if (next == std::string_view::npos) break;
      const size_t spaces = std::min(part.find_first_not_of(' ', next + 1), part.size()) - next - 1;
      setStyling(int(next + 1), with);
      if (spaces > 0) setStyling(int(spaces), kIndent);
      part.remove_prefix(next + 1 + spaces);
    }
    if (!part.empty()) setStyling(int(part.size()), with);
  };
  for (size_t at = size_t(from); at < text.size() && at < size_t(end);) {
    const std::string_view rest = text.substr(at);
    if (narrow_ && rest[0] == ' ' && (at == 0 || text[at - 1] == '\n')) {
      const size_t spaces = std::min(rest.find_first_not_of(' '), rest.size());
      style(rest.substr(0, spaces), kIndent);
      at += spaces;
      continue;
    }
    const Token token = language_ == Language::Script ? scriptToken(rest, previous)
                        : language_ == Language::Llvm ? llvmToken(rest)
                        : language_ == Language::C    ? cToken(rest, previous)
                                                      : assemblyToken(rest, first);
    if (rest[0] == '\n')
      first = true;
    else if (rest[0] != ' ' && rest[0] != '\t')
      first = false;
    if (isWord(rest[0]))
      previous = rest.substr(0, token.length);
    else if (rest[0] != ' ')
      previous = {};
    if (token.style == kPlain)
      pending += token.length;
    else
      style(rest.substr(0, token.length), token.style);
    at += token.length;
  }
  if (pending > 0) setStyling(int(pending), kPlain);
}

void CodeLexer::setTheme(const Theme& t) {
  const QFont plain = codeFont(12.5 * scale_), bold = codeFont(12.5 * scale_, QFont::Bold);
  setDefaultPaper(t.panel);
  setDefaultColor(t.text);
  setDefaultFont(plain);
  const QColor colors[] = {t.text,          t.codeKeyword, t.codeString, t.dim,
                           t.codeNumber,    t.codeName,    t.dim,        blend(t.dim, t.panel, 0.2),
                           t.selectionEdge, t.text};
  for (int style = kPlain; style <= kIndent; ++style) {
    setColor(colors[style], style);
    setPaper(style == kMarginSelected ? t.selection : t.panel, style);
    setFont(style == kMarginSelected ? bold : plain, style);
  }
}

}  // namespace lw
