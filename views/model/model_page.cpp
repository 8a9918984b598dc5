#include "views/model/model_page.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/models/graph/model_report.h"
#include "views/model/outputs_view.h"
#include "views/model/report_view.h"
#include "views/model/weights_view.h"

namespace lw {

ModelPage::ModelPage(QWidget* parent)
    : QWidget(parent),
      buttons_(new QButtonGroup(this)),
      parts_(new QStackedWidget(this)),
      report_(new ReportView),
      weights_(new WeightsView),
      outputs_(new OutputsView) {
  setObjectName("modelPage");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 6, 10, 4);
  column->setSpacing(4);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  const std::tuple<Part, QString, QString> parts[] = {
      {kReport, tr("Report"), tr("What was read: nodes, operators, parameters")},
      {kWeights, tr("Parameters"), tr("The values of each parameter, as a histogram and a heat map")},
      {kOutputs, tr("Expected outputs"), tr("The outputs of a run beside those that the exporter stored")}};
  for (const auto& [part, text, tip] : parts) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setProperty("class", "quiet");
    buttons_->addButton(button, part);
    row->addWidget(button);
  }
  row->addStretch(1);
  copy_ = new QToolButton(this);
  copy_->setObjectName("copyReport");
  copy_->setProperty("class", "quiet");
  copy_->setText(tr("Copy"));
  copy_->setToolTip(tr("Copy the report as text"));
  row->addWidget(copy_);
  column->addLayout(row);
  for (QWidget* view : std::initializer_list<QWidget*>{report_, weights_, outputs_}) parts_->addWidget(view);
  column->addWidget(parts_, 1);
  connect(buttons_, &QButtonGroup::idClicked, this, [this](int part) { showPart(Part(part)); });
  connect(copy_, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(text_); });
  showPart(kReport);
}

void ModelPage::setTheme(const Theme& theme) {
  report_->setTheme(theme);
  weights_->setTheme(theme);
  outputs_->setTheme(theme);
}

void ModelPage::setReport(const ModelReport& report) {
  text_ = report.text();
  report_->setReport(report);
}

void ModelPage::showPart(Part part) {
  buttons_->button(part)->setChecked(true);
  parts_->setCurrentIndex(part);
  setFocusProxy(parts_->currentWidget());
  copy_->setVisible(part == kReport);
}

ModelPage::Part ModelPage::part() const { return Part(parts_->currentIndex()); }
QToolButton* ModelPage::button(Part part) const { return static_cast<QToolButton*>(buttons_->button(part)); }

}  // namespace lw
