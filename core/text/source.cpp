#include "core/text/source.h"

#include <algorithm>

namespace lw {

namespace {

bool isContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

int codePoints(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return !isContinuationByte(c); }));
}

// Blanks of the width of `text`; tabs are kept, so that the caret is under its character in any viewer.
std::string blanksFor(std::string_view text) {
  std::string blanks;
  for (char c : text)
    if (c == '\t')
      blanks += '\t';
    else if (!isContinuationByte(c))
      blanks += ' ';
  return blanks;
}

std::string renderAt(const SourceText& source, Span span, std::string_view severity, std::string_view message,
                     std::string_view hint) {
  std::string text;
  if (!span.valid()) {
    text = source.name + ": " + std::string(severity) + ": " + std::string(message) + "\n";
  } else {
    const LineColumn at = source.locate(span.begin);
    const std::string_view line = source.line(at.line);
    const int lineStart = source.lineStarts[static_cast<size_t>(at.line - 1)];
    const size_t begin = std::min(static_cast<size_t>(span.begin - lineStart), line.size());
    const size_t end = std::clamp(static_cast<size_t>(std::max(span.end, span.begin) - lineStart), begin, line.size());
    text = source.name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
           std::string(severity) + ": " + std::string(message) + "\n";
    // Of a very long line, only the part around the error is shown.
    constexpr size_t kShown = 160, kBefore = 60;
    const auto continues = [&](size_t i) {
      return i < line.size() && (static_cast<unsigned char>(line[i]) & 0xC0) == 0x80;
    };
    size_t from = line.size() > kShown && begin > kBefore ? begin - kBefore : 0,
           to = std::min(line.size(), from + kShown);
    while (continues(from)) ++from;
    while (continues(to)) ++to;
    const std::string lead = from > 0 ? "..." : "";
    text += "    " + lead + std::string(line.substr(from, to - from)) + (to < line.size() ? "..." : "") + "\n";
    const int width = std::max(1, codePoints(line.substr(begin, std::min(end, std::max(to, begin)) - begin)));
    text += "    " + blanksFor(lead) + blanksFor(line.substr(from, begin - from)) + "^" +
            std::string(static_cast<size_t>(width - 1), '~') + "\n";
  }
  if (!hint.empty()) text += "    hint: " + std::string(hint) + "\n";
  return text;
}

}  // namespace

SourceText makeSource(std::string name, std::string text) {
  SourceText source{std::move(name), std::move(text), {0}};
  for (size_t i = 0; i < source.text.size(); ++i)
    if (source.text[i] == '\n') source.lineStarts.push_back(static_cast<int>(i + 1));
  return source;
}

LineColumn SourceText::locate(int offset) const {
  offset = std::clamp(offset, 0, static_cast<int>(text.size()));
  const auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  const int line = static_cast<int>(next - lineStarts.begin());
  const int start = lineStarts[static_cast<size_t>(line - 1)];
  const auto before = std::string_view(text).substr(static_cast<size_t>(start), static_cast<size_t>(offset - start));
  return {line, 1 + codePoints(before)};
}

std::string_view SourceText::line(int number) const {
  if (number < 1 || number > static_cast<int>(lineStarts.size())) return {};
  const auto start = static_cast<size_t>(lineStarts[static_cast<size_t>(number - 1)]);
  size_t end = text.find('\n', start);
  if (end == std::string::npos) end = text.size();
  if (end > start && text[end - 1] == '\r') --end;
  return std::string_view(text).substr(start, end - start);
}

Diagnostic diagnosticOf(Diagnostic::Severity severity, Span span, Explanation e) {
  return {severity,           span, std::move(e.kind), std::move(e.message), std::move(e.hint), std::move(e.reason),
          std::move(e.remedy)};
}

Explanation explanationOf(const Diagnostic& diagnostic) {
  Explanation e;
  e.kind = diagnostic.kind;
  e.message = diagnostic.message;
  e.hint = diagnostic.hint;
  e.reason = diagnostic.reason;
  e.remedy = diagnostic.remedy;
  e.span = diagnostic.span;
  return e;
}

std::string render(const Diagnostic& diagnostic, const SourceText& source) {
  return renderAt(source, diagnostic.span, diagnostic.severity == Diagnostic::Severity::Error ? "error" : "warning",
                  diagnostic.message, diagnostic.hint);
}

std::string render(const Explanation& explanation, const SourceText* source) {
  if (!source) return "error: " + toText(explanation);
  const std::string text = toText(explanation);
  const size_t firstLine = text.find('\n');
  // What toText appends to the message: witness, hint, repairs.
  const std::string tail = firstLine == std::string::npos ? "" : text.substr(firstLine + 1);
  std::string out = renderAt(*source, explanation.span, "error", explanation.message, {});
  size_t begin = 0;
  while (begin < tail.size()) {
    size_t end = tail.find('\n', begin);
    if (end == std::string::npos) end = tail.size();
    out += "    " + tail.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return out;
}

}  // namespace lw
