// simplify: clean up the whole program: remove loops of one iteration and simplify index expressions, extents and
// guards. The computed values and their order do not change.
#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"

namespace lw {
namespace {

constexpr Error<Ident> kNothing{"simplify.nothing", "function {0} cannot be simplified any further"};

struct Args {
  FunctionName function;
};
struct Plan {
  int function = 0;
  PrimFunc changed;
  NodeReplacement fate;
};

class Simplifier : public Rewriter {
 public:
  NodeReplacement fate;

  Expr expr(const Expr& e) override {
    return e.dtype().isInt() || e.dtype().isBool() ? known_.simplify(e) : children(e);
  }
  Stmt stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) return loopOf(*loop);
    if (const auto* block = s.as<Block>()) return blockOf(*block);
    return children(s);
  }

 private:
  Stmt loopOf(const For& old) {
    For loop = old;
    loop.min = expr(old.min);
    loop.extent = expr(old.extent);
    if (isOne(loop.extent) && loop.kind == ForKind::Serial && loop.annotations.empty()) {
      fate.loops.push_back({loop.id, {}});
      return stmt(substitute(loop.body, {{loop.var.key(), loop.min}}));
    }
    known_.bind(loop.var, {loop.min, loop.extent});
    loop.body = stmt(old.body);
    return loop;
  }
  Stmt blockOf(const Block& old) {
    Block block = old;
    for (Expr& binding : block.bindings) binding = expr(binding);
    block.predicate = expr(block.predicate);
    for (const IterVar& iter : block.iters) known_.bind(iter.var, iter.domain);
    for (std::vector<BufferRegion>* regions : {&block.reads, &block.writes})
      for (BufferRegion& r : *regions) r = region(r);
    if (block.init) block.init = stmt(*block.init);
    block.body = stmt(block.body);
    return block;
  }
  Analyzer known_;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  const int index = program.findFunction(args.function.name).value_or(0);
  Plan plan{index, program.function(index), {}};
  Simplifier simplifier;
  plan.changed.body = simplifier.stmt(plan.changed.body);
  plan.fate = simplifier.fate;
  if (equal(plan.changed, program.function(index))) return kNothing(program.functionName(index));
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = plan.fate};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1 || program.scopeOf(selection.blocks.front()).valid()) return {};
  return {{{program.functionName(program.functionOf(selection.blocks.front()))}, "the whole function"}};
}

}  // namespace

const Primitive kSimplify =
    define<Args, Plan>({.name = "simplify",
                        .kind = "Simplify",
                        .group = Group::Program,
                        .summary = "Shorten index expressions and guards, and drop loops of one iteration.",
                        .params = {param("func_name", &Args::function, "the function; None: the current one",
                                         {.defaultValue = StepValue(), .encoding = Encoding::Attr})},
                        .errors = {&kNothing},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
