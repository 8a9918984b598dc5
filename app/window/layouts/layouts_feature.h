// The arrangement of the panes: named layouts, the default layout, and restoring it on the next start.
#pragma once

#include "app/window/feature.h"
#include "app/window/layouts/layouts.h"

namespace lw {

class LayoutsFeature : public Feature {
  Q_OBJECT

 public:
  explicit LayoutsFeature(WindowContext& window);
  Layouts& layouts() { return layouts_; }
  void reset();  // without panes that the user opened

  void connectFeatures() override;
  void restore() override;
  void refreshActions() override;
  void save() override;
  void saveLayout(QJsonObject& layout) const override;
  void restoreLayout(const QJsonObject& layout) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fillMenu();
  void saveAs();
  void maximize();
  void toggleFold(const QString& name);
  void fold(Pane* pane, bool folded);
  bool foldsByDefault(const Pane& pane) const;
  void foldAsTheWindowIsWide();

  Layouts layouts_;
  QMenu* menu_;
  QAction* tabs_;
  std::vector<Pane*> foldable_, bottom_;
};

}  // namespace lw
