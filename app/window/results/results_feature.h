// The pane at the bottom right: it shows one of several pages, each of which belongs to its own feature.
#pragma once

#include <QStackedWidget>

#include "app/window/feature.h"

class QToolButton;

namespace lw {

class ResultsFeature : public Feature {
  Q_OBJECT

 public:
  enum class PageSize : uint8_t {
    OfPage,  // the pane is at least as large as the page requires
    OfPane   // the pane keeps its size when the page changes
  };

  explicit ResultsFeature(WindowContext& window);
  // Called in the constructors of the features that own the pages; the buttons are in the order of the calls.
  void addPage(const QString& name, const QString& title, QWidget* page, PageSize size = PageSize::OfPane);
  void setTitle(const QString& name, const QString& title);
  void setPageShown(const QString& name, bool shown);  // one that is not shown leaves its place to the first
  void showPage(const QString& name);
  bool shows(const QString& name) const;
  Pane* pane() const { return pane_; }
  QToolButton* largerButton() const { return larger_; }

  void connectFeatures() override;

 Q_SIGNALS:
  void pageShown(const QString& name);  // also emitted if it is already shown

 private:
  QStackedWidget* stack_;
  Pane* pane_;
  QToolButton* larger_;
  QStringList names_;
};

}  // namespace lw
