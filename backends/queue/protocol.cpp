#include "backends/queue/protocol.h"

#include <charconv>
#include "core/support/json.h"

#include "backends/measure/errors.h"
#include "backends/queue/errors.h"
#include "backends/runner/errors.h"
#include "backends/target/memory.h"
#include "backends/tune/errors.h"

namespace lw {
namespace {

using nlohmann::json;
using tune::BenchOptions;
using tune::BuiltTrial;
using tune::TrialResult;

constexpr int64_t kSecond = 1000, kDay = 24 * 3600 * kSecond;
constexpr int64_t kKeptDead = 1000;  // dead letters that people can look at

Explanation unreadable(Message why) { return err::kQueueMessage("the queue", std::move(why)); }

// ---- explanations ----

std::vector<const ErrorKind*> kindsOfResults() {
  std::vector<const ErrorKind*> kinds = tuneBackendErrors();
  for (const auto& more : {runnerErrors(), measureErrors(), queueErrors()})
    kinds.insert(kinds.end(), more.begin(), more.end());
  return kinds;
}

json toJson(const Explanation& e) {
  json holes = json::array();
  for (const MessageArgument& argument : e.reason.arguments) holes.push_back(argument.text);
  return {{"kind", e.kind}, {"message", e.message}, {"hint", e.hint}, {"holes", std::move(holes)}};
}

Explanation explanationFrom(const json& j) {
  return receivedError(kindsOfResults(), j.value("kind", ""), j.value("message", ""), j.value("hint", ""),
                       j.value("holes", std::vector<std::string>()));
}

// ---- jobs ----

json toJson(const BenchOptions& o) {
  return {{"threads", o.threads},         {"repeat", o.repeat},        {"min_ms", o.minMs},
          {"sample_ms", o.sampleMs},      {"stop_ratio", o.stopRatio}, {"max_seconds", o.maxSeconds},
          {"load_seconds", o.loadSeconds}};
}

BenchOptions optionsFrom(const json& j) {
  BenchOptions o;
  o.threads = j.at("threads").get<int>();
  o.repeat = j.at("repeat").get<int>();
  o.minMs = j.at("min_ms").get<double>();
  o.sampleMs = j.at("sample_ms").get<double>();
  o.stopRatio = j.at("stop_ratio").get<double>();
  o.maxSeconds = j.at("max_seconds").get<double>();
  o.loadSeconds = j.at("load_seconds").get<double>();
  return o;
}

json toJson(const PackingCall& p) {
  json packed = json::array();
  for (const PackingCall::Memory& m : p.packed) packed.push_back({{"name", m.name}, {"bytes", m.bytes}});
  return {{"name", p.code.name},           {"symbol", p.code.symbol}, {"failures", p.code.failures},
          {"bytes", p.code.object.size()}, {"scalars", p.scalars},    {"weights", p.weights},
          {"packed", std::move(packed)}};
}

json toJson(const BuiltTrial& t) {
  json needs = json::array();
  for (const MemoryNeed& n : t.call.needs)
    needs.push_back(
        {{"name", n.name}, {"shape", n.shape}, {"bytes", n.bytes}, {"held", n.held}, {"parameter", n.parameter}});
  json trial{{"number", t.number},
             {"name", t.code.name},
             {"symbol", t.code.symbol},
             {"failures", t.code.failures},
             {"bytes", t.code.object.size()},
             {"scalars", t.call.scalars},
             {"restored", t.call.restored},
             {"needs", std::move(needs)},
             {"compile_ms", t.compileMs},
             {"best_ms", t.bestMs},
             {"device_bytes", t.device.size()}};
  if (t.call.packing) trial["packing"] = toJson(*t.call.packing);
  return trial;
}

// The next bytes of the objects; empty: they are incomplete.
std::string takeObject(std::string_view& objects, size_t bytes) {
  if (bytes > objects.size()) return {};
  std::string object(objects.substr(0, bytes));
  objects.remove_prefix(bytes);
  return object;
}

PackingCall packingFrom(const json& j, std::string_view& objects) {
  PackingCall p;
  p.code.name = j.at("name").get<std::string>();
  p.code.symbol = j.at("symbol").get<std::string>();
  p.code.failures = j.at("failures").get<std::vector<std::string>>();
  p.code.object = takeObject(objects, j.at("bytes").get<size_t>());
  p.scalars = j.at("scalars").get<std::vector<int64_t>>();
  p.weights = j.at("weights").get<std::vector<int>>();
  for (const json& m : j.at("packed"))
    p.packed.push_back({m.at("name").get<std::string>(), m.at("bytes").get<size_t>()});
  return p;
}

BuiltTrial trialFrom(const json& j, std::string_view& objects) {
  BuiltTrial t;
  t.number = j.at("number").get<int>();
  t.code.name = j.at("name").get<std::string>();
  t.code.symbol = j.at("symbol").get<std::string>();
  t.code.failures = j.at("failures").get<std::vector<std::string>>();
  t.call.scalars = j.at("scalars").get<std::vector<int64_t>>();
  t.call.restored = j.at("restored").get<std::vector<int>>();
  for (const json& n : j.at("needs"))
    t.call.needs.push_back({n.at("name").get<std::string>(), n.at("shape").get<std::vector<int64_t>>(),
                            n.at("bytes").get<double>(), n.at("held").get<double>(), n.at("parameter").get<bool>()});
  t.compileMs = j.at("compile_ms").get<double>();
  t.bestMs = j.at("best_ms").get<double>();
  t.code.object = takeObject(objects, j.at("bytes").get<size_t>());
  t.device = takeObject(objects, j.value("device_bytes", size_t{0}));
  if (j.contains("packing")) t.call.packing = packingFrom(j["packing"], objects);
  return t;
}

// Reads JSON by a function that throws where a field is missing or of another type.
template <class T, class Read>
Result<T> readJson(std::string_view text, Read read) {
  try {
    return read(json::parse(text));
  } catch (const json::exception& e) {
    return unreadable(Snippet(e.what()));
  }
}

}  // namespace

// ---- names ----

std::string trialsQueue(const std::string& workerClass) { return "loopwright.trials." + workerClass; }
std::string resultsQueue(const std::string& search) { return "loopwright.results." + search; }
std::string classQueue(const std::string& workerClass) { return "loopwright.class." + workerClass; }
std::string trialsKey(const std::string& workerClass, const std::string& search) { return workerClass + "." + search; }

Status declareClass(QueueConnection& connection, const std::string& workerClass) {
  for (const char* exchange : {kTrialsExchange, kDeadExchange})
    if (Status s = connection.declareTopic(exchange); !s) return s;
  if (Status s = connection.declareQueue(kDeadExchange, {{"x-max-length", kKeptDead}, {"x-message-ttl", 7 * kDay}}); !s)
    return s;
  if (Status s = connection.bind(kDeadExchange, kDeadExchange, "#"); !s) return s;
  if (Status s =
          connection.declareQueue(classQueue(workerClass), {{"x-max-length", int64_t{1}}, {"x-expires", 30 * kDay}});
      !s)
    return s;
  // A full queue refuses a trial instead of dropping another one; a dead letter is kept until it has arrived.
  if (Status s = connection.declareQueue(trialsQueue(workerClass), {{"x-queue-type", "quorum"},
                                                                    {"x-delivery-limit", int64_t{kDeliveryLimit}},
                                                                    {"x-overflow", "reject-publish"},
                                                                    {"x-dead-letter-exchange", kDeadExchange},
                                                                    {"x-dead-letter-strategy", "at-least-once"}});
      !s)
    return s;
  return connection.bind(trialsQueue(workerClass), kTrialsExchange, workerClass + ".*");
}

Status declareResults(QueueConnection& connection, const std::string& search) {
  const std::string queue = resultsQueue(search);
  if (Status s = connection.declareQueue(queue, {{"x-queue-type", "quorum"}, {"x-expires", 600 * kSecond}}); !s)
    return s;
  return connection.bind(queue, kDeadExchange, "*." + search);
}

// ---- messages ----

std::string encodeJob(const TrialJob& job) {
  json trials = json::array();
  std::string objects;
  for (const BuiltTrial& t : job.trials) {
    trials.push_back(toJson(t));
    objects += t.code.object;
    objects += t.device;
    if (t.call.packing) objects += t.call.packing->code.object;
  }
  const std::string description =
      json{{"search", job.search}, {"number", job.number},           {"rounds", job.rounds},
           {"on", job.measuredOn}, {"options", toJson(job.options)}, {"trials", std::move(trials)}}
          .dump();
  return std::to_string(description.size()) + "\n" + description + objects;
}

Result<TrialJob> decodeJob(std::string_view bytes) {
  size_t length = 0;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), length);
  const auto digits = static_cast<size_t>(end - bytes.data());
  if (error != std::errc() || digits >= bytes.size() || bytes[digits] != '\n' || length > bytes.size() - digits - 1)
    return unreadable("the description is incomplete");
  std::string_view objects = bytes.substr(digits + 1 + length);
  Result<TrialJob> job = readJson<TrialJob>(bytes.substr(digits + 1, length), [&](const json& j) {
    TrialJob read{j.at("search").get<std::string>(), j.at("number").get<int>(),    j.at("rounds").get<int>(),
                  j.at("on").get<std::string>(),     optionsFrom(j.at("options")), {}};
    for (const json& t : j.at("trials")) read.trials.push_back(trialFrom(t, objects));
    return read;
  });
  if (!job) return job;
  for (const BuiltTrial& t : job->trials)
    if ((t.code.object.empty() && t.device.empty()) || (t.call.packing && t.call.packing->code.object.empty()))
      return unreadable("the code of a kernel is incomplete");
  if (job->trials.empty()) return unreadable("there are no candidates in it");
  return job;
}

