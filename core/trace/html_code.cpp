#include "core/trace/html_code.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace lw {
namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--window:#eceef2;--panel:#fff;--raised:#f5f6f9;--line:#d9dde5;--text:#1d2330;--dim:#586274;--selection:#d5e5ff;--serial:#586274;--parallel:#8c5400;--vectorized:#0b6e4b;--unrolled:#7440c9;--reduce:#b92f26;--accent:#195fcc;--added:#dff3e6;--addedword:#a9ddbd;--removed:#fbe4e2;--removedword:#f2b8b3;--keyword:#8a2fb8;--string:#27702d;--number:#924d00;--defined:#1557c7}
@media(prefers-color-scheme:dark){:root{--window:#16181d;--panel:#1c1f26;--raised:#242833;--line:#2f3441;--text:#e4e7ee;--dim:#9aa3b5;--selection:#22395f;--serial:#9aa3b5;--parallel:#e0a33a;--vectorized:#46b98a;--unrolled:#bb96f7;--reduce:#f58a82;--accent:#68a5ff;--added:#16352a;--addedword:#22654a;--removed:#402326;--removedword:#7a3a3b;--keyword:#c792ea;--string:#9ece8a;--number:#f0b072;--defined:#6aa8ff}}
*{box-sizing:border-box}body{margin:0;background:var(--window);color:var(--text);font:15px/1.5 Inter,system-ui,sans-serif}
h1{font-size:26px;margin:0}h2{font-size:17px;margin:0 0 10px;font-weight:600}p{margin:0}code,.code{font:13px/1.55 "JetBrains Mono",ui-monospace,monospace}
.dim,.facts{color:var(--dim)}.panel{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:16px 18px}
.good{color:var(--vectorized)}.bad{color:var(--reduce)}.n{color:var(--dim);padding-right:10px;font-variant-numeric:tabular-nums}
.box{background:var(--raised);border:1px solid var(--line);border-left:4px solid var(--kind);border-radius:6px;padding:5px 0 5px 10px;margin:5px 7px 5px 0}
.tree>.box{margin-right:0}.tree>.box:first-child{margin-top:0}.box>p{padding:1px 9px 1px 0;display:block}.serial{--kind:var(--serial)}.reduce{--kind:var(--reduce)}.parallel{--kind:var(--parallel)}.vectorized{--kind:var(--vectorized)}.unrolled{--kind:var(--unrolled)}
.block{border:1px dashed var(--accent);--kind:var(--accent)}.block code{overflow-wrap:anywhere}.name{color:var(--accent)}.extent{color:var(--dim)}.chip{border:1px solid var(--kind);color:var(--kind);border-radius:9px;padding:0 8px;font-size:12px}
.box>p:first-child{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 6px}.work{margin-left:auto;align-self:center;width:74px;height:7px;border-radius:4px;background:var(--line)}.work span{display:block;height:100%;border-radius:4px;background:var(--accent)}
.code{overflow-x:auto;border:1px solid var(--line);border-radius:6px;padding:8px 0}.l{white-space:pre;padding:0 12px;min-width:max-content}.l::before{content:attr(data-n);display:inline-block;width:3.2em;color:var(--dim);user-select:none}
.k{color:var(--keyword)}.s{color:var(--string)}.d{color:var(--number)}.c{color:var(--dim);font-style:italic}.f{color:var(--defined)}
)";

constexpr std::array<std::string_view, 27> kPython{"and",    "as",    "assert", "break",  "class", "continue", "def",
                                                   "elif",   "else",  "for",    "from",   "if",    "import",   "in",
                                                   "None",   "is",    "lambda", "global", "not",   "or",       "pass",
                                                   "return", "while", "with",   "True",   "False", "yield"};
constexpr std::array<std::string_view, 30> kC{
    "void",   "int",   "char",   "short", "long",   "float",   "double",   "bool",     "unsigned", "const",
    "static", "if",    "else",   "for",   "while",  "return",  "restrict", "struct",   "typedef",  "sizeof",
    "inline", "break", "switch", "case",  "extern", "__local", "__global", "__kernel", "goto",     "do"};
constexpr std::array<std::string_view, 12> kLlvm{"define", "declare", "ret",    "br",     "label", "call",
                                                 "load",   "store",   "select", "switch", "phi",   "getelementptr"};

bool isWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

size_t wordEnd(std::string_view text, size_t at, std::string_view more = "") {
  while (at < text.size() && (isWordByte(text[at]) || more.find(text[at]) != std::string_view::npos)) ++at;
  return at;
}

// Where a string with these quotes ends; npos: not in this line.
size_t stringEnd(std::string_view text, size_t at, std::string_view quotes) {
  for (; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text.compare(at, quotes.size(), quotes) == 0)
      return at + quotes.size();
  }
  return std::string_view::npos;
}

