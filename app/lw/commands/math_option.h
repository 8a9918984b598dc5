// --math of the commands that make machine code.
#pragma once

#include "app/lw/command.h"
#include "backends/cpu/float_math.h"
#include "backends/targets/targets.h"

namespace lw {

OptionSpec mathOption();
// What was asked for. An error for an unknown choice, and for any choice where code is not made for the cpu: it would
// change nothing there.
Result<FloatMath> mathOf(const CommandLine& arguments, const TargetDescriptor& target);

}  // namespace lw
