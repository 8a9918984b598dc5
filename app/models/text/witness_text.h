// The two iterations of a conflict in short form: only the loops whose values differ.
#pragma once

#include <QString>

#include "core/support/explanation.h"

namespace lw {

QString shortSentence(const Witness& witness);

}  // namespace lw
