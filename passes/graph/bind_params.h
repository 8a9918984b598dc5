// Gives parameters of a graph function values: they become constants of its body, which passes can fold and pack
// (Relax: BindParams). The shapes of the values also decide the symbolic sizes that the parameters name, everywhere in
// the function.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/graph/model.h"
#include "core/support/result.h"

namespace lw {

using BoundParameters = std::map<std::string, std::shared_ptr<const NDArray>>;

// `sizes`: numbers for symbolic sizes, by name. Names that the function does not have are ignored. An error has the
// place of the parameter that its value does not fit.
Result<graph::Model> withBoundParameters(const graph::Model& model, const std::string& function,
                                         const BoundParameters& bound,
                                         const std::map<std::string, int64_t>& sizes = {});

}  // namespace lw
