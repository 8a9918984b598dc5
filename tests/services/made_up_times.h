// Runners of searches that build nothing: times are made up, and a test lets through as many candidates as it wants.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "app/services/tuning/tune_search.h"
#include "core/tune/search/simulated_runner.h"

namespace lw {

// A product with two spaces; every candidate of the second is refused.
inline constexpr const char* kTuned = R"(from tvm.script import tir as T

@T.prim_func
def mm(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def space(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    rows = sch.sample_categorical([2, 4, 8, 16, 32], [0.2, 0.2, 0.2, 0.2, 0.2])
    io, ii = sch.split(i, [None, rows])
    columns = sch.sample_perfect_tile(j, n=2, max_innermost_factor=16)
    jo, ji = sch.split(j, columns)
    sch.reorder(io, jo, k, ii, ji)


def refusing(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    lanes = sch.sample_categorical([3, 5, 7], [0.3, 0.3, 0.4])
    sch.split(i, [lanes, 3])
    sch.vectorize(k)
)";

// Fast with many rows: 10 ms divided by the position of the choice and one.
inline double modelled(const tune::TrialRequest& request) {
  const tune::Decisions d = *tune::decisionsFromJson(request.decisions);
  return 10.0 / double(*tune::find(d, "rows")->as<int64_t>() + 1);
}

inline tune::TrialResult right(const tune::TrialRequest& request) {
  return {request.number, tune::Outcome::Measured, {}, {modelled(request)}, 0};
}

inline MakeRunner simulated(double referenceMs = 4) {
  return [referenceMs](const TuneSetup&, const Stop&) -> Result<MadeRunner> {
    return MadeRunner{std::make_unique<tune::SimulatedRunner>(modelled), referenceMs, "unscheduled program"};
  };
}

// Lets through as many candidates as the test allows.
struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  int allowed = 0;
  bool paused = false, cancelled = false;
  void allow(int count) {
    const std::lock_guard lock(mutex);
    allowed += count;
    changed.notify_all();
  }
};

class GatedRunner : public tune::TrialRunner {
 public:
  using Measure = tune::TrialResult (*)(const tune::TrialRequest& request);
  GatedRunner(std::shared_ptr<Gate> gate, Measure measure) : gate_(std::move(gate)), measure_(measure) {}
  void submit(tune::TrialRequest request) override { waiting_.push_back(std::move(request)); }
  std::optional<tune::TrialResult> next() override {
    std::unique_lock lock(gate_->mutex);
    gate_->changed.wait(lock, [&] { return gate_->cancelled || (gate_->allowed > 0 && !gate_->paused); });
    if (gate_->cancelled || waiting_.empty()) return std::nullopt;
    --gate_->allowed;
    const tune::TrialRequest request = waiting_.front();
    waiting_.pop_front();
    return measure_(request);
  }
  void cancel() override {
    const std::lock_guard lock(gate_->mutex);
    gate_->cancelled = true;
    gate_->changed.notify_all();
  }
  void pause(bool paused) override {
    const std::lock_guard lock(gate_->mutex);
    gate_->paused = paused;
    gate_->changed.notify_all();
  }
  std::vector<tune::TrialResult> inTurns(const std::vector<tune::TrialRequest>&, int) override { return {}; }

 private:
  std::shared_ptr<Gate> gate_;
  Measure measure_;
  std::deque<tune::TrialRequest> waiting_;
};

// A runner whose candidates wait for the gate.
inline MakeRunner gated(std::shared_ptr<Gate> gate, double referenceMs = 0, GatedRunner::Measure measure = &right) {
  return [gate, referenceMs, measure](const TuneSetup&, const Stop&) -> Result<MadeRunner> {
    return MadeRunner{std::make_unique<GatedRunner>(gate, measure), referenceMs};
  };
}

}  // namespace lw
