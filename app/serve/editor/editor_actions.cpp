// Legal steps as changes of the text.
#include <algorithm>
#include <chrono>
#include <map>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/gain.h"
#include "app/shared/json/explanation_json.h"
#include "app/shared/step_checks.h"
#include "core/schedule/program.h"
#include "core/script/schedule_script.h"
#include "core/te/te_stages.h"
#include "core/text/print/printer.h"

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

// The definition of a function with its decorators.
std::optional<Span> definitionOf(const SourceFile& file, const std::string& title) {
  const size_t dot = title.find('.');
  for (const py::Stmt& s : file.syntax.body) {
    if (dot == std::string::npos)
      if (const auto* f = s->as<py::FunctionDef>(); f && f->name == title) return s->span;
    const auto* c = s->as<py::ClassDef>();
    if (!c || dot == std::string::npos || c->name != title.substr(0, dot)) continue;
    for (const py::Stmt& inner : c->body)
      if (const auto* f = inner->as<py::FunctionDef>(); f && f->name == title.substr(dot + 1)) return inner->span;
  }
  return std::nullopt;
}

// From the first decorator, at the beginning of its line, to the end of the last line.
Span wholeLines(const std::string& text, Span span) {
  auto begin = static_cast<size_t>(span.begin), end = std::min(static_cast<size_t>(span.end), text.size());
  while (begin > 0 && text[begin - 1] != '\n') --begin;
  for (;;) {  // decorators, where the definition does not contain them
    if (begin == 0) break;
    const size_t line =
        text.rfind('\n', begin - 2) == std::string::npos || begin < 2 ? 0 : text.rfind('\n', begin - 2) + 1;
    const size_t first = text.find_first_not_of(" \t", line);
    if (first >= begin || text[first] != '@') break;
    begin = line;
  }
  while (end > begin && std::isspace(static_cast<unsigned char>(text[end - 1]))) --end;
  return {static_cast<int>(begin), static_cast<int>(end)};
}

std::string indented(const std::string& code, size_t columns) {
  std::string out;
  for (size_t at = 0; at < code.size();) {
    const size_t end = std::min(code.find('\n', at), code.size());
    if (end > at) out += std::string(columns, ' ') + code.substr(at, end - at);
    out += "\n";
    at = end + 1;
  }
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

}  // namespace

Json actionsJson(const EditedText& text, int offset) {
  const SourceFile& file = text.file();
  const MappedRange* place = file.map.scopeAt(offset);
  if (!place) return Json::array();
  const std::string title = file.ownerOf(place->span);
  const Result<Start> start = startOf(file, title);
  if (!start) return Json::array();
  Selection selection;
  if (place->kind == MappedRange::Kind::Loop)
    selection.loops = {place->loop};
  else
    selection.blocks = {place->block};
  const auto end = std::chrono::steady_clock::now() + kTime;
  std::vector<LegalAnswer> answers =
      legalSteps(start->schedule, selection, false, [&] { return std::chrono::steady_clock::now() > end; });
  std::erase_if(answers, [](const LegalAnswer& a) { return a.undecided || changesValues(*a.primitive); });
  Json steps = legalJson(answers);
  addGains(start->schedule, start->function, answers, Context(), steps);
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

std::variant<Json, Failure> resolvedAction(const EditedText& text, Json action) {
  const SourceFile& file = text.file();
  const std::string title = action["data"].value("function", ""), step = action["data"].value("step", "");
  Result<Start> start = startOf(file, title);
  if (!start) return Failure{kRefused, start.error(), {}, "data.function", title};
  ScriptRun run = interpretStep(step, start->schedule, te::withTensors(), text.sharedFile());
  if (run.error) return Failure{kRefused, *run.error, makeSource("step", step), "data.step", step};
  const std::optional<Span> definition = definitionOf(file, title);
  if (!definition) return action;  // made by tensor expressions: there is no text to change
  const Span lines = wholeLines(file.source.text, *definition);
  const size_t columns =
      file.source.text.find_first_not_of(' ', static_cast<size_t>(lines.begin)) - static_cast<size_t>(lines.begin);
  const std::string code = print(run.schedule.program().function(start->function), {.imports = false}).text;
  Json edit{{"range", text.rangeOf(lines)}, {"newText", indented(code, columns)}};
  action["edit"] = {{"changes", {{text.uri(), Json::array({std::move(edit)})}}}};
  return action;
}

}  // namespace lw::serve
