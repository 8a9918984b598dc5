#include "core/tune/space.h"

#include <algorithm>
#include <map>

#include "core/schedule/program.h"
#include "core/te/schedule_code.h"
#include "core/text/print/program_hash.h"

namespace lw::tune {
namespace {

constexpr uint64_t kFailures = 8;  // runs that fail by themselves, after which it is not a matter of decisions

// Names the decisions of a run.
class NamedDecisions : public script::DecisionMaker {
 public:
  void decided(const std::string&, const StepValue& decision, const std::string& chosen) override {
    made.push_back({name_, decision, chosen});
  }

  Decisions made;

 protected:
  void name(const std::string& variables) {
    const int count = ++uses_[variables];
    name_ = count == 1 ? variables : variables + "#" + std::to_string(count);
  }

  std::string name_;  // of the decision that is being made

 private:
  std::map<std::string, int> uses_;
};

class WantedDecisions : public NamedDecisions {
 public:
  WantedDecisions(const Decisions& pinned, const Decisions& wanted) : pinned_(pinned), wanted_(wanted) {}

  std::optional<Wish> decide(const std::string& variables, int) override {
    name(variables);
    for (const Decision& pin : pinned_)
      if (pin.name == name_) return Wish{pin.value, pin.chosen};
    const StepValue* value = find(wanted_, name_);
    return value && !value->isNone() ? std::optional(Wish{*value}) : std::nullopt;
  }

 private:
  const Decisions &pinned_, &wanted_;
};

// Decides as the sampling steps of a schedule did.
class RepeatedDecisions : public NamedDecisions {
 public:
  explicit RepeatedDecisions(const Schedule& schedule) : schedule_(schedule) {}

  std::optional<Wish> decide(const std::string& variables, int before) override {
    name(variables);
    before_.push_back(before);
    for (int i = before; i < schedule_.stepCount(); ++i) {
      const Instruction& step = schedule_.step(i);
      if (const std::optional<size_t> index = step.primitive->decisionIndex()) return Wish{step.args[*index]};
    }
    return std::nullopt;
  }
  // Of the run's schedule: the step that took decision `index`. Only queries come between the question and the step.
  int stepOf(size_t index, const Schedule& run) const {
    int step = before_[index];
    while (!run.step(step).primitive->decisionIndex()) ++step;
    return step;
  }

 private:
  const Schedule& schedule_;
  std::vector<int> before_;  // steps before each decision
};

bool sameStep(const Instruction& a, const Instruction& b) {
  const std::optional<size_t> decision = a.primitive->decisionIndex();
  return a.primitive == b.primitive && (!decision || equal(a.args[*decision], b.args[*decision]));
}

}  // namespace

Space::Space(std::shared_ptr<const SourceFile> file, std::string function, Schedule start)
    : file_(std::move(file)), function_(std::move(function)), start_(std::move(start)) {}

std::variant<Candidate, RefusedCandidate> Space::candidate(const Decisions& wanted, uint64_t seed) const {
  WantedDecisions decisions(pinned_, wanted);
  Schedule start = start_;
  start.seed(seed);
  start.cacheSteps(cache_);
  script::Limits limits;
  limits.decisions = &decisions;
  ScriptRun run = interpretScheduleOf(*file_, function_, start, limits);
  if (run.error) return RefusedCandidate{std::move(*run.error), std::move(decisions.made), run.refused.has_value()};
  run.schedule.cacheSteps(nullptr);
  return Candidate{std::move(run.schedule), std::move(decisions.made)};
}

std::optional<Explanation> Space::failure() const {
  std::optional<Explanation> why;
  for (uint64_t seed = 1; seed <= kFailures; ++seed) {
    auto made = candidate({}, seed);
    auto* refused = std::get_if<RefusedCandidate>(&made);
    if (!refused || refused->byStep) return std::nullopt;
    if (!why) why = std::move(refused->why);
  }
  return why;
}

std::optional<RetracedCandidate> Space::retraced(const Schedule& made) const {
  RepeatedDecisions decisions(made);
  Schedule start = start_;
  start.seed(1);
  start.cacheSteps(cache_);
  script::Limits limits;
  limits.decisions = &decisions;
  ScriptRun run = interpretScheduleOf(*file_, function_, start, limits);
  const int common = std::min(run.schedule.stepCount(), made.stepCount());
  for (int i = 0; i < common; ++i)
    if (!sameStep(run.schedule.step(i), made.step(i))) return std::nullopt;
  RetracedCandidate again{std::move(run.schedule), decisions.made, {}, {}};
  again.schedule.cacheSteps(nullptr);
  again.spans.resize(static_cast<size_t>(start_.stepCount()));
  again.spans.insert(again.spans.end(), run.stepSpans.begin(), run.stepSpans.end());
  for (size_t i = 0; i < again.decisions.size(); ++i) again.steps.push_back(decisions.stepOf(i, again.schedule));
  return again;
}

void Space::pin(Decision decision) {
  std::erase_if(pinned_, [&](const Decision& d) { return d.name == decision.name; });
  pinned_.push_back(std::move(decision));
}

std::string Space::text() const {
  for (const py::Stmt& s : file_->syntax.body) {
    const auto* f = s->as<py::FunctionDef>();
    if (!f || f->name != function_) continue;
    const auto begin = static_cast<size_t>(s->span.begin), end = static_cast<size_t>(s->span.end);
    return file_->source.text.substr(begin, end - begin);
  }
  return {};
}

std::string Space::hash() const {
  std::string pins = toJson(pinned_);
  for (const Decision& pin : pinned_) pins += "\n" + pin.chosen;
  return hashOf(file_->source.text + "\n" + function_ + "\n" + hashOf(start_.program()) + "\n" + pins);
}

}  // namespace lw::tune
