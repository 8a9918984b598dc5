// fission (loop distribution): divide one nest of several statements into two nests: one for the statements up to a
// block, then one for the statements after it. The reverse of merge. Legal if no dependence is reversed.
#include <optional>

#include "core/analysis/values/value_flow.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNothingAfter{"fission.nothing-after", "nothing under loop {0} follows block {1}"};
constexpr Error<Ident, Ident, Message> kGuarded{"fission.guarded",
                                                "block {1} is inside {2} under loop {0}, which cannot be divided"};
constexpr Error<Ident, Ident, Message> kChanges{"fission.changes-values",
                                                "dividing loop {0} after block {1} changes the results: {2}"};
constexpr Error<Ident, Ident, Message> kUndecided{
    "fission.undecided", "it could not be proved that loop {0} can be divided after block {1} ({2})"};

struct Args {
  LoopId loop;
  BlockId after;
};
struct Plan {
  int function = 0;
  PrimFunc changed;
  std::vector<std::pair<LoopId, LoopId>> divided;  // a loop and the copy that runs the rest, outermost first
  bool conservative = false;
};

struct Halves {
  std::optional<Stmt> first, rest;
};

class Divider {
 public:
  Divider(BlockId after, PrimFunc& ids) : after_(after), ids_(ids) {}
  // The statements up to the block, and those after it. `s` contains the block.
  Halves divide(const Stmt& s) {
    if (const auto* block = s.as<Block>(); block && block->id == after_) return {s, std::nullopt};
    if (const auto* loop = s.as<For>()) return divideLoop(*loop, s);
    if (const auto* seq = s.as<Seq>()) return divideSeq(*seq);
    obstacle = s.as<Block>() ? say("block {0}", Ident(s.as<Block>()->name)) : "a condition";
    return {s, std::nullopt};
  }
  std::vector<std::pair<LoopId, LoopId>> divided;
  Message obstacle;

 private:
  bool holds(const Stmt& s) const {
    return anyStmt(s, [&](const Stmt& each) {
      const auto* block = each.as<Block>();
      return block && block->id == after_;
    });
  }
  Halves divideLoop(const For& loop, const Stmt& whole) {
    const LoopId copy = ids_.freshLoop();
    const size_t mine = divided.size();
    divided.emplace_back(loop.id, copy);
    const Halves body = divide(loop.body);
    if (!body.rest) {
      divided.resize(mine);
      return {whole, std::nullopt};
    }
    const Var var(loop.var.name(), loop.var.dtype());
    For rest = loop;
    rest.id = copy;
    rest.var = var;
    rest.body = substitute(*body.rest, {{loop.var.key(), Expr(var)}});
    return {Stmt(withBody(loop, *body.first)), Stmt(std::move(rest))};
  }
  Halves divideSeq(const Seq& seq) {
    std::vector<Stmt> first, rest;
    bool passed = false;
    for (const Stmt& s : seq.stmts) {
      if (passed || !holds(s)) {
        (passed ? rest : first).push_back(s);
        continue;
      }
      const Halves halves = divide(s);
      first.push_back(*halves.first);
      if (halves.rest) rest.push_back(*halves.rest);
      passed = true;
    }
    if (rest.empty()) return {sequence(std::move(first)), std::nullopt};
    return {sequence(std::move(first)), sequence(std::move(rest))};
  }

  BlockId after_;
  PrimFunc& ids_;
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.loops = {args.loop};
  e.blocks = {args.after};
  return e;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const std::string loop = program.name(args.loop), block = program.name(args.after);
  if (!program.isAncestor(args.loop, args.after))
    return about(kNotAround(loop, block), args, "choose a block under the loop");
  if (Status ok = requirePlain(program.loop(args.loop), "divide"); !ok) return ok.error();
  Plan plan{.function = program.functionOf(args.loop), .changed = program.function(program.functionOf(args.loop))};
  const PrimFunc& before = program.function(plan.function);
  Divider divider(args.after, plan.changed);
  const Halves halves = divider.divide(program.stmt(args.loop));
  if (!divider.obstacle.empty())
    return about(kGuarded(loop, block, divider.obstacle), args,
                 "choose the statement around it, or move the condition into the blocks");
  if (!halves.rest) return about(kNothingAfter(loop, block), args, "choose a block that is not the last one");
  plan.divided = divider.divided;
  plan.changed = replaceStmt(plan.changed, program.stmt(args.loop), sequence({*halves.first, *halves.rest}));
  const Verdict verdict = keepsValueFlow(before, plan.changed, {}, program.budget());
  if (verdict.no())
    return about(kChanges(loop, block, verdict.reason), args,
                 "divide a loop further inside, or store what the first part passes to the second in a buffer with a "
                 "dimension for the loop");
  if (!verdict.yes()) {
    Explanation e = about(kUndecided(loop, block, verdict.reason), args, {});
    e.conservative = true;
    return e;
  }
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  Edit edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
  const auto& [first, rest] = plan.divided.front();
  edit.outputs = {first, rest};
  return edit;
}

// Offers a division after every block of the loop that is not the last one.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  const LoopId loop = selection.loops.front();
  const std::vector<BlockId> blocks = program.blocksBelow(loop);
  for (size_t i = 0; i + 1 < blocks.size(); ++i)
    if (selection.blocks.empty() || selection.blocks.front() == blocks[i])
      offers.push_back({{loop, blocks[i]}, "after " + program.name(blocks[i])});
  return offers;
}

}  // namespace

const Primitive kFission = define<Args, Plan>(
    {.name = "fission",
     .kind = "Fission",
     .group = Group::Loops,
     .summary = "Divide a nest of several statements into two nests.",
     .params = {param("loop", &Args::loop, "the outermost loop to divide"),
                param("after", &Args::after, "the last block of the first nest")},
     .returns = Returns::Loops,
     .errors = {&kLoopBound, &kLoopAnnotated, &kNotAround, &kNothingAfter, &kGuarded, &kChanges, &kUndecided},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.rank = 180, .helpsRepairs = true, .inTvm = false}});

}  // namespace lw
