// elementwise: blocks that compute each element of their result alone. Vectors go along the contiguous axis, the
// outermost loop is divided among the threads, and what is read next is requested early.
#include <algorithm>

#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

Message whyNotElementwise(const RuleContext& context, const BlockFacts& facts) {
  if (!facts.store || facts.block->init || !facts.axesOf(true).empty()) return "it is a reduction";
  const BlockAxis* along = contiguousAxis(facts, facts.store->indices);
  if (!along) return say("its loops do not go along the last axis of {0}", Ident(facts.store->buffer->name));
  // A block that others read may move to them; the rule for locations decides that.
  if (!isParameterOf(context, facts.store->buffer)) return "where it is computed is decided by another rule";
  return {};
}

void writePrefetches(RuleContext& context, const BlockFacts& facts, const std::string& row, const std::string& along,
                     size_t rowAxis) {
  std::vector<Buffer> requested;
  for (const BufferLoad* load : facts.loads) {
    const Buffer& b = load->buffer;
    const bool byRow = std::any_of(load->indices.begin(), load->indices.end(),
                                   [&](const Expr& e) { return usesVar(e, facts.var(facts.axes[rowAxis])); });
    if (!byRow || !isLarge(context.machine, b)) continue;
    if (std::find(requested.begin(), requested.end(), b) != requested.end()) continue;
    requested.push_back(b);
    samplePrefetch(context, b->name, row, along);
  }
}

// Where the contiguous axis has few elements, vectors also go across its ends.
bool isNarrow(const RuleContext& context, const BlockFacts& facts) {
  const BlockAxis* along = contiguousAxis(facts, facts.store->indices);
  return facts.axes.size() > 1 && along == &facts.axes.back() &&
         laneChoices(context.machine, facts.store->buffer->dtype, along->extent).size() < 2 &&
         elementsOf(facts.store->buffer) > 2 * along->extent;
}

void writeNarrow(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  text.comment(facts.name + ": element by element, in vectors along its short rows or across them.");
  const std::vector<std::string> loops = getLoops(text, facts);
  const std::string fuse = sample(text, "fuse_" + facts.name, {{0, 0.3}, {1, 0.7}});
  text.open("if sch.get(" + fuse + ") == 1:");
  const std::string fused = text.fresh("fused_" + facts.name);
  text.line(fused + " = sch.fuse(" + join(loops) + ")");
  if (vectorized(context, facts, fused, elementsOf(facts.store->buffer)) != fused)
    text.line("sch.parallel(sch.get_loops(" + quoted(facts.name) + ")[0])");
  text.close();
  text.open("else:");
  text.line("sch.vectorize(" + loops.back() + ")");
  text.line("sch.parallel(" + loops[std::min(unitAxes(facts, loops.size()), loops.size() - 2)] + ")");
  text.close();
  sampleStreaming(context, facts);
  take(context, facts.id);
}

void write(RuleContext& context, const BlockFacts& facts) {
  if (isNarrow(context, facts)) return writeNarrow(context, facts);
  SpaceText& text = context.text;
  const auto along = static_cast<size_t>(contiguousAxis(facts, facts.store->indices) - facts.axes.data());
  text.comment(facts.name + ": element by element, in vectors.");
  std::vector<std::string> loops = getLoops(text, facts);
  if (along + 1 != loops.size()) {
    std::vector<std::string> order;
    for (size_t i = 0; i < loops.size(); ++i)
      if (i != along) order.push_back(loops[i]);
    order.push_back(loops[along]);
    text.line("sch.reorder(" + join(order) + ")");
    loops = order;
  }
  const std::string lane = vectorized(context, facts, loops.back(), facts.axes[along].extent);
  const bool split = lane != loops.back();
  if (loops.size() > 1) {
    const size_t rowAxis = along + 1 == facts.axes.size() ? facts.axes.size() - 2 : facts.axes.size() - 1;
    const std::string position = std::to_string(loops.size() - 1);
    // Requests are spread over a known number of vectors.
    if (split && !facts.axes[along].symbolic)
      writePrefetches(context, facts, loops[loops.size() - 2],
                      "sch.get_loops(" + quoted(facts.name) + ")[" + position + "]", rowAxis);
  }
  const size_t units = unitAxes(facts, std::min(along, loops.size() - 1));
  if (units + 1 < loops.size())
    text.line("sch.parallel(" + loops[units] + ")");
  else if (split)
    text.line("sch.parallel(sch.get_loops(" + quoted(facts.name) + ")[" + std::to_string(units) + "])");
  sampleStreaming(context, facts);
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Symbolic, [&](const BlockFacts& facts) {
    Message why = whyNotElementwise(context, facts);
    if (why.empty()) write(context, facts);
    return why;
  });
}

}  // namespace

const Rule kElementwise{"elementwise", "Compute element by element, in vectors and by all threads.", apply};

}  // namespace lw::tune
