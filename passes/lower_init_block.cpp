#include "passes/lower_init_block.h"

#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

Stmt lowerInit(const Block& block, Origin origin) {
  Expr first = boolConst(true);
  for (const IterVar& iter : block.iters)
    if (iter.kind == IterKind::Reduce) first = logicalAnd(first, eq(iter.var, iter.domain.min));
  Block result = block;
  const Stmt init = isTrue(first) ? *block.init : Stmt(IfThenElse{first, *block.init, {}}, block.init->origin());
  result.init.reset();
  result.body = sequence({init, block.body}).withOrigin(origin);
  return Stmt(std::move(result), origin);
}

}  // namespace

PrimFunc lowerInitBlock(const PrimFunc& f) {
  return withBody(f, rewriteStmts(f.body, [](const Stmt& s) -> std::optional<Stmt> {
                    const auto* block = s.as<Block>();
                    return block && block->init ? std::optional(lowerInit(*block, s.origin())) : std::nullopt;
                  }));
}

const Pass kLowerInitBlockPass{.name = "lower_init_block",
                               .label = "init blocks",
                               .help = "Turn the init of reductions into guarded statements.",
                               .run = programOnly<lowerInitBlock>};

}  // namespace lw
