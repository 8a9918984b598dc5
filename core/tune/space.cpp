#include "core/tune/space.h"

#include <algorithm>
#include <map>

#include "core/schedule/program.h"
#include "core/te/schedule_code.h"
#include "core/text/print/program_hash.h"

namespace lw::tune {
namespace {

class WantedDecisions : public script::DecisionMaker {
 public:
  WantedDecisions(const Decisions& pinned, const Decisions& wanted) : pinned_(pinned), wanted_(wanted) {}

  std::optional<StepValue> decide(const std::string& variables) override {
    name_ = numbered(variables);
    const StepValue* value = find(pinned_, name_);
    if (!value) value = find(wanted_, name_);
    return value && !value->isNone() ? std::optional(*value) : std::nullopt;
  }
  void decided(const std::string&, const StepValue& decision, const std::string& chosen) override {
    made.push_back({name_, decision, chosen});
  }

  Decisions made;

 private:
  std::string numbered(const std::string& variables) {
    const int count = ++uses_[variables];
    return count == 1 ? variables : variables + "#" + std::to_string(count);
  }

  const Decisions &pinned_, &wanted_;
  std::map<std::string, int> uses_;
  std::string name_;  // of the decision that is being made
};

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
  if (run.error) return RefusedCandidate{std::move(*run.error), std::move(decisions.made)};
  run.schedule.cacheSteps(nullptr);
  return Candidate{std::move(run.schedule), std::move(decisions.made)};
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
  return hashOf(file_->source.text + "\n" + function_ + "\n" + hashOf(start_.program()) + "\n" + toJson(pinned_));
}

}  // namespace lw::tune
