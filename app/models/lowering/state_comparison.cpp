#include "app/models/lowering/state_comparison.h"

#include "app/models/lowering/states_proof.h"

namespace lw {

StateComparison::~StateComparison() = default;

}  // namespace lw
