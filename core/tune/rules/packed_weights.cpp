// packed-weights: sums of one row with weights that are stored row by row of the results, often several to a byte with
// scales for groups of terms, as language models have them. Vectors go along the results: the weights are rearranged
// once, before the calls, so that those of a vector are next to each other, and are decoded in its lanes.
#include <algorithm>
#include <set>

#include "core/analysis/program/layout_free.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/contractions/contraction.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

// A weight that the lanes of a vector cross: one index is the axis of the results, and no other uses it.
struct Crossed {
  size_t read = 0;  // its position among the block's reads
  size_t dimension = 0, dimensions = 0;
};

struct PackedWeights {
  const BlockAxis *lane = nullptr, *term = nullptr;
  std::vector<Crossed> weights;
  std::vector<int64_t>
      inner;  // the loop over the terms is divided into these, outermost first; the last is written out
};

std::optional<size_t> dimensionOf(const Var& lane, const std::vector<Expr>& indices) {
  std::optional<size_t> found;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!usesVar(indices[i], lane)) continue;
    const Var* index = indices[i].as<Var>();
    if (found || !index) return std::nullopt;
    found = i;
  }
  return found;
}

// Numbers by which terms are divided into groups, words and what is stored in a word: each is a multiple of the next.
std::vector<int64_t> groupsOf(const BlockFacts& facts, const BlockAxis& term) {
  std::set<int64_t, std::greater<>> found;
  forEachExpr(facts.block->body, [&](const Expr& e) {
    const auto* division = e.as<Binary>();
    if (!division || (division->op != BinaryOp::FloorDiv && division->op != BinaryOp::FloorMod)) return;
    const std::optional<int64_t> by = asInt(division->b);
    if (by && *by > 1 && usesVar(division->a, facts.var(term))) found.insert(*by);
  });
  std::vector<int64_t> groups;
  for (const int64_t g : found)
    if ((groups.empty() ? term.extent : groups.back()) % g == 0) groups.push_back(g);
  return groups;
}

std::optional<PackedWeights> packedWeights(const RuleContext& context, const BlockFacts& facts, Message& why) {
  why = say("it does not sum weights that could be packed so that vectors go along its results");
  const std::vector<BlockAxis> reduced = facts.axesOf(true);
  const BlockAxis* lane = contiguousAxis(facts, facts.store->indices);
  if (!facts.reduction || !lane || lane->reduce || lane->symbolic || reduced.size() != 1 || reduced[0].symbolic)
    return std::nullopt;
  PackedWeights packed{.lane = lane};
  for (const BlockAxis& axis : facts.axes) {
    if (axis.reduce) packed.term = &axis;
    if (!axis.reduce && &axis != lane && axis.extent != 1) return std::nullopt;
  }
  for (const BufferLoad* load : facts.loads) {
    const bool crosses = std::any_of(load->indices.begin(), load->indices.end(),
                                     [&](const Expr& e) { return usesVar(e, facts.var(*lane)); });
    if (!crosses || contiguousAxis(facts, load->indices) == lane) continue;
    const std::optional<size_t> dimension = dimensionOf(facts.var(*lane), load->indices);
    if (!dimension || !isWeight(context, {load->buffer, load->indices})) return std::nullopt;
    for (size_t i = 0; i < facts.block->reads.size(); ++i)
      if (facts.block->reads[i].buffer.sameAs(load->buffer) &&
          std::none_of(packed.weights.begin(), packed.weights.end(), [&](const Crossed& c) { return c.read == i; }))
        packed.weights.push_back({i, *dimension, load->indices.size()});
  }
  const std::vector<int64_t> groups = groupsOf(facts, *packed.term);
  for (size_t i = 0; i < groups.size(); ++i)
    packed.inner.push_back(groups[i] / (i + 1 < groups.size() ? groups[i + 1] : 1));
  return packed.weights.empty() ? std::nullopt : std::optional(std::move(packed));
}

