// The hint of an exercise that a submission needs next.
#pragma once

#include <string>

#include "app/lw/grading/judged.h"

namespace lw {

// The first hint that names a step which the submission does not use; else the first one that names no step, and else
// the last one. Empty: the goal is reached, or there is no hint.
std::string nextHint(const Exercise& exercise, const Judged& judged);

}  // namespace lw
