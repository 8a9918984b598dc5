#include "app/line_costs.h"

#include <algorithm>
#include <cmath>

namespace lw {
namespace {

constexpr int kBarLetters = 3;

// In halves of a letter; a share that is not nothing has one.
std::string bar(double share) {
  if (share <= 0) return {};
  const int halves = std::clamp(int(std::lround(share * 2 * kBarLetters)), 1, 2 * kBarLetters);
  std::string text;
  for (int i = 0; i < halves / 2; ++i) text += "━";
  if (halves % 2) text += "╸";
  return text + std::string(size_t(kBarLetters - (halves + 1) / 2), ' ');
}

}  // namespace

std::vector<std::string> operationBars(const StageText& stage, const ProgramCost& cost) {
  std::vector<int> begins{0};
  for (size_t i = 0; i < stage.text.size(); ++i)
    if (stage.text[i] == '\n') begins.push_back(int(i) + 1);
  std::vector<std::string> notes(begins.size());
  if (cost.whole.flops <= 0) return {};
  for (const bool loops : {true, false})
    for (const TaggedSpan& tag : stage.tags) {
      if (!tag.span.valid() || stage.text[size_t(tag.span.begin)] == '#') continue;
      std::string& note = notes[size_t(std::upper_bound(begins.begin(), begins.end(), tag.span.begin) - begins.begin() - 1)];
      if (!note.empty()) continue;
      const auto loop = cost.loops.find(tag.loop);
      const auto block = cost.blocks.find(tag.block);
      const bool header = stage.text.compare(size_t(tag.span.begin), 4, "for ") == 0;
      if (loops && header && loop != cost.loops.end()) note = bar(loop->second.flops / cost.whole.flops);
      if (!loops && block != cost.blocks.end()) note = bar(block->second.flops / cost.whole.flops);
    }
  return notes;
}

}  // namespace lw
