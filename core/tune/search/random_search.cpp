// Random search: candidates as the space draws them. The baseline of all searches.
#include "core/tune/search/strategy.h"

namespace lw::tune {
namespace {

constexpr int kDrawsPerCandidate = 50;  // a space that gives fewer new candidates than that is exhausted

class RandomSearch : public Strategy {
 public:
  std::vector<Proposal> propose(CandidatePool& pool, const CostModel& model, std::span<const Trial>, int count,
                                Random& random) override {
    std::vector<Proposal> drawn;
    for (int i = 0; i < count * kDrawsPerCandidate && static_cast<int>(drawn.size()) < count; ++i)
      if (std::optional<Proposal> p = pool.draw(random)) drawn.push_back(std::move(*p));
    std::vector<Features> features;
    for (const Proposal& p : drawn) features.push_back(p.features);
    const std::vector<double> expected = model.expect(features);
    for (size_t i = 0; i < drawn.size(); ++i) drawn[i].expectedMs = expected[i];
    return drawn;
  }
};

}  // namespace

std::unique_ptr<Strategy> randomSearch() { return std::make_unique<RandomSearch>(); }

}  // namespace lw::tune
