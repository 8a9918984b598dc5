#include "app/serve/follow/run_record.h"

#include <ctime>

#include "core/text/print/printer.h"

namespace lw::serve {
namespace {

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// "C[0, 1] is 3, should be 4 (8 elements differ)" of the first check that failed; empty: the elements agree.
std::string differenceIn(const Json& checks) {
  for (const Json& check : checks) {
    if (!check.contains("first_difference")) continue;
    const Json& d = check["first_difference"];
    const auto number = [&](const char* key) { return d[key].is_string() ? d[key].get<std::string>() : d[key].dump(); };
    return number("element") + " is " + number("got") + ", should be " + number("expected") + " (" + number("count") +
           " elements differ)";
  }
  return {};
}

void addTimes(RunRecord& record, const Json& time, const Json& reference) {
  record.runs = time.value("samples", 0);
  record.medianMs = time.value("median_ms", 0.0);
  record.minMs = time.value("min_ms", 0.0), record.maxMs = time.value("max_ms", 0.0);
  record.lowMs = time.value("low_ms", 0.0), record.highMs = time.value("high_ms", 0.0);
  record.gflops = time.value("gflops", 0.0), record.gops = time.value("gops", 0.0);
  record.referenceKind = reference.value("kind", "");
  record.referenceMs = reference.value("median_ms", 0.0);
  record.referenceRuns = reference.value("samples", 0);
  record.referenceLowMs = reference.value("low_ms", 0.0), record.referenceHighMs = reference.value("high_ms", 0.0);
}

}  // namespace

RunRecord recordOf(const Document& document, const Json& judged) {
  RunRecord record;
  record.node = judged["state"];
  record.when = now();
  const Json& conditions = judged["conditions"];
  record.target = conditions.value("target", ""), record.device = conditions.value("device", "");
  record.threads = conditions.value("threads", 1);
  record.compileMs = conditions.value("compile_ms", 0.0);
  record.otherCores = conditions.value("other_cores_busy", -1.0);
  addTimes(record, judged["time"], judged["reference"]);
  record.checked = true;
  record.ok = judged["right"];
  if (!record.ok) record.difference = differenceIn(judged["checks"]);
  for (const Json& check : judged["checks"]) {
    record.maxAbsError = std::max(record.maxAbsError, check.value("max_abs_error", 0.0));
    record.maxRelError = std::max(record.maxRelError, check.value("max_rel_error", 0.0));
  }
  const Schedule& schedule = document.history().node(record.node).schedule;
  record.function = document.title;
  record.program = hashOf(print(document.original()).text);
  record.state = hashOf(print(schedule.program().function(document.function)).text);
  record.context = document.referenceHash;
  return record;
}

}  // namespace lw::serve
