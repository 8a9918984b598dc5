#include "app/serve/editor/schedule/schedule_actions.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/editor/schedule/schedule_calls.h"
#include "app/serve/editor/text/names.h"
#include "app/serve/editor/text/program_text.h"
#include "app/shared/repair_limits.h"
#include "core/support/text.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/text/python/python_lexer.h"
#include "core/trace/repair.h"

namespace lw::serve {
namespace {

constexpr std::chrono::milliseconds kTime{900};
constexpr double kRepairSeconds = 4;
constexpr size_t kMostSteps = 150;

// ---- steps at the cursor ----

std::string indentationAt(const std::string& text, int statement) {
  const size_t line = statement == 0 ? std::string::npos : text.rfind('\n', static_cast<size_t>(statement) - 1);
  const size_t begin = line == std::string::npos ? 0 : line + 1;
  return text.substr(begin, static_cast<size_t>(statement) - begin);
}

// "io, ii = ", with names that the function does not use yet, for the loops or blocks that the step returns.
std::string resultsOf(const std::string& call, const StepValue& outputs, std::set<std::string>& used) {
  const auto* list = outputs.as<StepValue::List>();
  const bool one = outputs.isHandle();
  if ((!list && !one) || (list && list->empty())) return "";
  const size_t open = call.find('('), end = call.find_first_of(",)", open);
  std::string base = call.substr(open + 1, end - open - 1);
  if (!isNewName(base)) base = call.substr(0, open);
  std::string names;
  for (size_t i = 0; i < (list ? list->size() : 1); ++i) {
    int number = static_cast<int>(i);
    while (used.contains(base + "_" + std::to_string(number))) ++number;
    const std::string name = base + "_" + std::to_string(number);
    used.insert(name);
    addItem(names, name);
  }
  return names + (list && list->size() == 1 ? ", = " : " = ");
}

std::set<std::string> namesOf(const NameIndex& index) {
  std::set<std::string> all;
  for (const NamedThing& thing : index.things) all.insert(thing.name);
  return all;
}

Json editOf(const EditedText& text, Span span, std::string words) {
  Json edit{{"range", text.rangeOf(span)}, {"newText", std::move(words)}};
  return {{"changes", {{text.uri(), Json::array({std::move(edit)})}}}};
}

void addSteps(const EditedText& text, const CursorWords& cursor, const Context& context, Json& actions) {
  const std::optional<ScheduleState> state = stateAt(text, cursor, context);
  if (!state) return;
  const auto end = std::chrono::steady_clock::now() + kTime;
  const LegalCalls calls =
      legalCalls(*state, "", kMostSteps, [&] { return context.stopped() || std::chrono::steady_clock::now() > end; });
  const std::set<std::string> known = namesOf(namesIn(text.file()));
  const std::string indentation = indentationAt(text.text(), cursor.statement);
  if (indentation.find_first_not_of(" \t") != std::string::npos) return;  // behind another statement of the line
  for (const LegalCalls::Call& call : calls.calls) {
    Schedule next = state->schedule;
    const Result<StepValue> outputs = next.apply(*call.step, call.args);
    if (!outputs) continue;
    std::set<std::string> used = known;
    const std::string line =
        resultsOf(call.text, *outputs, used) + state->handle + "." + call.text + "\n" + indentation;
    actions.push_back({{"title", call.text},
                       {"kind", "refactor.rewrite"},
                       {"edit", editOf(text, {cursor.statement, cursor.statement}, line)}});
  }
}

// ---- repairs ----

struct RefusedRun {
  ScriptRun run;
  std::string name;
};

// The run of the schedule function on the program where it gets furthest.
std::optional<RefusedRun> furthest(const SourceFile& file, const std::string& name, const Context& context) {
  std::optional<RefusedRun> best;
  script::Limits limits;
  limits.cancelled = [&context] { return context.stopped(); };
  for (const Schedule& start : startsOf(file)) {
    ScriptRun run = interpretScheduleOf(file, name, start, limits);
    if (context.stopped()) return std::nullopt;
    if (!run.error) return std::nullopt;
    if (!best || run.schedule.stepCount() > best->run.schedule.stepCount()) best = RefusedRun{std::move(run), name};
  }
  return best;
}

// A step of a repair as code: loops and blocks are strings with their names.
std::string codeOf(const std::string& call, const std::string& handle) {
  const SourceText source = makeSource("step", call);
  const std::vector<py::Token> tokens = py::tokenize(source).tokens;
  std::string out = handle + ".";
  int from = 0;
  int lambda = 0;  // inside its arguments and body, names are its own
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].spelledAs("lambda")) lambda = 1;
    if (tokens[i].kind != py::TokenKind::Name || lambda) continue;
    size_t last = i;
    while (last + 2 < tokens.size() && tokens[last + 1].is(".") && tokens[last + 2].kind == py::TokenKind::Name)
      last += 2;
    const bool plain = !tokens[last + 1].is("(") && !tokens[last + 1].is("=");
    const Span span{tokens[i].span.begin, tokens[last].span.end};
    out += call.substr(static_cast<size_t>(from), static_cast<size_t>(span.begin - from));
    const std::string name = call.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin));
    out += plain ? "\"" + name + "\"" : name;
    from = span.end;
    i = last;
  }
  return out + call.substr(static_cast<size_t>(from));
}

