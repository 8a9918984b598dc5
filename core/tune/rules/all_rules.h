// All rules, one file each.
#pragma once

#include "core/tune/rules/rule.h"

namespace lw::tune {

extern const Rule kInline;
extern const Rule kRowChains;
extern const Rule kSharedReads;
extern const Rule kRowReductions;
extern const Rule kFullReductions;
extern const Rule kColumnReductions;
extern const Rule kAtomicUpdates;
extern const Rule kTransposes;
extern const Rule kElementwise;
extern const Rule kOtherLoops;
extern const Rule kSharedLoops;
extern const Rule kLocations;

}  // namespace lw::tune
