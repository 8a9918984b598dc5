#include "core/text/source_map.h"

#include <algorithm>

namespace lw {

namespace {

template <class Matches>
std::vector<Span> spansWhere(const std::vector<MappedRange>& ranges, Matches matches) {
  std::vector<Span> spans;
  for (const MappedRange& r : ranges)
    if (matches(r)) spans.push_back(r.span);
  return spans;
}

}  // namespace

void SourceMap::shift(int from, int by) {
  for (auto r = ranges_.rbegin(); r != ranges_.rend() && r->span.end > from; ++r) {
    if (r->span.begin >= from) r->span.begin += by;
    r->span.end += by;
  }
}

void SourceMap::finish() {
  // Only positions are sorted, and each range is moved once. The ranges come in long sorted runs (inner before outer),
  // for which merging is fast.
  struct Place {
    Span span;
    size_t at;
  };
  std::vector<Place> places;
  places.reserve(ranges_.size());
  for (size_t i = 0; i < ranges_.size(); ++i) places.push_back({ranges_[i].span, i});
  const auto before = [](const Place& a, const Place& b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
  };
  if (std::is_sorted(places.begin(), places.end(), before)) return;
  std::stable_sort(places.begin(), places.end(), before);
  // Along each cycle of the permutation, so that no second list of ranges is needed.
  for (size_t start = 0; start < places.size(); ++start) {
    if (places[start].at == start) continue;
    MappedRange first = std::move(ranges_[start]);
    size_t at = start;
    for (size_t from = places[at].at; from != start; from = places[at].at) {
      ranges_[at] = std::move(ranges_[from]);
      places[at].at = at;
      at = from;
    }
    ranges_[at] = std::move(first);
    places[at].at = at;
  }
}

std::vector<Span> SourceMap::spansOf(LoopId loop) const {
  return spansWhere(ranges_, [&](const MappedRange& r) { return r.kind == MappedRange::Kind::Loop && r.loop == loop; });
}

std::vector<Span> SourceMap::spansOf(BlockId block) const {
  return spansWhere(ranges_,
                    [&](const MappedRange& r) { return r.kind == MappedRange::Kind::Block && r.block == block; });
}

std::vector<Span> SourceMap::spansOf(const void* node) const {
  return spansWhere(ranges_, [&](const MappedRange& r) { return node && r.node == node; });
}

const MappedRange* SourceMap::innermostAt(int offset) const {
  const MappedRange* best = nullptr;
  for (const MappedRange& r : ranges_) {
    if (r.span.begin > offset) break;
    if (offset < r.span.end && (!best || r.span.end - r.span.begin <= best->span.end - best->span.begin)) best = &r;
  }
  return best;
}

const MappedRange* SourceMap::scopeAt(int offset) const {
  const MappedRange* best = nullptr;
  for (const MappedRange& r : ranges_) {
    if (r.span.begin > offset) break;
    if (r.kind != MappedRange::Kind::Loop && r.kind != MappedRange::Kind::Block) continue;
    if (offset < r.span.end && (!best || r.span.end - r.span.begin <= best->span.end - best->span.begin)) best = &r;
  }
  return best;
}

}  // namespace lw