// The receiver of the refused call: "sch" of "sch.vectorize(k)".
std::string handleOf(const std::string& call) {
  const size_t dot = call.find('.');
  const std::string name = call.substr(0, dot);
  return dot != std::string::npos && isNewName(name) ? name : "";
}

// After the change, the schedule function gets further than before.
bool helps(const EditedText& text, const RefusedRun& refused, Span call, Span statement, const std::string& before,
           const std::string& instead, const Context& context) {
  std::string after = text.text();
  after.replace(static_cast<size_t>(call.begin), static_cast<size_t>(call.end - call.begin), instead);
  after.insert(static_cast<size_t>(statement.begin), before);
  const SourceFile file = readProgram(text.name(), after);
  const std::optional<RefusedRun> again = furthest(file, refused.name, context);
  return !context.stopped() && (!again || again->run.schedule.stepCount() > refused.run.schedule.stepCount() + 1);
}

void addRepairs(const EditedText& text, const RefusedRun& refused, const Context& context, Json& actions) {
  const ScriptRun& run = refused.run;
  const Span call = run.error->span;
  const std::string words =
      text.text().substr(static_cast<size_t>(call.begin), static_cast<size_t>(call.end - call.begin));
  const std::string handle = handleOf(words);
  if (handle.empty()) return;
  RepairLimits limits = repairLimits();
  limits.seconds = kRepairSeconds;
  limits.stop = [&context] { return context.stopped(); };
  const int statement = wordsBefore(text.source(), call.end).statement;
  const std::string indentation = indentationAt(text.text(), statement);
  if (indentation.find_first_not_of(" \t") != std::string::npos) return;
  for (const RepairChain& chain : findRepairs(run.schedule, *run.refused->primitive, run.refused->args, limits)) {
    std::string before, instead;
    for (size_t i = 0; i < chain.steps.size(); ++i) {
      const std::string code = codeOf(chain.steps[i]->text(), handle);
      if (i + 1 < chain.steps.size())
        before += code + "\n" + indentation;
      else
        instead = code;
    }
    if (!helps(text, refused, call, {statement, statement}, before, instead, context)) continue;
    const Repair repair = chain.repair();
    std::string title = "Repair: " + toText(repair);
    const std::string between =
        text.text().substr(static_cast<size_t>(statement), static_cast<size_t>(call.begin - statement));
    actions.push_back({{"title", std::move(title)},
                       {"kind", "quickfix"},
                       {"edit", editOf(text, {statement, call.end}, before + between + instead)}});
  }
}

}  // namespace

Json scheduleActions(const EditedText& text, int offset, const Context& context) {
  Json actions = Json::array();
  const SourceFile& file = text.file();
  if (functionAround(text.text(), offset).empty()) return actions;
  for (const std::string& name : file.scheduleFunctions()) {
    if (context.stopped() || file.errorIn(name)) break;
    const std::optional<RefusedRun> refused = furthest(file, name, context);
    if (!refused || !refused->run.refused || !refused->run.error->span.valid()) continue;
    const Span at = refused->run.error->span;
    const int line = text.source().locate(offset).line;
    if (text.source().locate(at.begin).line > line || text.source().locate(at.end).line < line) continue;
    addRepairs(text, *refused, context, actions);
    break;
  }
  const std::string& all = text.text();
  const size_t from = all.rfind('\n', offset == 0 ? 0 : static_cast<size_t>(offset) - 1);
  const size_t begin = from == std::string::npos ? 0 : from + 1;
  const size_t word = std::min(all.find_first_not_of(" \t", begin), all.size());
  // The beginning of the statement, wherever the cursor is in it.
  const bool blank = word >= all.size() || all[word] == '\n' || all[word] == '#';
  addSteps(text, wordsBefore(text.source(), static_cast<int>(word) + (blank ? 0 : 1)), context, actions);
  return actions;
}

std::vector<Diagnostic> scheduleDiagnostics(const SourceFile& file, const Context& context) {
  std::vector<Diagnostic> found;
  std::set<int> places;
  if (file.hasErrors()) return found;
  for (const std::string& name : file.scheduleFunctions()) {
    if (context.stopped()) break;
    const std::optional<RefusedRun> refused = furthest(file, name, context);
    if (!refused || !refused->run.error->span.valid() || !places.insert(refused->run.error->span.begin).second)
      continue;
    found.push_back(diagnosticOf(Diagnostic::Severity::Error, refused->run.error->span, *refused->run.error));
  }
  return found;
}

}  // namespace lw::serve
