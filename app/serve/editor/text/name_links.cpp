#include "app/serve/editor/text/name_links.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace lw::serve {
namespace {

using Kind = NamedThing::Kind;

bool isWordByte(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80) != 0; }

}  // namespace

Span wordIn(const std::string& text, Span span, std::string_view word) {
  for (size_t at = static_cast<size_t>(span.begin); (at = text.find(word, at)) < static_cast<size_t>(span.end); ++at)
    if ((at == 0 || !isWordByte(text[at - 1])) &&
        (at + word.size() >= text.size() || !isWordByte(text[at + word.size()])))
      return {static_cast<int>(at), static_cast<int>(at + word.size())};
  return {};
}

void linkStrings(NameIndex& index, const std::vector<NamedString>& strings) {
  std::map<std::pair<std::string, bool>, std::vector<int>> known;
  for (size_t i = 0; i < index.things.size(); ++i) {
    const Kind kind = index.things[i].kind;
    if (kind == Kind::Block || kind == Kind::Buffer)
      known[{index.things[i].name, kind == Kind::Buffer}].push_back(static_cast<int>(i));
  }
  for (const NamedString& text : strings)
    if (const auto found = known.find({text.value, text.buffer}); found != known.end() && found->second.size() == 1)
      index.uses.push_back({text.span, found->second.front(), false, true});
}

void linkReference(NameIndex& index, const ParametersOf& parameters) {
  const auto reference = parameters.find("reference");
  if (reference == parameters.end()) return;
  for (const auto& [name, parameter] : reference->second) {
    int buffer = -1, count = 0;
    for (const auto& [function, params] : parameters)
      if (const auto found = params.find(name);
          found != params.end() && index.things[static_cast<size_t>(found->second)].kind == Kind::Buffer)
        buffer = found->second, ++count;
    if (count != 1) continue;
    for (NameUse& u : index.uses)
      if (u.thing == parameter) u.thing = buffer;
  }
}

void linkComments(NameIndex& index, const SourceText& source, const ParametersOf& parameters) {
  for (size_t i = 0; i < source.lineStarts.size(); ++i) {
    const auto begin = static_cast<size_t>(source.lineStarts[i]);
    const std::string_view line = std::string_view(source.text).substr(begin, source.text.find('\n', begin) - begin);
    if (!line.starts_with("# inputs: ") && !line.starts_with("# bind: ")) continue;
    std::set<int> found;
    for (const auto& [function, params] : parameters)
      for (const auto& [name, known] : params) {
        const Span span =
            wordIn(source.text, {static_cast<int>(begin + 7), static_cast<int>(begin + line.size())}, name);
        const Kind kind = index.things[static_cast<size_t>(known)].kind;
        if (kind == Kind::Buffer && span.valid() && source.text[static_cast<size_t>(span.end)] == '=' &&
            found.insert(span.begin).second)
          index.uses.push_back({span, known});
      }
  }
}

}  // namespace lw::serve
