#include "app/serve/judge.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "app/serve/errors.h"
#include "app/shared/json/measurement_json.h"
#include "backends/cpu/object_store.h"
#include "backends/measure/estimate.h"
#include "backends/reference/reference.h"
#include "backends/target/peaks.h"
#include "backends/targets/targets.h"
#include "core/analysis/program/roles.h"
#include "core/ir/input_names.h"

namespace lw::serve {
namespace {

constexpr int kRounds = 2;
constexpr double kAffordableMs = 2000;  // of one call of the program as opened, which is then run, too

constexpr double kSlowMs = 5000;  // a program that takes longer has one round

// Below 2^53, so that every reader of JSON gets the same number.
uint64_t newSeed() {
  std::random_device random;
  return ((uint64_t{random()} << 32) | random()) & ((uint64_t{1} << 53) - 1);
}

// Bytes that no result has by chance: of floats a NaN that no operation makes.
std::byte poisonOf(DataType type) {
  return type.isFloat() ? std::byte{0xff} : type.isBool() ? std::byte{1} : std::byte{0x5a};
}

void poison(NDArray& array) { std::ranges::fill(array.data, poisonOf(array.type)); }

// Elements that still are as poison() left them.
int64_t unwrittenIn(const NDArray& array) {
  const auto bytes = static_cast<size_t>(array.type.bytes());
  if (array.type.isBool() || bytes < 2) return 0;  // a result may be the same
  int64_t count = 0;
  for (size_t at = 0; at + bytes <= array.data.size(); at += bytes)
    count += std::all_of(array.data.begin() + static_cast<std::ptrdiff_t>(at),
                         array.data.begin() + static_cast<std::ptrdiff_t>(at + bytes),
                         [value = poisonOf(array.type)](std::byte b) { return b == value; });
  return count;
}

// Contents for parameters that the program as opened writes before it reads them.
Result<std::map<std::string, NDArray>> poisoned(const Case& asked, const InputSpec& given) {
  InputSpec spec = given;
  InputSpec said = inputsFromComments(asked.file->source.text);
  spec.bind.merge(said.bind);
  spec.ranges.merge(said.ranges);
  const Result<std::vector<std::vector<int64_t>>> shapes = argumentShapes(asked.original, spec);
  if (!shapes) return shapes.error();
  std::map<std::string, NDArray> arrays;
  for (const ParamRole& role : paramRoles(asked.original)) {
    if (!role.writes() || role.reads()) continue;
    for (size_t i = 0; i < asked.original.params.size(); ++i) {
      const Buffer* buffer = asked.original.bufferOf(asked.original.params[i]);
      if (!buffer || (*buffer)->name != role.buffer->name) continue;
      NDArray array = NDArray::zeros((*buffer)->dtype, (*shapes)[i]);
      poison(array);
      arrays.insert_or_assign((*buffer)->name, std::move(array));
    }
  }
  return arrays;
}

// The samples of all rounds of one candidate.
struct Judged {
  std::vector<Measurement> rounds;
  std::vector<uint64_t> seeds;
  std::optional<Measurement> againstOpened;
  uint64_t openedSeed = 0;
};

class Judge {
 public:
  Judge(const Case& asked, const JudgeOptions& options, Context& context)
      : asked_(asked), options_(options), context_(context) {}

  Answer result(const std::vector<Candidate>& candidates);

 private:
  Result<MeasureOptions> measureOptions(uint64_t seed, int repeat) const;
  std::optional<Explanation> estimateOpened();
  std::optional<Explanation> runRounds(const std::vector<Candidate>& candidates);
  std::optional<Explanation> compareWithOpened(const std::vector<Candidate>& candidates);
  Result<Measurement> measured(const SourceFile& file, const PrimFunc& scheduled, int repeat, uint64_t seed);
  Json candidateJson(const Candidate& candidate, const Judged& judged) const;
  Json openedJson() const;
  Json fastestOf(const Json& results) const;
  Json referenceJson(const Judged& judged) const;
  bool affordable() const { return openedMs_ > 0 && openedMs_ <= kAffordableMs; }

