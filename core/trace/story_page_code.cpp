#include <algorithm>
#include <cctype>

#include "core/text/diff.h"
#include "core/trace/html_code.h"
#include "core/trace/story_page.h"

namespace lw {
namespace {

constexpr int kContext = 3;  // unchanged lines shown around a change
constexpr int kLeastFolded = 4;

// The same colours in shorter elements, which make the page a fifth smaller. The text itself has no such characters:
// they are escaped.
std::string shortened(const std::string& html) {
  std::string out;
  for (size_t at = 0; at < html.size();) {
    constexpr std::string_view kOpen = "<span class=\"", kClose = "</span>";
    if (html.compare(at, kOpen.size(), kOpen) == 0) {
      out += std::string("<i class=") + html[at + kOpen.size()] + ">";
      at += kOpen.size() + 3;
    } else if (html.compare(at, kClose.size(), kClose) == 0) {
      out += "</i>";
      at += kClose.size();
    } else {
      out += html[at++];
    }
  }
  return out;
}

size_t indentOf(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

// Long signatures are wrapped, so that all parameters are seen.
bool isSignature(std::string_view line) { return line.substr(indentOf(line)).starts_with("def "); }

// "C[vi, vj] = ..." or "C[vi, vj] += ..."
bool isStore(std::string_view line) {
  size_t at = indentOf(line);
  const size_t name = at;
  while (at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_')) ++at;
  if (at == name || at >= line.size() || line[at] != '[') return false;
  const size_t end = line.find(" = ", at), update = line.find("= ", at);
  return end != std::string_view::npos || (update != std::string_view::npos && line[update - 1] != '=');
}

std::string line(const std::string& kind, int number, const std::string& html) {
  return "<div class=\"l" + kind + "\" data-n=\"" + std::to_string(number + 1) + "\">" +
         (html.empty() ? " " : shortened(html)) + "</div>\n";
}

// The marks of the words that the other line lacks.
std::vector<HtmlMark> wordMarks(const DiffLine& diff, const std::string& tag) {
  std::vector<HtmlMark> marks;
  for (const Span& word : diff.words) marks.push_back({word, "<" + tag + ">", "</" + tag + ">"});
  return marks;
}

// What changed loops carry out is shown with them: the first store behind each change, inside its loops.
void showStores(const std::vector<DiffLine>& diff, const std::vector<std::string_view>& now, std::vector<bool>& shown) {
  for (size_t i = 0; i < diff.size(); ++i) {
    if (diff[i].kind != DiffLine::Kind::Added) continue;
    const size_t indent = indentOf(now[static_cast<size_t>(diff[i].after)]);
    for (size_t k = i + 1; k < diff.size(); ++k) {
      if (diff[k].kind == DiffLine::Kind::Removed) continue;
      const std::string_view text = now[static_cast<size_t>(diff[k].after)];
      if (!text.empty() && indentOf(text) < indent) break;
      if (!isStore(text) || now[static_cast<size_t>(diff[k].after) - 1].find("T.init()") != std::string_view::npos)
        continue;
      shown[k] = true;
      break;
    }
  }
}

// Wide texts are scrolled, also by keys.
std::string opened(const char* kind, const std::string& label) {
  return std::string("<div class=\"code") + kind + "\" tabindex=\"0\" role=\"group\" aria-label=\"" + htmlText(label) +
         "\">";
}

}  // namespace

// The lines are numbered by the style: there are many of them.
std::string storyCode(const std::string& text, const std::string& label) {
  std::string out = opened(" whole", label);
  HtmlHighlighter colours(TextLanguage::Script);
  const std::vector<std::string_view> lines = linesOf(text);
  for (size_t i = 0; i < lines.size(); ++i)
    if (i + 1 < lines.size() || !lines[i].empty())
      out += std::string("<div class=\"l") + (isSignature(lines[i]) ? " sig" : "") + "\">" +
             (lines[i].empty() ? " " : shortened(colours.line(lines[i]))) + "</div>\n";
  return out + "</div>\n";
}

std::string storyDiff(const std::string& before, const std::string& after, const std::string& label) {
  const std::vector<DiffLine> diff = diffLines(before, after);
  const std::vector<std::string_view> old = linesOf(before), now = linesOf(after);
  const int count = static_cast<int>(diff.size());
  std::vector<bool> shown(diff.size(), false);
  for (int i = 0; i < count; ++i)
    if (diff[static_cast<size_t>(i)].kind != DiffLine::Kind::Same)
      for (int k = std::max(0, i - kContext); k <= std::min(count - 1, i + kContext); ++k)
        shown[static_cast<size_t>(k)] = true;
  showStores(diff, now, shown);
  HtmlHighlighter coloursBefore(TextLanguage::Script), colours(TextLanguage::Script);
  std::string out = opened("", label);
  for (int i = 0; i < count;) {
    int end = i;
    while (end < count && !shown[static_cast<size_t>(end)]) ++end;
    const bool fold = end - i >= kLeastFolded;
    if (fold) out += "<details><summary>" + std::to_string(end - i) + " unchanged lines</summary>\n";
    for (const int to = std::max(end, i + 1); i < to; ++i) {
      const DiffLine& d = diff[static_cast<size_t>(i)];
      switch (d.kind) {
        case DiffLine::Kind::Same:
          coloursBefore.line(old[static_cast<size_t>(d.before)]);
          out += line(std::string(d.reindented ? " indented" : "") +
                          (isSignature(now[static_cast<size_t>(d.after)]) ? " sig" : ""),
                      d.after, colours.line(now[static_cast<size_t>(d.after)]));
          break;
        case DiffLine::Kind::Added:
          out += line(d.moved < 0 ? " add" : " add moved", d.after,
                      colours.line(now[static_cast<size_t>(d.after)], wordMarks(d, "ins")));
          break;
        case DiffLine::Kind::Removed:
          out += line(d.moved < 0 ? " del" : " del moved", d.before,
                      coloursBefore.line(old[static_cast<size_t>(d.before)], wordMarks(d, "del")));
          break;
      }
    }
    if (fold) out += "</details>\n";
  }
  return out + "</div>\n";
}

}  // namespace lw
