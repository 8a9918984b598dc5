// Beam search: starts from the best known candidates and, one decision after the other, tries other choices for it,
// keeping the few best by the model.
#include <algorithm>

#include "core/tune/search/strategy.h"

namespace lw::tune {
namespace {

constexpr size_t kWidth = 8;
constexpr int kChoices = 6;  // that are drawn for one decision of one candidate

class BeamSearch : public Strategy {
 public:
  std::vector<Proposal> propose(CandidatePool& pool, const CostModel& model, std::span<const Trial> trials, int count,
                                Random& random) override {
    std::vector<Proposal> found;
    std::vector<Decisions> beam = start(pool, model, trials, found, random);
    for (size_t depth = 0; !beam.empty() && depth < longest(beam); ++depth) {
      std::vector<Proposal> next;
      for (const Decisions& decisions : beam) {
        if (depth >= decisions.size()) continue;
        Decisions without = decisions;
        without.erase(without.begin() + static_cast<long>(depth));
        for (int i = 0; i < kChoices; ++i)
          if (std::optional<Proposal> p = pool.make(without, random)) next.push_back(std::move(*p));
      }
      next = bestOf(std::move(next), static_cast<int>(kWidth), model, pool);
      beam.clear();
      for (Proposal& p : next) {
        beam.push_back(p.candidate.decisions);
        found.push_back(std::move(p));
      }
      if (beam.empty() && !found.empty()) beam.push_back(found.back().candidate.decisions);
    }
    found = bestOf(std::move(found), count, model, pool);
    const int missing = count - static_cast<int>(found.size());
    std::vector<Proposal> others = randomSearch()->propose(pool, model, trials, missing, random);
    for (Proposal& p : others) found.push_back(std::move(p));
    return found;
  }

 private:
  static size_t longest(const std::vector<Decisions>& beam) {
    size_t length = 0;
    for (const Decisions& d : beam) length = std::max(length, d.size());
    return length;
  }

  // The fastest measured candidates; draws where there are too few.
  static std::vector<Decisions> start(CandidatePool& pool, const CostModel& model, std::span<const Trial> trials,
                                      std::vector<Proposal>& found, Random& random) {
    std::vector<const Trial*> measured;
    for (const Trial& t : trials)
      if (t.outcome == Outcome::Measured) measured.push_back(&t);
    std::stable_sort(measured.begin(), measured.end(),
                     [](const Trial* a, const Trial* b) { return a->medianMs() < b->medianMs(); });
    std::vector<Decisions> beam;
    for (const Trial* t : measured)
      if (beam.size() < kWidth) beam.push_back(t->decisions);
    std::vector<Proposal> draws =
        randomSearch()->propose(pool, model, trials, static_cast<int>(kWidth - beam.size()), random);
    for (Proposal& p : draws) {
      beam.push_back(p.candidate.decisions);
      found.push_back(std::move(p));
    }
    return beam;
  }
};

}  // namespace

std::unique_ptr<Strategy> beamSearch() { return std::make_unique<BeamSearch>(); }

}  // namespace lw::tune
