// column-reductions: a reduction whose results are contiguous where what it reads is contiguous: sums of columns,
// pooling. Vectors go along the results. Either a vector of results stays in registers while all is added to it, or
// several rows are added to all results, which stay in a cache.
#include <algorithm>

#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

struct Columns {
  size_t lane;  // the axis along which vectors go
  bool window;  // whose iterations are all written out
};

// A padding that only this window reads, and how many of the window's outer loops are around one plane of it.
struct Border {
  BlockFacts facts;
  size_t planes;
};

// Loops whose variables are in no index of the read together with one that is reduced.
size_t planesOf(const BlockFacts& facts, const BufferLoad& read, size_t lane) {
  size_t count = 0;
  for (; count < facts.axes.size() && !facts.axes[count].reduce && count != lane; ++count)
    for (const Expr& index : read.indices) {
      if (!usesVar(index, facts.var(facts.axes[count]))) continue;
      for (const BlockAxis& axis : facts.axes)
        if (axis.reduce && usesVar(index, facts.var(axis))) return count;
    }
  return count;
}

std::optional<Border> borderOf(const RuleContext& context, const BlockFacts& facts, const Columns& columns) {
  if (!columns.window) return std::nullopt;
  for (const BlockId id : context.program.producers(facts.id)) {
    Message why;
    const std::optional<BlockFacts> padding = isTaken(context, id) ? std::nullopt : factsOf(context, id, why);
    if (!padding || !isPadding(*padding) || isParameterOf(context, padding->store->buffer) ||
        context.program.consumers(id).size() != 1)
      continue;
    for (const BufferLoad* load : facts.loads)
      if (load->buffer == padding->store->buffer) return Border{*padding, planesOf(facts, *load, columns.lane)};
  }
  return std::nullopt;
}

std::optional<Columns> columnsOf(const RuleContext& context, const BlockFacts& facts, Message& why) {
  why = "it does not reduce to results that are contiguous in memory";
  if (!facts.reduction || isContraction(facts) || facts.axesOf(true).empty()) return std::nullopt;
  const BlockAxis* stored = contiguousAxis(facts, facts.store->indices);
  if (!stored || stored->reduce || stored->extent < 2) return std::nullopt;
  why = whySymbolic(context, *stored);
  if (!why.empty()) return std::nullopt;
  return Columns{static_cast<size_t>(stored - facts.axes.data()), isWindow(facts)};
}

std::vector<std::string> namesOf(const BlockFacts& facts, const std::vector<std::string>& loops, bool reduce,
                                 std::optional<size_t> without) {
  std::vector<std::string> names;
  for (size_t i = 0; i < loops.size(); ++i)
    if (facts.axes[i].reduce == reduce && i != without) names.push_back(loops[i]);
  return names;
}

// What threads share: the first loop that runs more than once, or the vectors of a result.
std::string sharedLoop(const BlockFacts& facts, const std::vector<std::string>& loops, const Columns& columns,
                       const std::string& outer) {
  std::string first = outer;
  for (size_t i = loops.size(); i-- > 0;)
    if (!facts.axes[i].reduce && i != columns.lane && (first.empty() || facts.axes[i].extent != 1)) first = loops[i];
  return first;
}

// Where the padding is computed: in each of its readers, or once for each plane.
void writeBorder(RuleContext& context, const Border& border, const std::vector<std::string>& loops) {
  SpaceText& text = context.text;
  const std::string name = quoted(border.facts.name);
  take(context, border.facts.id);
  if (border.planes == 0) return text.line("sch.compute_inline(" + name + ")");
  const std::string kept = sample(text, "keep_" + border.facts.name, {{0, 0.4}, {1, 0.6}});
  text.open("if sch.get(" + kept + ") == 1:");
  text.line("sch.compute_at(" + name + ", " + loops[border.planes - 1] + ")");
  const std::string lane = text.fresh(border.facts.axes.back().name);
  text.line(lane + " = sch.get_loops(" + name + ")[-1]");
  vectorized(context, border.facts, lane, border.facts.axes.back().extent);
  text.close();
  text.open("else:");
  text.line("sch.compute_inline(" + name + ")");
  text.close();
}

void write(RuleContext& context, const BlockFacts& facts, const Columns& columns) {
  SpaceText& text = context.text;
  const std::string name = quoted(facts.name);
  const Choices lanes = laneChoices(context.machine, facts.store->buffer->dtype, facts.axes[columns.lane].extent);
  text.comment(facts.name + ": vectors of results.");
  const std::vector<std::string> loops = getLoops(text, facts);
  std::string lane = loops[columns.lane], outer;
  if (!lanes.empty()) {
    const std::string chosen = sample(text, "lanes_" + facts.name, lanes);
    outer = text.fresh("columns_" + facts.name);
    lane = text.fresh("lane_" + facts.name);
    text.line(outer + ", " + lane + " = sch.split(" + loops[columns.lane] + ", [None, " + chosen + "])");
  }
  std::vector<std::string> spatial = namesOf(facts, loops, false, columns.lane);
  std::vector<std::string> reduce = namesOf(facts, loops, true, std::nullopt);
  if (!outer.empty()) spatial.push_back(outer);
  const auto inRegisters = [&] {
    std::vector<std::string> order = spatial;
    order.insert(order.end(), reduce.begin(), reduce.end());
    order.push_back(lane);
    if (order.size() > 1) text.line("sch.reorder(" + join(order) + ")");
    vectorizedUpdate(text, name, reduce.front(), lane);
    if (columns.window)
      for (const std::string& r : reduce) text.line("sch.unroll(" + r + ")");
    if (const std::optional<Border> border = borderOf(context, facts, columns)) writeBorder(context, *border, loops);
    if (!spatial.empty()) text.line("sch.parallel(" + sharedLoop(facts, loops, columns, outer) + ")");
  };
  if (columns.window || outer.empty()) {
    inRegisters();
    return take(context, facts.id);
  }
  const bool parallel = context.machine.threads > 1;
  const std::string resident =
      sample(text, "in_registers_" + facts.name, {{0, parallel ? 0.4 : 0.75}, {1, parallel ? 0.6 : 0.25}});
  const std::string together = sample(text, "together_" + facts.name, {{4, 0.2}, {8, 0.4}, {16, 0.4}});
  text.open("if sch.get(" + resident + ") == 1:");
  inRegisters();
  text.close();
  text.open("else:");
  text.line("steps, row = sch.split(" + reduce.back() + ", [None, " + together + "])");
  std::vector<std::string> order(reduce.begin(), reduce.end() - 1);
  order.emplace_back("steps");
  const std::string first = order.front();
  order.insert(order.end(), spatial.begin(), spatial.end());
  order.insert(order.end(), {"row", lane});
  text.line("sch.reorder(" + join(order) + ")");
  vectorizedUpdate(text, name, first, lane);
  text.line("sch.unroll(row)");
  text.close();
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Symbolic, [&](const BlockFacts& facts) {
    Message why;
    if (const std::optional<Columns> columns = columnsOf(context, facts, why)) {
      write(context, facts, *columns);
      return Message();
    }
    return why;
  });
}

}  // namespace

const Rule kColumnReductions{"column-reductions", "Reduce to vectors of results, in registers or in a cache.", apply};

}  // namespace lw::tune
