#include "core/schedule/support/meaning.h"

#include <set>

#include "core/ir/intrin_meaning.h"
#include "core/ir/visit.h"
#include "core/schedule/support/dot_intrinsics.h"
#include "core/schedule/support/warp_intrinsics.h"

namespace lw {
namespace {

// Does it call what is no function of values?
bool usesInstructions(const Stmt& body) {
  return anyExpr(body, [](const Expr& e) {
    const auto* call = e.as<Call>();
    if (!call || call->op == Intrinsic::Prefetch || call->op == Intrinsic::IfThenElse) return false;
    return !call->op.info() || call->op.info()->effect != Effect::Pure || !call->op.info()->elementwise();
  });
}

// A program may have any annotations.
PrimFunc unmarked(const PrimFunc& function) {
  PrimFunc result = function;
  result.body = rewriteStmts(function.body, [](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block || !block->annotations.contains(std::string(kDescribed))) return std::nullopt;
    Block bare = *block;
    bare.annotations.erase(std::string(kDescribed));
    return Stmt(bare, s.origin());
  });
  return result;
}

}  // namespace

PrimFunc meaningOf(const PrimFunc& function, const std::vector<TensorIntrin>& known) {
  std::vector<TensorIntrin> intrinsics = withDotIntrinsics(known);
  std::set<std::vector<std::string>> seen;
  forEachStmt(function.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    if (!block || block->matches.empty() || !usesInstructions(block->body)) return;
    std::vector<std::string> scopes;
    for (const MatchBuffer& m : block->matches) scopes.push_back(m.buffer->scope);
    if (!seen.insert(scopes).second) return;
    for (const std::string& name : warpIntrinsicNames(scopes))
      if (std::optional<TensorIntrin> intrin = warpIntrinsic(name)) intrinsics.push_back(std::move(*intrin));
  });
  return asDescribed(unmarked(function), intrinsics, usesInstructions);
}

}  // namespace lw
