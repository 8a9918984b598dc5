#include "passes/lower_opaque_block.h"

#include <cassert>

#include "core/ir/ops.h"
#include "core/ir/stream_stores.h"
#include "core/ir/visit.h"
#include "passes/support/row_major.h"

namespace lw {
namespace {

Expr annotationExpr(const AnnotationValue& value) {
  if (const auto* i = std::get_if<int64_t>(&value.value)) return makeConst(dtype::Int32, *i);
  if (const auto* d = std::get_if<double>(&value.value)) return makeFloat(dtype::Float32, *d);
  if (const auto* s = std::get_if<std::string>(&value.value)) return StringImm{*s};
  if (const auto* e = std::get_if<Expr>(&value.value)) return *e;
  return 0;
}

constexpr std::string_view kImport = "pragma_import_llvm";

Stmt lowerBlock(const Block& block, Origin origin) {
  assert(block.iters.empty() && !block.init && block.matches.empty());
  Stmt body = block.body;
  for (const auto& [key, value] : block.annotations)
    if (key.starts_with("pragma_") && key != kImport)
      body = Stmt(AttrStmt{key, 0, annotationExpr(value), body}, origin);
  for (size_t i = block.allocs.size(); i-- > 0;) {
    const Buffer& b = block.allocs[i];
    const std::vector<Expr> extents = b->strides.empty() ? b->shape : std::vector{memorySizeOf(b)};
    body = Stmt(Allocate{b->data, b->dtype, extents, b->scope, {}, Stmt(DeclBuffer{b, body}, origin)}, origin);
  }
  return isTrue(block.predicate) ? body : Stmt(IfThenElse{block.predicate, body, {}}, origin);
}

// Imported code is attached to the whole function: it must remain when the loop that imports it is unrolled or removed.
Stmt withImports(const PrimFunc& f, Stmt body) {
  std::vector<Expr> imports;
  forEachStmt(f.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    const auto* block = s.as<Block>();
    const Annotations* notes = loop ? &loop->annotations : block ? &block->annotations : nullptr;
    const auto note = notes ? notes->find(std::string(kImport)) : Annotations::const_iterator{};
    if (notes && note != notes->end()) imports.push_back(annotationExpr(note->second));
  });
  for (size_t i = imports.size(); i-- > 0;) body = AttrStmt{std::string(kImport), 0, imports[i], body};
  return body;
}

}  // namespace

PrimFunc lowerOpaqueBlock(const PrimFunc& f) {
  return withBody(
      f, withImports(f, rewriteStmts(f.body, [](const Stmt& s) -> std::optional<Stmt> {
                       if (const auto* block = s.as<Block>()) return lowerBlock(*block, s.origin());
                       const auto* loop = s.as<For>();
                       if (!loop) return std::nullopt;
                       For copy = *loop;
                       bool changed = copy.annotations.erase(std::string(kImport)) > 0;
                       // As an attribute, it survives unrolling and vectorizing of the loop.
                       if (const auto streams = copy.annotations.find(std::string(kStreamStores));
                           streams != copy.annotations.end()) {
                         copy.body =
                             Stmt(AttrStmt{std::string(kStreamStores), 0, annotationExpr(streams->second), copy.body},
                                  s.origin());
                         copy.annotations.erase(streams);
                         changed = true;
                       }
                       if (isOne(copy.extent) && copy.annotations.empty() && copy.kind != ForKind::ThreadBinding)
                         return substitute(copy.body, {{copy.var.key(), copy.min}});
                       return changed ? std::optional<Stmt>(Stmt(std::move(copy), s.origin())) : std::nullopt;
                     })));
}

const Pass kLowerOpaqueBlockPass{.name = "lower_opaque_block",
                                 .label = "lower blocks",
                                 .help = "Turn blocks into ifs, allocations and plain statements.",
                                 .run = programOnly<lowerOpaqueBlock>};

}  // namespace lw
