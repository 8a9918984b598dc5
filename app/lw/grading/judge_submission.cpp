// A submission runs as `lw run --challenge` on a copy of its text, so that what is said of it names no place.
#include <filesystem>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/grading/judged.h"
#include "app/lw/grading/steps_of_trace.h"
#include "backends/process/process.h"
#include "backends/process/temporary_folder.h"
#include "backends/targets/targets.h"
#include "core/support/json.h"

namespace lw {
namespace {

using nlohmann::json;

constexpr double kGraceSeconds = 2;       // of the process, beyond the limit of a kernel
constexpr size_t kMostOutput = 16 << 20;  // bytes
constexpr size_t kMostWords = 2000;       // characters of an error
constexpr int kSignals = 128;             // exit codes from here on: ended by a signal

const TargetDescriptor& targetOf(const Challenge& challenge) {
  for (const TargetDescriptor* target : allTargets())
    if (challenge.onDevice() && target->emulated) return *target;
  return defaultTarget();
}

std::string withoutFolder(std::string words, const std::string& folder) {
  for (size_t at; (at = words.find(folder + "/")) != std::string::npos;) words.erase(at, folder.size() + 1);
  if (words.size() > kMostWords) words.resize(kMostWords);
  return words;
}

std::string textIn(const json& from, const char* name) {
  const auto found = from.find(name);
  return found != from.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

// Why a result is not right: the element, or what the emulator found.
void judgeWrong(const json& said, Judged& judged) {
  if (const auto d = said.find("first_difference"); d != said.end()) {
    const json& difference = *d;
    judged.difference = {difference.value("element", ""), difference.value("got", 0.0),
                         difference.value("expected", 0.0), difference.value("count", int64_t{0})};
    const Judged::Difference& one = *judged.difference;
    judged.words = one.element + " is " + number(one.got) + " instead of " + number(one.expected) + "; " +
                   std::to_string(one.count) + (one.count == 1 ? " element differs" : " elements differ");
  } else if (said.contains("emulated") && !said["emulated"].value("findings", json::array()).empty()) {
    judged.words = textIn(said["emulated"]["findings"][0], "message");
    judged.advice = textIn(said["emulated"]["findings"][0], "hint");
  }
}

void judgeVerdict(const json& said, Judged& judged) {
  json verdict = said["challenge"];
  judged.outcome = verdict.value("met", false) ? "reached" : said.value("ok", false) ? "missed" : "wrong";
  judged.words = verdict.value("words", "");
  const Judged numbers = judgedOf(verdict);
  judged.goals = numbers.goals;
  judged.mostSteps = numbers.mostSteps;
  judged.share = numbers.share;
  if (!judged.byHand) judged.steps = numbers.steps;
  if (verdict.contains("trace")) judged.trace = stepsOfTrace(verdict["trace"].dump());
  judged.used = primitivesOf(judged.trace);
  judged.checkedBy = said.value("checked_by", "");
  if (judged.outcome == "wrong") judgeWrong(said, judged);
}

void judgeError(const json& error, const SubmittedText& submitted, const std::string& file, const JudgeLimits& limits,
                Judged& judged) {
  const std::string kind = textIn(error, "kind");
  if (kind == "script.memory") {
    judged.outcome = "memory";
    judged.words = err::kGradeMemory(limits.mebibytes).message;
    return;
  }
  if (kind == "runner.timeout" || kind == "cpu.too-long") {  // which limit is reached first depends on what else runs
    judged.outcome = "timeout";
    judged.words = err::kGradeTooLong(limits.seconds).message;
    return;
  }
  judged.outcome = kind.starts_with("runner.") ? "crashed" : "refused";
  judged.words = textIn(error, "message");
  judged.advice = textIn(error, "hint");
  if (textIn(error, "file") != file || !error.contains("line")) return;
  judged.line = error.value("line", 0);
  judged.column = error.value("column", 0);
  if (!submitted.notebook) return;
  const NotebookText::Place place = submitted.notebook->place(judged.line);
  judged.cell = place.cell;
  judged.line = place.line;
}

void judgeOutput(const ProcessResult& ended, const SubmittedText& submitted, const std::string& file,
                 const JudgeLimits& limits, Judged& judged) {
  const json said = json::parse(ended.out, nullptr, false);
  if (said.is_object() && said.contains("challenge") && said["challenge"].is_object()) {
    judgeVerdict(said, judged);
  } else if (said.is_object() && said.contains("errors") && !said["errors"].empty()) {
    // Warnings of other functions may be in front.
    const json& errors = said["errors"];
    const auto first =
        std::find_if(errors.begin(), errors.end(), [](const json& e) { return textIn(e, "severity") != "warning"; });
    judgeError(first == errors.end() ? errors[0] : *first, submitted, file, limits, judged);
  } else if (ended.code >= kSignals && ended.err.find("out of memory") != std::string::npos) {
    judged.outcome = "memory";
    judged.words = err::kGradeMemory(limits.mebibytes).message;
  } else {
    judged.outcome = "crashed";
    judged.words = err::kGradeEnded(ended.code).message;
  }
}

std::vector<std::string> commandFor(const Exercise& exercise, const SubmittedText& submitted, const std::string& file,
                                    const JudgeLimits& limits) {
  const bool steps = submitted.form == SubmittedForm::Schedule;
  std::vector<std::string> words = {"/proc/self/exe",
                                    "run",
                                    exercise.file,
                                    "--challenge",
                                    "--json",
                                    "--target",
                                    std::string(targetOf(exercise.challenge).name),
                                    steps                                    ? "--script"
                                    : submitted.form == SubmittedForm::Trace ? "--trace"
                                                                             : "--by-hand",
                                    steps ? file + ":" + limits.function : file,
                                    "--timeout",
                                    std::to_string(limits.seconds),
                                    "--threads",
                                    "1"};
  if (!exercise.challenge.timed()) words.insert(words.end(), {"--no-baseline", "--repeat", "1"});
  return words;
}

}  // namespace

Result<Judged> judgeSubmission(const Exercise& exercise, const SubmittedText& submitted, const JudgeLimits& limits) {
  Judged judged;
  judged.byHand = submitted.form == SubmittedForm::Program;
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) return folder.error();
  const std::string file = folder->file(exercise.name + (submitted.form == SubmittedForm::Trace ? ".json" : ".py"));
  if (const Status written = writeFile(file, submitted.text); !written) return written.error();
  const Result<ProcessResult> ended =
      runProcess(commandFor(exercise, submitted, file, limits),
                 {.timeoutSeconds = static_cast<double>(limits.seconds) + kGraceSeconds,
                  // The allocator then says why it ends the process, instead of an exception.
                  .variables = {"MIMALLOC_SHOW_ERRORS=1"},
                  .mostOutput = kMostOutput,
                  .mostMemory = static_cast<size_t>(limits.mebibytes) << 20});
  if (!ended && ended.error().kind != "process.timeout") return ended.error();
  if (!ended) {
    judged.outcome = "timeout";
    judged.words = err::kGradeTooLong(limits.seconds).message;
    return judged;
  }
  judgeOutput(*ended, submitted, file, limits, judged);
  judged.words = withoutFolder(std::move(judged.words), folder->path());
  judged.advice = withoutFolder(std::move(judged.advice), folder->path());
  return judged;
}

}  // namespace lw
