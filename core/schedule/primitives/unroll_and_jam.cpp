// unroll_and_jam: unroll an outer loop by a factor and execute the copies together in the innermost loop, where they
// share their loads (J. R. Allen, K. Kennedy, "Optimizing Compilers for Modern Architectures", 2001): split, reorder
// and unroll as one step.
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/compose.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr Error<Ident> kInnermost{"unroll_and_jam.innermost",
                                  "loop {0} is the innermost one of its nest: there is nothing to jam into"};

struct Args {
  LoopId loop;
  int64_t factor = 0;
};

// The loops directly nested in this one, outermost first.
std::vector<LoopId> loopsInside(const Snapshot& program, LoopId loop) {
  std::vector<LoopId> inside;
  for (const For* at = program.loop(loop).body.as<For>(); at; at = at->body.as<For>()) inside.push_back(at->id);
  return inside;
}

Result<Edit> check(const Snapshot& program, const Args& args) {
  const std::vector<LoopId> inside = loopsInside(program, args.loop);
  if (inside.empty())
    return aboutLoops(kInnermost(program.name(args.loop)), {args.loop},
                      "unroll it instead, or give a loop further outside");
  ComposedSteps steps(program, program.functionOf(args.loop));
  const auto halves = steps.run(kSplit, {args.loop, StepValue::List{StepValue(), args.factor}});
  if (!halves) return halves.error();
  StepValue::List order(inside.begin(), inside.end());
  order.push_back((*halves)[1]);
  if (const auto moved = steps.run(kReorder, Arguments(1, StepValue(order))); !moved) return moved.error();
  if (const auto unrolled = steps.run(kUnroll, {(*halves)[1]}); !unrolled) return unrolled.error();
  return steps.edit(*halves);
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1 || loopsInside(program, selection.loops.front()).empty()) return offers;
  for (const int factor : {2, 4, 8})
    offers.push_back({{selection.loops.front(), factor}, std::to_string(factor) + " copies"});
  return offers;
}

}  // namespace

const Primitive kUnrollAndJam =
    define<Args, Edit>({.name = "unroll_and_jam",
                        .kind = "UnrollAndJam",
                        .group = Group::Loops,
                        .summary = "Unroll an outer loop and run the copies together in the innermost loop.",
                        .params = {param("loop", &Args::loop, "the outer loop"),
                                   param("factor", &Args::factor, "number of copies", {.encoding = Encoding::Attr})},
                        .returns = Returns::Loops,
                        .errors = {&kInnermost},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
