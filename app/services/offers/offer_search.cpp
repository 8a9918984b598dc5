#include "app/services/offers/offer_search.h"

#include <chrono>

#include "app/services/errors.h"
#include "app/shared/repair_limits.h"
#include "core/analysis/proof_budget.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

constexpr std::chrono::seconds kRepairTime{3};

// A hint for the first loop or block parameter that the selection does not provide; empty if there is none.
std::string missingPick(const Primitive& primitive, const Selection& selection) {
  if (primitive.params.empty()) return {};
  const ParamTypeInfo& type = infoOf(primitive.params.front().type);
  const bool loop = !selection.loops.empty(), block = !selection.blocks.empty();
  if (type.loops && type.blocks) return loop || block ? "" : "select a loop or a block";
  if (type.loops && !loop) return type.list ? "select loops (Ctrl+click adds one)" : "select a loop";
  if (type.blocks && !block) return "select a block";
  return {};
}

bool complete(const Primitive& primitive, const Arguments& args) {
  for (size_t i = 0; i < args.size(); ++i)
    if (args[i].isNone() && !primitive.params[i].defaultValue) return false;
  return true;
}

}  // namespace

StepOffer offerOf(const Primitive& primitive, const Schedule& schedule, const Selection& selection,
                  const CheckStep& check) {
  StepOffer offer;
  offer.primitive = &primitive;
  offer.call = primitive.name;
  if (std::string missing = missingPick(primitive, selection); !missing.empty()) {
    offer.reason.message = std::move(missing);
    return offer;
  }
  const Snapshot& program = schedule.program();
  offer.candidates = primitive.candidates(program, selection);
  // With one loop and no loop inside it as the second, the step is not refused yet.
  const bool list = takesSeveralLoops(primitive);
  if (list && selection.loops.size() < 2 && offer.candidates.empty()) {
    offer.reason.message = "select two loops or more (Ctrl+click adds one)";
    return offer;
  }
  std::vector<Arguments> tries;
  for (const Candidate& candidate : offer.candidates) tries.push_back(candidate.args);
  if (tries.empty()) tries.push_back(argumentsFor(primitive, selection));
  for (const Arguments& args : tries) {
    if (!complete(primitive, args)) {
      offer.state = StepOffer::State::NeedsInput;
      offer.args = args;
      return offer;
    }
    const Status verdict = check(args);
    const bool undecided = !verdict && verdict.error().kind == err::kOfferUndecided.id;
    // The first refusal is reported; candidates that may be legal come before it.
    if (!verdict &&
        (offer.state == StepOffer::State::Undecided || (offer.state == StepOffer::State::Refused && !undecided)))
      continue;
    offer.state = verdict     ? StepOffer::State::Legal
                  : undecided ? StepOffer::State::Undecided
                              : StepOffer::State::Refused;
    offer.args = args;
    offer.call = callText(program, primitive, args);
    if (!verdict) offer.reason = verdict.error();
    if (verdict) return offer;
  }
  return offer;
}

Arguments argumentsFor(const Primitive& primitive, const Selection& selection) {
  Arguments args;
  size_t nextLoop = 0, nextBlock = 0;
  for (const Param& param : primitive.params) {
    StepValue value = param.defaultValue.value_or(StepValue());
    const ParamTypeInfo& type = infoOf(param.type);
    const auto& [loops, blocks] = selection;
    if (type.loops && type.blocks) {
      if (!loops.empty())
        value = loops.back();
      else if (!blocks.empty())
        value = blocks.back();
    } else if (type.loops && type.list) {
      if (!loops.empty()) value = StepValue::List(loops.begin(), loops.end());
    } else if (type.blocks && type.list) {
      if (!blocks.empty()) value = StepValue::List(blocks.begin(), blocks.end());
    } else if (type.loops && nextLoop < loops.size()) {
      value = loops[nextLoop++];
    } else if (type.blocks && nextBlock < blocks.size()) {
      value = blocks[nextBlock++];
    }
    args.push_back(std::move(value));
  }
  return args;
}

Status quickCheck(const Schedule& schedule, const Primitive& primitive, const Arguments& args) {
  const ProofBudget budget(kQuickOperations);
  Status status = schedule.check(primitive, args, budget);
  return budget.exhausted() ? Status(err::kOfferUndecided()) : status;
}

bool isUndecided(const Explanation& reason) { return reason.kind == err::kOfferUndecided.id; }

std::vector<StepOffer> offersAt(const Schedule& schedule, const Selection& selection, const Stop& stop) {
  std::vector<StepOffer> offers;
  for (const Primitive* primitive : allPrimitives()) {
    if (primitive->query) continue;
    if (stop()) break;
    offers.push_back(offerOf(*primitive, schedule, selection,
                             [&](const Arguments& args) { return quickCheck(schedule, *primitive, args); }));
  }
  return offers;
}

Explanation repairsWithin(const Stop& stop, const Schedule& schedule, const Primitive& wanted, const Arguments& args,
                          const Explanation& reason) {
  const auto begin = std::chrono::steady_clock::now();
  RepairLimits limits = repairLimits();
  limits.stop = [&] { return stop() || std::chrono::steady_clock::now() - begin > kRepairTime; };
  return withRepairs(schedule, wanted, args, reason, limits);
}

}  // namespace lw
