// The pane at the bottom right: pages of which one is shown, each made by its own feature.
#pragma once

#include <QStackedWidget>

#include "app/window/feature.h"

class QToolButton;

namespace lw {

class ResultsFeature : public Feature {
  Q_OBJECT

 public:
  enum class PageSize : uint8_t {
    OfPage,  // the pane is at least as large as the page asks for
    OfPane   // the pane keeps its size when the page changes
  };

  explicit ResultsFeature(WindowContext& window);
  // In the constructors of the features that own the pages: their order is that of the switches.
  void addPage(const QString& name, const QString& title, QWidget* page, PageSize size = PageSize::OfPane);
  void setTitle(const QString& name, const QString& title);
  void showPage(const QString& name);
  bool shows(const QString& name) const;
  Pane* pane() const { return pane_; }
  QToolButton* largerButton() const { return larger_; }

  void connectFeatures() override;

 Q_SIGNALS:
  void pageShown(const QString& name);  // again, too

 private:
  QStackedWidget* stack_;
  Pane* pane_;
  QToolButton* larger_;
  QStringList names_;
};

}  // namespace lw
