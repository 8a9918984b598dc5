#include "core/analysis/program/narrow_sums.h"

#include <algorithm>
#include <cmath>

#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// Half the distance from 1 to the next number.
double unitRoundoff(DataType type) {
  if (type.code == TypeCode::BFloat) return std::ldexp(1.0, -8);
  if (type.code == TypeCode::Float8E4M3) return std::ldexp(1.0, -4);
  if (type.code == TypeCode::Float8E5M2) return std::ldexp(1.0, -3);
  return std::ldexp(1.0, -11);
}

int64_t termsOf(const Block& block) {
  int64_t terms = 1;
  for (const IterVar& iter : block.iters)
    if (iter.kind == IterKind::Reduce) terms *= asInt(iter.domain.extent).value_or(0);
  return terms;
}

}  // namespace

std::vector<NarrowSum> narrowSumsOf(const PrimFunc& function) {
  std::vector<NarrowSum> sums;
  forEachStmt(function.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    if (!block || !block->init) return;
    const auto* store = block->body.as<BufferStore>();
    if (!store || !store->buffer->dtype.isFloat() || store->buffer->dtype.bits > 16) return;
    const auto update = updateOf(*store);
    if (update && update->op == BinaryOp::Add) sums.push_back({block->id, block->name, store->buffer, termsOf(*block)});
  });
  return sums;
}

double reorderingError(const NarrowSum& sum) {
  return std::min(0.5, 4 * unitRoundoff(sum.buffer->dtype) * std::sqrt(static_cast<double>(sum.terms)));
}

}  // namespace lw
