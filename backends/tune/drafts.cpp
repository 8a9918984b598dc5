#include "backends/tune/drafts.h"

#include <atomic>
#include <limits>
#include <thread>
#include "core/support/json.h"

#include "backends/cpu/object_store.h"
#include "backends/measure/expected.h"
#include "backends/tune/record_key.h"
#include "backends/tune/trial_build.h"
#include "backends/tune/tuning_machine.h"
#include "core/analysis/shapes/index_ranges.h"
#include "core/trace/trace.h"

namespace lw::tune {
namespace {

using nlohmann::json;

constexpr double kShortMs = 20;        // expected; timing such a function takes less than a blink
constexpr double kClearlyFaster = 10;  // by the model; all such schedules of the benchmarked models were
constexpr int kSamples = 3;
constexpr double kSampleMs = 0.2;

std::string textOf(const Machine& m) {
  return json{m.vectorBits,       m.vectorRegisters, m.vectorUnits,    m.threads,          m.dotProducts,
              m.bfloat16Products, m.roofs.gflops32,  m.roofs.gflops64, json(m.roofs.gbps), json(m.caches)}
      .dump();
}

std::string toText(const std::optional<DraftedSchedule>& draft) {
  if (!draft) return json().dump();
  return json{{"expected_ms", draft->expectedMs},
              {"unscheduled_ms", draft->unscheduledMs},
              {"trace", toJson(traceOf(draft->schedule))}}
      .dump();
}

// False: the text is none of a draft, or its steps are no longer possible.
bool read(const std::string& text, const Snapshot& program, std::optional<DraftedSchedule>& draft) {
  const json kept = json::parse(text, nullptr, false);
  if (kept.is_null()) return true;
  if (!kept.is_object()) return false;
  const Result<Trace> trace = traceFromJson(kept.value("trace", ""));
  if (!trace) return false;
  Result<Schedule> schedule = replay(program, *trace);
  if (!schedule) return false;
  draft = DraftedSchedule{std::move(*schedule), kept.value("expected_ms", 0.0), kept.value("unscheduled_ms", 0.0)};
  return true;
}

// The function as it is and as it was drafted, ready to be timed. Nothing: it cannot be built.
struct Rivals {
  std::optional<BuiltTrial> drafted, asWritten;
};

// Whether times decide. A function that is short as it is may be compiled better than its schedule, but not if the
// schedule is much faster by the model.
bool isDoubtful(const std::optional<DraftedSchedule>& draft) {
  return draft && draft->unscheduledMs < kShortMs && draft->unscheduledMs < kClearlyFaster * draft->expectedMs;
}

Result<std::vector<Argument>> argumentsOf(const PrimFunc& function) {
  InputSpec spec;
  spec.bind = usualSizes(function);
  return makeArguments(function, withIndexRanges(function, std::move(spec)));
}

Rivals rivalsOf(const DraftedSchedule& draft, const PrimFunc& function, const MeasureOptions& measure) {
  const Result<std::vector<Argument>> arguments = argumentsOf(function);
  if (!arguments) return {};
  const auto built = [&](const PrimFunc& f) -> std::optional<BuiltTrial> {
    Result<BuiltTrial> trial = buildTrial({.scheduled = f}, *arguments, measure, {});
    return trial ? std::optional(std::move(*trial)) : std::nullopt;
  };
  return {built(draft.schedule.program().function(0)), built(function)};
}

// Milliseconds with the arguments of the bench; 0: it cannot be run with them.
double timeOf(TrialBench& bench, const std::optional<BuiltTrial>& built) {
  const TrialResult result = built ? bench.measure(*built) : TrialResult{.outcome = Outcome::BuildFailed};
  return result.outcome == Outcome::Measured ? summarize(result.ms).median : 0;
}

bool isFaster(const Rivals& rivals, const PrimFunc& function, const MeasureOptions& measure) {
  const Result<std::vector<Argument>> arguments = argumentsOf(function);
  if (!arguments) return true;
  BenchOptions options = benchOptions(measure);
  options.repeat = kSamples;
  options.minMs = kSampleMs;
  options.stopRatio = std::numeric_limits<double>::infinity();
  TrialBench bench(packageArrays(function, *arguments, {}), options, measure.cancelled);
  const double drafted = timeOf(bench, rivals.drafted), asWritten = timeOf(bench, rivals.asWritten);
  return drafted > 0 && (asWritten <= 0 || drafted < asWritten);
}

}  // namespace

std::vector<std::optional<DraftedSchedule>> draftSchedules(const std::vector<Snapshot>& programs,
                                                           const MeasureOptions& measure) {
  const Machine machine = thisMachine(measure.threads);
  const std::string& folder = measure.cpu.objects;
  const ObjectStore store(folder);
  std::vector<std::optional<DraftedSchedule>> drafts(programs.size());
  std::vector<std::string> keys(programs.size());
  std::vector<char> isNew(programs.size(), 0);
  std::vector<Rivals> rivals(programs.size());
  std::atomic<size_t> next = 0;
  const auto cancelled = [&] { return measure.cancelled && measure.cancelled(); };
  const auto work = [&] {
    for (size_t i = next++; i < programs.size() && !cancelled(); i = next++) {
      keys[i] = ObjectStore::keyOf(
          {"draft", programBuild(), programHash(programs[i], 0), textOf(machine), toText(measure.cpu.math)});
      const std::optional<std::string> kept = folder.empty() ? std::nullopt : store.find(keys[i]);
      if (kept && read(*kept, programs[i], drafts[i])) continue;
      drafts[i] = draftSchedule(programs[i], 0, machine);
      isNew[i] = 1;
      if (isDoubtful(drafts[i]) && !cancelled()) rivals[i] = rivalsOf(*drafts[i], programs[i].function(0), measure);
    }
  };
  {
    std::vector<std::jthread> others(std::max(1u, std::thread::hardware_concurrency()) - 1);
    for (std::jthread& other : others) other = std::jthread(work);
    work();
  }
  // Timed one after the other, while nothing else runs.
  for (size_t i = 0; i < programs.size(); ++i) {
    if (!isNew[i]) continue;
    const bool slower = isDoubtful(drafts[i]) && !isFaster(rivals[i], programs[i].function(0), measure);
    rivals[i] = {};
    if (cancelled()) return drafts;  // without keeping what was not timed
    if (slower) drafts[i].reset();
    if (!folder.empty()) store.keep(keys[i], toText(drafts[i]));
  }
  return drafts;
}

}  // namespace lw::tune
