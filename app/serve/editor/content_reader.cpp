#include "app/serve/editor/content_reader.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>

namespace lw::serve {
namespace {

constexpr size_t kMostHeader = 4096;
constexpr std::string_view kLength = "content-length:";

std::optional<size_t> lengthIn(std::string header) {
  std::ranges::transform(header, header.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const size_t at = header.find(kLength);
  if (at == std::string::npos) return std::nullopt;
  const size_t digits = header.find_first_not_of(' ', at + kLength.size());
  if (digits == std::string::npos) return std::nullopt;
  size_t length = 0;
  const auto [end, error] = std::from_chars(header.data() + digits, header.data() + header.size(), length);
  return error == std::errc() ? std::optional(length) : std::nullopt;
}

}  // namespace

bool ContentReader::fill() {
  char bytes[1 << 16];
  ssize_t count = 0;
  do count = read(from_, bytes, sizeof bytes);
  while (count < 0 && errno == EINTR);
  if (count > 0) kept_.append(bytes, static_cast<size_t>(count));
  return count > 0;
}

std::optional<size_t> ContentReader::header() {
  size_t end = 0;
  while ((end = kept_.find("\r\n\r\n")) == std::string::npos)
    if (kept_.size() > kMostHeader || !fill()) return std::nullopt;
  const std::optional<size_t> length = lengthIn(kept_.substr(0, end + 2));
  kept_.erase(0, end + 4);
  return length;
}

std::optional<ContentReader::Content> ContentReader::next() {
  const std::optional<size_t> length = header();
  if (!length) return std::nullopt;
  Content content{{}, *length > most_};
  size_t left = *length;
  for (;;) {
    const size_t part = std::min(left, kept_.size());
    if (!content.tooLong) content.text.append(kept_, 0, part);
    kept_.erase(0, part);
    left -= part;
    if (left == 0) return content;
    if (!fill()) return std::nullopt;
  }
}

}  // namespace lw::serve
