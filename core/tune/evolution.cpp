// Evolutionary search as in Ansor (L. Zheng et al., OSDI 2020) and MetaSchedule (J. Shao et al., NeurIPS 2022): the
// best candidates so far and new draws are mutated and crossed for some generations, and the model chooses what is
// measured. A share of what is measured is drawn at random, against a model that is wrong.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/tune/mutation.h"
#include "core/tune/strategy.h"

namespace lw::tune {
namespace {

constexpr int kParents = 24;  // of the measured candidates, the fastest
constexpr int kGenerations = 2;
constexpr int kDrawsPerProposal = 3;      // new draws that the model chooses from
constexpr int kOffspringPerProposal = 2;  // per generation
constexpr double kRandomShare = 0.1;
constexpr double kDoubt = 2;  // expected times of proposals are multiplied by this

struct Parent {
  Decisions decisions;
  double ms;
};

// The measured candidates, the fastest first.
std::vector<Parent> parentsOf(std::span<const Trial> trials) {
  std::vector<Parent> parents;
  for (const Trial& t : trials)
    if (t.outcome == Outcome::Measured) parents.push_back({t.decisions, t.medianMs()});
  std::stable_sort(parents.begin(), parents.end(), [](const Parent& a, const Parent& b) { return a.ms < b.ms; });
  if (parents.size() > kParents) parents.resize(kParents);
  return parents;
}

// And the proposals. Only ratios of expected times mean something: the fastest one counts like the fastest measured,
// and all count less, because nobody has measured them.
std::vector<Parent> withProposals(std::vector<Parent> parents, const std::vector<Proposal>& proposals) {
  if (proposals.empty()) return parents;
  const double scale = parents.empty() ? 1 : parents.front().ms / std::max(proposals.front().expectedMs, 1e-9);
  for (const Proposal& p : proposals)
    parents.push_back({p.candidate.decisions, std::max(p.expectedMs, 1e-9) * scale * kDoubt});
  return parents;
}

// Faster parents are chosen more often, in proportion to the square of their speed.
const Parent& chosen(const std::vector<Parent>& parents, Random& random) {
  double sum = 0;
  for (const Parent& p : parents) sum += 1 / (p.ms * p.ms);
  double at = random.unit() * sum;
  for (const Parent& p : parents) {
    at -= 1 / (p.ms * p.ms);
    if (at <= 0) return p;
  }
  return parents.back();
}

class EvolutionarySearch : public Strategy {
 public:
  std::vector<Proposal> propose(CandidatePool& pool, const CostModel& model, std::span<const Trial> trials, int count,
                                Random& random) override {
    const int atRandom = static_cast<int>(std::lround(count * kRandomShare));
    std::vector<Proposal> population;
    const auto add = [&](std::optional<Proposal> p) {
      if (p) population.push_back(std::move(*p));
    };
    for (int i = 0; i < count * kDrawsPerProposal; ++i) add(pool.draw(random));
    const std::vector<Parent> parents = parentsOf(trials);
    for (int generation = 0; generation < kGenerations; ++generation) {
      population = bestOf(std::move(population), 2 * count, model, pool);
      const std::vector<Parent> all = withProposals(parents, population);
      if (all.empty()) break;
      std::vector<Proposal> earlier = std::exchange(population, {});
      for (int i = 0; i < count * kOffspringPerProposal; ++i) {
        const Decisions& one = chosen(all, random).decisions;
        const bool cross = random.below(4) == 0;
        add(pool.make(cross ? crossed(one, chosen(all, random).decisions, random) : mutated(one, random), random));
      }
      // Where the model sees no difference, offspring come first.
      std::move(earlier.begin(), earlier.end(), std::back_inserter(population));
    }
    population = bestOf(std::move(population), count - atRandom, model, pool);
    std::vector<Proposal> others = randomSearch()->propose(pool, model, trials, count - int(population.size()), random);
    for (Proposal& p : others) population.push_back(std::move(p));
    return population;
  }
};

}  // namespace

std::unique_ptr<Strategy> evolutionarySearch() { return std::make_unique<EvolutionarySearch>(); }

}  // namespace lw::tune
