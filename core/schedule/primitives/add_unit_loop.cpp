// add_unit_loop: add a loop of one iteration directly above a loop or block.
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"

namespace lw {
namespace {

constexpr Error<Ident> kRoot{"add_unit_loop.root",
                             "block \"{0}\" is the root block of the function, so no loop can enclose it"};

struct Args {
  LoopOrBlock node;
};
using Plan = Args;

Result<Plan> check(const Snapshot& program, const Args& args) {
  const auto* block = std::get_if<BlockId>(&args.node);
  if (!block || program.scopeOf(*block).valid()) return args;
  Explanation e = explain(kRoot(program.name(*block)), "choose a block or loop inside it");
  e.blocks = {*block};
  return e;
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const auto [index, stmt] =
      std::visit([&](auto id) { return std::pair(program.functionOf(id), program.stmt(id)); }, plan.node);
  PrimFunc function = program.function(index);
  const LoopId id = function.freshLoop();
  const For unit{id, Var("u"), 0, 1, ForKind::Serial, "", {}, stmt};
  return Edit{.function = index, .changed = replaceStmt(function, stmt, unit), .outputs = {id}};
}

std::vector<Candidate> candidates(const Snapshot&, const Selection& selection) {
  std::vector<Candidate> offers;
  for (const LoopId loop : selection.loops) offers.push_back({{loop}, ""});
  for (const BlockId block : selection.blocks) offers.push_back({{block}, ""});
  return offers;
}

}  // namespace

const Primitive kAddUnitLoop = define<Args, Plan>({.name = "add_unit_loop",
                                                   .kind = "AddUnitLoop",
                                                   .group = Group::Loops,
                                                   .summary = "Add a loop of one iteration around a loop or block.",
                                                   .params = {param("block_or_loop", &Args::node, "the loop or block")},
                                                   .returns = Returns::Loop,
                                                   .errors = {&kRoot},
                                                   .candidates = candidates,
                                                   .check = check,
                                                   .rewrite = rewrite,
                                                   .traits = {.rank = 250}});

}  // namespace lw
