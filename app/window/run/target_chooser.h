// The combo box for the target: the processor, and the devices that were found. The window has one target, whichever
// box it is chosen in.
#pragma once

#include <QComboBox>

#include "app/services/workbench.h"
#include "backends/targets/targets.h"

namespace lw {

class TargetChooser : public QComboBox {
  Q_OBJECT

 public:
  // `other`: finds the devices for this one as well.
  explicit TargetChooser(Workbench& workbench, const TargetChooser* other = nullptr);

 Q_SIGNALS:
  void found(const std::vector<lw::Target>& targets);

 private:
  void fill(const std::vector<Target>& found);

  Workbench& workbench_;
};

}  // namespace lw