std::string encodeStarted(const JobStarted& s) {
  return json{{"number", s.number}, {"worker", s.worker}, {"ground", s.groundTo}}.dump();
}

Result<JobStarted> decodeStarted(std::string_view bytes) {
  return readJson<JobStarted>(bytes, [](const json& j) {
    return JobStarted{j.at("number").get<int>(), j.at("worker").get<std::string>(), j.at("ground").get<std::string>()};
  });
}

std::string encodeResult(const JobResult& result) {
  json results = json::array();
  for (const TrialResult& r : result.results) {
    results.push_back(
        {{"number", r.number}, {"outcome", tune::nameOf(r.outcome)}, {"ms", r.ms}, {"compile_ms", r.compileMs}});
    if (r.why) results.back()["why"] = toJson(*r.why);
  }
  return json{{"number", result.number},
              {"worker", result.worker},
              {"class", result.workerClass},
              {"results", std::move(results)}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<JobResult> decodeResult(std::string_view bytes) {
  return readJson<JobResult>(bytes, [](const json& j) {
    JobResult result{
        j.at("number").get<int>(), j.at("worker").get<std::string>(), j.at("class").get<std::string>(), {}};
    for (const json& r : j.at("results")) {
      TrialResult t;
      t.number = r.at("number").get<int>();
      t.outcome = tune::outcomeNamed(r.at("outcome").get<std::string>()).value_or(tune::Outcome::Crashed);
      t.ms = r.at("ms").get<std::vector<double>>();
      t.compileMs = r.at("compile_ms").get<double>();
      if (r.contains("why")) t.why = explanationFrom(r["why"]);
      result.results.push_back(std::move(t));
    }
    return result;
  });
}

std::string encodeGround(const std::vector<PackageArray>& arrays) {
  KernelPackage package;
  package.plan = "{}";
  package.arrays = arrays;
  return encodePackage(package);
}

Result<std::vector<PackageArray>> decodeGround(std::string_view bytes) {
  Result<KernelPackage> package = decodePackage(bytes, availableMemory());
  if (!package) return unreadable(package.error().reason);
  return std::move(package->arrays);
}

}  // namespace lw
