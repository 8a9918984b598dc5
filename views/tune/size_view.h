// The search over several values of a size: the row of sizes, the button that starts it, and its chart.
#pragma once

#include <QWidget>

#include "views/tune/size_chart.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace lw {

class SizeView : public QWidget {
  Q_OBJECT

 public:
  explicit SizeView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme) { chart_->setTheme(theme); }
  void setSizes(const QStringList& names);  // symbolic ones of the program; empty: there is nothing to vary
  void setState(bool canStart);             // a search can begin
  void setDiagram(const SizeDiagram& diagram);
  void setError(const QString& error);  // why a row of sizes cannot be searched; empty: nothing is wrong
  SizeChart* chart() const { return chart_; }
  QLineEdit* edit() const { return edit_; }
  QPushButton* startButton() const { return start_; }
  QLabel* message() const { return message_; }
  QSize minimumSizeHint() const override { return {300, 90}; }

 Q_SIGNALS:
  void startRequested(const QString& row);
  void chosen(int schedule);
  void hintChanged(const QString& sentence);

 private:
  void showMessage();

  QLineEdit* edit_;
  QPushButton* start_;
  QLabel *message_, *empty_;
  QStackedWidget* pages_;
  SizeChart* chart_;
  QStringList names_;
  QString error_;
  bool canStart_ = false;
};

}  // namespace lw
