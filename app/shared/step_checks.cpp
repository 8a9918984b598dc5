#include "app/shared/step_checks.h"

#include <algorithm>

#include "backends/interpreter/check_intrinsic.h"

namespace lw {

bool changesValues(const Primitive& primitive) { return primitive.name.starts_with("unsafe_"); }

Status checkIntrinsics(const Schedule& schedule) {
  const std::vector<TensorIntrin>& known = schedule.program().intrinsics();
  std::vector<const TensorIntrin*> checked;
  for (int i = 0; i < schedule.stepCount(); ++i) {
    const Instruction& step = schedule.step(i);
    const auto intrinsic = step.primitive->traits.intrinsic;
    if (!intrinsic) continue;
    const std::string* name = intrinsic(step.args);
    const auto used =
        std::find_if(known.begin(), known.end(), [&](const TensorIntrin& t) { return name && t.name == *name; });
    if (used == known.end() || std::find(checked.begin(), checked.end(), &*used) != checked.end()) continue;
    checked.push_back(&*used);
    if (Status right = checkIntrinsic(*used); !right) return right;
  }
  return success();
}

}  // namespace lw
