// Runs: a state is checked and timed, or several are compared.
#include "app/serve/errors.h"
#include "app/serve/follow/run_record.h"
#include "app/serve/judge.h"
#include "app/serve/method.h"
#include "backends/targets/targets.h"
#include "core/ir/input_names.h"

namespace lw::serve {
namespace {

const Parameter kDocument{.name = "document", .help = "its id", .required = true};

std::vector<Parameter> conditionsOf() {
  std::vector<std::string> targets;
  for (const TargetDescriptor* target : allTargets()) targets.emplace_back(target->name);
  return {{.name = "target",
           .help = "where it runs",
           .defaultValue = std::string(defaultTarget().name),
           .choices = std::move(targets)},
          {.name = "threads",
           .kind = ParameterKind::Integer,
           .help = "of the kernel and the reference; 0: all cores",
           .defaultValue = 0,
           .least = 0,
           .most = 1024},
          {.name = "repeat",
           .kind = ParameterKind::Integer,
           .help = "samples of each program",
           .defaultValue = 20,
           .least = 1,
           .most = 1000},
          {.name = "timeout",
           .kind = ParameterKind::Integer,
           .help = "seconds of one call of a kernel",
           .defaultValue = 60,
           .least = 1,
           .most = 600},
          {.name = "sizes", .kind = ParameterKind::Sizes, .help = "values of symbolic sizes and scalar parameters"}};
}

std::variant<JudgeOptions, Failure> optionsOf(const ServeSession& session, const Document& document,
                                              const Json& arguments) {
  JudgeOptions options;
  options.target = arguments["target"].get<std::string>();
  options.threads = arguments["threads"];
  options.repeat = arguments["repeat"];
  options.timeoutSeconds = arguments["timeout"].get<double>();
  options.memory = session.limits().memory;
  if (arguments.contains("sizes"))
    for (const auto& [name, value] : arguments["sizes"].items()) options.bind[name] = value.get<int64_t>();
  InputSpec spec;
  spec.bind = options.bind;
  if (Status known = checkNames(inputNames(document.original()), spec); !known)
    return Failure{kInvalidParams, known.error(), {}, "sizes"};
  return options;
}

Candidate candidateOf(const Document& document, int state) {
  const Schedule& schedule = document.history().node(state).schedule;
  return {state, schedule, schedule.program().function(document.function)};
}

// Keeps the results with the states, unless the document was closed meanwhile.
void keep(const std::weak_ptr<Document>& kept, const JudgeOptions& options, const Json& judged) {
  const std::shared_ptr<Document> document = kept.lock();
  if (!document) return;
  document->asWrittenMs[sizesKey(options)] = judged["opened_ms"];
  for (const Json& one : judged["results"]) {
    Json brief{{"right", one["right"]}, {"median_ms", one["time"]["median_ms"]}};
    if (one.contains("speedup_over_reference")) brief["speedup_over_reference"] = one["speedup_over_reference"];
    brief["threads"] = one["conditions"]["threads"];
    document->runs.push_back({one["state"], std::move(brief)});
    document->session.workspace().runs.push_back(recordOf(*document, one));
  }
}

Reply start(ServeSession& session, const std::shared_ptr<Document>& document, const Json& arguments,
            const std::vector<int>& states, bool several) {
  if (const auto failure = session.timeIsLeft()) return *failure;
  auto options = optionsOf(session, *document, arguments);
  if (auto* failure = std::get_if<Failure>(&options)) return std::move(*failure);
  const JudgeOptions& conditions = std::get<JudgeOptions>(options);
  std::vector<Candidate> candidates;
  for (const int state : states) candidates.push_back(candidateOf(*document, state));
  Job job;
  job.work = [asked = caseOf(*document, conditions), candidates = std::move(candidates), conditions](Context& context) {
    return judge(asked, candidates, conditions, context);
  };
  job.keep = [kept = std::weak_ptr(document), conditions, several, id = document->id](Json judged) -> Json {
    keep(kept, conditions, judged);
    Json& results = judged["results"];
    if (!several) {
      Json one = std::move(results[0]);
      one["document"] = id;
      return one;
    }
    return {{"document", id}, {"results", std::move(results)}, {"fastest", judged["fastest"]}};
  };
  return job;
}

Reply run(ServeSession& session, const Json& arguments, Context&) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  const auto state = stateOf(*std::get<0>(found), arguments.value("state", ""));
  if (const auto* failure = std::get_if<Failure>(&state)) return *failure;
  return start(session, std::get<0>(found), arguments, {std::get<int>(state)}, false);
}

Reply compare(ServeSession& session, const Json& arguments, Context&) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  std::vector<int> states;
  for (const Json& name : arguments["states"]) {
    const auto state = stateOf(*std::get<0>(found), name.get<std::string>());
    if (const auto* failure = std::get_if<Failure>(&state)) return *failure;
    states.push_back(std::get<int>(state));
  }
  if (states.size() < 2 || states.size() > 8)
    return Failure{kInvalidParams,
                   explain(err::kParameterRange("states", "compare", std::to_string(states.size()), 2, 8),
                           "name two to eight states; variants lists them"),
                   {},
                   "states",
                   states.size()};
  return start(session, std::get<0>(found), arguments, states, true);
}

std::vector<Parameter> with(std::vector<Parameter> first) {
  for (Parameter& p : conditionsOf()) first.push_back(std::move(p));
  return first;
}

}  // namespace

Method runMethod() {
  return {
      "run",
      "Check and time a state",
      "Builds a state, runs it confined in a process of its own, checks it against the reference and the program as "
      "opened with new inputs, and times it in turns with the reference. A wrong result has no speedup.",
      Effect::Measures,
      with({kDocument, {.name = "state", .help = "number or name; the current state if none is given"}}),
      run};
}

Method compareMethod() {
  return {
      "compare",
      "Compare states",
      "Checks and times several states in turns, as run does each. One is the fastest only if it is clearly faster "
      "than all others in each round.",
      Effect::Measures,
      with({kDocument,
            {.name = "states", .kind = ParameterKind::Texts, .help = "numbers or names of states", .required = true}}),
      compare};
}

}  // namespace lw::serve
