// How steps are grouped and ordered where they are offered, and what an offer says.
#pragma once

#include <QString>

#include "views/selection/step_offer.h"

namespace lw {

// In the order in which the bar and the menus have them; their names in the person's language.
const std::vector<Group>& stepGroups();
QString groupName(Group group);

// The usual steps have the lowest ranks.
size_t rankOf(const std::string& step);

QString reasonText(const StepOffer& offer);  // "split(i, [None, 4]): legal here"

}  // namespace lw
