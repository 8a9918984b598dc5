// Import of schedules, and export of the shown state to other systems.
#pragma once

#include "app/shared/python_script.h"
#include "app/window/feature.h"

namespace lw {

class ExchangeFeature : public Feature {
  Q_OBJECT

 public:
  explicit ExchangeFeature(WindowContext& window);
  void refreshActions() override;

 private:
  void importDialog();
  void exportDialog(const QString& format);
  void slidesDialog();
  void copyScript(ScriptModule module);

  QAction *import_, *share_, *slides_;
  QMenu *export_, *copy_;
};

}  // namespace lw
