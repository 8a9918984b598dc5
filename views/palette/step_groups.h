// The groups and the order of steps in menus and lists, and the texts of offers.
#pragma once

#include <QString>

#include "app/models/offers/step_offer.h"

namespace lw {

QString groupName(Group group);  // in the user's language

// The most frequent steps have the lowest ranks.
size_t rankOf(const Primitive& step);

QString reasonText(const StepOffer& offer);  // "split(i, [None, 4]): legal here"

}  // namespace lw
