// The forms of the learned model; tests/bench/bench_tune_model.cpp compares them.
#pragma once

#include "core/tune/cost_model.h"

namespace lw::tune {

enum class LearnedForm : uint8_t {
  Stores,      // a factor on the draft of each store; the stores' times add up
  Candidates,  // a factor on the draft of the whole function, from the rows of its longest stores
  Both,        // the geometric mean of the two
};
std::unique_ptr<CostModel> learnedModelOf(LearnedForm form);

}  // namespace lw::tune
