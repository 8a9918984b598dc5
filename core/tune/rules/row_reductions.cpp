// row-reductions: a reduction along the contiguous axis of a tensor that is read once. Partial results are in the lanes
// of vectors, and several rows go side by side, so that memory is read in several places at a time.
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

Message whyNotRows(const RuleContext& context, const BlockFacts& facts) {
  if (!reducesAlongRows(facts)) return "it does not reduce the contiguous axis of what it reads";
  const std::vector<BlockAxis> spatial = facts.axesOf(false);
  for (size_t i = 0; i < spatial.size(); ++i)
    if (facts.axes[i].reduce) return "a loop of its reduction is outside of one of its rows";
  if (spatial.empty() || spatial.back().extent < 2) return "it has a single row";
  if (laneChoices(context.machine, facts.store->buffer->dtype, facts.axes.back().extent).empty())
    return "its rows are shorter than a vector";
  return {};
}

void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const size_t spatial = facts.axesOf(false).size();
  text.comment(facts.name + ": partial results in the lanes of vectors, for several rows side by side.");
  const std::string together =
      sample(text, "together_" + facts.name,
             atMost({{2, 0.15}, {4, 0.35}, {8, 0.35}, {16, 0.15}}, facts.axes[spatial - 1].extent));
  // The rows are independent of each other already: few lanes are enough.
  Choices widths = laneChoices(context.machine, facts.store->buffer->dtype, facts.axes.back().extent);
  for (size_t i = 0; i < widths.size(); ++i) widths[i].weight = 1.0 / static_cast<double>(i + 2);
  const std::string lanes = sample(text, "lanes_" + facts.name, widths);
  const std::vector<std::string> loops = getLoops(text, facts);
  text.line("group, _ = sch.split(" + loops[spatial - 1] + ", [None, " + together + "])");
  text.line("_, lane = sch.split(" + loops.back() + ", [None, " + lanes + "])");
  text.line("partial = sch.rfactor(lane, " + std::to_string(facts.store->indices.size()) + ")");
  text.line("sch.compute_at(partial, group)");
  // Where the lanes are all of a row, there are no steps.
  text.line("lane, row, *steps = sch.get_loops(partial)[" + std::to_string(spatial) + ":]");
  text.line("sch.reorder(*steps, row, lane)");
  if (facts.axes.back().symbolic)
    text.line("sch.vectorize(lane)");  // a lane is initialised where its first element is
  else
    vectorizedUpdate(text, "partial", "(steps + [row])[0]", "lane");
  text.line("sch.unroll(row)");
  text.line("sch.parallel(sch.get_loops(" + quoted(facts.name) + ")[" + std::to_string(unitAxes(facts, spatial - 1)) +
            "])");
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Symbolic, [&](const BlockFacts& facts) {
    Message why = whyNotRows(context, facts);
    if (why.empty()) write(context, facts);
    return why;
  });
}

}  // namespace

const Rule kRowReductions{"row-reductions", "Reduce several rows side by side, in the lanes of vectors.", apply};

}  // namespace lw::tune
