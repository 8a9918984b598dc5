// The texts of the passes of lowering. Safe on any thread.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/services/jobs/stop.h"
#include "core/analysis/cost.h"
#include "views/lowered/stage_model.h"

namespace lw {

// The lowered stages; those of machine code are listed, and not made. Empty when the pipeline has none for the target.
// `caches`: as for viewsOf. `tell` gets them before that, once the texts of the stages `first` are made, if all of
// these are passes: the other texts are not ready then. `costs`: of the function, where they are known.
Stages stagesOf(const PrimFunc& function, const std::string& target, const std::vector<int64_t>& caches,
                const Stop& stop, const std::set<std::string>& first = {}, const std::function<void(Stages)>& tell = {},
                std::shared_ptr<const ProgramCost> costs = nullptr);

}  // namespace lw
