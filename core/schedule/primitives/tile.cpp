// tile: split loops and move the outer loops outside, as one step (TVM's s[C].tile, for any number of loops).
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/compose.h"
#include "core/schedule/support/loop_checks.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<int64_t, int64_t> kSizes{"tile.sizes", "{0} loops are given, but {1} sizes"};

struct Args {
  std::vector<LoopId> loops;
  std::vector<int64_t> sizes;
};

Result<Edit> check(const Snapshot& program, const Args& args) {
  if (Status ok = requireDistinct(program, args.loops, 1, "tile"); !ok) return ok.error();
  if (args.loops.size() != args.sizes.size())
    return aboutLoops(kSizes(args.loops.size(), args.sizes.size()), args.loops, "give one size for each loop");
  ComposedSteps steps(program, program.functionOf(args.loops.front()));
  StepValue::List outer, inner;
  for (size_t i = 0; i < args.loops.size(); ++i) {
    const auto halves = steps.run(kSplit, {args.loops[i], StepValue::List{StepValue(), args.sizes[i]}});
    if (!halves) return halves.error();
    outer.push_back((*halves)[0]);
    inner.push_back((*halves)[1]);
  }
  outer.insert(outer.end(), inner.begin(), inner.end());
  if (const auto ordered = steps.run(kReorder, Arguments(1, StepValue(outer))); !ordered) return ordered.error();
  return steps.edit(outer);
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

// Offers the selected loops, or a loop and the one inside it.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<LoopId> loops = selection.loops;
  if (loops.size() == 1)
    if (const auto* child = program.loop(loops[0]).body.as<For>()) loops.push_back(child->id);
  if (loops.size() < 2) return {};
  std::vector<Candidate> offers;
  for (const int size : {4, 8, 16, 32, 64}) {
    const StepValue::List sizes(loops.size(), StepValue(size));
    const std::string label = join(loops, [&](LoopId) { return std::to_string(size); }, " x ");
    offers.push_back({{StepValue::List(loops.begin(), loops.end()), sizes}, label});
  }
  return offers;
}

}  // namespace

const Primitive kTile = define<Args, Edit>(
    {.name = "tile",
     .kind = "Tile",
     .group = Group::Loops,
     .summary = "Split loops into tiles, the loops over tiles outermost.",
     .params = {param("loops", &Args::loops, "the loops to tile, outermost first"),
                param("sizes", &Args::sizes, "iterations per tile, one for each loop", {.encoding = Encoding::Attr})},
     .returns = Returns::Loops,
     .errors = {&kSizes},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.inTvm = false,
                .spellings = {{"tile(loop, loop2, _, _2, number, number2)",
                               "tile([{loop2}, {loop}], [{number2}, {number}]) -> loop2, loop, _2, _"},
                              {"tile(loop, loop2, _, _2, _3, _4, number, number2)",
                               "tile([{loop2}, {loop}], [{number2}, {number}]) -> _2, _, _4, _3"},
                              {"tile(loop, loop2, x_factor=number, y_factor=number2)",
                               "tile([{loop}, {loop2}], [{number}, {number2}])"}}}});

}  // namespace lw
