// Proofs that the best candidates of a search compute what the program computes, for all inputs and sizes.
#pragma once

#include "core/tune/search/tuner.h"

namespace lw {

// A second for each; what is not proved then has only been run.
void proveBest(const std::vector<tune::TuneTask>& tasks, tune::TuneResult& result);

}  // namespace lw
