#include "core/tune/search/draft_schedule.h"

#include "core/ir/ndarray.h"
#include "core/te/read_program.h"
#include "core/tune/rules/rule.h"
#include "core/tune/search/strategy.h"

namespace lw::tune {
namespace {

constexpr int kProposals = 4;  // the first one is taken; the more, the more are drawn and mutated
constexpr uint64_t kSeed = 1;

}  // namespace

std::optional<DraftedSchedule> draftSchedule(const Snapshot& program, int function, const Machine& machine) {
  if (!symbolicSizes(program.function(function)).empty()) return std::nullopt;
  const WrittenSpace written = writeSpace(program, function, machine, rulesFor(machine));
  if (written.text.empty()) return std::nullopt;
  const Space space(std::make_shared<const SourceFile>(readProgram("space.py", written.text)), "space",
                    Schedule(program));
  CandidatePool pool(space, function, machine);
  Random random(kSeed);
  std::vector<Proposal> proposals = evolutionarySearch()->propose(pool, *draftModel(), {}, kProposals, random);
  const double unscheduledMs = featuresOf(program.function(function), machine).draftMs;
  if (proposals.empty() || proposals[0].features.draftMs >= unscheduledMs) return std::nullopt;
  return DraftedSchedule{std::move(proposals[0].candidate.schedule), proposals[0].features.draftMs, unscheduledMs};
}

}  // namespace lw::tune
