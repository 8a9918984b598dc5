// The manual of the steps: a list, and beside it the page with its live example.
#pragma once

#include <QDialog>

#include "core/script/composite.h"
#include "views/theme/theme.h"

class QLineEdit;
class QListWidget;
class QTextBlock;
class QTextBrowser;

namespace lw {

class HelpView : public QDialog {
  Q_OBJECT

 public:
  explicit HelpView(QWidget* parent);
  void setTheme(const Theme& theme);
  void setComposites(std::vector<Composite> composites);  // listed in a separate group
  void showStep(const QString& primitive);                // opens the page of a step or topic; ignores an unknown name
  QString shownStep() const;
  QLineEdit* filter() const { return filter_; }
  QListWidget* list() const { return list_; }
  QTextBrowser* page() const { return page_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void fill();
  void addTopics();
  void addGroup(const QString& title, const std::vector<const Primitive*>& steps);
  void applyFilter();
  void showCurrent();
  void addPictures(const std::string& page);
  QImage drawnPicture(const QString& name) const;
  QImage takenPicture(const QString& name) const;
  void paintCode();
  void paintNames(const QTextBlock& block);
  void paintStrong(const QTextBlock& block);

  QLineEdit* filter_;
  QListWidget* list_;
  QTextBrowser* page_;
  Theme theme_;
  std::vector<Composite> composites_;
};

}  // namespace lw
