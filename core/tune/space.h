// A search space: a schedule function with sampling steps. Running it with other decisions gives other candidates.
#pragma once

#include <memory>
#include <optional>
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
  bool byStep = true;  // a step refused it; else the function itself cannot go on
};

// A run of the space that repeats steps made earlier.
struct RetracedCandidate {
  Schedule schedule;
  Decisions decisions;
  std::vector<int> steps;   // of the schedule: those that took the decisions
  std::vector<Span> spans;  // of the calls in the file, for each step of the schedule; not valid before the space's
};

class Space {
 public:
  // `function` of `file` must be a schedule function; an empty name chooses as interpretSchedule does. Candidates
  // continue `start`, whose steps are kept.
  Space(std::shared_ptr<const SourceFile> file, std::string function, Schedule start);

  // Runs the function. Decisions of `wanted` that fit are used, the others are drawn from `seed`; pinned ones win over
  // both.
  std::variant<Candidate, RefusedCandidate> candidate(const Decisions& wanted, uint64_t seed) const;

  // Why the function cannot be a space: whatever is drawn, it fails by itself, before any step refuses anything.
  // Nothing: it can.
  std::optional<Explanation> failure() const;
  // The run whose steps are those of `made`, as far as both go: a candidate of this space, or what it became by further
  // steps. Nothing: its steps are others.
  std::optional<RetracedCandidate> retraced(const Schedule& made) const;

  // Every candidate has this decision where it has one of the name. With `chosen`, it is what that reads: its position
  // may differ, and a run in which it is not possible is refused. Without, it is the value where the step accepts it.
  void pin(Decision decision);
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
