#include "core/tune/rules/row_chain.h"

#include <algorithm>

#include "core/ir/visit.h"

namespace lw::tune {
namespace {

// Do all accesses of the member to the buffer have its rows as their first indices?
bool readsItsRow(const RowMember& member, const Buffer& buffer) {
  for (const BufferLoad* load : member.facts.loads) {
    if (!(load->buffer == buffer)) continue;
    if (load->indices.size() < member.rows.size()) return false;
    for (size_t i = 0; i < member.rows.size(); ++i) {
      const auto* v = load->indices[i].as<Var>();
      if (!v || !v->sameAs(member.rows[i])) return false;
    }
  }
  return true;
}

// The variables of the first `rows` indices that the block stores to.
std::optional<std::vector<Var>> storedRows(const BlockFacts& facts, size_t rows) {
  if (!facts.store || facts.store->indices.size() < rows) return std::nullopt;
  std::vector<Var> vars;
  for (size_t i = 0; i < rows; ++i) {
    const auto* v = facts.store->indices[i].as<Var>();
    if (!v) return std::nullopt;
    vars.push_back(*v);
  }
  return vars;
}

size_t longAxes(const std::vector<BlockAxis>& axes) {
  return static_cast<size_t>(std::count_if(axes.begin(), axes.end(), [](const BlockAxis& a) { return a.extent > 1; }));
}

// Rows alone, for a reduction; rows and more, for other blocks. `rows`: those of more than one value.
bool isOverRows(const BlockFacts& facts, size_t rows) {
  const size_t spatial = longAxes(facts.axesOf(false));
  return facts.reduction ? spatial == rows && reducesAlongRows(facts) : !facts.block->init && spatial >= rows;
}

const RowMember* memberOf(const RowChain& chain, BlockId id) {
  if (chain.last.facts.id == id) return &chain.last;
  const auto found =
      std::find_if(chain.members.begin(), chain.members.end(), [&](const RowMember& m) { return m.facts.id == id; });
  return found == chain.members.end() ? nullptr : &*found;
}

// Is all that reads the block in the chain, row by row?
bool isReadRowByRow(const RuleContext& context, const RowChain& chain, const BlockFacts& facts) {
  const std::vector<BlockId> readers = context.program.consumers(facts.id);
  return !readers.empty() && std::all_of(readers.begin(), readers.end(), [&](BlockId id) {
    const RowMember* reader = memberOf(chain, id);
    const std::vector<Buffer> results = facts.results();
    return reader &&
           std::all_of(results.begin(), results.end(), [&](const Buffer& b) { return readsItsRow(*reader, b); });
  });
}

bool writesParameter(const RuleContext& context, const BlockFacts& facts) {
  const std::vector<Buffer> results = facts.results();
  return std::any_of(results.begin(), results.end(), [&](const Buffer& b) { return isParameterOf(context, b); });
}

RowChain chainOf(const RuleContext& context, const std::vector<BlockFacts>& blocks, const BlockFacts& last,
                 size_t rows) {
  RowChain chain{{last, {}}, rows, {}};
  std::vector<BlockAxis> axes(last.axes.begin(), last.axes.begin() + static_cast<int64_t>(rows));
  for (const BlockAxis& axis : axes) chain.last.rows.push_back(last.var(axis));
  for (auto facts = blocks.rbegin(); facts != blocks.rend(); ++facts) {
    std::optional<std::vector<Var>> stored = storedRows(*facts, rows);
    if (facts->id == last.id || !stored || !isOverRows(*facts, longAxes(axes)) || writesParameter(context, *facts) ||
        !isReadRowByRow(context, chain, *facts))
      continue;
    chain.members.push_back({*facts, std::move(*stored)});
  }
  return chain;
}

}  // namespace

std::optional<RowChain> rowChainTo(const RuleContext& context, const std::vector<BlockFacts>& blocks,
                                   const BlockFacts& last) {
  if (!last.store || (last.block->init && !reducesAlongRows(last))) return std::nullopt;
  const size_t spatial = last.axesOf(false).size();
  for (size_t i = 0; i < spatial; ++i)
    if (last.axes[i].reduce) return std::nullopt;
  for (size_t rows = spatial; rows > 0; --rows) {
    if (last.reduction && rows < spatial) break;
    RowChain chain = chainOf(context, blocks, last, rows);
    const auto reduces = [](const RowMember& m) { return m.facts.reduction; };
    if (std::any_of(chain.members.begin(), chain.members.end(), reduces)) return chain;
  }
  return std::nullopt;
}

}  // namespace lw::tune
