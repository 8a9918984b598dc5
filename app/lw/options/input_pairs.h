// The options --bind and --input of commands that make inputs.
#pragma once

#include "app/lw/command.h"
#include "core/ir/ndarray.h"

namespace lw {

std::optional<Explanation> readPairs(const CommandLine& arguments, InputSpec& spec);

}  // namespace lw
