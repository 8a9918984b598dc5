#include "core/text/print/folded_words.h"

#include <algorithm>
#include <climits>
#include <string_view>

namespace lw {

using namespace std::string_view_literals;

namespace {

bool isWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0;
}

char lowered(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

}  // namespace

Span standInFor(const CompactText& compact, std::string_view full, const Span& words) {
  const size_t before = words.begin > 0 ? full.rfind('\n', size_t(words.begin) - 1) : std::string_view::npos;
  const int begin = before == std::string_view::npos ? 0 : int(before) + 1;
  const int end = int(std::min(full.find('\n', size_t(words.begin)), full.size()));
  Span place{INT_MAX, 0};
  size_t first = 0;  // of the pieces of the line
  const auto from =
      std::lower_bound(compact.byFull.begin(), compact.byFull.end(), begin, [&compact](int piece, int offset) {
        return compact.pieces[size_t(piece)].full + compact.pieces[size_t(piece)].length <= offset;
      });
  for (auto at = from; at != compact.byFull.end() && compact.pieces[size_t(*at)].full < end; ++at) {
    const CompactText::Piece& piece = compact.pieces[size_t(*at)];
    const int shown = piece.shown + std::max(0, begin - piece.full);
    if (shown < place.begin) first = size_t(*at);
    place.begin = std::min(place.begin, shown);
    place.end = std::max(place.end, piece.shown + std::min(piece.length, end - piece.full));
  }
  const std::string& text = compact.text;
  if (place.end <= place.begin) {  // nothing of the line is kept: the line of the header
    const int at = compact.shown({words.begin, words.begin}).begin;
    const size_t last = at > 0 ? text.rfind('\n', size_t(at) - 1) : std::string::npos;
    place = {last == std::string::npos ? 0 : int(last) + 1, int(std::min(text.find('\n', size_t(at)), text.size()))};
  } else if (first > 0 && compact.pieces[first].shown == place.begin) {  // the word before them: `reads`
    place.begin = compact.pieces[first - 1].shown + compact.pieces[first - 1].length;
  }
  const auto separates = [&text](int at) {
    return text[size_t(at)] == ' ' || text[size_t(at)] == '\n' || "·"sv.find(text[size_t(at)]) < 2;
  };
  while (place.begin < place.end && separates(place.begin)) ++place.begin;
  return place;
}

std::vector<Span> foldedMatches(const CompactText& compact, std::string_view full, std::string_view what,
                                bool matchCase, bool wholeWord) {
  std::vector<Span> found;
  if (what.empty()) return found;
  const auto same = [matchCase](char a, char b) { return matchCase ? a == b : lowered(a) == lowered(b); };
  for (auto at = full.begin();;) {
    at = std::search(at, full.end(), what.begin(), what.end(), same);
    if (at == full.end()) break;
    const auto end = at + std::ptrdiff_t(what.size());
    const bool whole = (at == full.begin() || !isWordByte(at[-1])) && (end == full.end() || !isWordByte(*end));
    const Span span{int(at - full.begin()), int(end - full.begin())};
    if ((whole || !wholeWord) && !compact.keeps(span)) found.push_back(span);
    at = end;
  }
  return found;
}

}  // namespace lw
