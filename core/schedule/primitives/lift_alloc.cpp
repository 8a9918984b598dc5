// lift_alloc: allocate a buffer once in the block around, instead of once per execution of the block that allocates it
// now. The buffer then keeps its contents between executions (Exo's lift_alloc).
#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Snippet> kNotOfBlock{"lift_alloc.not-allocated", "block {0} does not allocate {1}"};
constexpr Error<Ident, Ident> kShape{"lift_alloc.shape",
                                     "the shape of {0} depends on the iteration variables of block {1}"};
constexpr Error<Ident, Ident> kRace{"lift_alloc.race",
                                    "the iterations of loop {0} run in parallel and would share {1}"};

struct Args {
  BlockId block;
  std::string buffer;
};
struct Plan {
  int function = 0;
  PrimFunc changed;
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.block};
  return e;
}

std::string namesOf(const std::vector<Buffer>& buffers) {
  return join(buffers, [&](const Buffer& b) { return b->name; });
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Block inner = program.block(args.block);
  const auto at =
      std::find_if(inner.allocs.begin(), inner.allocs.end(), [&](const Buffer& b) { return b->name == args.buffer; });
  if (at == inner.allocs.end())
    return about(kNotOfBlock(inner.name, quoted(args.buffer)), args,
                 inner.allocs.empty() ? "it allocates nothing" : say("it allocates {0}", namesOf(inner.allocs)));
  const BlockId outerId = program.scopeOf(args.block);
  if (!outerId.valid()) return about(kRootBlock(inner.name), args, "its buffers live as long as the function runs");
  const Buffer buffer = std::move(*at);  // `at` is erased below
  for (const Expr& extent : buffer->shape)
    for (const IterVar& iter : inner.iters)
      if (usesVar(extent, iter.var)) return about(kShape(buffer->name, inner.name), args, {});
  inner.allocs.erase(at);
  Block outer = program.block(outerId);
  outer.body = replaceIn(outer.body, program.stmt(args.block), inner);
  outer.allocs.push_back(buffer);
  Plan plan{program.functionOf(args.block), program.function(program.functionOf(args.block))};
  plan.changed = replaceStmt(plan.changed, program.stmt(outerId), outer);
  for (const LoopId loop : program.loopsAbove(args.block)) {
    const ForKind kind = program.loop(loop).kind;
    if (kind == ForKind::Serial || kind == ForKind::Unrolled) continue;
    if (privateToIteration(plan.changed, buffer, loop, program.budget())) continue;
    Explanation e = about(kRace(program.name(loop), buffer->name), args,
                          "lift it before the loop is made parallel, or leave it inside");
    e.loops = {loop};
    return e;
  }
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.scopeOf(selection.blocks.front()).valid()) return offers;
  for (const Buffer& b : program.block(selection.blocks.front()).allocs)
    offers.push_back({{selection.blocks.front(), b->name}, b->name});
  return offers;
}

}  // namespace

const Primitive kLiftAlloc =
    define<Args, Plan>({.name = "lift_alloc",
                        .kind = "LiftAlloc",
                        .group = Group::Memory,
                        .summary = "Allocate a buffer of a block once in the block around it.",
                        .params = {param("block", &Args::block, "the block that allocates it"),
                                   param("buffer", &Args::buffer, "name of the buffer", {.encoding = Encoding::Attr})},
                        .errors = {&kNotOfBlock, &kRootBlock, &kShape, &kRace},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
