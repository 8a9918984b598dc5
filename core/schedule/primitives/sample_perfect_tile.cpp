// sample_perfect_tile: draw factors whose product is the extent of a loop. All ordered factorizations whose innermost
// factor does not exceed its limit are equally likely. If the extent of the loop is not known, the result is None and
// ones, as in TVM.
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/tiling.h"

namespace lw {
namespace {

constexpr Error<Ident, int64_t> kParts{"sample_perfect_tile.parts", "loop {0} cannot be divided into {1} factors"};
constexpr Error<int64_t> kLimit{"sample_perfect_tile.limit",
                                "the limit of the innermost factor must be at least 1, not {0}"};
constexpr Error<Snippet, int64_t> kDecision{"sample_perfect_tile.decision",
                                            "the decision {0} is not a list of {1} positive factors"};

struct Args {
  LoopId loop;
  int64_t n = 0, maxInnermost = 16;
  Choices decision;
};
struct Plan {
  std::vector<int64_t> factors;
};

Status checkArguments(const Snapshot& program, const Args& args) {
  if (args.n < 2 || args.n > 64)
    return aboutLoops(kParts(program.name(args.loop), args.n), {args.loop}, "2 to 64 can be drawn");
  if (args.maxInnermost < 1) return aboutLoops(kLimit(args.maxInnermost), {args.loop});
  if (!args.decision || !asInt(program.loop(args.loop).extent)) return success();
  const bool positive = std::all_of(args.decision->begin(), args.decision->end(), [](int64_t f) { return f > 0; });
  if (static_cast<int64_t>(args.decision->size()) == args.n && positive) return success();
  return aboutLoops(kDecision(toText(decisionOf(*args.decision)), args.n), {args.loop}, "leave it out to draw one");
}

Result<StepValue> decide(const Snapshot& program, const Args& args, Random& random) {
  if (Status ok = checkArguments(program, args); !ok) return ok.error();
  const std::optional<int64_t> extent = asInt(program.loop(args.loop).extent);
  const int parts = static_cast<int>(args.n);
  if (!extent || *extent < 1) return decisionOf(noFactors(parts));
  return decisionOf(args.decision ? adaptedFactors(*args.decision, *extent)
                                  : drawFactors(*extent, parts, args.maxInnermost, random));
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (Status ok = checkArguments(program, args); !ok) return ok.error();
  return Plan{args.decision.value_or(noFactors(static_cast<int>(args.n)))};
}

Edit rewrite(const Snapshot&, const Plan& plan) { return Edit{.outputs = factorOutputs(plan.factors)}; }

std::vector<Candidate> candidates(const Snapshot&, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() == 1)
    for (const int n : {2, 3, 4}) offers.push_back({{selection.loops.front(), n, 16}, std::to_string(n) + " factors"});
  return offers;
}

}  // namespace

const Primitive kSamplePerfectTile = define<Args, Plan>(
    {.name = "sample_perfect_tile",
     .kind = "SamplePerfectTile",
     .group = Group::Sampling,
     .summary = "Draw factors whose product is the extent of a loop.",
     .params = {param("loop", &Args::loop, "the loop to be tiled"),
                param("n", &Args::n, "number of factors", {.encoding = Encoding::Attr}),
                param("max_innermost_factor", &Args::maxInnermost, "the innermost factor is at most this",
                      {.defaultValue = 16, .encoding = Encoding::Attr}),
                param("decision", &Args::decision, "the factors; None: they are drawn",
                      {.defaultValue = StepValue(), .encoding = Encoding::Decision})},
     .returns = Returns::Ints,
     .errors = {&kParts, &kLimit, &kDecision},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .decide = decide});

}  // namespace lw
