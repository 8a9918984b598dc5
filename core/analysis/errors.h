// The kinds of errors of analyses.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {}  // namespace err

std::vector<const ErrorKind*> analysisErrors();  // all of them

}  // namespace lw
