// A team of threads for machines without oneTBB (team.h).
#pragma once

#include <memory>

#include "backends/runner/team.h"

namespace lw {

std::unique_ptr<KernelTeam> makePlainTeam(int threads);

}  // namespace lw
