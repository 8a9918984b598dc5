// shared-reads: a reduction of each row and one of each column of the same matrix, in one pass over it. Several rows go
// together, so that memory is read in several places at a time and the sums of the columns are read and written once
// for all of them. Each block of rows has results of the columns of its own, so that blocks can run in parallel.
#include <algorithm>

#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kLeastRows = 64;
// Rows that go together.
constexpr Choice kTogether[] = {{4, 0.25}, {8, 0.55}, {16, 0.2}};

// The block reads one matrix, at [a, b], and nothing else. Returns the positions of a and b among the axes.
std::optional<std::pair<size_t, size_t>> readsMatrix(const BlockFacts& facts) {
  if (!facts.reduction || !facts.tuple.empty() || facts.axes.size() != 2 || facts.loads.size() != 1)
    return std::nullopt;
  const std::vector<Expr>& indices = facts.loads[0]->indices;
  if (indices.size() != 2) return std::nullopt;
  for (size_t a = 0; a < 2; ++a) {
    const auto* first = indices[0].as<Var>();
    const auto* second = indices[1].as<Var>();
    if (first && second && first->sameAs(facts.var(facts.axes[a])) && second->sameAs(facts.var(facts.axes[1 - a])))
      return std::pair(a, 1 - a);
  }
  return std::nullopt;
}

struct Pair {
  const BlockFacts *rows, *columns;
  bool columnsFirst;  // the loops of the second block are those of columns, then of rows
};

std::optional<Pair> pairOf(const RuleContext& context, const BlockFacts& rows, const BlockFacts& columns) {
  const auto r = readsMatrix(rows), c = readsMatrix(columns);
  if (!r || !c || !(rows.loads[0]->buffer == columns.loads[0]->buffer)) return std::nullopt;
  const BlockAxis &i = rows.axes[r->first], &j = rows.axes[r->second];
  const BlockAxis &ci = columns.axes[c->first], &cj = columns.axes[c->second];
  if (i.reduce || !j.reduce || !ci.reduce || cj.reduce || r->first != 0) return std::nullopt;
  if (i.extent != ci.extent || j.extent != cj.extent || i.extent < kLeastRows) return std::nullopt;
  if (laneChoices(context.machine, rows.store->buffer->dtype, j.extent).size() < 4) return std::nullopt;
  const auto follows = [&](const BlockFacts& a, const BlockFacts& b) {
    const std::vector<BlockId> readers = context.program.consumers(a.id);
    return std::find(readers.begin(), readers.end(), b.id) != readers.end();
  };
  if (follows(rows, columns) || follows(columns, rows)) return std::nullopt;
  return Pair{&rows, &columns, c->second == 0};
}

// Sets what resources/spaces/shared_reads.py asks for.
void write(RuleContext& context, const Pair& pair) {
  SpaceText& text = context.text;
  const BlockFacts &rows = *pair.rows, &columns = *pair.columns;
  const int64_t vector = context.machine.lanes(rows.store->buffer->dtype.bits);
  const int64_t threads = std::max(1, context.machine.threads);
  Choices parts = {{4 * threads, 0.35}, {8 * threads, 0.35}, {16 * threads, 0.3}};
  for (const Choice& c : kTogether) parts = withoutEmptyParts(std::move(parts), rows.axes[0].extent, c.value);
  SpaceTemplate space(text);
  space.set("read", rows.loads[0]->buffer->name);
  space.set("rows_name", rows.name);
  space.set("columns_name", columns.name);
  space.set("rows", quoted(rows.name));
  space.set("columns", quoted(columns.name));
  space.setFlag("columns_first", pair.columnsFirst);
  setSample(space, text, "together", "rows_together", Choices(std::begin(kTogether), std::end(kTogether)));
  setSample(space, text, "lanes", "lanes_" + rows.name, {{vector, 0.5}, {2 * vector, 0.5}});
  setSample(space, text, "wide", "lanes_" + columns.name, {{4 * vector, 0.3}, {8 * vector, 0.4}, {16 * vector, 0.3}});
  setSample(space, text, "blocks", "blocks_of_rows", parts);
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, rows);
    space.set("i", loops[0]);
    space.set("j", loops[1]);
    return listed(loops);
  });
  space.write(spaceTemplate("shared_reads"));
  take(context, rows.id);
  take(context, columns.id);
}

Message apply(RuleContext& context) {
  std::vector<Message> reasons;
  const std::vector<BlockFacts> blocks = blocksLeft(context, reasons);
  for (const BlockFacts& rows : blocks) {
    for (const BlockFacts& columns : blocks) {
      const std::optional<Pair> pair = pairOf(context, rows, columns);
      if (!pair) continue;
      write(context, *pair);
      return {};  // another pair would not share its loops with this one
    }
    reasons.push_back(aboutBlock(rows, "no other block reduces the columns of a matrix whose rows this one reduces"));
  }
  return noBlock(context, reasons);
}

}  // namespace

const Rule kSharedReads{"shared-reads", "Reduce the rows and the columns of a matrix in one pass over it.", apply};

}  // namespace lw::tune
