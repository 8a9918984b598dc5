#include "app/serve/editor/text/edited_text.h"

#include <algorithm>

#include "core/te/read_program.h"

namespace lw::serve {
namespace {

// Units of UTF-16 that the character beginning with this byte takes; 0: the byte continues one.
int unitsOf(unsigned char byte) { return (byte & 0xc0) == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1; }

// Bytes of the characters with so many units, at most `most`. A position inside a character is taken for its beginning.
size_t bytesOf(std::string_view text, int64_t units, bool utf8) {
  size_t at = 0;
  while (at < text.size() && text[at] != '\n') {
    const int width = unitsOf(static_cast<unsigned char>(text[at]));
    if (utf8 ? static_cast<int64_t>(at) >= units : width > units) break;
    if (!utf8) units -= width;
    ++at;
  }
  while (utf8 && at > 0 && at < text.size() && unitsOf(static_cast<unsigned char>(text[at])) == 0) --at;
  return at;
}

}  // namespace

EditedText::EditedText(std::string uri, int64_t version, std::string text, bool utf8)
    : uri_(std::move(uri)), version_(version), utf8_(utf8), source_(makeSource(name(), std::move(text))) {}

std::string EditedText::name() const {
  const size_t slash = uri_.rfind('/');
  return slash == std::string::npos ? uri_ : uri_.substr(slash + 1);
}

std::shared_ptr<const SourceFile> EditedText::sharedFile() const {
  if (!file_) file_ = std::make_shared<const SourceFile>(readProgram(name(), source_.text));
  return file_;
}

bool EditedText::change(const Json& changes, int64_t version, size_t most) {
  const SourceText before = source_;
  bool changed = false;
  for (const Json& one : changes) {
    const Json words = one.is_object() ? one.value("text", Json()) : Json();
    if (!words.is_string()) continue;
    const auto& added = words.get_ref<const std::string&>();
    std::string text;
    if (const Json range = one.value("range", Json()); range.is_object()) {
      const Span span = spanOf(range);
      text = source_.text;
      text.replace(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin), added);
    } else {
      text = added;
    }
    if (text.size() > most) {
      source_ = before;
      return false;
    }
    source_ = makeSource(name(), std::move(text));
    changed = true;
  }
  version_ = version;
  if (changed) file_ = nullptr;
  return true;
}

int EditedText::unitsIn(int begin, int end) const {
  if (utf8_) return end - begin;
  int units = 0;
  for (int at = begin; at < end; ++at)
    units += unitsOf(static_cast<unsigned char>(source_.text[static_cast<size_t>(at)]));
  return units;
}

Json EditedText::positionOf(int offset) const {
  offset = std::clamp(offset, 0, static_cast<int>(source_.text.size()));
  const auto next = std::upper_bound(source_.lineStarts.begin(), source_.lineStarts.end(), offset);
  const auto line = std::max<std::ptrdiff_t>(next - source_.lineStarts.begin() - 1, 0);
  const int begin = source_.lineStarts.empty() ? 0 : source_.lineStarts[static_cast<size_t>(line)];
  return {{"line", line}, {"character", unitsIn(begin, offset)}};
}

Json EditedText::rangeOf(Span span) const {
  if (!span.valid()) span = {0, 0};
  return {{"start", positionOf(span.begin)}, {"end", positionOf(std::max(span.begin, span.end))}};
}

int EditedText::offsetOf(const Json& position) const {
  const auto number = [&](const char* name) {
    const Json value = position.is_object() ? position.value(name, Json()) : Json();
    return value.is_number_integer() ? std::clamp<int64_t>(value.get<int64_t>(), 0, 1 << 30) : 0;
  };
  const auto lines = static_cast<int64_t>(source_.lineStarts.size());
  if (lines == 0) return 0;
  if (number("line") >= lines) return static_cast<int>(source_.text.size());
  const int begin = source_.lineStarts[static_cast<size_t>(number("line"))];
  const std::string_view rest = std::string_view(source_.text).substr(static_cast<size_t>(begin));
  return begin + static_cast<int>(bytesOf(rest, number("character"), utf8_));
}

Span EditedText::spanOf(const Json& range) const {
  const Json none;
  const int begin = offsetOf(range.is_object() ? range.value("start", none) : none);
  return {begin, std::max(begin, offsetOf(range.is_object() ? range.value("end", none) : none))};
}

}  // namespace lw::serve
