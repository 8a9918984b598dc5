#include "views/code/code_lexer.h"

#include <algorithm>
#include <string_view>

#include "core/text/text_tokens.h"

namespace lw {
namespace {

using Style = CodeLexer::Style;

Style styleOf(TextTokenKind kind) {
  switch (kind) {
    case TextTokenKind::Plain:
      return Style::kPlain;
    case TextTokenKind::Keyword:
      return Style::kKeyword;
    case TextTokenKind::String:
      return Style::kString;
    case TextTokenKind::Comment:
      return Style::kComment;
    case TextTokenKind::Number:
      return Style::kNumber;
    case TextTokenKind::Name:
    case TextTokenKind::Instruction:
      return Style::kName;
    case TextTokenKind::Label:
    case TextTokenKind::Directive:
    case TextTokenKind::Metadata:
      return Style::kDim;
  }
  return Style::kPlain;
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
  TextTokens tokens(language_);
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
    const TextToken token = tokens.next(rest);
    const Style found = styleOf(token.kind);
    if (found == kPlain)
      pending += token.length;
    else
      style(rest.substr(0, token.length), found);
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
