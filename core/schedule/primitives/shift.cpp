// shift: let a loop start at another value; its body sees the same values (Exo's shift_loop). Loops with different
// starts can be merged after this step.
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/bindings.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr Error<Ident, int64_t, TypeName> kOverflow{"shift.overflow",
                                                    "shifted by {1}, loop {0} would leave the range of {2}"};

struct Args {
  LoopId loop;
  int64_t by = 0;
};

Result<Args> check(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  if (loop.kind == ForKind::ThreadBinding)
    if (Status ok = requirePlain(loop, "shift"); !ok) return ok.error();
  const int64_t most = maxValueOf(loop.var.dtype());
  const std::optional<int64_t> start = asInt(loop.min), extent = asInt(loop.extent);
  int64_t first = 0, end = 0;
  if (args.by > most || args.by < -most || __builtin_add_overflow(start.value_or(0), args.by, &first) ||
      first < -most || __builtin_add_overflow(first, extent.value_or(0), &end) || end > most)
    return aboutLoops(kOverflow(loop.var.name(), args.by, toString(loop.var.dtype())), {args.loop},
                      "give a smaller number");
  return args;
}

Edit rewrite(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  const int index = program.functionOf(args.loop);
  const Expr by = makeConst(loop.var.dtype(), args.by);
  For moved = loop;
  moved.min = simplifyExtent(loop.min + by);
  moved.body = substitute(loop.body, {{loop.var.key(), loop.var - by}});
  return Edit{.function = index, .changed = replaceStmt(program.function(index), program.stmt(args.loop), moved)};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  const LoopId loop = selection.loops.front();
  if (const auto start = asInt(program.loop(loop).min); start && *start)
    offers.push_back({{loop, -*start}, "start at 0"});
  else
    for (const int by : {1, 2}) offers.push_back({{loop, by}, "start at " + std::to_string(by)});
  return offers;
}

}  // namespace

const Primitive kShift = define<Args, Args>(
    {.name = "shift",
     .kind = "Shift",
     .group = Group::Loops,
     .summary = "Let a loop start somewhere else, with the same iterations.",
     .params = {param("loop", &Args::loop, "the loop"),
                param("by", &Args::by, "added to its start; may be negative", {.encoding = Encoding::Attr})},
     .errors = {&kLoopBound, &kLoopAnnotated, &kOverflow},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.helpsRepairs = true, .inTvm = false}});

}  // namespace lw
