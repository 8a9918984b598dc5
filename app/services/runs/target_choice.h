// What programs are lowered and run for: the target, and what code generation for the cpu may change of floating-point
// arithmetic.
#pragma once

#include <QObject>
#include <QString>

#include "backends/cpu/float_math.h"
#include "core/session/session.h"

namespace lw {

struct TargetDescriptor;

class TargetChoice : public QObject {
  Q_OBJECT

 public:
  explicit TargetChoice(QObject* parent = nullptr);
  QString name() const { return name_; }
  const TargetDescriptor& descriptor() const;
  void choose(const QString& target);
  const FloatMath& math() const { return math_; }  // GPU targets ignore it
  void chooseMath(const FloatMath& math);
  void restore(const Session& session);  // what the session holds, as far as this version knows it
  void store(Session& session) const;

 Q_SIGNALS:
  void changed();
  void mathChanged();
  void chosen();  // target or arithmetic, by a person: what is shown follows

 private:
  QString name_;
  FloatMath math_;
};

}  // namespace lw