  const Case& asked_;
  const JudgeOptions& options_;
  Context& context_;
  double openedMs_ = 0;
  bool openedMeasured_ = false;
  std::vector<Judged> judged_;
  std::vector<Measurement> opened_;  // the program as opened, in the same rounds
  double steps_ = 1, done_ = 0;      // for progress
};

Result<MeasureOptions> Judge::measureOptions(uint64_t seed, int repeat) const {
  MeasureOptions options;
  options.target = options_.target;
  options.threads = options_.threads;
  options.repeat = repeat;
  options.timeoutSeconds = options_.timeoutSeconds;
  options.memory = options_.memory;
  options.baseline = false;
  options.minMs = 1;
  options.inputs.bind = options_.bind;
  options.inputs.seed = seed;
  options.cpu.objects = objectFolder();
  options.cancelled = [this] { return context_.stopped(); };
  options.progress = [this](const std::string& phase, double share) {
    context_.progress(done_ + share, steps_, phase);
  };
  Result<std::map<std::string, NDArray>> arrays = poisoned(asked_, options.inputs);
  if (!arrays) return arrays.error();
  options.given = std::move(*arrays);
  return options;
}

Result<Measurement> Judge::measured(const SourceFile& file, const PrimFunc& scheduled, int repeat, uint64_t seed) {
  Result<MeasureOptions> options = measureOptions(seed, repeat);
  if (!options) return options.error();
  Result<Measurement> m = measure(file, asked_.original, scheduled, *options);
  done_ = std::min(done_ + 1, steps_);
  return m;
}

// How long the program as opened takes, from parts of its loops. No answer is no error: the program is then not run.
std::optional<Explanation> Judge::estimateOpened() {
  openedMs_ = asked_.asWrittenMs;
  if (openedMs_ > 0) return std::nullopt;
  context_.progress(0, steps_, "estimating the program as opened");
  Result<MeasureOptions> options = measureOptions(newSeed(), 1);
  if (!options) return options.error();
  if (const Result<RunEstimate> estimated = estimate(*asked_.file, asked_.original, asked_.original, *options))
    openedMs_ = estimated->ms;
  return std::nullopt;
}

std::optional<Explanation> Judge::runRounds(const std::vector<Candidate>& candidates) {
  const int repeat = std::max(1, (options_.repeat + kRounds - 1) / kRounds);
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0 && judged_.front().rounds.front().time.median > kSlowMs) break;  // it is far from anything
    for (size_t i = 0; i < candidates.size(); ++i) {
      const uint64_t seed = newSeed();
      Result<Measurement> m = measured(*asked_.file, candidates[i].scheduled, repeat, seed);
      if (!m) return m.error();
      judged_[i].seeds.push_back(seed);
      judged_[i].rounds.push_back(std::move(*m));
    }
    if (!affordable()) continue;
    Result<Measurement> m = measured(*asked_.file, asked_.original, repeat, newSeed());
    if (!m) return m.error();
    openedMeasured_ = true;
    opened_.push_back(std::move(*m));
  }
  return std::nullopt;
}

// Where the file has a reference, the rounds compared with that; here the program as opened is the reference.
std::optional<Explanation> Judge::compareWithOpened(const std::vector<Candidate>& candidates) {
  if (!affordable() || !hasReference(*asked_.file)) return std::nullopt;
  SourceFile without;
  without.source = asked_.file->source;  // for the ranges of inputs
  without.intrinsics = asked_.file->intrinsics;
  for (size_t i = 0; i < candidates.size(); ++i) {
    judged_[i].openedSeed = newSeed();
    Result<Measurement> m = measured(without, candidates[i].scheduled, 1, judged_[i].openedSeed);
    if (!m) return m.error();
    judged_[i].againstOpened = std::move(*m);
  }
  return std::nullopt;
}

// Of all rounds.
TimeSummary timesOf(const std::vector<Measurement>& rounds, TimeSummary Measurement::* which) {
  std::vector<TimeSummary> batches;
  for (const Measurement& m : rounds)
    if ((m.*which).count > 0) batches.push_back(m.*which);
  return batches.empty() ? TimeSummary() : pooled(batches);
}

