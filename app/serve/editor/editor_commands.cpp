#include "app/serve/editor/editor_commands.h"

#include <filesystem>

#include "app/serve/errors.h"
#include "app/serve/session.h"
#include "backends/cpu/object_store.h"
#include "backends/measure/estimate.h"
#include "backends/process/process.h"
#include "backends/target/memory.h"
#include "backends/targets/targets.h"
#include "core/support/text.h"

namespace lw::serve {
namespace {

constexpr int kRunSamples = 6, kCompareSamples = 20;
constexpr double kEstimateSeconds = 5;  // of one part of the loops

// A method of `lw serve`, to its end.
Answer called(ServeSession& session, const char* name, const Json& given, Context& context) {
  const Method& method = *findMethod(name);
  auto arguments = checkedArguments(method.name, method.parameters, given);
  if (auto* failure = std::get_if<Failure>(&arguments)) return std::move(*failure);
  Reply reply = method.run(session, std::get<Json>(arguments), context);
  if (auto* failure = std::get_if<Failure>(&reply)) return std::move(*failure);
  if (auto* result = std::get_if<Json>(&reply)) return std::move(*result);
  const Job& job = std::get<Job>(reply);
  Answer answer = job.work(context);
  auto* result = std::get_if<Json>(&answer);
  if (!result || !job.keep) return answer;
  return job.keep(std::move(*result));
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

CommandResult shownRun(Json ran, bool compared) {
  CommandResult result;
  result.right = ran["right"];
  std::string& words = result.shown.words;
  words = timeText(ran["time"]["median_ms"]);
  if (!result.right) {
    words = "the result is wrong";
  } else if (compared && ran.contains("speedup_over_reference")) {
    words += ", " + number(ran["speedup_over_reference"]) + " x the reference (" +
             timeText(ran["reference"]["median_ms"]) + ")";
  } else if (ran["time"]["gflops"].get<double>() > 0) {
    words += ", " + number(ran["time"]["gflops"]) + " GFLOP/s";
  } else if (ran["time"].contains("gops")) {
    words += ", " + number(ran["time"]["gops"]) + " GOP/s";
  }
  result.result = std::move(ran);
  return result;
}

// The time of each block and its share, by parts of the loop nests; a nest of several blocks has one time. Empty: there
// is no estimate.
std::map<BlockId, std::string> blockTimes(const ServeSession& session, const Json& id, Context& context) {
  std::map<BlockId, std::string> words;
  const auto found = documentOf(session, Json::object({{"document", id}}));
  if (std::holds_alternative<Failure>(found)) return words;
  const Document& document = *std::get<0>(found);
  const PrimFunc scheduled = document.schedule().program().function(document.function);
  MeasureOptions options;
  options.memory = session.limits().memory;
  options.timeoutSeconds = kEstimateSeconds;
  options.cpu.objects = objectFolder();
  options.cancelled = [&context] { return context.stopped(); };
  const Result<RunEstimate> estimated = estimate(document.session.source(), document.original(), scheduled, options);
  if (!estimated || estimated->ms <= 0) return words;
  for (const NestEstimate& nest : estimated->nests)
    for (const BlockId block : nest.blocks) {
      const std::string time = timeText(nest.ms) + ", " + number(100 * nest.ms / estimated->ms) + " %";
      addItem(words[block], time + (nest.blocks.size() > 1 ? " with other blocks" : ""), "; ");
    }
  return words;
}

// "def tuned(sch): ..." of the trace that the search found.
std::string scheduleText(const std::string& trace, const std::string& text) {
  constexpr std::string_view kHead = "def apply_trace(";
  const size_t at = trace.find(kHead);
  if (at == std::string::npos) return "";
  std::string name = "tuned";
  for (int i = 2; text.find("def " + name + "(") != std::string::npos; ++i) name = "tuned_" + std::to_string(i);
  return "\n\ndef " + name + "(" + trace.substr(at + kHead.size());
}

std::string pathOf(const std::string& uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return "";
  std::string path;
  for (size_t i = kScheme.size(); i < uri.size(); ++i) {
    const auto digit = [&](size_t k) { return k < uri.size() && std::isxdigit(static_cast<unsigned char>(uri[k])); };
    if (uri[i] == '%' && digit(i + 1) && digit(i + 2)) {
      path += static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::variant<CommandResult, Failure> opened(const EditorCommand& command) {
  namespace fs = std::filesystem;
  std::error_code error;
  const std::string path = pathOf(command.uri);
  if (path.empty() || path.find('\0') != std::string::npos || !fs::is_regular_file(path, error))
    return Failure{kRequestFailed,
                   explain(err::kNoWindow(say("{0} is no file", Snippet(command.uri))), "save the text first")};
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / "loopwright";
  const std::string window = !command.window.empty()     ? command.window
                             : fs::exists(beside, error) ? beside.string()
                                                         : "loopwright";
  // In a session of its own: the window outlives the editor.
  const LoggedResult started = runLogged({"setsid", "--fork", window, path}, {.timeoutSeconds = 10});
  if (!started.succeeded())
    return Failure{kRequestFailed, explain(err::kNoWindow(say("{0} does not start", Snippet(window))),
                                           "install the package loopwright, or set the path of the window")};
  return CommandResult{{{"opened", path}}, {}, true, ""};
}

}  // namespace

bool isCommand(const std::string& name) {
  return name == kRunCommand || name == kCompareCommand || name == kTuneCommand || name == kOpenCommand;
}

std::string titleOf(const EditorCommand& command) {
  const std::string what = command.schedule.empty() ? command.function : command.function + ", " + command.schedule;
  if (command.name == kTuneCommand) return "Tune " + what;
  return (command.name == kCompareCommand ? "Compare " : "Run ") + what;
}

std::variant<CommandResult, Failure> carriedOut(const EditorCommand& command, Context& context) {
  if (command.name == kOpenCommand) return opened(command);
  ServeLimits limits;
  limits.memory = availableMemory() / 2;
  ServeSession session(limits);
  const size_t slash = command.uri.rfind('/');
  Answer open = called(session, "open",
                       {{"text", command.text},
                        {"name", slash == std::string::npos ? command.uri : command.uri.substr(slash + 1)},
                        {"function", command.function}},
                       context);
  if (auto* failure = std::get_if<Failure>(&open)) return std::move(*failure);
  const Json document = std::get<Json>(open)["document"];
  if (!command.schedule.empty()) {
    Answer applied = called(session, "apply", {{"document", document}, {"schedule", command.schedule}}, context);
    if (auto* failure = std::get_if<Failure>(&applied)) return std::move(*failure);
  }
  if (command.name != kTuneCommand) {
    const bool compared = command.name == kCompareCommand;
    Answer ran =
        called(session, "run", {{"document", document}, {"repeat", compared ? kCompareSamples : kRunSamples}}, context);
    if (auto* failure = std::get_if<Failure>(&ran)) return std::move(*failure);
    CommandResult result = shownRun(std::get<Json>(std::move(ran)), compared);
    if (result.right && !context.stopped()) result.shown.blocks = blockTimes(session, document, context);
    return result;
  }
  Answer tuned = called(session, "tune",
                        {{"document", document},
                         {"trials", command.trials},
                         {"seconds", command.seconds},
                         {"threads", 0},
                         {"name", "tuned"}},
                        context);
  if (auto* failure = std::get_if<Failure>(&tuned)) return std::move(*failure);
  CommandResult result{std::get<Json>(std::move(tuned)), {}, true, ""};
  if (!result.result.contains("best")) return result;
  result.shown.words = "best " + timeText(result.result["best"]["median_ms"]);
  Answer moved = called(session, "branch", {{"document", document}, {"state", "tuned"}}, context);
  if (auto* failure = std::get_if<Failure>(&moved)) return std::move(*failure);
  Answer trace = called(session, "export", {{"document", document}, {"format", "python"}}, context);
  if (auto* failure = std::get_if<Failure>(&trace)) return std::move(*failure);
  result.added = scheduleText(std::get<Json>(trace)["text"], command.text);
  return result;
}

}  // namespace lw::serve
