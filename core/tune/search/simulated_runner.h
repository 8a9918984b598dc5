// A runner that looks the times up: a search on recorded times, without building or running anything. Searches can be
// compared with each other, and tests are repeatable. The idea is Kernel Tuner's simulation mode (B. van Werkhoven,
// "Kernel Tuner: A search-optimizing GPU code auto-tuner", 2019).
#pragma once

#include <deque>
#include <functional>
#include <map>

#include "core/tune/search/trial_runner.h"

namespace lw::tune {

class SimulatedRunner : public TrialRunner {
 public:
  // A trial by its decisions, as toJson() writes them. One that is not there fails as `unknown` says.
  explicit SimulatedRunner(const std::vector<Trial>& recorded);
  // Times by a function of the candidate: ms, or infinite.
  explicit SimulatedRunner(std::function<double(const TrialRequest&)> ms) : model_(std::move(ms)) {}

  void submit(TrialRequest request) override { waiting_.push_back(std::move(request)); }
  std::optional<TrialResult> next() override;
  void cancel() override { waiting_.clear(); }
  std::vector<TrialResult> inTurns(const std::vector<TrialRequest>& requests, int rounds) override;

 private:
  TrialResult resultOf(const TrialRequest& request) const;
  std::map<std::string, Trial> recorded_;
  std::function<double(const TrialRequest&)> model_;
  std::deque<TrialRequest> waiting_;
};

}  // namespace lw::tune