Choices lanesFor(const Machine& machine, const BlockFacts& facts, const BlockAxis& lane) {
  const int64_t vector = std::max(1, machine.lanes(facts.store->buffer->dtype.bits));
  Choices lanes;  // several vectors of sums do not wait for each other
  for (const auto& [vectors, weight] : {std::pair{4, 0.5}, {8, 0.2}, {2, 0.3}})
    if (lane.extent % (vectors * vector) == 0) lanes.push_back({vectors * vector, weight});
  if (lanes.empty() && lane.extent % vector == 0) lanes.push_back({vector, 1});
  return lanes;
}

void write(RuleContext& context, const BlockFacts& facts, const PackedWeights& packed, const Choices& choices) {
  SpaceText& text = context.text;
  const std::string name = quoted(facts.name);
  text.comment(facts.name + ": vectors of results; weights are packed once, before the calls.");
  const std::string lanes = text.fresh("lanes_" + facts.name);
  text.line(lanes + " = sch.get(" + sample(text, "results_" + facts.name, choices) + ")");
  for (const Crossed& w : packed.weights) {
    std::vector<std::string> inputs, packedTo;
    for (size_t i = 0; i < w.dimensions; ++i) {
      inputs.push_back("d" + std::to_string(i));
      packedTo.push_back(i == w.dimension ? put("{} // {}", inputs.back(), lanes) : inputs.back());
    }
    packedTo.push_back(put("d{} % {}", w.dimension, lanes));
    text.line(put("weights = sch.cache_read({}, {}, \"global\")", name, w.read));
    text.line(put("sch.transform_layout(weights, (\"write\", 0), lambda {}: ({}))", join(inputs), join(packedTo)));
    text.line(put("sch.annotate(weights, \"{}\", True)", kPackedOnce));
  }
  const std::vector<std::string> loops = getLoops(text, facts);
  std::vector<std::string> order, terms;
  std::string lane, term;
  for (size_t i = 0; i < loops.size(); ++i) {
    if (&facts.axes[i] == packed.lane)
      lane = loops[i];
    else if (&facts.axes[i] == packed.term)
      term = loops[i];
    else
      order.push_back(loops[i]);
  }
  const std::string outer = text.fresh("columns_" + facts.name), inner = text.fresh("lane_" + facts.name);
  text.line(put("{}, {} = sch.split({}, [None, {}])", outer, inner, lane, lanes));
  terms.push_back(text.fresh("group_" + facts.name));
  for (size_t i = 0; i < packed.inner.size(); ++i) terms.push_back(text.fresh("term_" + facts.name));
  if (packed.inner.empty())
    terms.back() = term;
  else
    text.line(put("{} = sch.split({}, [None, {}])", join(terms), term,
                  join(packed.inner, [](int64_t n) { return std::to_string(n); })));
  order.push_back(outer);
  order.insert(order.end(), terms.begin(), terms.end());
  order.push_back(inner);
  text.line("sch.reorder(" + join(order) + ")");
  vectorizedUpdate(text, name, terms.front(), inner);
  if (!packed.inner.empty()) text.line("sch.unroll(" + terms.back() + ")");
  text.line("sch.parallel(" + outer + ")");
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  for (const BlockFacts& facts : blocksLeft(context, reasons)) {
    if (!facts.store) continue;
    Message why;
    const std::optional<PackedWeights> packed = packedWeights(context, facts, why);
    const Choices lanes = packed ? lanesFor(context.machine, facts, *packed->lane) : Choices();
    if (packed && lanes.empty()) why = say("the number of its results is no multiple of a vector");
    if (lanes.empty()) {
      reasons.push_back(aboutBlock(facts, std::move(why)));
      continue;
    }
    write(context, facts, *packed, lanes);
    fitted = true;
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kPackedWeights{"packed-weights", "Rearranges weights once, so that vectors go along the results.", apply};

}  // namespace lw::tune
