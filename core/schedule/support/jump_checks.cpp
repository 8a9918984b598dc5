// Steps do not change programs whose loops are left by a jump.
#include "core/ir/jumps.h"
#include "core/schedule/define.h"
#include "core/schedule/errors.h"

namespace lw {

std::optional<Explanation> stepsAndJumps(const Snapshot& program) {
  for (int i = 0; i < program.functionCount(); ++i)
    if (const std::string loop = loopWithJump(program.function(i)); !loop.empty())
      return explain(err::kStepsAndJumps(loop),
                     "write the condition as `if` around the rest of the body, or as the condition of a while loop");
  return std::nullopt;
}

}  // namespace lw
