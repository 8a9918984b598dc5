#include "app/models/lowering/state_comparison.h"

namespace lw {

StateComparison::~StateComparison() = default;

}  // namespace lw
