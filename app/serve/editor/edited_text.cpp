#include "app/serve/editor/edited_text.h"

#include <algorithm>

#include "core/te/read_program.h"

namespace lw::serve {
namespace {

// The last part of the path, which messages name.
std::string nameOf(const std::string& uri) {
  const size_t slash = uri.rfind('/');
  return slash == std::string::npos ? uri : uri.substr(slash + 1);
}

// Units of UTF-16 that the character beginning with this byte takes; 0: the byte continues one.
int unitsOf(unsigned char byte) { return (byte & 0xc0) == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1; }

}  // namespace

EditedText::EditedText(std::string uri, int64_t version, std::string text, bool utf8)
    : uri_(std::move(uri)),
      version_(version),
      utf8_(utf8),
      file_(std::make_shared<const SourceFile>(readProgram(nameOf(uri_), std::move(text)))) {}

Json EditedText::positionOf(int offset) const {
  const SourceText& source = file_->source;
  offset = std::clamp(offset, 0, static_cast<int>(source.text.size()));
  const auto next = std::upper_bound(source.lineStarts.begin(), source.lineStarts.end(), offset);
  const auto line = std::max<std::ptrdiff_t>(next - source.lineStarts.begin() - 1, 0);
  const int begin = source.lineStarts.empty() ? 0 : source.lineStarts[static_cast<size_t>(line)];
  int units = 0;
  for (int at = begin; at < offset; ++at)
    units += utf8_ ? 1 : unitsOf(static_cast<unsigned char>(source.text[static_cast<size_t>(at)]));
  return {{"line", line}, {"character", units}};
}

Json EditedText::rangeOf(Span span) const {
  if (!span.valid()) span = {0, 0};
  return {{"start", positionOf(span.begin)}, {"end", positionOf(std::max(span.begin, span.end))}};
}

int EditedText::offsetOf(const Json& position) const {
  const SourceText& source = file_->source;
  const auto number = [&](const char* name) {
    const Json value = position.is_object() ? position.value(name, Json()) : Json();
    return value.is_number_integer() ? std::clamp<int64_t>(value.get<int64_t>(), 0, 1 << 30) : 0;
  };
  const auto lines = static_cast<int64_t>(source.lineStarts.size());
  if (lines == 0) return 0;
  const auto line = static_cast<size_t>(std::min(number("line"), lines - 1));
  auto at = static_cast<size_t>(source.lineStarts[line]);
  for (int64_t left = number("character"); at < source.text.size() && source.text[at] != '\n'; ++at) {
    const int units = utf8_ ? 1 : unitsOf(static_cast<unsigned char>(source.text[at]));
    if (units > left) break;
    left -= units;
    if (left == 0 && units > 0) {  // behind all bytes of the character
      for (++at; at < source.text.size() && (static_cast<unsigned char>(source.text[at]) & 0xc0) == 0x80;) ++at;
      break;
    }
  }
  return static_cast<int>(at);
}

}  // namespace lw::serve
