// Tells a job that its answer is no longer needed.
#pragma once

#include <functional>

namespace lw {

using Stop = std::function<bool()>;

}  // namespace lw
