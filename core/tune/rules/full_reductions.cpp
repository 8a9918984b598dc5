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

// Sets what resources/spaces/full_reductions.py asks for.
void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const auto rank = static_cast<int64_t>(facts.store->indices.size());
  const Choices widths = laneChoices(context.machine, facts.store->buffer->dtype, facts.axes.back().extent);
  const Choices parts = partsOf(context.machine, facts, widths.back().value);
  const size_t units = facts.axesOf(false).size();  // their loops are the outermost ones
  SpaceTemplate space(text);
  space.set("name", facts.name);
  space.set("block", quoted(facts.name));
  space.set("rank", rank);
  space.set("rank_with_block", rank + 1);
  space.set("inside", units > 0 ? "[" + std::to_string(units) + ":]" : "");
  space.setFlag("in_blocks", !parts.empty());
  space.setFlag("tuples", !facts.tuple.empty());
  space.setFlag("one_loop", facts.axes.size() - units == 1);
  setSample(space, text, "together", "together_" + facts.name, {{2, 0.2}, {4, 0.4}, {8, 0.4}});
  setSample(space, text, "lanes", "lanes_" + facts.name, widths);
  setSample(space, text, "blocks", "blocks_" + facts.name, parts);
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, facts);
    space.set("outermost", loops[units]);
    space.set("innermost", loops.back());
    space.set("reduced",
              join(std::vector<std::string>(loops.begin() + static_cast<std::ptrdiff_t>(units), loops.end())));
    return listed(loops);
  });
  space.write(spaceTemplate("full_reductions"));
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
