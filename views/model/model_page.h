// The page of a model: its report, its parameters, and its outputs beside the expected ones.
#pragma once

#include <QWidget>

#include "views/theme/theme.h"

class QButtonGroup;
class QStackedWidget;
class QToolButton;

namespace lw {

class OutputsView;
class ReportView;
class WeightsView;
struct ModelReport;

class ModelPage : public QWidget {
  Q_OBJECT

 public:
  enum Part { kReport, kWeights, kOutputs };

  explicit ModelPage(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setReport(const ModelReport& report);
  void showPart(Part part);
  Part part() const;
  QToolButton* button(Part part) const;
  QToolButton* copyButton() const { return copy_; }
  ReportView* report() const { return report_; }
  WeightsView* weights() const { return weights_; }
  OutputsView* outputs() const { return outputs_; }

 private:
  QButtonGroup* buttons_;
  QToolButton* copy_;
  QStackedWidget* parts_;
  ReportView* report_;
  WeightsView* weights_;
  OutputsView* outputs_;
  QString text_;
};

}  // namespace lw
