// A search space: a schedule function with sampling steps. Running it with other decisions gives other candidates.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/schedule/schedule.h"
#include "core/schedule/step_cache.h"
#include "core/text/tir/parser.h"
#include "core/tune/decisions.h"

namespace lw::tune {

struct Candidate {
  Schedule schedule;
  Decisions decisions;  // all that the run made, also those that were drawn
};

// A candidate that a step refused, with the decisions up to there.
struct RefusedCandidate {
  Explanation why;
  Decisions decisions;
};

class Space {
 public:
  // `function` of `file` must be a schedule function; an empty name chooses as interpretSchedule does. Candidates
  // continue `start`, whose steps are kept.
  Space(std::shared_ptr<const SourceFile> file, std::string function, Schedule start);

  // Runs the function. Decisions of `wanted` that fit are used, the others are drawn from `seed`; pinned ones win over
  // both.
  std::variant<Candidate, RefusedCandidate> candidate(const Decisions& wanted, uint64_t seed) const;

  void pin(Decision decision);  // by name
  void continueFrom(Schedule start) { start_ = std::move(start); }
  const Decisions& pinned() const { return pinned_; }
  const Schedule& start() const { return start_; }
  const SourceFile& file() const { return *file_; }
  const std::string& function() const { return function_; }
  std::string text() const;  // of the function
  std::string hash() const;  // of the text and of what it starts from

 private:
  std::shared_ptr<const SourceFile> file_;
  std::string function_;
  Schedule start_;
  Decisions pinned_;
  std::shared_ptr<StepCache> cache_ = std::make_shared<StepCache>();  // candidates begin alike
};

}  // namespace lw::tune
