// The combo box for the target: the processor, and the devices that were found. The window has one target, whichever
// box it is chosen in.
#pragma once

#include <QComboBox>

#include "backends/targets/targets.h"

namespace lw {

class JobRunner;
class TargetChoice;

class TargetChooser : public QComboBox {
  Q_OBJECT

 public:
  // `other`: finds the devices for this one as well.
  TargetChooser(TargetChoice& choice, JobRunner& jobs, const TargetChooser* other = nullptr);

  // Whether targets of devices can be chosen that are not here: another machine has them.
  void allowAbsent(bool allowed);

 Q_SIGNALS:
  void found(const std::vector<lw::Target>& targets);

 private:
  void fill();

  TargetChoice& choice_;
  std::vector<Target> found_;
  bool absentAllowed_ = false;
};

}  // namespace lw
