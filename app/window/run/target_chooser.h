// The combo box for the target: the processor, and the devices that were found.
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
