// The two iterations of a conflict in few words: only the loops whose values differ; equal ones say nothing about it.
#pragma once

#include <QString>

#include "core/support/explanation.h"

namespace lw {

QString shortSentence(const Witness& witness);

}  // namespace lw
