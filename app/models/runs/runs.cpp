#include "app/models/runs/runs.h"

namespace lw {

Runs::~Runs() = default;

}  // namespace lw
