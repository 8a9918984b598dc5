// inline_all: inline every block that compute_inline accepts into its readers, until none is left.
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/compose.h"

namespace lw {
namespace {

constexpr Error<Ident> kNothing{"inline_all.nothing", "no block of function {0} can be inlined"};

struct Args {
  FunctionName function;
};

struct Plan {
  int function;
  BlockId first;  // can be inlined
};

bool mayBeInlined(const Snapshot& program, BlockId block) {
  return program.contains(block) && program.scopeOf(block).valid() && !program.isOutput(block);
}

// The others are tried when the step is carried out: each is a step of its own, and there may be thousands.
Result<Plan> check(const Snapshot& program, const Args& args) {
  const int index = program.findFunction(args.function.name).value_or(0);
  for (const BlockId block : program.blocks(index))
    if (mayBeInlined(program, block) && kComputeInline.check(program, {block})) return Plan{index, block};
  return explain(kNothing(program.functionName(index)),
                 "results and reductions stay; select a block to see why it cannot be inlined");
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  ComposedSteps steps(program, plan.function);
  bool again = steps.run(kComputeInline, {plan.first}).ok();
  while (again) {  // a block may have become inlinable
    again = false;
    for (const BlockId block : steps.program().blocks(plan.function))
      if (mayBeInlined(steps.program(), block) && steps.run(kComputeInline, {block})) again = true;
  }
  return steps.edit({});
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1 || program.scopeOf(selection.blocks.front()).valid()) return {};
  return {{{program.functionName(program.functionOf(selection.blocks.front()))}, "all blocks"}};
}

}  // namespace

const Primitive kInlineAll =
    define<Args, Plan>({.name = "inline_all",
                        .kind = "InlineAll",
                        .group = Group::Program,
                        .summary = "Inline every block that can be inlined.",
                        .params = {param("func_name", &Args::function, "the function; None: the current one",
                                         {.defaultValue = StepValue(), .encoding = Encoding::Attr})},
                        .errors = {&kNothing},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
