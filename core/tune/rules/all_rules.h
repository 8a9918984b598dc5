// The rules, one file each. write_space.cpp lists them in the order in which they are applied.
#pragma once

#include "core/tune/rules/rule.h"

namespace lw::tune {

extern const Rule kFactors;
extern const Rule kInline;

// Contractions
extern const Rule kDotTiles;
extern const Rule kRegisterTiles;
extern const Rule kWindowRows;

// Rows, reductions and what else there is
extern const Rule kOnlineSums;
extern const Rule kRowChains;
extern const Rule kSharedReads;
extern const Rule kRowReductions;
extern const Rule kFullReductions;
extern const Rule kPackedWeights;
extern const Rule kColumnReductions;
extern const Rule kAtomicUpdates;
extern const Rule kTransposes;
extern const Rule kElementwise;
extern const Rule kOtherLoops;
extern const Rule kSharedLoops;
extern const Rule kLocations;
extern const Rule kMasks;

// For GPUs
extern const Rule kGpuTiles;
extern const Rule kGpuRows;
extern const Rule kGpuColumns;
extern const Rule kGpuTransposes;
extern const Rule kGpuWindows;
extern const Rule kGpuElements;
extern const Rule kGpuNests;

}  // namespace lw::tune
