// How a job learns that nobody waits for its answer any more.
#pragma once

#include <functional>

namespace lw {

using Stop = std::function<bool()>;

}  // namespace lw
