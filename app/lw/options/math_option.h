// The option --math of the commands that generate machine code.
#pragma once

#include "app/lw/command.h"
#include "backends/cpu/float_math.h"
#include "backends/targets/targets.h"

namespace lw {

OptionSpec mathOption();
// The value of --math. Returns an error for an unknown value, and for any value on a target other than the CPU, where
// it has no effect.
Result<FloatMath> mathOf(const CommandLine& arguments, const TargetDescriptor& target);

}  // namespace lw
