// column-reductions: a reduction whose results are contiguous where what it reads is contiguous: sums of columns,
// pooling. Vectors go along the results. Either a vector of results stays in registers while all is added to it, or
// several rows are added to all results, which stay in a cache.
#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kLargestWindow = 32;  // whose iterations are all written out

struct Columns {
  size_t lane;  // the axis along which vectors go
  int64_t reduced = 1;
};

std::optional<Columns> columnsOf(const RuleContext& context, const BlockFacts& facts, Message& why) {
  why = "it does not reduce to results that are contiguous in memory";
  if (!facts.reduction || isContraction(facts) || facts.axesOf(true).empty()) return std::nullopt;
  const BlockAxis* stored = contiguousAxis(facts, facts.store->indices);
  if (!stored || stored->reduce || stored->extent < 2) return std::nullopt;
  why = whySymbolic(context, *stored);
  if (!why.empty()) return std::nullopt;
  Columns columns{static_cast<size_t>(stored - facts.axes.data())};
  for (const BlockAxis& axis : facts.axes) columns.reduced *= axis.reduce ? axis.extent : 1;
  return columns;
}

std::vector<std::string> namesOf(const BlockFacts& facts, const std::vector<std::string>& loops, bool reduce,
                                 std::optional<size_t> without) {
  std::vector<std::string> names;
  for (size_t i = 0; i < loops.size(); ++i)
    if (facts.axes[i].reduce == reduce && i != without) names.push_back(loops[i]);
  return names;
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
    if (columns.reduced <= kLargestWindow)
      for (const std::string& r : reduce) text.line("sch.unroll(" + r + ")");
    if (!spatial.empty()) text.line("sch.parallel(" + spatial.front() + ")");
  };
  if (columns.reduced <= kLargestWindow || outer.empty()) {
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
  bool fitted = false;
  std::vector<Message> reasons;
  for (const BlockFacts& facts : blocksLeft(context, reasons, Sizes::Symbolic)) {
    Message why;
    if (const std::optional<Columns> columns = columnsOf(context, facts, why)) {
      write(context, facts, *columns);
      fitted = true;
    } else {
      reasons.push_back(aboutBlock(facts, std::move(why)));
    }
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kColumnReductions{"column-reductions", "Reduce to vectors of results, in registers or in a cache.", apply};

}  // namespace lw::tune
