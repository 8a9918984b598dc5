// The texts of the passes of lowering. Safe on any thread.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/models/lowering/stage_model.h"
#include "app/models/support/stop.h"
#include "core/analysis/cost/cost.h"

namespace lw {

// Returns the lowered stages; stages of machine code are listed without texts. Empty if there is no pipeline for the
// target. `caches`: as for viewsOf. If all stages in `first` are passes, `tell` is called once their texts are ready,
// before the other texts. `costs`: those of the function, if they are known.
Stages stagesOf(const PrimFunc& function, const std::string& target, const std::vector<int64_t>& caches,
                const Stop& stop, const std::set<std::string>& first = {}, const std::function<void(Stages)>& tell = {},
                std::shared_ptr<const ProgramCost> costs = nullptr);

}  // namespace lw
