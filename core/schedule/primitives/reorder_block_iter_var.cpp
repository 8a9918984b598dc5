// reorder_block_iter_var: list the iters of a block, with their bindings, in another order. Loops and statements do not
// change.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Snippet, int64_t, Ident> kNoPermutation{
    "reorder_block_iter_var.no-permutation", "{0} is not a permutation of the {1} iteration variables of block {2}"};

struct Args {
  BlockId block;
  std::vector<int64_t> order;
};
using Plan = Args;

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  std::vector<int64_t> sorted = args.order;
  std::sort(sorted.begin(), sorted.end());
  bool fine = sorted.size() == block.iters.size();
  for (size_t i = 0; fine && i < sorted.size(); ++i) fine = sorted[i] == static_cast<int64_t>(i);
  if (fine) return args;
  std::string names;
  for (size_t i = 0; i < block.iters.size(); ++i)
    addItem(names, std::to_string(i) + " (" + block.iters[i].var.name() + ")");
  return aboutBlock(
      kNoPermutation(toText(StepValue(StepValue::List(args.order.begin(), args.order.end()))), block.iters.size(),
                     block.name),
      args.block,
      names.empty() ? "the block has no iteration variables" : say("list each of these once: {0}", Ident(names)));
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const Block& old = program.block(plan.block);
  Block block = old;
  for (size_t i = 0; i < plan.order.size(); ++i) {
    block.iters[i] = old.iters[static_cast<size_t>(plan.order[i])];
    block.bindings[i] = old.bindings[static_cast<size_t>(plan.order[i])];
  }
  const int function = program.functionOf(plan.block);
  return Edit{.function = function,
              .changed = replaceStmt(program.function(function), program.stmt(plan.block), block)};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  const auto& iters = program.block(block).iters;
  std::vector<int64_t> order;
  for (size_t i = 0; i < iters.size(); ++i) order.push_back(static_cast<int64_t>(i));
  for (size_t turn = 1; turn < order.size(); ++turn) {
    std::rotate(order.begin(), order.begin() + 1, order.end());
    std::string names = join(order, [&](const int64_t i) { return iters[static_cast<size_t>(i)].var.name(); });
    offers.push_back({{block, StepValue::List(order.begin(), order.end())}, names});
  }
  return offers;
}

}  // namespace

const Primitive kReorderBlockIterVar =
    define<Args, Plan>({.name = "reorder_block_iter_var",
                        .kind = "ReorderBlockIterVar",
                        .group = Group::Loops,
                        .summary = "List the iteration variables of a block in another order.",
                        .params = {param("block", &Args::block, "the block"),
                                   param("new_order", &Args::order, "old positions in the new order")},
                        .errors = {&kNoPermutation},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite});

}  // namespace lw
