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

// Sets what resources/spaces/row_reductions.py asks for.
void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const size_t spatial = facts.axesOf(false).size();
  // The rows are independent of each other already: few lanes are enough.
  Choices widths = laneChoices(context.machine, facts.store->buffer->dtype, facts.axes.back().extent);
  for (size_t i = 0; i < widths.size(); ++i) widths[i].weight = 1.0 / static_cast<double>(i + 2);
  SpaceTemplate space(text);
  space.set("name", facts.name);
  space.set("block", quoted(facts.name));
  space.set("rows", static_cast<int64_t>(spatial));
  space.set("result_axes", static_cast<int64_t>(facts.store->indices.size()));
  space.set("shared", static_cast<int64_t>(unitAxes(facts, spatial - 1)));
  space.setFlag("symbolic", facts.axes.back().symbolic);
  setSample(space, text, "together", "together_" + facts.name,
            atMost({{2, 0.15}, {4, 0.35}, {8, 0.35}, {16, 0.15}}, facts.axes[spatial - 1].extent));
  setSample(space, text, "lanes", "lanes_" + facts.name, widths);
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, facts);
    space.set("row", loops[spatial - 1]);
    space.set("along", loops.back());
    return listed(loops);
  });
  space.write(spaceTemplate("row_reductions"));
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
