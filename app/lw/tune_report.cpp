#include "app/lw/tune_report.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include "core/support/json.h"

#include "backends/measure/measure.h"

namespace lw {
namespace {

using tune::Outcome;
using tune::Trial;
using tune::TuneProgress;
using tune::TuneResult;

constexpr int kTrialsPerLine = 16;  // where lines are not overwritten

const char* endText(TuneResult::End end) {
  using End = TuneResult::End;
  switch (end) {
    case End::Trials:
      return "all trials are done";
    case End::Seconds:
      return "the time is over";
    case End::Stopped:
      return "stopped";
    case End::Exhausted:
      return "the space has no further candidates";
    case End::AllRefused:
      return "every candidate was refused";
    case End::Failed:
      return "failed";
  }
  return "";
}

std::map<Outcome, int> countsOf(const std::vector<Trial>& trials) {
  std::map<Outcome, int> counts;
  for (const Trial& t : trials) ++counts[t.outcome];
  return counts;
}

nlohmann::ordered_json decisionsJson(const tune::Decisions& decisions) {
  return nlohmann::ordered_json::parse(tune::toJson(decisions));
}

nlohmann::ordered_json chosenJson(const tune::Decisions& decisions) {
  auto json = nlohmann::ordered_json::object();
  for (const tune::Decision& d : decisions) json[d.name] = d.text();
  return json;
}

}  // namespace

void printSumErrors(bool json, const std::string& function, const std::optional<SumErrors>& sums) {
  const std::string warning = sums ? sums->warning().text() : "", remedy = sums ? sums->remedy().text() : "";
  if (warning.empty()) return;
  if (json)
    std::cout << nlohmann::ordered_json{{"event", "note"},
                                        {"function", function},
                                        {"note", warning},
                                        {"remedy", remedy}}
                     .dump()
              << "\n";
  else
    std::cerr << function << ": " << warning << (remedy.empty() ? "" : "\n  " + remedy) << "\n";
}

TuneReport::TuneReport(bool json, std::vector<tune::Record> tasks, tune::RecordStore& store, double seconds,
                       bool modelled)
    : json_(json),
      terminal_(isatty(STDERR_FILENO) != 0),
      tasks_(std::move(tasks)),
      store_(store),
      limit_(seconds),
      modelled_(modelled) {}

Status TuneReport::record(size_t task, const Trial& trial) {
  tune::Record record = tasks_[task];
  record.trial = trial;
  const Result<int64_t> id = store_.add(record);
  if (!id) return id.error();
  return success();
}

Status TuneReport::done(size_t task, const Trial& trial, const TuneProgress& p) {
  if (Status kept = record(task, trial); !kept) return kept;
  if (!json_) {
    if (terminal_)
      std::fprintf(stderr, "\r%s", line(p).c_str());
    else if (p.trials % kTrialsPerLine == 0)
      std::fprintf(stderr, "%s\n", line(p).c_str());
    return success();
  }
  nlohmann::ordered_json j{{"event", "trial"},
                           {"function", tasks_[task].function},
                           {"number", p.trials},
                           {"outcome", tune::nameOf(trial.outcome)},
                           {"decisions", decisionsJson(trial.decisions)},
                           {"chosen", chosenJson(trial.decisions)},
                           {"ms", trial.ms},
                           {"modelled", modelled_},
                           {"all_compared", trial.whole},
                           {"expected_ms", trial.expectedMs},
                           {"compile_ms", trial.compileMs},
                           {"best_ms", p.bestMs},
                           {"seconds", p.seconds},
                           {"trials_per_minute", p.trialsPerMinute},
                           {"refused", p.refused},
                           {"drawn", p.drawn}};
  if (trial.why) j["why"] = trial.why->message;
  std::cout << j.dump() << std::endl;
  return success();
}

void TuneReport::phase(std::string_view name) {
  if (!json_ && name == "comparing") std::fprintf(stderr, "%sComparing the best candidates\n", terminal_ ? "\n" : "");
}

std::string TuneReport::line(const TuneProgress& p) const {
  double left = p.trialsPerMinute > 0 ? 60 * (p.wanted - p.trials) / p.trialsPerMinute : 0;
  if (limit_ > 0) left = std::min(left, limit_ - p.seconds);
  char text[240];
  std::snprintf(text, sizeof text,
                "%s%s%d of %d trials, best %s%s, %.0f trials a minute, %d of %d candidates refused, %.0f s left   ",
                tasks_.size() > 1 ? tasks_[p.task].function.c_str() : "", tasks_.size() > 1 ? ": " : "", p.trials,
                p.wanted, p.bestMs > 0 ? timeText(p.bestMs).c_str() : "none", modelled_ ? " (modelled)" : "",
                p.trialsPerMinute, p.refused, p.drawn, std::max(left, 0.0));
  return text;
}

namespace {

bool isAgain(const TuneResult::Task& task, int trial) {
  return std::find(task.again.begin(), task.again.end(), trial) != task.again.end();
}

}  // namespace

void TuneReport::writeTask(size_t index, const TuneResult& result, const TimedReference& reference) const {
  const TuneResult::Task& task = result.tasks[index];
  nlohmann::ordered_json j{{"event", "end"},
                           {"function", tasks_[index].function},
                           {"end", endText(result.end)},
                           {"trials", task.trials.size()},
                           {"seconds", result.seconds},
                           {"refused", task.refused},
                           {"drawn", task.drawn}};
  for (const auto& [outcome, count] : countsOf(task.trials)) j["outcomes"][std::string(tune::nameOf(outcome))] = count;
  for (const auto& r : task.refusals)
    j["refusals"].push_back({{"kind", r.kind}, {"count", r.count}, {"first", r.first.message}});
  if (reference.ms > 0) j["reference_ms"] = reference.ms;
  if (reference.blas) j["reference_blas"] = blas::toJson(*reference.blas);
  if (task.best >= 0) {
    const Trial& best = task.trials[static_cast<size_t>(task.best)];
    j["best"] = {{"ms", best.medianMs()},      {"modelled", modelled_}, {"measured_again", isAgain(task, task.best)},
                 {"all_compared", best.whole}, {"proved", task.proved}, {"decisions", decisionsJson(best.decisions)},
                 {"ties", task.ties.size()}};
    j["trace"] = nlohmann::json::parse(best.trace);
  }
  std::cout << j.dump() << std::endl;
}

void TuneReport::printTask(size_t index, const TuneResult::Task& task, const TimedReference& reference) const {
  if (tasks_.size() > 1) std::printf("%s: %zu trials\n", tasks_[index].function.c_str(), task.trials.size());
  for (const auto& [outcome, count] : countsOf(task.trials))
    if (outcome != Outcome::Measured) {
      const auto first = std::find_if(task.trials.begin(), task.trials.end(),
                                      [&, o = outcome](const Trial& t) { return t.outcome == o; });
      std::printf("  %d %s, for example: %s\n", count, std::string(tune::nameOf(outcome)).c_str(),
                  first->why ? first->why->message.c_str() : "");
    }
  for (const auto& r : task.refusals)
    std::printf("  %d of %d candidates refused: %s\n", r.count, task.drawn, r.first.message.c_str());
  if (task.best < 0) return;
  const Trial& best = task.trials[static_cast<size_t>(task.best)];
  std::printf("  best: %s%s", timeText(best.medianMs()).c_str(),
              modelled_                  ? ", modelled, not measured"
              : isAgain(task, task.best) ? ""
                                         : ", measured once");
  if (task.proved) std::printf(", proved equal to the program");
  if (reference.ms > 0)
    std::printf(", %.2fx the speed of the reference (%s%s)", reference.ms / best.medianMs(),
                timeText(reference.ms).c_str(), reference.blas ? (", " + blas::textOf(*reference.blas)).c_str() : "");
  if (!task.ties.empty()) std::printf("; %zu others are indistinguishable from it", task.ties.size());
  std::printf("\n");
  if (reference.blas && !reference.blas->fit())
    std::printf("    beware: %s\n", blas::warningOf(*reference.blas).c_str());
  if (!best.whole) std::printf("    only some of its results were compared: all of them would have taken too long\n");
  for (const tune::Decision& d : best.decisions) std::printf("    %s = %s\n", d.name.c_str(), d.text().c_str());
}

void TuneReport::end(const TuneResult& result, const std::vector<TimedReference>& references) const {
  size_t trials = 0;
  for (const TuneResult::Task& t : result.tasks) trials += t.trials.size();
  if (!json_) std::printf("%s after %zu trials in %.0f s\n", endText(result.end), trials, result.seconds);
  for (size_t i = 0; i < result.tasks.size(); ++i)
    if (json_)
      writeTask(i, result, references[i]);
    else
      printTask(i, result.tasks[i], references[i]);
}

}  // namespace lw
