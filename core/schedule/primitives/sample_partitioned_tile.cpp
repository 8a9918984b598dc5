// sample_partitioned_tile: draw factors whose product is the extent of a loop, such that the product of the inner ones
// is a multiple of a given number. All such factorizations are equally likely. If there is none, the result is None and
// ones, as in TVM.
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/tiling.h"

namespace lw {
namespace {

constexpr Error<Ident, int64_t> kParts{"sample_partitioned_tile.parts", "loop {0} cannot be divided into {1} factors"};
constexpr Error<int64_t, int64_t> kPosition{"sample_partitioned_tile.position",
                                            "the inner part begins at factor {0}, but there are {1} factors"};
constexpr Error<int64_t> kInner{"sample_partitioned_tile.inner",
                                "the inner part must be a multiple of at least 1, not of {0}"};
constexpr Error<Snippet, int64_t, int64_t, int64_t, int64_t> kDecision{
    "sample_partitioned_tile.decision",
    "the decision {0} is not a list of {1} positive factors whose product is {2} and whose product from position {3} "
    "on is a multiple of {4}"};

struct Args {
  LoopId loop;
  int64_t n = 0, position = 0, inner = 1;
  Choices decision;
};
struct Plan {
  std::vector<int64_t> factors;
};

bool possible(const Snapshot& program, const Args& args) {
  const std::optional<int64_t> extent = asInt(program.loop(args.loop).extent);
  return extent && *extent >= 1 && *extent % args.inner == 0;
}

// The recorded factors, adapted to the loop; nullopt: they cannot be used.
std::optional<std::vector<int64_t>> adapted(const Snapshot& program, const Args& args) {
  if (static_cast<int64_t>(args.decision->size()) != args.n) return std::nullopt;
  if (std::any_of(args.decision->begin(), args.decision->end(), [](int64_t f) { return f <= 0; })) return std::nullopt;
  std::vector<int64_t> factors = adaptedFactors(*args.decision, *asInt(program.loop(args.loop).extent));
  int64_t product = 1;
  for (size_t i = static_cast<size_t>(args.position); i < factors.size(); ++i) product *= factors[i];
  if (product % args.inner != 0) return std::nullopt;
  return factors;
}

Status checkArguments(const Snapshot& program, const Args& args) {
  if (args.n < 2 || args.n > 64)
    return aboutLoops(kParts(program.name(args.loop), args.n), {args.loop}, "2 to 64 can be drawn");
  if (args.position < 0 || args.position >= args.n)
    return aboutLoops(kPosition(args.position, args.n), {args.loop}, "0 is the outermost factor");
  if (args.inner < 1) return aboutLoops(kInner(args.inner), {args.loop});
  if (!args.decision || !possible(program, args) || adapted(program, args)) return success();
  return aboutLoops(kDecision(toText(decisionOf(*args.decision)), args.n, *asInt(program.loop(args.loop).extent),
                              args.position, args.inner),
                    {args.loop}, "leave it out to draw one");
}

Result<StepValue> decide(const Snapshot& program, const Args& args, Random& random) {
  if (Status ok = checkArguments(program, args); !ok) return ok.error();
  const int parts = static_cast<int>(args.n);
  if (!possible(program, args)) return decisionOf(noFactors(parts));
  if (args.decision) return decisionOf(*adapted(program, args));
  return decisionOf(drawPartitionedFactors(*asInt(program.loop(args.loop).extent), parts,
                                           static_cast<int>(args.position), args.inner, random));
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (Status ok = checkArguments(program, args); !ok) return ok.error();
  return Plan{args.decision.value_or(noFactors(static_cast<int>(args.n)))};
}

Edit rewrite(const Snapshot&, const Plan& plan) { return Edit{.outputs = factorOutputs(plan.factors)}; }

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  for (const int64_t inner : {4, 8, 16})
    if (const Args args{selection.loops.front(), 3, 1, inner, {}}; possible(program, args))
      offers.push_back({{args.loop, args.n, args.position, inner},
                        "3 factors, the inner two a multiple of " + std::to_string(inner)});
  return offers;
}

}  // namespace

const Primitive kSamplePartitionedTile = define<Args, Plan>(
    {.name = "sample_partitioned_tile",
     .kind = "SamplePartitionedTile",
     .group = Group::Sampling,
     .summary = "Draw factors of a loop's extent, the inner ones a multiple of a number.",
     .params = {param("loop", &Args::loop, "the loop to be tiled"),
                param("n", &Args::n, "number of factors", {.encoding = Encoding::Attr}),
                param("partition_pos", &Args::position, "the inner part begins with this factor",
                      {.defaultValue = 0, .encoding = Encoding::Attr}),
                param("innerpart_factor", &Args::inner, "the product of the inner part is a multiple of this",
                      {.defaultValue = 1, .encoding = Encoding::Attr}),
                param("decision", &Args::decision, "the factors; None: they are drawn",
                      {.defaultValue = StepValue(), .encoding = Encoding::Decision})},
     .returns = Returns::Ints,
     .errors = {&kParts, &kPosition, &kInner, &kDecision},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .decide = decide});

}  // namespace lw
