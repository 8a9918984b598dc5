// The report of a model: what was read, and how often each operator occurs.
#pragma once

#include <QWidget>

#include "app/models/graph/model_report.h"
#include "views/theme/theme.h"

class QGridLayout;
class QTableWidget;

namespace lw {

class ReportView : public QWidget {
  Q_OBJECT

 public:
  explicit ReportView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setReport(const ModelReport& report);
  QString fact(const QString& name) const;  // what the report says of it
  QTableWidget* operators() const { return operators_; }

 private:
  void addFact(const QString& name, const QString& value);

  QWidget* facts_;
  QGridLayout* grid_;
  QTableWidget* operators_;
  std::vector<std::pair<QString, QString>> told_;
};

}  // namespace lw
