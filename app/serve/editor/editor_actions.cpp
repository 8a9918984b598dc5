// Legal steps as changes of the text: of a program, or of a schedule function.
#include <algorithm>
#include <chrono>
#include <map>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/editor/schedule/schedule_actions.h"
#include "app/serve/editor/text/program_text.h"
#include "app/serve/gain.h"
#include "app/shared/json/explanation_json.h"
#include "app/shared/step_checks.h"
#include "core/schedule/program.h"
#include "core/script/schedule_script.h"
#include "core/te/te_stages.h"

namespace lw::serve {
namespace {

constexpr int kMostOfOneStep = 3;                // the best arguments of each primitive
constexpr std::chrono::milliseconds kTime{700};  // somebody waits

// A function of the text as the start of a schedule.
struct Start {
  Schedule schedule;
  int function = 0;
};
Result<Start> startOf(const SourceFile& file, const std::string& title) {
  Result<Program> program = programOf(file, title);
  if (!program) return program.error();
  const Result<int> function = onlyFunction(*program);
  if (!function) return function.error();
  Start start{Schedule(program->snapshot), *function};
  (void)start.schedule.workOn(start.schedule.program().functionName(*function));
  return start;
}

Json programActions(const EditedText& text, const MappedRange& place, const Context& context) {
  const SourceFile& file = text.file();
  const std::string title = file.ownerOf(place.span);
  const Result<Start> start = startOf(file, title);
  if (!start) return Json::array();
  Selection selection;
  if (place.kind == MappedRange::Kind::Loop)
    selection.loops = {place.loop};
  else
    selection.blocks = {place.block};
  const auto end = std::chrono::steady_clock::now() + kTime;
  const auto stop = [&] { return context.stopped() || std::chrono::steady_clock::now() > end; };
  std::vector<LegalAnswer> answers = legalSteps(start->schedule, selection, false, stop);
  std::erase_if(answers, [](const LegalAnswer& a) { return a.undecided || changesValues(*a.primitive); });
  Json steps = legalJson(answers);
  addGains(start->schedule, start->function, answers, context, steps);
  Json actions = Json::array();
  std::map<std::string, int> shown;
  for (const Json& step : steps) {
    if (++shown[step["primitive"]] > kMostOfOneStep) continue;
    std::string words = step["step"];
    if (step.contains("expected_speedup")) words += "  (" + step["expected_speedup"].dump() + " x expected)";
    Json action{
        {"title", std::move(words)},
        {"kind", "refactor.rewrite"},
        {"data", {{"uri", text.uri()}, {"version", text.version()}, {"function", title}, {"step", step["step"]}}}};
    if (step["legal"] == false) action["disabled"] = {{"reason", step["why"]}};
    actions.push_back(std::move(action));
  }
  return actions;
}

}  // namespace

Json actionsJson(const EditedText& text, Span span, const Context& context) {
  if (const MappedRange* place = text.file().map.scopeAt(span.begin)) return programActions(text, *place, context);
  return scheduleActions(text, span.begin, context);
}

std::variant<Json, Failure> resolvedAction(const EditedText& text, Json action) {
  const SourceFile& file = text.file();
  const std::string title = action["data"].value("function", ""), step = action["data"].value("step", "");
  Result<Start> start = startOf(file, title);
  if (!start) return Failure{kRefused, start.error(), {}, "data.function", title};
  ScriptRun run = interpretStep(step, start->schedule, te::withTensors(), text.sharedFile());
  if (run.error) return Failure{kRefused, *run.error, makeSource("step", step), "data.step", step};
  // Without a definition, tensor expressions make the function: there is no text to change.
  if (auto edit = replacementJson(text, title, run.schedule.program().function(start->function)))
    action["edit"] = {{"changes", {{text.uri(), Json::array({std::move(*edit)})}}}};
  return action;
}

}  // namespace lw::serve
