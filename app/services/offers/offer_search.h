// What may be done at a selection, and what would make a refused step legal. Plain functions of immutable values: safe
// on any thread.
#pragma once

#include <functional>
#include <vector>

#include "app/services/jobs/stop.h"
#include "core/schedule/schedule.h"
#include "views/selection/step_offer.h"

namespace lw {

using CheckStep = std::function<Status(const Arguments&)>;
StepOffer offerOf(const Primitive& primitive, const Schedule& schedule, const Selection& selection,
                  const CheckStep& check);
// As Schedule::check, with little effort: where it takes more, the error isUndecided().
Status quickCheck(const Schedule& schedule, const Primitive& primitive, const Arguments& args);
bool isUndecided(const Explanation& reason);
// Every primitive at the selection, in the order of the catalogue.
std::vector<StepOffer> offersAt(const Schedule& schedule, const Selection& selection, const Stop& stop);
// The arguments that the selection gives; None where it says nothing.
Arguments argumentsFor(const Primitive& primitive, const Selection& selection);

// The reason with the steps that would make the wanted step legal, as far as `stop` and a few seconds allow.
Explanation repairsWithin(const Stop& stop, const Schedule& schedule, const Primitive& wanted, const Arguments& args,
                          const Explanation& reason);

}  // namespace lw
