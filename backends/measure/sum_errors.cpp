#include "backends/measure/sum_errors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "backends/package/agreement.h"
#include "core/schedule/schedule.h"
#include "core/schedule/support/block_checks.h"
#include "core/support/quote.h"
#include "core/support/text.h"

namespace lw {
namespace {

// The largest error of all outputs, as a share of the largest value expected.
struct Deviation {
  double error = 0;
  bool ok = true;
  bool finite = true;  // where finite values are expected
};
Deviation deviationOf(const std::vector<NDArray>& got, const std::vector<NDArray>& expected) {
  Deviation all;
  for (size_t i = 0; i < got.size() && i < expected.size(); ++i) {
    const Agreement a = agreementOf(got[i], expected[i]);
    all.error = std::max(all.error, a.maxRelative);
    all.ok = all.ok && a.ok;
    for (int64_t e = 0; e < got[i].scalars() && all.finite; ++e)
      all.finite = std::isfinite(got[i].getDouble(e)) || !std::isfinite(expected[i].getDouble(e));
  }
  return all;
}

std::string shareText(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", share);
  return text;
}

}  // namespace

Message SumErrors::warning() const {
  if (!misses) return {};
  return say(
      "as it is written, the results differ from exact ones by {0} of the largest one ({1} are tolerated): block "
      "{2} sums {3} terms in {4}",
      Snippet(shareText(own)), Snippet(shareText(tolerance)), Ident(longest.name), longest.terms,
      TypeName(toString(longest.buffer->dtype)));
}

Message SumErrors::remedy() const {
  if (steps.empty()) return {};
  if (wide == 0) return say("sum in float32: {0}; the results are then exact", Snippet(steps));
  if (wide < 0 || own <= wide) return say("sum in float32: {0}", Snippet(steps));
  return say("sum in float32: {0}; the error is {1} times smaller", Snippet(steps),
             Snippet(shareText(std::round(own / wide))));
}

std::optional<std::pair<PrimFunc, std::string>> withWideSums(const PrimFunc& function) {
  Schedule schedule{Snapshot(function)};
  std::string steps;
  for (const NarrowSum& sum : narrowSumsOf(function)) {
    const std::string name = quoted(sum.name);
    const auto apply = [&](const Primitive& step, Arguments arguments, const std::string& text) {
      if (!schedule.apply(step, std::move(arguments))) return false;
      addItem(steps, text, "; ");
      return true;
    };
    if (isParameter(function, sum.buffer) && !apply(kCacheWrite, {sum.block, int64_t{0}, "global", StepValue::List{}},
                                                    "sch.cache_write(" + name + ", 0, \"global\")"))
      return std::nullopt;
    if (!apply(kUnsafeSetDtype, {sum.block, int64_t{0}, "float32"},
               "sch.unsafe_set_dtype(" + name + ", 0, \"float32\")"))
      return std::nullopt;
  }
  return std::pair(schedule.program().function(), std::move(steps));
}

std::optional<SumErrors> sumErrorsOf(const PrimFunc& original, const RunProgram& run, bool isOwnReference,
                                     std::vector<NDArray>& expected) {
  const std::vector<NarrowSum> sums = narrowSumsOf(original);
  if (sums.empty() || expected.empty()) return std::nullopt;
  const auto longest = std::max_element(sums.begin(), sums.end(), [](const NarrowSum& a, const NarrowSum& b) {
    return reorderingError(a) < reorderingError(b);
  });
  SumErrors errors{*longest};
  for (const NDArray& array : expected) errors.tolerance = std::max(errors.tolerance, toleranceOf(array.type).second);
  std::optional<std::vector<NDArray>> wide;
  if (const auto better = withWideSums(original)) {
    errors.steps = better->second;
    if (Result<std::vector<NDArray>> outputs = run(better->first)) wide = std::move(*outputs);
  }
  std::optional<Deviation> own;
  if (isOwnReference) {
    if (wide) {
      own = deviationOf(expected, *wide);
      // A sum that exceeds its type is what the program says, and a schedule may do the same.
      if (own->finite) expected = std::move(*wide);
    }
  } else if (const Result<std::vector<NDArray>> outputs = run(original)) {
    own = deviationOf(*outputs, expected);
    if (wide) errors.wide = deviationOf(*wide, expected).error;
  }
  if (own) errors.own = own->error, errors.misses = !own->ok;
  // Another order may double the error. A schedule that is as exact as the program is never wrong, whatever the bound.
  const double bound = reorderingError(*longest);
  errors.allowed = own && own->finite ? std::min(1.0, std::max(own->error, std::min(bound, 2 * own->error))) : bound;
  return errors;
}

}  // namespace lw
