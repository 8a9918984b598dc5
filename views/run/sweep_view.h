// A sweep over a size: the row of sizes, a button that runs the shown state at each of them, and the chart.
#pragma once

#include <QWidget>

#include "views/run/sweep_chart.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace lw {

class SweepView : public QWidget {
  Q_OBJECT

 public:
  explicit SweepView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme) { chart_->setTheme(theme); }
  // The sizes of the shown function that are variables; none: says that there is nothing to vary.
  void setSizes(const QStringList& names);
  void setRunning(bool running);
  void setError(const QString& error);  // of the text of the row; empty: there is none
  QLineEdit* edit() const { return edit_; }
  QPushButton* runButton() const { return run_; }
  QToolButton* performance() const { return performance_; }
  QLabel* message() const { return message_; }
  SweepChart* chart() const { return chart_; }

 Q_SIGNALS:
  void rowRequested(const QString& row);  // "n=64..1024"
  void closeRequested();

 private:
  void showMessage();

  QLineEdit* edit_;
  QPushButton* run_;
  QToolButton* performance_;
  QLabel* message_;
  SweepChart* chart_;
  QStringList names_;
  QString error_;
};

}  // namespace lw
