// Steps: which are legal at a loop or block, why one is refused, carrying them out, and going back.
#include <sstream>

#include "app/serve/errors.h"
#include "app/serve/gain.h"
#include "app/serve/method.h"
#include "app/serve/session.h"
#include "app/shared/json/explanation_json.h"
#include "app/shared/legal_steps.h"
#include "app/shared/repair_limits.h"
#include "app/shared/step_checks.h"
#include "core/te/schedule_code.h"
#include "core/te/te_stages.h"
#include "core/trace/repair.h"
#include "core/trace/tuning_record.h"

namespace lw::serve {
namespace {

script::Limits limitsOf(const Context& context) {
  script::Limits limits = te::withTensors();
  limits.cancelled = [&context] { return context.stopped(); };
  return limits;
}

Failure stoppedFailure(const ServeSession& session, const Context& context) {
  if (context.cancelled()) return {kCancelled, err::kRequestCancelled()};
  return {kLimit, explain(err::kRequestTooLong(session.limits().requestSeconds), "ask for less at a time")};
}

// ---- legal ----

Reply legal(ServeSession& session, const Json& arguments, Context& context) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  const Document& document = *std::get<0>(found);
  const auto at = arguments["at"].get<std::string>();
  const Result<Selection> selection = selectionNamed(document.schedule(), at);
  if (!selection) return Failure{kRefused, selection.error(), {}, "at", at};
  const bool exact = arguments["exact"];
  const auto stop = [&context] { return context.stopped(); };
  std::vector<LegalAnswer> answers = legalSteps(document.schedule(), *selection, exact, stop);
  std::erase_if(answers, [](const LegalAnswer& a) { return changesValues(*a.primitive); });  // apply refuses them
  if (!arguments["refused"]) std::erase_if(answers, [](const LegalAnswer& a) { return a.why.has_value(); });
  if (arguments["refused"]) addRepairs(document.schedule(), answers, exact, stop);
  if (stop()) return stoppedFailure(session, context);
  Json steps = legalJson(answers);
  addGains(document.schedule(), document.function, answers, context, steps);
  Json j = placeJson(document);
  j["at"] = at;
  j["steps"] = std::move(steps);
  return j;
}

// ---- carrying out ----

// The schedule after the steps that were asked for, or why one of them was refused.
struct Outcome {
  Schedule schedule;
  std::vector<std::pair<Schedule, std::string>> states;  // one for each entry of the tree, with its title
  std::optional<Failure> failure;
  std::optional<Instruction> refused;
  std::vector<std::string> output;
};

void addRun(ScriptRun run, const std::string& title, SourceText source, std::string place, Outcome& outcome) {
  outcome.schedule = std::move(run.schedule);
  for (std::string& line : run.output) outcome.output.push_back(std::move(line));
  for (const lw::Message& note : run.notes) outcome.output.push_back("note: " + note.text());
  if (!run.error) {
    outcome.states.emplace_back(outcome.schedule, title);
    return;
  }
  outcome.refused = std::move(run.refused);
  outcome.failure = Failure{kRefused, std::move(*run.error), std::move(source), std::move(place), title};
}

Outcome outcomeOf(const Document& document, const Json& arguments, Context& context) {
  const Schedule& start = document.schedule();
  const std::shared_ptr<const SourceFile> file = document.session.sharedSource();
  Outcome outcome{start, {}, {}, {}, {}};
  if (arguments.contains("steps")) {
    int number = 0;
    for (const Json& step : arguments["steps"]) {
      const auto text = step.get<std::string>();
      addRun(interpretStep(text, outcome.schedule, limitsOf(context), file), text, makeSource("step", text),
             "steps[" + std::to_string(number++) + "]", outcome);
      if (outcome.failure) break;
    }
  } else if (arguments.contains("script")) {
    const SourceText source = makeSource("script", arguments["script"].get<std::string>());
    addRun(interpretTracePython(source, start, limitsOf(context)), "script", source, "", outcome);
  } else if (arguments.contains("schedule")) {
    const auto name = arguments["schedule"].get<std::string>();
    addRun(interpretScheduleOf(*file, name, start, limitsOf(context)), name, file->source, "", outcome);
  } else {
    Result<ReadTrace> trace = readTraceText(arguments["trace"].get<std::string>());
    Result<Schedule> replayed = trace ? replay(start, trace->trace) : Result<Schedule>(trace.error());
    if (replayed)
      outcome.states.emplace_back(*replayed, "trace");
    else
      outcome.failure = Failure{kRefused, replayed.error(), {}, "trace"};
  }
  return outcome;
}

std::optional<Failure> oneOf(const Json& arguments) {
  const char* const names[] = {"steps", "script", "schedule", "trace"};
  int given = 0;
  for (const char* name : names) given += arguments.contains(name);
  if (given == 1) return std::nullopt;
  return Failure{kInvalidParams,
                 explain(err::kParametersCombined("apply", Idents{"steps", "script", "schedule", "trace"}),
                         "for example steps: [\"split(i, [None, 8])\"]"),
                 {},
                 "steps"};
}

Reply apply(ServeSession& session, const Json& arguments, Context& context) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  if (const auto failure = oneOf(arguments)) return *failure;
  Document& document = *std::get<0>(found);
  const int before = document.schedule().stepCount();
  Outcome outcome = outcomeOf(document, arguments, context);
  if (context.stopped()) return stoppedFailure(session, context);
  if (!outcome.failure && !outcome.states.empty()) {
    outcome.failure = unproved(outcome.states.back().first, before);
    if (!outcome.failure) outcome.failure = session.refuses(document, outcome.states.back().first, before);
  }
  if (outcome.failure) {
    outcome.failure->more["unchanged"] = true;
    return *outcome.failure;
  }
  if (document.history().size() + static_cast<int64_t>(outcome.states.size()) > session.limits().states)
    return Failure{
        kLimit,
        explain(err::kLimitReached(session.limits().states, say("states of a document")), "open the program again"),
        {},
        "document",
        document.id};
  for (auto& [schedule, title] : outcome.states) document.history().add(std::move(schedule), title);
  const auto name = arguments.value("name", "");
  if (!name.empty()) document.history().rename(document.history().current(), name);
  Json j = placeJson(document);
  if (!outcome.output.empty()) j["output"] = outcome.output;
  return j;
}