Json timesJson(const std::vector<Measurement>& rounds, TimeSummary Measurement::* which) {
  const TimeSummary time = timesOf(rounds, which);
  if (time.count == 0) return Json();
  return {{"median_ms", time.median}, {"low_ms", time.medianLow}, {"high_ms", time.medianHigh},
          {"min_ms", time.min},       {"max_ms", time.max},       {"samples", time.count}};
}

// What all rounds agree on.
Comparison comparisonOf(const std::vector<Measurement>& a, TimeSummary Measurement::* ofA,
                        const std::vector<Measurement>& b, TimeSummary Measurement::* ofB) {
  std::optional<Comparison> all;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const Comparison one = compareTimes(a[i].*ofA, b[i].*ofB);
    if (all && *all != one) return Comparison::Indistinguishable;
    all = one;
  }
  return all.value_or(Comparison::Indistinguishable);
}

Json checkJson(const Measurement& m, const std::string& against, uint64_t seed) {
  Json j{{"against", against},
         {"checked", m.checked},
         {"ok", m.checked && m.ok},
         {"max_abs_error", m.maxAbsError},
         {"max_rel_error", m.maxRelError},
         {"seed", seed}};
  for (const auto& [name, array] : m.outputs)
    if (const int64_t count = unwrittenIn(array); count > 0) j["unwritten_elements"][name] = count;
  if (m.difference)
    j["first_difference"] = {{"element", elementText(*m.difference)},
                             {"got", m.difference->got},
                             {"expected", m.difference->expected},
                             {"count", m.difference->count}};
  return j;
}

Json Judge::referenceJson(const Judged& judged) const {
  const Measurement& last = judged.rounds.back();
  Json j = timesJson(judged.rounds, &Measurement::referenceTime);
  if (j.is_null()) j = Json{{"timed", false}};
  j["kind"] = last.referenceKind;
  if (last.blas) j["blas"] = blas::toJson(*last.blas);
  if (last.blas && !last.blas->fit())
    j["beware"] = blas::warningOf(*last.blas);
  else if (last.blasShare > 0 && last.blasShare < kGoodProduct)
    j["beware"] = "OpenBLAS reaches less than 60 % of this machine's peak: the reference takes too long";
  return j;
}

Json Judge::openedJson() const {
  Json j{{"program", asked_.programHash}, {"reference_and_inputs", asked_.referenceHash}};
  if (openedMeasured_) {
    j.update(timesJson(opened_, &Measurement::time));
    j["ok"] = std::all_of(opened_.begin(), opened_.end(), [](const Measurement& m) { return !m.checked || m.ok; });
  } else if (openedMs_ > 0) {
    j["estimated_ms"] = openedMs_;
    j["not_run"] = "one call is expected to take more than " + timeText(kAffordableMs) +
                   "; its time is an estimate from parts of its loops";
  } else {
    j["not_run"] = "its time cannot be estimated";
  }
  return j;
}

Json proofsJson(const Schedule& schedule) {
  int steps = 0, asked = 0, signatures = 0;
  for (int i = 0; i < schedule.stepCount(); ++i) {
    if (schedule.step(i).primitive->query) continue;
    ++steps;
    for (const ProofRecord& proof : schedule.proofs(i)) ++asked, signatures += !proof.prover;
  }
  return {{"steps", steps}, {"proofs", asked}, {"open", signatures}};
}

const char* const kMethods[] = {"the program as opened and its reference are fixed: their hashes are given",
                                "every step was proved to keep the result before it was carried out",
                                "every check had new random inputs, whose seed is given",
                                "outputs were filled with NaN, or with an unlikely integer, before the kernel ran",
                                "tolerances scale with the largest value that is expected of an output",
                                "times were taken in turns with the reference, and in rounds with the other programs"};

