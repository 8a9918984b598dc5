// The target for lowering and runs, and how code generation for the CPU may change floating-point arithmetic.
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
  // The choices in the session that this version supports; the defaults where it has none.
  void restore(const Session& session);
  void store(Session& session) const;

 Q_SIGNALS:
  void changed();
  void mathChanged();
  void chosen();  // the user chose a target or arithmetic: views update

 private:
  QString name_;
  FloatMath math_;
};

}  // namespace lw
