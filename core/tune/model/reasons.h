// Why a step makes a function faster or slower, in words: what changes in the code of the statement whose time changes
// most, as the draft model sees it (store_time.h).
#pragma once

#include <vector>

#include "core/ir/stmt.h"
#include "core/support/message.h"
#include "core/tune/machine.h"

namespace lw::tune {

struct Reasons {
  std::vector<Message> faster, slower;  // sentences: what speaks for either
};

// Two states of one function, before lowering. Facts of the machine that are not known are those of a usual one. Code
// for GPUs has no reasons here: its times follow other rules.
Reasons reasonsBetween(const PrimFunc& before, const PrimFunc& now, const Machine& machine);

}  // namespace lw::tune
