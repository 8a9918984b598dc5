// Finds the legal steps at a selection, and steps that would make a refused step legal. Plain functions of immutable
// values: safe on any thread.
#pragma once

#include <functional>
#include <vector>

#include "app/models/offers/step_offer.h"
#include "app/models/support/stop.h"
#include "core/schedule/schedule.h"

namespace lw {

using CheckStep = std::function<Status(const Arguments&)>;
StepOffer offerOf(const Primitive& primitive, const Schedule& schedule, const Selection& selection,
                  const CheckStep& check);
// Like Schedule::check, with a small budget: isUndecided() is true for the error if the check exceeds it.
Status quickCheck(const Schedule& schedule, const Primitive& primitive, const Arguments& args);
bool isUndecided(const Explanation& reason);
// All primitives at the selection, in the order of the catalogue.
std::vector<StepOffer> offersAt(const Schedule& schedule, const Selection& selection, const Stop& stop);
// The arguments that follow from the selection; None for the others.
Arguments argumentsFor(const Primitive& primitive, const Selection& selection);

// The reason, with steps that would make the refused step legal, as far as they are found before `stop` or within a few
// seconds.
Explanation repairsWithin(const Stop& stop, const Schedule& schedule, const Primitive& wanted, const Arguments& args,
                          const Explanation& reason);

}  // namespace lw
