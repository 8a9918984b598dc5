#include "app/services/offers/offers.h"

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/services/errors.h"
#include "app/services/offers/drops.h"
#include "app/services/offers/offer_search.h"
#include "app/services/schedule/composites.h"
#include "backends/targets/descriptor.h"
#include "core/schedule/all_primitives.h"

namespace lw {
namespace {

constexpr int kStagesFirst = 100;  // the time for which stages have priority

// A target without threads of a GPU is not offered their steps. The form still applies them: a program may be written
// for another target.
void refuseThreads(std::vector<StepOffer>& offers, const std::string& target) {
  for (StepOffer& offer : offers)
    if (offer.primitive == &kBind && offer.state == StepOffer::State::Legal) {
      offer.state = StepOffer::State::Refused;
      offer.reason = explain(err::kOfferNeedsGpu(target), say("choose a GPU as the target first"));
    }
}

}  // namespace

Offers::Offers(Document& document, ShownProgram& program, SelectionModel& selection, const CompositeShelf& composites,
               const TargetChoice& target, JobRunner& jobs)
    : document_(document),
      program_(program),
      selection_(selection),
      composites_(composites),
      target_(target),
      jobs_(jobs) {
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, &Offers::refresh);
  connect(&program_, &ShownProgram::stateChosen, this, [this] { known_ = false; });
  connect(&selection_, &SelectionModel::selected, this, &Offers::refresh);
}

const StepOffer* Offers::of(const std::string& primitive) const {
  if (!known_) return nullptr;
  for (const StepOffer& offer : all_)
    if (offer.primitive->name == primitive) return &offer;
  return nullptr;
}

void Offers::refreshSoon() { pause_.start(kStagesFirst); }

void Offers::stagesShown() {
  if (pause_.isActive()) pause_.start(0);  // runs when the stages are painted
}

void Offers::refresh() {
  pause_.stop();
  if (!document_.hasProgram()) return;
  known_ = false;
  jobs_.run<std::vector<StepOffer>>(
      Channel::Offers,
      [schedule = document_.workingSchedule(), nodes = selection_.current().nodes](const Stop& stop) {
        return offersAt(schedule, nodes, stop);
      },
      [this](std::vector<StepOffer> offers) {
        all_ = std::move(offers);
        if (!target_.descriptor().kernels) refuseThreads(all_, target_.name().toStdString());
        known_ = true;
        Q_EMIT changed();
        refreshComposites();
      });
}

// Runs after the primitives, because each check applies a composite.
void Offers::refreshComposites() {
  jobs_.run<std::vector<StepOffer>>(
      Channel::Composites,
      [schedule = document_.workingSchedule(), nodes = selection_.current().nodes,
       all = composites_.all()](const Stop& stop) { return compositeOffersAt(schedule, nodes, *all, stop); },
      [this](std::vector<StepOffer> offers) {
        std::erase_if(all_, [](const StepOffer& o) { return isComposite(*o.primitive); });
        all_.insert(all_.end(), offers.begin(), offers.end());
        Q_EMIT changed();
      });
}

void Offers::seekRepairs(const Primitive& primitive) {
  const StepOffer* refused = of(primitive.name);
  if (!refused || refused->state != StepOffer::State::Refused || findPrimitive(primitive.name) != &primitive) return;
  jobs_.run<Explanation>(
      Channel::Advice,
      [schedule = document_.workingSchedule(), &primitive, args = refused->args,
       reason = refused->reason](const Stop& stop) { return repairsWithin(stop, schedule, primitive, args, reason); },
      [this, &primitive, call = refused->call](const Explanation& found) {
        for (StepOffer& offer : all_) {
          if (offer.primitive != &primitive || offer.call != call) continue;
          offer.soughtRepairs = true;
          offer.reason = found;
        }
        Q_EMIT changed();
      });
}

void Offers::checkCandidates(const Primitive& primitive, const std::vector<Candidate>& candidates) {
  if (!document_.hasProgram()) return;
  using Reasons = std::vector<std::optional<Explanation>>;
  jobs_.run<Reasons>(
      Channel::Candidates,
      [&primitive, candidates, schedule = document_.workingSchedule()](const Stop& stop) {
        Reasons reasons;
        for (const Candidate& candidate : candidates) {
          if (stop()) break;
          const Status status = quickCheck(schedule, primitive, candidate.args);
          reasons.push_back(status || isUndecided(status.error()) ? std::nullopt : std::optional(status.error()));
        }
        return reasons;
      },
      [this, &primitive](const Reasons& reasons) { Q_EMIT candidatesChecked(&primitive, reasons); });
}

void Offers::checkDrops(LoopId loop, BlockId block) {
  if (!document_.hasProgram() || !program_.hasViews()) return;
  jobs_.runTelling<bool>(
      Channel::Drops,
      [this, schedule = document_.workingSchedule(), views = program_.sharedViews(), loop, block](
          const Stop& stop, const JobRunner::Tell& tell) {
        lw::checkDrops(schedule, views->tree, loop, block, stop, [&](std::vector<DropVerdict> verdicts) {
          tell([this, verdicts = std::move(verdicts)] { Q_EMIT dropsChecked(verdicts); });
        });
        return true;
      },
      [](bool) {});
}

void Offers::endDrag() { jobs_.drop(Channel::Drops); }

}  // namespace lw
