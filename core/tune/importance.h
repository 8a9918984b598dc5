// Which decisions of a space matter for the time, from what was measured.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/tune/decisions.h"

namespace lw::tune {

struct TimedDecisions {
  Decisions decisions;
  double ms = 0;
};

struct DecisionImportance {
  std::string name;
  // The share of the variance of log(ms) that depends on the decision, alone or together with others: near 0, any
  // choice is as good. The shares of decisions that act together add up to more than 1.
  double share = 0;
  double low = 0,
         high = 0;   // an interval of the share, by resampling the measurements: 5 % of them are beyond each end
  double alone = 0;  // the part that does not depend on other decisions
  StepValue best;    // the choice with the least expected time, averaged over the other decisions
};

struct ImportanceOptions {
  uint64_t seed = 1;
  int resamples = 30;
  int trees = 48;
};

// Functional analysis of variance over a random forest (Hutter, Hoos and Leyton-Brown, 2014), with total effects by
// Jansen's estimator (1999). The most important first. Empty: fewer than 16 times are known, or all are equal.
std::vector<DecisionImportance> importanceOf(std::span<const TimedDecisions> measured,
                                             const ImportanceOptions& options = {});

}  // namespace lw::tune
