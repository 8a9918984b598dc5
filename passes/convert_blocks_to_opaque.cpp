#include "passes/convert_blocks_to_opaque.h"

#include <cassert>

#include "core/ir/visit.h"

namespace lw {
namespace {

Stmt dropIters(const Block& block, Origin origin) {
  assert(!block.init && "init blocks are lowered first");
  VarMap values;
  for (size_t i = 0; i < block.iters.size(); ++i) values.insert_or_assign(block.iters[i].var.key(), block.bindings[i]);
  Block opaque = block;
  opaque.iters.clear();
  opaque.bindings.clear();
  return substitute(Stmt(std::move(opaque), origin), values);
}

}  // namespace

PrimFunc convertBlocksToOpaque(const PrimFunc& f) {
  return withBody(f, rewriteStmts(f.body, [](const Stmt& s) -> std::optional<Stmt> {
                    const auto* block = s.as<Block>();
                    return block && !block->iters.empty() ? std::optional(dropIters(*block, s.origin())) : std::nullopt;
                  }));
}

const Pass kConvertBlocksToOpaquePass{.name = "convert_blocks_to_opaque",
                                      .label = "opaque blocks",
                                      .help = "Replace the iteration variables of blocks by their bindings.",
                                      .run = programOnly<convertBlocksToOpaque>};

}  // namespace lw
