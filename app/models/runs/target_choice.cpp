#include "app/models/runs/target_choice.h"

#include "backends/target/target.h"
#include "backends/targets/targets.h"

namespace lw {

TargetChoice::TargetChoice(QObject* parent) : QObject(parent), name_(QString::fromUtf8(defaultTarget().name)) {}

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

const TargetDescriptor& TargetChoice::descriptor() const {
  const TargetDescriptor* target = findTarget(name_.toStdString());
  return target ? *target : defaultTarget();
}

void TargetChoice::restore(const Session& session) {
  const QString target =
      session.target.empty() ? QString::fromUtf8(defaultTarget().name) : QString::fromStdString(session.target);
  if (target != name_) {
    name_ = target;
    Q_EMIT changed();
  }
  // Ignores values of later versions.
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
