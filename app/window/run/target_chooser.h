// The box in which the target is chosen: the processor, and the devices that are found.
#pragma once

#include <QComboBox>

#include "app/services/workbench.h"
#include "backends/targets/targets.h"

namespace lw {

class TargetChooser : public QComboBox {
  Q_OBJECT

 public:
  explicit TargetChooser(Workbench& workbench);

 private:
  void fill(const std::vector<Target>& found);

  Workbench& workbench_;
};

}  // namespace lw
