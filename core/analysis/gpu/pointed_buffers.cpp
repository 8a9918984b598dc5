#include "core/analysis/gpu/pointed_buffers.h"

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {

PointedBuffers::PointedBuffers(const PrimFunc& f) {
  const auto know = [this](const Buffer& b) { buffers_.insert_or_assign(b->data.key(), b); };
  for (const auto& [handle, buffer] : f.buffers) know(buffer);
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* n = s.as<DeclBuffer>()) know(n->buffer);
    const auto* block = s.as<Block>();
    if (!block) return;
    for (const Buffer& b : block->allocs) know(b);
    for (const MatchBuffer& m : block->matches)
      know(m.buffer), sources_.insert_or_assign(m.buffer->data.key(), m.source.buffer->data);
  });
}

const Buffer* PointedBuffers::find(const Expr& pointer) const {
  const auto* data = pointer.as<Var>();
  const auto found = data ? buffers_.find(data->key()) : buffers_.end();
  return found == buffers_.end() ? nullptr : &found->second;
}

Var PointedBuffers::owner(Var data) const {
  for (auto found = sources_.find(data.key()); found != sources_.end(); found = sources_.find(data.key()))
    data = found->second;
  return data;
}

bool isView(const BufferNode& b) { return !b.strides.empty() || !isZero(b.elemOffset); }

std::vector<Expr> indicesOfElement(const Buffer& b, const Expr& number) {
  const Analyzer analyzer;
  std::vector<Expr> indices(b->shape.size(), number);
  Expr rest = number;
  for (size_t d = b->shape.size(); d-- > 1;) {
    const Expr extent = cast(rest.dtype(), b->shape[d]);
    indices[d] = analyzer.simplify(floormod(rest, extent));
    rest = floordiv(rest, extent);
  }
  if (!indices.empty()) indices[0] = analyzer.simplify(rest);
  return indices;
}

}  // namespace lw
