#include "app/services/runs/target_choice.h"

#include "backends/target/target.h"
#include "passes/pipeline.h"

namespace lw {

void TargetChoice::choose(const QString& target) {
  if (target == name_ || target.isEmpty()) return;
  name_ = target;
  Q_EMIT changed();
  Q_EMIT chosen();
}

void TargetChoice::chooseMath(const FloatMath& math) {
  if (math == math_) return;
  math_ = math;
  Q_EMIT mathChanged();
  Q_EMIT chosen();
}

bool TargetChoice::onGpu() const { return isGpuTarget(name_.toStdString()); }

void TargetChoice::restore(const Session& session) {
  if (const QString target = QString::fromStdString(session.target); !target.isEmpty() && target != name_) {
    name_ = target;
    Q_EMIT changed();
  }
  // Words of a later version are left aside.
  if (const Result<FloatMath> math = parseFloatMath(session.math); math && !(*math == math_)) {
    math_ = *math;
    Q_EMIT mathChanged();
  }
}

void TargetChoice::store(Session& session) const {
  session.target = name_.toStdString();
  session.math = toText(math_);
}

}  // namespace lw
