// How steps are grouped and ordered where they are offered, and what an offer says.
#pragma once

#include <QString>

#include "views/selection/step_offer.h"

namespace lw {

QString groupName(Group group);  // in the person's language

// The usual steps have the lowest ranks.
size_t rankOf(const Primitive& step);

QString reasonText(const StepOffer& offer);  // "split(i, [None, 4]): legal here"

}  // namespace lw
