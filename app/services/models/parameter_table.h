// What a model takes beside what a file of parameters has, for the dialog that binds them.
#pragma once

#include "app/models/graph/parameters_found.h"
#include "app/services/models/model_plan.h"

namespace lw {

// Reads the file; safe on any thread.
ParametersFound parametersFor(const ChosenModel& model, const ModelBinding& binding);
// The names of the symbolic sizes of the parameters, each once.
std::vector<std::string> symbolicSizes(const ChosenModel& model);

}  // namespace lw