Json Judge::candidateJson(const Candidate& candidate, const Judged& judged) const {
  Json checks = Json::array();
  bool right = true;
  for (size_t i = 0; i < judged.rounds.size(); ++i) {
    const Measurement& m = judged.rounds[i];
    checks.push_back(checkJson(m, m.referenceKind, judged.seeds[i]));
    right = right && m.checked && m.ok && (!m.emulated || m.emulated->clean());
  }
  if (judged.againstOpened) {
    checks.push_back(checkJson(*judged.againstOpened, "the program as opened", judged.openedSeed));
    right = right && judged.againstOpened->checked && judged.againstOpened->ok;
  }
  const Measurement& last = judged.rounds.back();
  Json time = timesJson(judged.rounds, &Measurement::time), reference = referenceJson(judged);
  time["gflops"] = last.flops / time["median_ms"].get<double>() / 1e6;
  if (last.gops() > 0) time["gops"] = last.operations / time["median_ms"].get<double>() / 1e6;
  Json j{{"state", candidate.state},
         {"right", right},
         {"checks", std::move(checks)},
         {"time", time},
         {"reference", reference},
         {"opened", openedJson()},
         {"proofs", proofsJson(candidate.schedule)},
         {"conditions",
          {{"target", last.target},
           {"device", last.device},
           {"threads", last.threads},
           {"confined", last.confined},
           {"compile_ms", judged.rounds.front().compileMs}}},
         {"how", kMethods}};
  if (!options_.bind.empty()) j["conditions"]["sizes"] = options_.bind;
  if (last.load) j["conditions"]["other_cores_busy"] = last.load->busy();
  if (!last.packedOnce.empty())
    j["packed_once"] = {{"weights", last.packedOnce},
                        {"ms", last.packingMs},
                        {"note", "these were packed before the calls, which no time includes"}};
  if (!last.output.empty()) j["printed"] = last.output.substr(0, 2000);
  if (!right) return j;  // a wrong result is never called faster
  if (reference.contains("median_ms")) {
    j["against_reference"] =
        comparisonName(comparisonOf(judged.rounds, &Measurement::time, judged.rounds, &Measurement::referenceTime));
    j["speedup_over_reference"] = reference["median_ms"].get<double>() / time["median_ms"].get<double>();
  }
  const Json& opened = j["opened"];
  if (openedMeasured_)
    j["against_opened"] = comparisonName(comparisonOf(judged.rounds, &Measurement::time, opened_, &Measurement::time));
  if (const double ms = opened.value("median_ms", opened.value("estimated_ms", 0.0)); ms > 0)
    j["speedup_over_opened"] = ms / time["median_ms"].get<double>();
  return j;
}

// The state that is right and faster than all others that are; null: none is.
Json Judge::fastestOf(const Json& results) const {
  for (size_t i = 0; i < results.size(); ++i) {
    bool fastest = results[i]["right"];
    for (size_t k = 0; k < results.size() && fastest; ++k)
      fastest = k == i || results[k]["right"] == false ||
                comparisonOf(judged_[i].rounds, &Measurement::time, judged_[k].rounds, &Measurement::time) ==
                    Comparison::Faster;
    if (fastest) return results[i]["state"];
  }
  return {};
}

Answer Judge::result(const std::vector<Candidate>& candidates) {
  judged_.resize(candidates.size());
  steps_ = static_cast<double>(candidates.size()) * (kRounds + 1) + kRounds;
  std::optional<Explanation> why = estimateOpened();
  if (!why && !context_.stopped()) why = runRounds(candidates);
  if (!why && !context_.stopped()) why = compareWithOpened(candidates);
  if (context_.stopped()) return Failure{kCancelled, err::kRequestCancelled()};
  if (why) return Failure{kRefused, std::move(*why), asked_.file->source};
  Json results = Json::array();
  for (size_t i = 0; i < candidates.size(); ++i) results.push_back(candidateJson(candidates[i], judged_[i]));
  Json fastest = fastestOf(results);
  return Json{{"results", std::move(results)}, {"opened_ms", openedMs_}, {"fastest", std::move(fastest)}};
}

}  // namespace

std::string sizesKey(const JudgeOptions& options) {
  return options.target + " " + std::to_string(options.threads) + " " + textOf(Json(options.bind));
}

Case caseOf(const Document& document, const JudgeOptions& options) {
  const auto known = document.asWrittenMs.find(sizesKey(options));
  return {document.session.sharedSource(), document.original(), document.programHash, document.referenceHash,
          known == document.asWrittenMs.end() ? 0 : known->second};
}

Answer judge(const Case& asked, const std::vector<Candidate>& candidates, const JudgeOptions& options,
             Context& context) {
  return Judge(asked, options, context).result(candidates);
}

}  // namespace lw::serve
