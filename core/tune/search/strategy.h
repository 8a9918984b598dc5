// What to try next. A strategy proposes candidates that were not tried; the cost model says which of them look fast.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "core/schedule/random.h"
#include "core/tune/cost_model.h"
#include "core/tune/space.h"
#include "core/tune/trial.h"

namespace lw::tune {

struct Proposal {
  Candidate candidate;
  PrimFunc scheduled;
  Features features;
  double expectedMs = 0;  // by the model
};

// A space with all that was tried in it so far. Draws candidates and leaves out those that were seen before.
class CandidatePool {
 public:
  CandidatePool(const Space& space, int function, const Machine& machine)
      : space_(space), function_(function), machine_(machine) {}

  // A new candidate with these decisions, the others drawn. Nothing: the space refuses it, or it is known.
  std::optional<Proposal> make(const Decisions& wanted, Random& random);
  std::optional<Proposal> draw(Random& random) { return make({}, random); }
  // Forgets that a proposal was seen, so that it can be proposed again.
  void giveBack(const Proposal& proposal);
  void markKnown(const Decisions& decisions);  // measured earlier

  struct Refusals {
    std::string kind;
    int count = 0;
    Explanation first;
  };
  const std::vector<Refusals>& refusals() const { return refusals_; }  // in order of their first appearance
  int refusedCount() const { return refused_; }
  int drawnCount() const { return drawn_; }  // all runs of the space
  const Space& space() const { return space_; }

 private:
  void refuse(Explanation why);

  const Space& space_;
  int function_;
  const Machine& machine_;
  std::set<std::string> decisions_;  // toJson()
  std::set<size_t> programs_;        // structural hashes: other decisions may give the same program
  std::vector<Refusals> refusals_;
  int refused_ = 0, drawn_ = 0;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  // Up to `count` candidates, the most promising first; fewer if hardly any are left. `trials`: all that are done, in
  // order. The same arguments give the same candidates.
  virtual std::vector<Proposal> propose(CandidatePool& pool, const CostModel& model, std::span<const Trial> trials,
                                        int count, Random& random) = 0;
};

std::unique_ptr<Strategy> randomSearch();
// Changes and crosses the best so far, and lets the model choose.
std::unique_ptr<Strategy> evolutionarySearch();
// Fixes one decision after the other and keeps the best few by the model.
std::unique_ptr<Strategy> beamSearch();

std::unique_ptr<Strategy> strategyNamed(std::string_view name);  // "random", "evolution", "beam"; else nullptr

// The proposals with the least expected times first. Those that are left over are given back to the pool.
std::vector<Proposal> bestOf(std::vector<Proposal> proposals, int count, const CostModel& model, CandidatePool& pool);

}  // namespace lw::tune
