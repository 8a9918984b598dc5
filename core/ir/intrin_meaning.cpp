#include "core/ir/intrin_meaning.h"

#include "core/ir/equal.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// The computation of a block as a function of its buffers, for comparison.
PrimFunc workOf(const std::vector<Buffer>& buffers, const Block& block) {
  Block work(BlockId{}, "", block.body);
  work.allocs = block.allocs;
  PrimFunc f("work", work);
  for (const Buffer& b : buffers) {
    f.params.emplace_back(b->name, dtype::Handle());
    f.buffers.emplace_back(f.params.back(), b);
  }
  return f;
}

std::vector<Buffer> paramsOf(const PrimFunc& f) {
  std::vector<Buffer> buffers;
  for (const Var& p : f.params) buffers.push_back(*f.bufferOf(p));
  return buffers;
}

std::vector<Buffer> matchedBy(const Block& block) {
  std::vector<Buffer> buffers;
  for (const MatchBuffer& m : block.matches) buffers.push_back(m.buffer);
  return buffers;
}

bool implements(const Block& block, const TensorIntrin& intrin) {
  if (block.matches.size() != intrin.impl.params.size() || block.init) return false;
  return equal(workOf(matchedBy(block), block), workOf(paramsOf(intrin.impl), *intrin.impl.body.as<Block>()));
}

Block described(const Block& block, const TensorIntrin& intrin, PrimFunc& ids) {
  const Block& description = *intrin.desc.body.as<Block>();
  Block bare(BlockId{}, "", description.body);
  bare.allocs = description.allocs;
  for (size_t i = 0; i < block.matches.size(); ++i)
    bare.matches.push_back({*intrin.desc.bufferOf(intrin.desc.params[i]), block.matches[i].source});
  const Stmt copy = freshCopy(bare, ids);
  Block result = block;
  result.matches = copy.as<Block>()->matches;
  result.allocs = copy.as<Block>()->allocs;
  result.body = copy.as<Block>()->body;
  result.annotations.insert_or_assign(std::string(kDescribed), true);
  return result;
}

}  // namespace

bool callsOutside(const Stmt& body) {
  return anyExpr(body, [&](const Expr& e) {
    const auto* call = e.as<Call>();
    return call && (call->op == Intrinsic::CallExtern || call->op == Intrinsic::CallPureExtern ||
                    call->op == Intrinsic::CallLlvmIntrin || call->op == Intrinsic::CallLlvmPureIntrin);
  });
}

PrimFunc asDescribed(const PrimFunc& function, const std::vector<TensorIntrin>& intrinsics,
                     const std::function<bool(const Stmt&)>& replaced) {
  std::vector<const TensorIntrin*> outside;
  for (const TensorIntrin& t : intrinsics)
    if (replaced(t.impl.body)) outside.push_back(&t);
  if (outside.empty()) return function;
  PrimFunc result = function;
  result.body = rewriteStmts(function.body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block || block->matches.empty()) return std::nullopt;
    for (const TensorIntrin* t : outside)
      if (implements(*block, *t)) return Stmt(described(*block, *t, result), s.origin());
    return std::nullopt;
  });
  return result;
}

}  // namespace lw
