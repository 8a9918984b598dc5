#include "views/model/outputs_view.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

enum Column { kResult, kName, kShape, kLargest, kRelative, kAt, kGot, kExpected, kColumns };
constexpr int kRowHeight = 22;

QString number(double v) { return QString::number(v, 'g', 6); }

}  // namespace

OutputsView::OutputsView(QWidget* parent)
    : QWidget(parent),
      theme_(loadTheme("dark")),
      sets_(new QComboBox(this)),
      told_(new WrappingLabel("outputsSaid", this)),
      table_(new QTableWidget(0, kColumns, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  row_ = new QWidget(this);
  auto* row = new QHBoxLayout(row_);
  row->setContentsMargins(0, 2, 0, 0);
  auto* label = new QLabel(tr("&Inputs of a run"), row_);
  label->setBuddy(sets_);
  sets_->setObjectName("outputsData");
  sets_->setAccessibleName(tr("Inputs of a run"));
  sets_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  auto* run = new QPushButton(tr("Run model"), row_);
  run->setObjectName("outputsRun");
  row->addWidget(label);
  row->addWidget(sets_);
  row->addWidget(run);
  row->addStretch(1);
  column->addWidget(row_);
  column->addWidget(told_);
  table_->setObjectName("outputsTable");
  table_->setAccessibleName(tr("Outputs"));
  table_->setHorizontalHeaderLabels({QString(), tr("Output"), tr("Shape"), tr("Largest difference"), tr("Relative"),
                                     tr("At"), tr("Computed"), tr("Expected")});
  for (int i = 0; i < kColumns; ++i)
    table_->horizontalHeaderItem(i)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(kRowHeight);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setShowGrid(false);
  table_->setTabKeyNavigation(false);  // Tab moves the focus to the next widget
  table_->setEditTriggers(QTableWidget::NoEditTriggers);
  table_->setSelectionBehavior(QTableWidget::SelectRows);
  column->addWidget(table_, 1);
  setFocusProxy(table_);
  connect(run, &QPushButton::clicked, this, &OutputsView::runRequested);
  connect(sets_, &QComboBox::activated, this,
          [this](int index) { Q_EMIT dataSetChosen(sets_->itemData(index).toInt()); });
  setDataSets({}, -1);
}

QString OutputsView::words() const { return told_->text(); }

void OutputsView::setTheme(const Theme& theme) {
  theme_ = theme;
  showOutputs();
}

void OutputsView::setDataSets(const QStringList& names, int chosen) {
  sets_->clear();
  for (int i = 0; i < names.size(); ++i) sets_->addItem(names[i], i);
  sets_->addItem(tr("Random values"), -1);
  sets_->setCurrentIndex(sets_->findData(chosen));
  row_->setVisible(!names.isEmpty());
  showOutputs();
}

void OutputsView::setOutputs(std::vector<OutputDifference> outputs, bool ran) {
  outputs_ = std::move(outputs);
  ran_ = ran;
  showOutputs();
}

void OutputsView::showOutputs() {
  const auto wrong = std::count_if(outputs_.begin(), outputs_.end(), [](const auto& o) { return !o.right(); });
  const bool random = sets_->currentData().toInt() < 0;
  if (row_->isHidden())
    told_->setWords(
        tr("No expected outputs are stored beside the model. Exporters keep them in folders test_data_set_0, "
           "test_data_set_1, …: inputs as input_0.pb, the right outputs as output_0.pb."));
  else if (random)
    told_->setWords(tr("Choose a folder of test data, and run the model with its inputs."));
  else if (outputs_.empty())
    told_->setWords(ran_ ? tr("The folder has no outputs to compare.")
                         : tr("Run the model (F6): each output is compared with the one that the exporter stored."));
  else if (wrong == 0)
    told_->setWords(tr("✓ All outputs are within the tolerance of ONNX's own tests: 0.001 of the value, or 1e-07"));
  else
    told_->setWords(tr("✗ %1 of %2 outputs are wrong by more than 0.001 of the value").arg(wrong).arg(outputs_.size()));
  table_->setVisible(!outputs_.empty() && !random);
  table_->setRowCount(int(outputs_.size()));
  for (int row = 0; row < int(outputs_.size()); ++row) {
    const OutputDifference& o = outputs_[size_t(row)];
    const bool any = o.problem.isEmpty() && !o.at.isEmpty();
    const QString texts[kColumns] = {o.right() ? QStringLiteral("✓") : QStringLiteral("✗"),
                                     o.name,
                                     o.shape,
                                     o.problem.isEmpty() ? number(o.largest) : o.problem,
                                     any ? number(o.relative) : QString(),
                                     any ? o.at : QString(),
                                     any ? number(o.got) : QString(),
                                     any ? number(o.expected) : QString()};
    for (int i = 0; i < kColumns; ++i) {
      auto* cell = new QTableWidgetItem(texts[i]);
      cell->setFont(codeFont(11.5));
      if (i == kResult) cell->setForeground(o.right() ? theme_.vectorized : theme_.reduce);
      table_->setItem(row, i, cell);
    }
  }
}

}  // namespace lw
