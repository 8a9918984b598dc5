#include "app/models/schedule/steps.h"

namespace lw {

Steps::~Steps() = default;

}  // namespace lw
