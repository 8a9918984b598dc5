// Do two programs leave the same values, for some inputs?
#pragma once

#include "core/ir/ndarray.h"
#include "core/ir/stmt.h"

namespace lw {

enum class Runs : uint8_t {
  Same,
  Differ,  // an input shows it
  Fails,   // of the second one: an access outside of an array, or of what was not written
  NotRun   // neither shows anything
};

// Of programs that are proved equal, the second one may read what was not written if no result depends on it.
Runs compare(const PrimFunc& a, const PrimFunc& b, InputSpec spec, bool proved, bool exact);

}  // namespace lw
