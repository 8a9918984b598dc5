#include "core/trace/html_code.h"

#include <algorithm>

#include "core/text/python/python_words.h"

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

// The class of the elements of a token; 0: none.
char classOf(TextTokenKind kind) {
  switch (kind) {
    case TextTokenKind::Keyword:
    case TextTokenKind::Instruction:
      return 'k';
    case TextTokenKind::String:
      return 's';
    case TextTokenKind::Number:
      return 'd';
    case TextTokenKind::Name:
    case TextTokenKind::Label:
      return 'f';
    case TextTokenKind::Comment:
    case TextTokenKind::Directive:
    case TextTokenKind::Metadata:
      return 'c';
    case TextTokenKind::Plain:
      break;
  }
  return 0;
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

std::vector<HtmlHighlighter::Token> HtmlHighlighter::tokens(std::string_view text) {
  std::vector<Token> found;
  size_t at = 0;
  if (!open_.empty()) {
    const py::StringEnd end = py::stringEnd(text, 0, open_);
    at = end.end;
    if (at > 0) found.push_back({0, at, 's'});
    if (!end.closed) return found;
    open_.clear();
  }
  reader_.startLine();
  while (at < text.size()) {
    const TextToken token = reader_.next(text.substr(at));
    if (token.kind == TextTokenKind::String && language_ == TextLanguage::Script) {
      const size_t quotes = at + static_cast<size_t>(py::stringPrefix(text, at));
      if (const std::string_view marks = py::quotesAt(text, quotes);
          marks.size() == 3 && !py::stringEnd(text, quotes).closed)
        open_ = marks;
    }
    found.push_back({at, at + token.length, classOf(token.kind)});
    at += token.length;
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
