#include "core/tune/search/draft_schedule.h"

#include "core/ir/ndarray.h"
#include "core/te/read_program.h"
#include "core/trace/trace.h"
#include "core/tune/rules/rule.h"
#include "core/tune/search/strategy.h"

namespace lw::tune {
namespace {

using SpaceFile = std::shared_ptr<const SourceFile>;

constexpr int kProposals = 4;  // the first one is taken; the more, the more are drawn and mutated
constexpr uint64_t kSeed = 1;

// The best candidates by the model. Proofs take most of the time of a search, so they may be assumed.
std::vector<Proposal> bestCandidates(const Snapshot& program, const SpaceFile& file, int function,
                                     const Machine& machine) {
  const Space space(file, "space", Schedule(program));
  CandidatePool pool(space, function, machine);
  Random random(kSeed);
  return evolutionarySearch()->propose(pool, *draftModel(), {}, kProposals, random);
}

// The first candidate whose steps are proven to keep the results of `program`, and that is faster than it by the model.
// Its steps may give another program than they gave without proofs.
std::optional<DraftedSchedule> firstProven(const Snapshot& program, const std::vector<Proposal>& candidates,
                                           int function, const Machine& machine) {
  const double unscheduledMs = featuresOf(program.function(function), machine).draftMs;
  for (const Proposal& candidate : candidates) {
    if (candidate.features.draftMs >= unscheduledMs) return std::nullopt;
    Result<Schedule> proven = replay(program, traceOf(candidate.candidate.schedule));
    if (!proven) continue;
    const double ms = featuresOf(proven->program().function(function), machine).draftMs;
    if (ms < unscheduledMs) return DraftedSchedule{std::move(*proven), ms, unscheduledMs};
  }
  return std::nullopt;
}

}  // namespace

std::map<std::string, int64_t> usualSizes(const PrimFunc& function) {
  std::map<std::string, int64_t> sizes;
  for (const std::string& name : symbolicSizes(function)) sizes[name] = kUsualSize;
  return sizes;
}

std::optional<DraftedSchedule> draftSchedule(const Snapshot& program, int function, const Machine& machine) {
  const std::map<std::string, int64_t> sizes = usualSizes(program.function(function));
  const WrittenSpace written = writeSpace(program, function, machine, rulesFor(machine), sizes);
  if (written.text.empty()) return std::nullopt;
  const auto file = std::make_shared<const SourceFile>(readProgram("space.py", written.text));
  for (const ProofBudget& budget : {ProofBudget::assumingYes(), program.budget()}) {
    const std::vector<Proposal> best = bestCandidates(program.withBudget(budget), file, function, machine);
    if (std::optional<DraftedSchedule> draft = firstProven(program, best, function, machine)) return draft;
  }
  return std::nullopt;
}

}  // namespace lw::tune
