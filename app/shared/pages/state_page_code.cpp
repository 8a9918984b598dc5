// The texts of a page. A line has the keys of what begins in it, else of the innermost loop or block around it.
#include <algorithm>
#include <map>

#include "app/shared/pages/state_page.h"
#include "core/support/text.h"
#include "core/text/diff.h"

namespace lw {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

struct LineLinks {
  std::vector<std::string> keys;
  std::vector<HtmlMark> names;
};

LineLinks linksOf(const PageText& text, int begin, int end) {
  LineLinks found;
  const PageLink* around = nullptr;
  // A loop of the file may have become several loops, which then share its name.
  struct Keys {
    int length = 0;
    std::string text;
  };
  std::map<int, Keys> names;
  const auto first = text.text.find_first_not_of(' ', static_cast<size_t>(begin));
  const int from = first == std::string::npos ? begin : std::min(end, static_cast<int>(first));
  for (const PageLink& link : text.links) {
    if (link.span.begin >= begin && link.span.begin < end) {
      if (!contains(found.keys, link.key)) found.keys.push_back(link.key);
      if (link.name && link.span.end <= end) {
        Keys& keys = names[link.span.begin];
        keys.length = link.span.end - link.span.begin;
        addItem(keys.text, link.key, " ");
      }
    } else if (link.span.begin <= from && link.span.end > from &&
               (!around || link.span.end - link.span.begin <= around->span.end - around->span.begin)) {
      around = &link;
    }
  }
  if (found.keys.empty() && around) found.keys.push_back(around->key);
  if (names.size() > 1)
    for (const auto& [place, keys] : names)
      found.names.push_back({{place - begin, place - begin + keys.length}, "<b data-k=\"" + keys.text + "\">", "</b>"});
  return found;
}

}  // namespace

std::string htmlCode(const PageText& text) {
  std::string out = "<div class=\"code\">";
  HtmlHighlighter colours(text.language);
  int number = 0;
  for (const std::string_view line : linesOf(text.text)) {
    const int begin = static_cast<int>(line.data() - text.text.data());
    const LineLinks links = linksOf(text, begin, begin + static_cast<int>(line.size()));
    std::string keys = join(links.keys, " ");
    const std::string html = colours.line(line, links.names);
    out += "<div class=\"l\" data-n=\"" + std::to_string(++number) + "\"" +
           (keys.empty() ? "" : " data-k=\"" + keys + "\"") + ">" + (html.empty() ? " " : html) + "</div>\n";
  }
  return out + "</div>\n";
}

}  // namespace lw
