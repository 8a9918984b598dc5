#include "core/script/schedule_script.h"

#include "core/script/errors.h"
#include "core/script/schedule_host.h"
#include "core/support/text.h"
#include "core/text/python/python_parser.h"

namespace lw {

namespace {

using script::FileScope;
using script::Interpreter;
using script::ScheduleHost;
using script::ScheduleObject;

ScriptRun outcome(const std::shared_ptr<ScheduleObject>& schedule, ScheduleHost& host, Result<script::Value> result,
                  int firstStep) {
  ScheduleObject* last = schedule.get();
  if (result)
    if (auto* returned = result->hostAs<ScheduleObject>())
      last = returned;  // `return sch`; it may be a copy of the schedule
  std::vector<Span> spans = last->stepSpans;
  spans.erase(spans.begin(), spans.begin() + std::min<long>(firstStep, static_cast<long>(spans.size())));
  ScriptRun run{last->schedule, std::nullopt, std::move(host.output), std::move(spans),
                std::nullopt,   last->groups, std::move(last->notes)};
  if (!result) {
    run.error = std::move(result).error();
    run.refused = schedule->refused;
  }
  return run;
}

std::shared_ptr<ScheduleObject> scheduleObject(const Schedule& start, const script::Limits& limits) {
  auto object = std::make_shared<ScheduleObject>(start);
  object->limits = limits;
  object->stepSpans.resize(static_cast<size_t>(start.stepCount()));
  return object;
}

ScriptRun runFunction(const FileScope& file, const py::FunctionDef& function, const Schedule& start,
                      const script::Limits& limits, const script::MakeHost& makeHost = {}) {
  const auto schedule = scheduleObject(start, limits);
  const std::unique_ptr<ScheduleHost> own =
      makeHost ? makeHost(schedule) : std::make_unique<ScheduleHost>(schedule, false);
  ScheduleHost& host = *own;
  if (function.params.empty())
    return {start,
            explain(err::kNoScheduleParameter(function.name), say("write def {0}(sch): ...", Ident(function.name)),
                    function.nameSpan),
            {},
            {}};
  Interpreter interpreter(file, host, limits);
  return outcome(schedule, host, interpreter.run(function, {script::Value(schedule)}), start.stepCount());
}

bool takesSchedule(const py::FunctionDef& f) {
  if (f.params.empty() || !f.decorators.empty() || f.name == "reference") return false;
  for (size_t i = 1; i < f.params.size(); ++i)
    if (!f.params[i].defaultValue && !f.params[i].star) return false;
  const std::string& first = f.params[0].name;
  return first == "sch" || first == "s" || first.ends_with("sch") || first.ends_with("schedule");
}

Result<const py::FunctionDef*> choose(const FileScope& file, const py::Module& module, std::string_view wanted) {
  std::vector<std::string> usable;
  for (const py::Stmt& s : module.body)
    if (const auto* f = s->as<py::FunctionDef>(); f && takesSchedule(*f)) usable.push_back(f->name);
  const std::string name(wanted.empty() ? "schedule" : wanted);
  if (const py::FunctionDef* f = file.function(name)) return f;
  if (wanted.empty() && usable.size() == 1) return file.function(usable[0]);
  if (usable.empty())
    return explain(err::kNoScheduleFunction(wanted.empty() ? Message() : say(" named '{0}'", Ident(name))),
                   say("write def {0}(sch): ...", Ident(name)));
  const Message near = script::didYouMean(name, usable);
  const std::string all = join(usable);
  return explain(wanted.empty() ? err::kSeveralScheduleFunctions() : err::kNoSuchScheduleFunction(name),
                 near.empty() ? say("choose one of: {0}", Ident(all)) : say("{0} There are: {1}", near, Ident(all)));
}

Result<Schedule> orError(ScriptRun run) {
  if (run.error) return std::move(*run.error);
  return std::move(run.schedule);
}

}  // namespace

ScriptRun interpretSchedule(const SourceFile& file, std::string_view function, const Schedule& start,
                            const script::Limits& limits, const script::MakeHost& makeHost) {
  const FileScope scope(file);
  const Result<const py::FunctionDef*> chosen = choose(scope, file.syntax, function);
  if (!chosen) return {start, chosen.error(), {}, {}};
  return runFunction(scope, **chosen, start, limits, makeHost);
}

ScriptRun interpretStep(std::string_view text, const Schedule& start, const script::Limits& limits,
                        const std::shared_ptr<const SourceFile>& file) {
  const SourceText source = makeSource("step", std::string(text));
  const py::ParseResult parsed = py::parseModule(source);
  for (const Diagnostic& d : parsed.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) return {start, explanationOf(d), {}, {}};
  if (parsed.module.body.empty())
    return {start, explain(err::kNoStepGiven(), "write it like split(i, [None, 8])"), {}, {}};
  const auto schedule = scheduleObject(start, limits);
  ScheduleHost host(schedule, true, file);
  const FileScope scope(py::Module{}, {});
  Interpreter interpreter(scope, host, limits);
  Result<script::Value> result = interpreter.runStatements(parsed.module.body);
  const bool same = schedule->schedule.stepCount() == start.stepCount() &&
                    schedule->schedule.currentFunction() == start.currentFunction();
  if (result && same && host.output.empty())
    result = explain(err::kNotAStep(text), "write it like split(i, [None, 8]); `lw primitives` lists the steps",
                     {0, static_cast<int>(text.size())});
  return outcome(schedule, host, std::move(result), start.stepCount());
}

ScriptRun interpretTracePython(const SourceText& text, const Schedule& start, const script::Limits& limits) {
  const py::ParseResult parsed = py::parseModule(text);
  for (const Diagnostic& d : parsed.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) return {start, explanationOf(d), {}, {}};
  const FileScope scope(parsed.module, parsed.diagnostics);
  const py::FunctionDef* function = scope.function("apply_trace");
  if (!function) {
    const Result<const py::FunctionDef*> chosen = choose(scope, parsed.module, "");
    if (!chosen)
      return {start,
              explain(err::kTraceWithoutApply(), "a Python trace is def apply_trace(sch): with one call per step"),
              {},
              {}};
    function = *chosen;
  }
  return runFunction(scope, *function, start, limits);
}

Result<StepValue> stepValueFromText(const std::string& text) {
  const py::ParseResult parsed = py::parseModule(makeSource("argument", text));
  for (const Diagnostic& d : parsed.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) return explanationOf(d);
  ScheduleHost host(nullptr, false);
  const FileScope scope(py::Module{}, {});
  Interpreter interpreter(scope, host);
  Result<script::Value> value = interpreter.runStatements(parsed.module.body);
  if (!value) return std::move(value).error();
  return script::toStepValue(*value, interpreter);
}

Result<Schedule> runSchedule(const SourceFile& file, std::string_view function, const Schedule& start) {
  return orError(interpretSchedule(file, function, start));
}
Result<Schedule> runStep(std::string_view text, const Schedule& start) { return orError(interpretStep(text, start)); }
Result<Schedule> runTracePython(const SourceText& text, const Schedule& start) {
  return orError(interpretTracePython(text, start));
}

}  // namespace lw