// ---- explain ----

Reply explainStep(ServeSession& session, const Json& arguments, Context& context) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  const Document& document = *std::get<0>(found);
  const auto text = arguments["step"].get<std::string>();
  ScriptRun run = interpretStep(text, document.schedule(), limitsOf(context), document.session.sharedSource());
  if (context.stopped()) return stoppedFailure(session, context);
  Json j = placeJson(document);
  j["step"] = text;
  j["legal"] = !run.error.has_value();
  if (!run.error) {
    const Machine machine;
    if (const auto gain = machine.gainOf(document.schedule(), run.schedule, document.function))
      j["expected_speedup"] = *gain;
    return j;
  }
  const SourceText source = makeSource("step", text);
  if (!run.refused) return Failure{kRefused, *run.error, source, "step", text};
  RepairLimits limits = repairLimits();
  limits.stop = [&context] { return context.stopped(); };
  const Explanation why = withRepairs(run.schedule, *run.refused->primitive, run.refused->args, *run.error, limits);
  Json refused = failureJson({kRefused, why, source, "step", text});
  refused.update(explanationJson(why));
  Json chains = Json::array();
  for (const Repair& repair : why.repairs) {
    Json chain = Json::array();
    std::istringstream lines(repair.text());
    for (std::string line; std::getline(lines, line);) chain.push_back(line);
    chains.push_back(std::move(chain));
  }
  refused["chains"] = std::move(chains);
  j["refused"] = std::move(refused);
  return j;
}

// ---- going back ----

template <bool kBack>
Reply move(ServeSession& session, const Json& arguments, Context&) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  Document& document = *std::get<0>(found);
  const auto count = arguments["count"].get<int64_t>();
  History& history = document.history();
  int target = history.current();
  for (int64_t i = 0; i < count; ++i) {
    const int next = kBack ? history.node(target).parent : history.node(target).lastChild;
    if (next < 0) break;
    target = next;
  }
  const Schedule& next = history.node(target).schedule;
  if (auto failure = session.refuses(document, next, kBack ? next.stepCount() : document.schedule().stepCount()))
    return *failure;
  for (int64_t i = 0; i < count; ++i)
    if (!(kBack ? document.history().undo() : document.history().redo())) {
      if (i > 0) break;
      return Failure{kRefused,
                     explain(kBack ? err::kNoEarlierState(document.id) : err::kNoLaterState(document.id),
                             "variants lists the states, and branch goes to one"),
                     {},
                     "document",
                     document.id};
    }
  return placeJson(document);
}

const Parameter kDocument{.name = "document", .help = "its id", .required = true};

Parameter countOf(std::string help) {
  return {.name = "count",
          .kind = ParameterKind::Integer,
          .help = std::move(help),
          .defaultValue = 1,
          .least = 1,
          .most = 10'000};
}

}  // namespace

Method legalMethod() {
  return {
      "legal",
      "List legal steps",
      "The steps that are legal at a loop or block, each with the speedup that the cost model expects of it, and why "
      "the others are refused, with a witness and steps that would help.",
      Effect::Reads,
      {kDocument,
       {.name = "at", .help = "a loop (\"i\", or \"C.i\": the loop i above block C) or a block", .required = true},
       {.name = "exact",
        .kind = ParameterKind::Flag,
        .help = "decide each step as applying it does, which may take minutes",
        .defaultValue = false},
       {.name = "refused", .kind = ParameterKind::Flag, .help = "also list refused steps", .defaultValue = true}},
      legal};
}

Method explainMethod() {
  return {"explain",
          "Explain a step",
          "Whether a step is legal in the current state. If it is refused: why, two iterations that conflict (the "
          "witness), and chains of steps that make it legal or take its place. Nothing changes.",
          Effect::Reads,
          {kDocument, {.name = "step", .help = "as it is typed: split(i, [None, 8])", .required = true}},
          explainStep};
}

Method applyMethod() {
  return {"apply",
          "Carry out steps",
          "Carries out steps on the current state; each is proved to keep the result, else it is refused and nothing "
          "changes. Loops and blocks are named: \"i\", or \"C.i\" for the loop i above block C. help lists the steps.",
          Effect::Changes,
          {kDocument,
           {.name = "steps",
            .kind = ParameterKind::Texts,
            .help = "in order, as they are typed: split(\"C.i\", [None, 8])"},
           {.name = "script", .help = "instead: Python text with def NAME(sch), which calls methods of TVM's Schedule"},
           {.name = "schedule", .help = "instead: a schedule function of the opened text"},
           {.name = "trace", .help = "instead: a trace as JSON, in TVM's form"},
           {.name = "name", .help = "a name for the state that is reached"}},
          apply};
}

Method undoMethod() {
  return {"undo",
          "Undo",
          "Goes back to the state before the last step.",
          Effect::Changes,
          {kDocument, countOf("states to go back")},
          move<true>};
}

Method redoMethod() {
  return {"redo",
          "Redo",
          "Goes forward to the state that was left last.",
          Effect::Changes,
          {kDocument, countOf("states to go forward")},
          move<false>};
}

}  // namespace lw::serve
