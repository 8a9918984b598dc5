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

Result<Edit> check(const Snapshot& program, const Args& args) {
  const int index = program.findFunction(args.function.name).value_or(0);
  Steps steps(program, index);
  bool any = false;
  for (bool again = true; again;) {
    again = false;
    for (const BlockId block : steps.program().blocks(index)) {
      if (!steps.program().scopeOf(block).valid() || steps.program().isOutput(block)) continue;
      if (!steps.run(kComputeInline, {block})) continue;
      again = any = true;
      break;
    }
  }
  if (!any)
    return explain(kNothing(program.functionName(index)),
                   "results and reductions stay; select a block to see why it cannot be inlined");
  return steps.edit({});
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1 || program.scopeOf(selection.blocks.front()).valid()) return {};
  return {{{program.functionName(program.functionOf(selection.blocks.front()))}, "all blocks"}};
}

}  // namespace

const Primitive kInlineAll =
    define<Args, Edit>({.name = "inline_all",
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
