// A search for the fastest schedule within a budget of candidates and time.
#include <algorithm>

#include "app/serve/errors.h"
#include "app/serve/method.h"
#include "app/serve/session.h"
#include "app/shared/tuning/written_space.h"
#include "backends/targets/targets.h"
#include "backends/tune/core_pool.h"
#include "backends/tune/target_tuning.h"
#include "backends/tune/trial_build.h"
#include "backends/tune/tuning_machine.h"
#include "core/tune/search/tuner.h"

namespace lw::serve {
namespace {

struct Search {
  std::shared_ptr<const SourceFile> file;
  Schedule start;
  int function = 0;
  std::string title, space;  // space: a function of the file; empty: rules write it
  int threads = 1, trials = 0;
  double seconds = 0;
  int64_t memory = 0;
  uint64_t seed = 1;
};

class Progress : public tune::TuneObserver {
 public:
  explicit Progress(Context& context) : context_(context) {}
  Status done(size_t, const tune::Trial&, const tune::TuneProgress& p) override {
    const std::string best = p.bestMs > 0 ? ", best " + timeText(p.bestMs) : "";
    context_.progress(p.trials, p.wanted, std::to_string(p.trials) + " trials" + best);
    return success();
  }

 private:
  Context& context_;
};

struct Found {
  tune::TuneResult result;
  std::optional<Schedule> best;
  double referenceMs = 0;
  std::string space;
};

Result<Found> searched(const Search& asked, Context& context) {
  const tune::Machine machine = tune::thisMachine(asked.threads);
  WrittenSpaceFile space{asked.file, asked.space, {}};
  if (asked.space.empty()) {
    Result<WrittenSpaceFile> written = writtenSpaceOf(asked.start, asked.function, asked.title, machine);
    if (!written) return written.error();
    space = std::move(*written);
  }
  tune::TuneTask task{
      .name = asked.title, .space = tune::Space(space.file, space.function, asked.start), .function = asked.function};
  if (std::optional<Explanation> why = task.space.failure()) return std::move(*why);
  tune::LocalRunnerOptions options;
  options.measure.target = defaultTarget().name;
  options.measure.threads = asked.threads;
  options.measure.memory = asked.memory;
  options.measure.minMs = 1;
  options.measure.peaks = false;
  options.measure.cancelled = [&context] { return context.stopped(); };
  options.cores = tune::coresOfKernels(1, tune::threadsOf(options.measure));
  tune::leaveCoresTo(*options.cores);
  Result<tune::StartedRunner> runner =
      tune::startRunner(*asked.file, asked.start.source().function(asked.function), options);
  if (!runner) return runner.error();
  Found found{{}, {}, runner->referenceMs, task.space.text()};
  const std::unique_ptr<tune::Strategy> strategy = tune::strategyNamed("evolution");
  const std::unique_ptr<tune::CostModel> model = tune::costModelNamed("learned");
  tune::TuneOptions how;
  how.trials = asked.trials;
  how.seconds = asked.seconds;
  how.seed = asked.seed;
  Progress progress(context);
  const tune::Space searchedSpace = task.space;
  std::vector<tune::TuneTask> tasks;
  tasks.push_back(std::move(task));
  found.result = tune::tuneTasks(std::move(tasks), how, machine, *strategy, *model, *runner->runner, progress,
                                 [&context] { return context.stopped(); });
  if (found.result.error) return *found.result.error;
  const tune::TuneResult::Task& only = found.result.tasks.front();
  if (only.best < 0) return found;
  auto made = searchedSpace.candidate(only.trials[static_cast<size_t>(only.best)].decisions, 0);
  if (auto* candidate = std::get_if<tune::Candidate>(&made)) found.best = std::move(candidate->schedule);
  return found;
}

std::string endOf(const tune::TuneResult& result) {
  using End = tune::TuneResult::End;
  switch (result.end) {
    case End::Trials:
      return "all trials are done";
    case End::Seconds:
      return "the time is over";
    case End::Stopped:
      return "it was stopped";
    case End::Exhausted:
      return "the space has no further candidates";
    case End::AllRefused:
      return "every candidate was refused";
    case End::Failed:
      return "it failed";
  }
  return "";
}

// What becomes of the search in the session: trials are counted, and the best candidate is a state.
Json kept(ServeSession& session, const std::weak_ptr<Document>& weak, int from, const std::string& name, Json found,
          const std::shared_ptr<Found>& search) {
  session.trials += found["trials"].get<int64_t>();
  const std::shared_ptr<Document> document = weak.lock();
  if (!document || !search->best || document->history().node(from).removed) return found;
  History& history = document->history();
  const int before = history.current();
  const bool mayGo = !session.refuses(*document, *search->best, search->best->stepCount());
  history.goTo(from);
  const int state = history.add(*search->best, "tune");
  if (!name.empty()) history.rename(state, name);
  // A client that went elsewhere meanwhile stays there, and so does one that may not change the state.
  if (before != from || !mayGo) history.goTo(before);
  found["state"] = stateJson(*document, state);
  return found;
}

Answer answerOf(const Search& asked, Context& context, const std::shared_ptr<Found>& kept) {
  Result<Found> found = searched(asked, context);
  if (context.cancelled()) return Failure{kCancelled, err::kRequestCancelled()};
  if (!found) return Failure{kRefused, found.error()};
  const tune::TuneResult::Task& task = found->result.tasks.front();
  Json j{{"trials", task.trials.size()}, {"refused", task.refused}, {"seconds", found->result.seconds},
         {"end", endOf(found->result)},  {"space", found->space},   {"threads", asked.threads}};
  int64_t wrong = 0;
  for (const tune::Trial& trial : task.trials) wrong += trial.outcome == tune::Outcome::Wrong;
  j["wrong"] = wrong;
  if (task.best >= 0) {
    const tune::Trial& best = task.trials[static_cast<size_t>(task.best)];
    j["best"] = {{"median_ms", best.medianMs()}, {"decisions", Json::object()}};
    for (const tune::Decision& d : best.decisions) j["best"]["decisions"][d.name] = d.text();
  }
  if (found->referenceMs > 0) j["reference_ms"] = found->referenceMs;
  *kept = std::move(*found);
  return j;
}

Reply tune(ServeSession& session, const Json& arguments, Context&) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  if (const auto failure = session.timeIsLeft()) return *failure;
  const Document& document = *std::get<0>(found);
  const auto state = stateOf(document, arguments.value("state", "0"));
  if (const auto* failure = std::get_if<Failure>(&state)) return *failure;
  const auto trials = arguments["trials"].get<int64_t>();
  if (session.trials + trials > session.limits().trials)
    return Failure{kLimit,
                   explain(err::kLimitReached(session.limits().trials, say("candidates of searches")),
                           say("{0} are left; --trials sets the limit", session.limits().trials - session.trials)),
                   {},
                   "trials",
                   trials};
  Search search{document.session.sharedSource(), document.history().node(std::get<int>(state)).schedule,
                document.function, document.title, arguments.value("space", "")};
  search.threads = arguments["threads"];
  search.trials = static_cast<int>(trials);
  search.seconds = std::min(arguments["seconds"].get<double>(), static_cast<double>(session.limits().requestSeconds));
  search.memory = session.limits().memory;
  search.seed = static_cast<uint64_t>(arguments["seed"].get<int64_t>());
  const auto result = std::make_shared<Found>();
  Job job;
  job.work = [search, result](Context& context) { return answerOf(search, context, result); };
  job.keep = [&session, weak = std::weak_ptr(std::get<0>(found)), from = std::get<int>(state),
              name = arguments.value("name", ""),
              result](Json json) { return kept(session, weak, from, name, std::move(json), result); };
  return job;
}

Parameter number(std::string name, std::string help, int64_t usual, int64_t least, int64_t most) {
  return {.name = std::move(name),
          .kind = ParameterKind::Integer,
          .help = std::move(help),
          .defaultValue = usual,
          .least = least,
          .most = most};
}

}  // namespace

Method tuneMethod() {
  return {"tune",
          "Search for the fastest schedule",
          "Searches for the fastest schedule of a state within a budget of candidates and seconds. Every candidate is "
          "checked; the best becomes a state. Rules write the space, or a schedule function with sampling steps is it.",
          Effect::Measures,
          {{.name = "document", .help = "its id", .required = true},
           {.name = "state", .help = "where the search begins; as opened if none is given", .defaultValue = "0"},
           number("trials", "candidates that are measured", 64, 1, 100'000),
           number("seconds", "time limit of the search", 120, 1, 100'000),
           number("threads", "of the kernel; 0: all cores", 1, 0, 1024),
           number("seed", "of the search", 1, 0, int64_t{1} << 53),
           {.name = "space", .help = "a schedule function of the opened text with sampling steps"},
           {.name = "name", .help = "a name for the state of the best candidate"}},
          tune};
}

}  // namespace lw::serve
