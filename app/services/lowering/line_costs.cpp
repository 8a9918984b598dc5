#include "app/services/lowering/line_costs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "app/models/program/loop_tree_model.h"

namespace lw {
namespace {

constexpr int kBarLetters = 3;

// A bar in steps of half a character; every share above zero has at least one.
std::string bar(double share) {
  if (share <= 0) return {};
  const int halves = std::clamp(int(std::lround(share * 2 * kBarLetters)), 1, 2 * kBarLetters);
  std::string text;
  for (int i = 0; i < halves / 2; ++i) text += "━";
  if (halves % 2) text += "╸";
  return text + std::string(size_t(kBarLetters - (halves + 1) / 2), ' ');
}

// "96K", "1.5M".
std::string footprint(double bytes) {
  static constexpr const char* kUnits[] = {"B", "K", "M", "G", "T"};
  size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, unit > 0 && bytes < 9.95 ? "%.1f%s" : "%.0f%s", bytes, kUnits[unit]);
  return text;
}

std::string withLevel(double bytes, const std::vector<int64_t>& caches) {
  if (bytes <= 0) return {};
  const size_t level = cacheFor(bytes, caches);
  const std::string size = footprint(bytes);
  return caches.empty() ? size : size + " " + (level < caches.size() ? "L" + std::to_string(level + 1) : "..");
}

// The loop that begins in a line or else the block that the line implements.
struct LineOrigin {
  const Cost* loop = nullptr;
  const Cost* block = nullptr;
  bool computes = false;  // false if it only stores initial values of a reduction
};

std::vector<LineOrigin> originsOf(const StageText& stage, const ProgramCost& cost) {
  std::vector<int> begins{0};
  for (size_t end = stage.text.find('\n'); end != std::string::npos; end = stage.text.find('\n', end + 1))
    begins.push_back(int(end) + 1);
  std::vector<LineOrigin> origins(begins.size());
  for (const TaggedSpan& tag : stage.tags) {
    if (!tag.span.valid() || stage.text[size_t(tag.span.begin)] == '#') continue;
    LineOrigin& origin =
        origins[size_t(std::upper_bound(begins.begin(), begins.end(), tag.span.begin) - begins.begin() - 1)];
    const auto loop = cost.loops.find(tag.loop);
    const auto block = cost.blocks.find(tag.block);
    const bool header = stage.text.compare(size_t(tag.span.begin), 4, "for ") == 0;
    if (header && loop != cost.loops.end() && !origin.loop) origin.loop = &loop->second;
    if (block != cost.blocks.end() && !origin.block) origin.block = &block->second;
    if (block != cost.blocks.end()) origin.computes = origin.computes || tag.computes;
  }
  return origins;
}

}  // namespace

std::vector<LineNotes> lineCosts(const StageText& stage, const ProgramCost& cost, const std::vector<int64_t>& caches) {
  std::vector<LineNotes> all{{"a bar for the share of the operations", {}},
                             {"a bar for the share of the bytes that are moved", {}},
                             {"what a loop touches, and the cache that holds it (..: memory)", {}}};
  for (const LineOrigin& origin : originsOf(stage, cost)) {
    const Cost* whose = origin.loop ? origin.loop : origin.block;
    all[0].lines.push_back(whose && (origin.loop || origin.computes) && cost.whole.flops > 0
                               ? bar(whose->flops / cost.whole.flops)
                               : std::string());
    all[1].lines.push_back(whose && cost.whole.bytes > 0 ? bar(whose->bytes / cost.whole.bytes) : std::string());
    all[2].lines.push_back(origin.loop ? withLevel(origin.loop->footprint, caches) : std::string());
  }
  for (LineNotes& notes : all)
    if (std::all_of(notes.lines.begin(), notes.lines.end(), [](const std::string& note) { return note.empty(); }))
      notes.lines.clear();
  return all;
}

}  // namespace lw
