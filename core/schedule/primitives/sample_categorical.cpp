// sample_categorical: draw one of several numbers with given probabilities.
#include <algorithm>
#include <cmath>

#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"

namespace lw {
namespace {

constexpr Error<> kNothing{"sample_categorical.nothing", "there are no candidates to choose from"};
constexpr Error<int64_t, int64_t> kCount{"sample_categorical.count", "there are {0} candidates and {1} probabilities"};
constexpr Error<Snippet, Snippet> kProbability{"sample_categorical.probability",
                                               "probability {0} is {1}; probabilities must not be negative, nor all 0"};
constexpr Error<int64_t, int64_t> kDecision{"sample_categorical.decision",
                                            "the decision {0} is not a position among {1} candidates"};

struct Args {
  std::vector<int64_t> candidates;
  std::vector<double> probabilities;
  Choice decision;
};
struct Plan {
  int64_t chosen;
};

Status checkArguments(const Args& args) {
  if (args.candidates.empty()) return kNothing();
  if (args.candidates.size() != args.probabilities.size())
    return explain(kCount(args.candidates.size(), args.probabilities.size()),
                   "give one probability for each candidate");
  double sum = 0;
  for (size_t i = 0; i < args.probabilities.size(); ++i) {
    const double p = args.probabilities[i];
    if (!(p >= 0) || std::isinf(p)) return kProbability(std::to_string(i), toText(StepValue(p)));
    sum += p;
  }
  if (sum <= 0) return kProbability("0", "0");
  const auto count = static_cast<int64_t>(args.candidates.size());
  if (args.decision && (*args.decision < 0 || *args.decision >= count))
    return explain(kDecision(*args.decision, count), "leave it out to draw one");
  return success();
}

Result<StepValue> decide(const Snapshot&, const Args& args, Random& random) {
  if (Status ok = checkArguments(args); !ok) return ok.error();
  if (args.decision) return StepValue(*args.decision);
  double sum = 0;
  for (const double p : args.probabilities) sum += p;
  double at = random.unit() * sum;
  int64_t last = 0;
  for (size_t i = 0; i < args.probabilities.size(); ++i) {
    if (args.probabilities[i] <= 0) continue;
    last = static_cast<int64_t>(i);
    if (at < args.probabilities[i]) break;
    at -= args.probabilities[i];
  }
  return StepValue(last);
}

Result<Plan> check(const Snapshot&, const Args& args) {
  if (Status ok = checkArguments(args); !ok) return ok.error();
  return Plan{args.candidates[static_cast<size_t>(args.decision.value_or(0))]};
}

Edit rewrite(const Snapshot&, const Plan& plan) { return Edit{.outputs = {plan.chosen}}; }

std::vector<Candidate> candidates(const Snapshot&, const Selection& selection) {
  if (!selection.loops.empty() || !selection.blocks.empty()) return {};
  return {{{StepValue::List{0, 16, 64, 512}, StepValue::List{0.25, 0.25, 0.25, 0.25}}, "steps to unroll"}};
}

}  // namespace

const Primitive kSampleCategorical = define<Args, Plan>(
    {.name = "sample_categorical",
     .kind = "SampleCategorical",
     .group = Group::Sampling,
     .summary = "Draw one of several numbers.",
     .params = {param("candidates", &Args::candidates, "the numbers", {.encoding = Encoding::Attr}),
                param("probs", &Args::probabilities, "how likely each is", {.encoding = Encoding::Attr}),
                param("decision", &Args::decision, "the position of the chosen number; None: it is drawn",
                      {.defaultValue = StepValue(), .encoding = Encoding::Decision})},
     .returns = Returns::Int,
     .errors = {&kNothing, &kCount, &kProbability, &kDecision},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .decide = decide});

}  // namespace lw
