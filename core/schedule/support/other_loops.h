// Offers a step that was refused at one loop at another loop of its nest.
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

enum class NestEnd : uint8_t { Outside, Inside };

// The same step at the loops next to the refused loop, which is the first argument. The other loop is first moved to
// where the step needs it: outside of the refused loop, or innermost.
Alternatives atOtherLoops(const Snapshot& program, const Primitive& refused, const Arguments& args, NestEnd end);

}  // namespace lw
