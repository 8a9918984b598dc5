#include "backends/tune/host_runner.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backends/measure/gpu_code.h"
#include "backends/measure/remote.h"
#include "backends/targets/targets.h"
#include "backends/tune/errors.h"
#include "backends/tune/one_by_one.h"

namespace lw::tune {

struct HostRunner::Impl {
  Impl(const SourceFile& f, const PrimFunc& o, MeasureOptions how)
      : file(f), original(o), options(std::move(how)), work([this](const TrialRequest& r) { return run(r); }) {
    options.cancelled = [this] { return work.cancelled(); };
    options.light = true;  // random inputs are made there
    options.baseline = options.peaks = false;
  }

  TrialResult run(const TrialRequest& request) const {
    const Result<Measurement> m = measure(file, original, request.scheduled, options);
    if (!m) {
      const std::string& kind = m.error().kind;
      const bool ended = kind.starts_with("runner.") || kind.starts_with("remote.");
      return {request.number, ended ? Outcome::Crashed : Outcome::BuildFailed, m.error(), {}, 0};
    }
    if (m->checked && !m->ok) return {request.number, Outcome::Wrong, wrong(*m), {}, m->compileMs};
    // The ends of the median's interval stand for the samples, which stay there.
    return {
        request.number, Outcome::Measured, {}, {m->time.medianLow, m->time.median, m->time.medianHigh}, m->compileMs};
  }

  static Explanation wrong(const Measurement& m) {
    const FirstDifference d = m.difference.value_or(FirstDifference());
    std::string index;
    for (const int64_t at : d.index) index += (index.empty() ? "" : ", ") + std::to_string(at);
    return err::kTuneWrong(d.buffer, index, std::to_string(d.got), std::to_string(d.expected), d.count);
  }

  SourceFile file;
  PrimFunc original;
  MeasureOptions options;
  OneByOne work;  // the last member: its thread uses the others
};

HostRunner::HostRunner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HostRunner::~HostRunner() = default;

Result<std::unique_ptr<HostRunner>> HostRunner::start(const SourceFile& file, const PrimFunc& original,
                                                      const MeasureOptions& options) {
  const Result<std::string> device = deviceNameAt(options);
  if (!device) return device.error();
  return std::unique_ptr<HostRunner>(new HostRunner(std::make_unique<Impl>(file, original, options)));
}

void HostRunner::submit(TrialRequest request) { impl_->work.submit(std::move(request)); }
std::optional<TrialResult> HostRunner::next() { return impl_->work.next(); }
void HostRunner::cancel() { impl_->work.cancel(); }
void HostRunner::pause(bool paused) { impl_->work.pause(paused); }

// A package is sent for each candidate and round, so that there are few rounds.
std::vector<TrialResult> HostRunner::inTurns(const std::vector<TrialRequest>& requests, int rounds) {
  constexpr int kMostRounds = 3;
  std::vector<TrialResult> all;
  for (const TrialRequest& r : requests) all.push_back({r.number, Outcome::Measured, {}, {}, 0});
  for (int round = 0; round < std::min(rounds, kMostRounds); ++round)
    for (size_t i = 0; i < requests.size(); ++i) {
      impl_->work.submit(requests[i]);
      const std::optional<TrialResult> result = impl_->work.next();
      if (!result || result->outcome != Outcome::Measured) return {};
      all[i].ms.insert(all[i].ms.end(), result->ms.begin(), result->ms.end());
    }
  return all;
}

Result<std::string> deviceNameAt(const MeasureOptions& options) {
  const Result<RemoteRunner> remote = RemoteRunner::reach(options.host, options.timeoutSeconds, options.cancelled);
  if (!remote) return remote.error();
  const Result<nlohmann::json> device = chooseDevice(remote->devices(), options);
  if (!device) return device.error();
  return device->value("name", "");
}

}  // namespace lw::tune
