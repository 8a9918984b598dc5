#include "core/tune/search/strategy.h"

#include <algorithm>
#include <numeric>

#include "core/ir/equal.h"

namespace lw::tune {

std::optional<Proposal> CandidatePool::make(const Decisions& wanted, Random& random) {
  ++drawn_;
  std::variant<Candidate, RefusedCandidate> made = space_.candidate(wanted, random.next());
  if (auto* refused = std::get_if<RefusedCandidate>(&made)) {
    refuse(std::move(refused->why));
    return std::nullopt;
  }
  auto& candidate = std::get<Candidate>(made);
  if (!decisions_.insert(toJson(candidate.decisions)).second) return std::nullopt;
  PrimFunc scheduled = candidate.schedule.program().function(function_);
  if (!programs_.insert(structuralHash(scheduled)).second) return std::nullopt;
  Features features = featuresOf(scheduled, machine_);
  return Proposal{std::move(candidate), std::move(scheduled), std::move(features), 0};
}

void CandidatePool::giveBack(const Proposal& proposal) {
  decisions_.erase(toJson(proposal.candidate.decisions));
  programs_.erase(structuralHash(proposal.scheduled));
}

void CandidatePool::markKnown(const Decisions& decisions) { decisions_.insert(toJson(decisions)); }

void CandidatePool::refuse(Explanation why) {
  ++refused_;
  const auto found =
      std::find_if(refusals_.begin(), refusals_.end(), [&](const Refusals& r) { return r.kind == why.kind; });
  if (found != refusals_.end())
    ++found->count;
  else
    refusals_.push_back({why.kind, 1, std::move(why)});
}

std::vector<Proposal> bestOf(std::vector<Proposal> proposals, int count, const CostModel& model, CandidatePool& pool) {
  std::vector<Features> features;
  for (const Proposal& p : proposals) features.push_back(p.features);
  const std::vector<double> expected = model.expect(features);
  for (size_t i = 0; i < proposals.size(); ++i) proposals[i].expectedMs = expected[i];
  std::stable_sort(proposals.begin(), proposals.end(),
                   [](const Proposal& a, const Proposal& b) { return a.expectedMs < b.expectedMs; });
  const size_t kept = std::min(proposals.size(), static_cast<size_t>(std::max(count, 0)));
  for (size_t i = kept; i < proposals.size(); ++i) pool.giveBack(proposals[i]);
  proposals.erase(proposals.begin() + static_cast<long>(kept), proposals.end());
  return proposals;
}

std::unique_ptr<Strategy> strategyNamed(std::string_view name) {
  if (name == "random") return randomSearch();
  if (name == "evolution") return evolutionarySearch();
  if (name == "beam") return beamSearch();
  return nullptr;
}

}  // namespace lw::tune
