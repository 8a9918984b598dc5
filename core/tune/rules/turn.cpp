#include "core/tune/rules/turn.h"

#include <algorithm>

#include "core/ir/visit.h"

namespace lw::tune {
namespace {

bool containsVar(const std::vector<Expr>& indices, const Var& v) {
  return std::any_of(indices.begin(), indices.end(), [&](const Expr& e) { return usesVar(e, v); });
}

}  // namespace

std::optional<Turn> turnOf(const BlockFacts& facts) {
  if (!facts.store || facts.block->init) return std::nullopt;
  const BlockAxis* written = contiguousAxis(facts, facts.store->indices);
  if (!written) return std::nullopt;
  std::optional<Turn> turn;
  for (const BufferLoad* load : facts.loads) {
    const BlockAxis* read = contiguousAxis(facts, load->indices);
    if (!read || read == written || !containsVar(load->indices, facts.var(*written))) continue;
    if (read->extent < 4 || written->extent < 4) continue;
    const auto index = static_cast<size_t>(read - facts.axes.data());
    if (turn && turn->read != index) continue;
    if (!turn) turn = Turn{index, static_cast<size_t>(written - facts.axes.data()), {}};
    for (size_t r = 0; r < facts.block->reads.size(); ++r)
      if (facts.block->reads[r].buffer == load->buffer &&
          std::find(turn->readsOfBlock.begin(), turn->readsOfBlock.end(), r) == turn->readsOfBlock.end())
        turn->readsOfBlock.push_back(r);
  }
  return turn;
}

}  // namespace lw::tune
