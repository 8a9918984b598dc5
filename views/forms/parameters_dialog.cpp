#include "views/forms/parameters_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "views/theme/theme.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr QSize kDialogSize(760, 460);
constexpr int kSizeWidth = 90;

}  // namespace

ParametersDialog::ParametersDialog(const QString& model, const QString& path,
                                   const std::vector<std::pair<QString, QString>>& sizes, QWidget* parent)
    : QDialog(parent),
      file_(new QLineEdit(path, this)),
      table_(new QTableWidget(0, 4, this)),
      error_(new WrappingLabel("graphRunFailure", this)) {
  setWindowTitle(tr("Parameters of %1").arg(model));
  setObjectName("parametersDialog");
  resize(kDialogSize);
  auto* rows = new QVBoxLayout(this);
  rows->setSpacing(10);
  addFile(path);
  buildTable();
  rows->addWidget(table_, 1);
  addSizes(sizes);
  rows->addWidget(error_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  bind_ = buttons->addButton(tr("Bind"), QDialogButtonBox::AcceptRole);
  bind_->setProperty("class", "primary");
  bind_->setDefault(true);
  rows->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ParametersDialog::addFile(const QString&) {
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("&File"), this);
  label->setBuddy(file_);
  file_->setObjectName("parametersFile");
  file_->setAccessibleName(tr("File with parameters"));
  file_->setPlaceholderText(tr("A .npz file with arrays by the names of the parameters"));
  auto* choose = new QPushButton(tr("Choose…"), this);
  choose->setAutoDefault(false);
  row->addWidget(label);
  row->addWidget(file_, 1);
  row->addWidget(choose);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
  connect(file_, &QLineEdit::textChanged, this, &ParametersDialog::changed);
  connect(choose, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Parameters of the model"), file_->text(),
                                                      tr("Arrays of NumPy (*.npz);;All files (*)"));
    if (!path.isEmpty()) file_->setText(path);
  });
}

void ParametersDialog::buildTable() {
  table_->setObjectName("parametersTable");
  table_->setAccessibleName(tr("Parameters"));
  table_->setHorizontalHeaderLabels({tr("Parameter"), tr("The model takes"), tr("The file has"), tr("Result")});
  for (int column = 0; column < 4; ++column)
    table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->verticalHeader()->hide();
  table_->setShowGrid(false);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setTabKeyNavigation(false);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->resizeColumnsToContents();  // of the titles, while there are no rows
}

void ParametersDialog::addSizes(const std::vector<std::pair<QString, QString>>& sizes) {
  if (sizes.empty()) return;
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("Sizes"), this));
  for (const auto& [name, number] : sizes) {
    auto* label = new QLabel(name + " =", this);
    label->setFont(codeFont());
    auto* edit = new QLineEdit(number, this);
    edit->setObjectName("size_" + name);
    edit->setAccessibleName(tr("Size %1").arg(name));
    edit->setPlaceholderText(tr("open"));
    edit->setFixedWidth(kSizeWidth);
    label->setBuddy(edit);
    row->addWidget(label);
    row->addWidget(edit);
    connect(edit, &QLineEdit::textChanged, this, &ParametersDialog::changed);
    sizes_.emplace_back(name, edit);
  }
  row->addStretch(1);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

QString ParametersDialog::path() const { return file_->text().trimmed(); }

std::map<QString, qint64> ParametersDialog::sizes() const {
  std::map<QString, qint64> numbers;
  for (const auto& [name, edit] : sizes_) {
    bool number = false;
    const qint64 value = edit->text().trimmed().toLongLong(&number);
    if (number && value > 0) numbers[name] = value;
  }
  return numbers;
}

QString ParametersDialog::error() const { return error_->text(); }

void ParametersDialog::setFound(const ParametersFound& found) {
  using State = ParameterRow::State;
  QString wrong = found.error;
  for (const auto& [name, edit] : sizes_)
    if (!edit->text().trimmed().isEmpty() && !sizes().contains(name))
      wrong = tr("%1 is no size: give %2 a whole number above 0, or leave it open").arg(edit->text().trimmed(), name);
  const auto verdict = [](State state) {
    switch (state) {
      case State::Fits:
        return tr("✓ fits");
      case State::Input:
        return tr("– an input: random values");
      case State::Missing:
        return tr("✗ the file has no array of this name");
      case State::Mismatch:
        return tr("✗ shape or type differ");
      case State::Unknown:
        return tr("✗ the model has no such parameter");
    }
    return QString();
  };
  table_->setRowCount(int(found.rows.size()));
  for (int i = 0; i < int(found.rows.size()); ++i) {
    const ParameterRow& row = found.rows[size_t(i)];
    const QString texts[] = {row.name, row.wanted.isEmpty() ? QStringLiteral("–") : row.wanted,
                             row.found.isEmpty() ? QStringLiteral("–") : row.found, verdict(row.state)};
    for (int column = 0; column < 4; ++column) {
      auto* item = new QTableWidgetItem(texts[column]);
      if (column < 3) item->setFont(codeFont(12));
      item->setToolTip(texts[column]);
      table_->setItem(i, column, item);
    }
  }
  table_->resizeColumnsToContents();
  error_->setWords(wrong);
  bind_->setEnabled(found.usable && wrong.isEmpty());
}

}  // namespace lw