template <size_t N>
bool holds(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string_view htmlStyle() { return kStyle; }

std::string htmlText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string htmlKey(LoopId loop) { return "l" + std::to_string(loop.value); }
std::string htmlKey(BlockId block) { return "b" + std::to_string(block.value); }

HtmlHighlighter::Token HtmlHighlighter::next(std::string_view text, size_t at, std::string_view previous) const {
  const char c = text[at];
  const bool script = language_ == HtmlLanguage::Script, assembly = language_ == HtmlLanguage::Assembly;
  const std::string_view rest = text.substr(at);
  const bool comment = script || assembly                ? c == '#'
                       : language_ == HtmlLanguage::Llvm ? c == ';'
                                                         : rest.starts_with("//");
  if (comment || (assembly && rest.starts_with("//"))) return {at, text.size(), 'c'};
  if (c == '"' || (script && c == '\''))
    return {at, std::min(text.size(), stringEnd(text, at + 1, rest.substr(0, 1))), 's'};
  if (c == '@' && language_ != HtmlLanguage::C) return {at, wordEnd(text, at + 1, "."), 'f'};
  if (c == '%' && assembly) return {at, wordEnd(text, at + 1), 0};
  if (isDigit(c)) return {at, wordEnd(text, at, "."), 'd'};
  if (!isWordByte(c) && !(assembly && c == '.')) return {at, at + 1, 0};
  const size_t end = wordEnd(text, at, assembly ? "." : "");
  const std::string_view word = text.substr(at, end - at);
  switch (language_) {
    case HtmlLanguage::Script:
      return {at, end, holds(kPython, word) ? 'k' : previous == "def" || previous == "class" ? 'f' : '\0'};
    case HtmlLanguage::C:
      return {at, end, holds(kC, word) ? 'k' : '\0'};
    case HtmlLanguage::Llvm:
      return {at, end, holds(kLlvm, word) ? 'k' : '\0'};
    case HtmlLanguage::Assembly:  // a label, or the first word of a line, which is the instruction
      return {at, end, end < text.size() && text[end] == ':' ? 'f' : previous.empty() ? 'k' : '\0'};
  }
  return {at, end, 0};
}

std::vector<HtmlHighlighter::Token> HtmlHighlighter::tokens(std::string_view text) {
  std::vector<Token> found;
  std::string_view previous;
  size_t at = 0;
  if (!open_.empty()) {
    const size_t end = stringEnd(text, 0, open_);
    at = std::min(text.size(), end);
    if (at > 0) found.push_back({0, at, 's'});
    if (end == std::string_view::npos) return found;
    open_.clear();
  }
  while (at < text.size()) {
    Token token = next(text, at, previous);
    if (const std::string_view three = text.substr(at, 3);
        language_ == HtmlLanguage::Script && (three == R"(""")" || three == "'''")) {
      const size_t end = stringEnd(text, at + 3, three);
      if (end == std::string_view::npos) open_ = three;
      token = {at, std::min(text.size(), end), 's'};
    }
    if (isWordByte(text[at]) || token.kind != 0) previous = text.substr(token.begin, token.end - token.begin);
    at = token.end;
    found.push_back(token);
  }
  return found;
}

std::string HtmlHighlighter::line(std::string_view text, const std::vector<HtmlMark>& marks) {
  std::string out;
  auto mark = marks.begin();
  bool inside = false;
  // A token that a mark begins or ends in is written in parts, so that the elements are nested.
  const auto put = [&](size_t begin, size_t end, char kind) {
    if (begin == end) return;
    const std::string part = htmlText(text.substr(begin, end - begin));
    out += kind ? std::string("<span class=\"") + kind + "\">" + part + "</span>" : part;
  };
  for (const Token& token : tokens(text)) {
    size_t at = token.begin;
    while (mark != marks.end()) {
      const size_t edge = static_cast<size_t>(inside ? mark->span.end : mark->span.begin);
      if (edge >= token.end && !(inside && edge == token.end)) break;
      const size_t stop = std::max(at, edge);
      put(at, stop, token.kind);
      at = stop;
      out += inside ? mark->close : mark->open;
      if (inside) ++mark;
      inside = !inside;
    }
    put(at, token.end, token.kind);
  }
  if (inside) out += mark->close;
  return out;
}

}  // namespace lw
