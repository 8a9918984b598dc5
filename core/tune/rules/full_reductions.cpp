// full-reductions: a reduction of a whole tensor to one element, or of the only row of one. Partial results are in the
// lanes of vectors, several places of memory are read at a time, and each thread has partial results of its own.
#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

Message whyNotFull(const RuleContext& context, const BlockFacts& facts) {
  if (!reducesAlongRows(facts)) return "it does not reduce the contiguous axis of what it reads";
  for (size_t i = 0; i < facts.axesOf(false).size(); ++i)
    if (facts.axes[i].reduce || facts.axes[i].extent > 1) return "it computes more than one element";
  if (laneChoices(context.machine, facts.store->buffer->dtype, facts.axes.back().extent).empty())
    return "it reduces less than a vector";
  return {};
}

// Into how many parts the outermost loop is divided, so that no lane of the partial results of a part is empty.
Choices partsOf(const Machine& machine, const BlockFacts& facts, int64_t mostLanes) {
  const std::vector<BlockAxis> reduced = facts.axesOf(true);
  const int64_t threads = machine.threads, extent = reduced[0].extent;
  if (threads < 2) return {};
  Choices parts = {{threads, 0.4}, {2 * threads, 0.3}, {4 * threads, 0.3}};
  const int64_t least = reduced.size() == 1 ? mostLanes : 1;
  std::erase_if(parts, [&](const Choice& c) {
    const int64_t each = (extent + c.value - 1) / c.value;
    return extent - (c.value - 1) * each < least;
  });
  return parts;
}

void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const size_t rank = facts.store->indices.size();
  const Choices widths = laneChoices(context.machine, facts.store->buffer->dtype, facts.axes.back().extent);
  const Choices parts = partsOf(context.machine, facts, widths.back().value);
  text.comment(facts.name + ": partial results in the lanes of vectors, from several places of memory at a time.");
  const std::string together = sample(text, "together_" + facts.name, {{2, 0.2}, {4, 0.4}, {8, 0.4}});
  const std::string lanes = sample(text, "lanes_" + facts.name, widths);
  const std::vector<std::string> all = getLoops(text, facts);
  const size_t units = facts.axesOf(false).size();  // their loops are the outermost ones
  std::vector<std::string> loops(all.begin() + static_cast<std::ptrdiff_t>(units), all.end());
  const auto inside = [&](size_t count) { return count > 0 ? "[" + std::to_string(count) + ":]" : std::string(); };
  if (!parts.empty()) {
    const std::string blocks = sample(text, "blocks_" + facts.name, parts);
    text.line("block, " + loops[0] + " = sch.split(" + loops[0] + ", [" + blocks + ", None])");
    text.line("part = sch.rfactor(block, " + std::to_string(rank) + ")");
    text.line("block, " + join(loops) + " = sch.get_loops(part)" + inside(units));
  }
  text.line("_, lane = sch.split(" + loops.back() + ", [None, " + lanes + "])");
  text.line("partial = sch.rfactor(lane, " + std::to_string(parts.empty() ? rank : rank + 1) + ")");
  text.line(std::string(parts.empty() ? "" : "block, ") + "*steps, lane = sch.get_loops(partial)" + inside(units));
  // The loop whose iterations are read side by side: of rows, or of parts of the only row. Tuples are kept in order.
  std::string first = "along";
  if (!facts.tuple.empty()) {
    text.line("along, place = sch.split(steps[-1], [None, " + together + "])");
    text.line("sch.reorder(*steps[:-1], along, place, lane)");
    first = "(steps[:-1] + [along])[0]";
  } else {
    text.line(loops.size() == 1 ? "place, along = sch.split(steps[0], [" + together + ", None])"
                                : "along, place = sch.split(steps[0], [None, " + together + "])");
    text.line("sch.reorder(along, *steps[1:], place, lane)");
  }
  vectorizedUpdate(text, "partial", first, "lane");
  text.line("sch.unroll(place)");
  if (!parts.empty()) text.line("sch.parallel(block)");
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Constant, [&](const BlockFacts& facts) {
    Message why = whyNotFull(context, facts);
    if (why.empty()) write(context, facts);
    return why;
  });
}

}  // namespace

const Rule kFullReductions{"full-reductions", "Reduce a whole tensor in the lanes of vectors and by all threads.",
                           apply};

}  // namespace lw::tune
