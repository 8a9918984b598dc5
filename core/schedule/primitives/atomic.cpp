// atomic: make each update of a reduction indivisible, so that iterations that update the same element may run at the
// same time (Halide's Func::atomic). The order of execution stays the same; parallel and bind then accept the loops of
// the reduction.
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<Ident> kAlready{"atomic.already", "the update of block {0} is atomic already"};
constexpr Error<Ident, Ident> kStart{
    "atomic.init", "block {0} initialises {1} in its own init, which another iteration could run after updates"};
constexpr Error<Ident, Message> kNoUpdate{"atomic.no-update", "block {0} does not update a single element: {1}"};
constexpr Error<Ident, TypeName> kWidth{"atomic.width",
                                        "{0} has elements of type {1}, but atomic updates are 32 or 64 bits wide"};

struct Args {
  BlockId block;
};
struct Plan {
  BlockId block;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  const auto no = [&](Explanation e, Message hint) {
    e.setHint(std::move(hint));
    e.blocks = {args.block};
    return e;
  };
  if (atomicStore(block.body)) return no(kAlready(block.name), "use parallel or bind on its loops");
  const BufferStore* store = onlyStore(block);
  if (!store)
    return no(kNoUpdate(block.name, "its body is not a single store"),
              "elements that are updated together, such as a maximum and its position, need rfactor");
  if (!block.allocs.empty() || !block.matches.empty())
    return no(kNoUpdate(block.name, "it has buffers of its own"), "lift_alloc moves them out of it");
  const auto update = updateOf(*store);
  if (!update || hasEffects(update->operand))
    return no(kNoUpdate(block.name, say("it does not combine {0} with one new value by +, *, min, max, and, or",
                                        Ident(store->buffer->name))),
              "choose the block that updates a reduction, x = x op e");
  if (!canBeAtomic(store->buffer->dtype))
    return no(kWidth(store->buffer->name, toString(store->buffer->dtype)),
              "rfactor makes partial results that need no atomic updates");
  if (block.init) {
    return no(kStart(block.name, store->buffer->name),
              "decompose_reduction first, then make the updates of the update block atomic");
  }
  return Plan{args.block};
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const int index = program.functionOf(plan.block);
  Block block = program.block(plan.block);
  block.body = AttrStmt{std::string(kAtomic), 0, 1, block.body};
  return Edit{.function = index, .changed = replaceStmt(program.function(index), program.stmt(plan.block), block)};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1) return {};
  const BufferStore* store = onlyStore(program.block(selection.blocks.front()));
  if (!store || !updateOf(*store)) return {};
  return {{{selection.blocks.front()}, ""}};
}

}  // namespace

const Primitive kAtomicUpdate = define<Args, Plan>(
    {.name = "atomic",
     .kind = "Atomic",
     .group = Group::Reduction,
     .summary = "Make the updates of a reduction indivisible, so that its iterations may run at the same time.",
     .params = {param("block", &Args::block, "a block that updates one element, without an init of its own")},
     .errors = {&kAlready, &kStart, &kNoUpdate, &kWidth},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.helpsRepairs = true, .inTvm = false}});

}  // namespace lw
