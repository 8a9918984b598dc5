// What became of one candidate of a search.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/explanation.h"
#include "core/tune/decisions.h"

namespace lw::tune {

enum class Outcome : uint8_t {
  Measured,     // built, run, checked and timed
  Stopped,      // right, but so much slower than the best that timing ended early; `ms` has what was timed
  Refused,      // a step of the space is not legal with these decisions
  BuildFailed,  // lowering or code generation refused it
  Wrong,        // a result differs from what is expected
  Crashed,      // the kernel ended its process
  TimedOut,     // the kernel did not end in time
};
std::string_view nameOf(Outcome outcome);  // "measured", as records and `--json` spell it
std::optional<Outcome> outcomeNamed(std::string_view name);

struct Trial {
  Decisions decisions;
  std::string trace;  // of the candidate, as JSON (core/trace); empty: refused
  Outcome outcome = Outcome::Refused;
  std::optional<Explanation> why;  // unless measured
  std::vector<double> ms;          // of one call, one per sample; in the order in which they were taken
  double compileMs = 0;
  double expectedMs = 0;  // what the model expected; 0: it was not asked
  bool whole = true;  // all results were compared; false: some of them, because the others would have taken too long
  std::string when;   // "2026-11-21T10:20:30Z"

  bool timed() const { return outcome == Outcome::Measured || outcome == Outcome::Stopped; }
  double medianMs() const;  // of `ms`; infinite: not timed
};

}  // namespace lw::tune
