// Steps do not change programs whose loops are left by a jump.
#include "core/schedule/define.h"
#include "core/schedule/errors.h"

namespace lw {

std::optional<Explanation> stepsAndJumps(const Snapshot& program) {
  const std::string& loop = program.loopWithJump();
  if (loop.empty()) return std::nullopt;
  return explain(err::kStepsAndJumps(loop),
                 "write the condition as `if` around the rest of the body, or as the condition of a while loop");
}

}  // namespace lw
