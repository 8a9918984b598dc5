#include "passes/lower_opaque_block.h"

#include <cassert>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/pass.h"
#include "passes/row_major.h"

namespace lw {
namespace {

Expr annotationExpr(const AnnotationValue& value) {
  if (const auto* i = std::get_if<int64_t>(&value.value)) return makeConst(dtype::Int32, *i);
  if (const auto* d = std::get_if<double>(&value.value)) return makeFloat(dtype::Float32, *d);
  if (const auto* s = std::get_if<std::string>(&value.value)) return StringImm{*s};
  if (const auto* e = std::get_if<Expr>(&value.value)) return *e;
  return 0;
}

Stmt lowerBlock(const Block& block, Origin origin) {
  assert(block.iters.empty() && !block.init && block.matches.empty());
  Stmt body = block.body;
  for (const auto& [key, value] : block.annotations)
    if (key.starts_with("pragma_")) body = Stmt(AttrStmt{key, 0, annotationExpr(value), body}, origin);
  for (size_t i = block.allocs.size(); i-- > 0;) {
    const Buffer& b = block.allocs[i];
    const std::vector<Expr> extents = b->strides.empty() ? b->shape : std::vector{memorySizeOf(b)};
    body = Stmt(Allocate{b->data, b->dtype, extents, b->scope, {}, Stmt(DeclBuffer{b, body}, origin)}, origin);
  }
  return isTrue(block.predicate) ? body : Stmt(IfThenElse{block.predicate, body, {}}, origin);
}

}  // namespace

PrimFunc lowerOpaqueBlock(const PrimFunc& f) {
  return withBody(f, rewriteStmts(f.body, [](const Stmt& s) -> std::optional<Stmt> {
    if (const auto* block = s.as<Block>()) return lowerBlock(*block, s.origin());
    const auto* loop = s.as<For>();
    if (loop && isOne(loop->extent) && loop->annotations.empty()) return substitute(loop->body, {{loop->var.key(), loop->min}});
    return std::nullopt;
  }));
}

}  // namespace lw
