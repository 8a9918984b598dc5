#include "views/python/interpreter_dialog.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr QSize kLeastSize(620, 240);  // with the line for a path and two lines of facts

}  // namespace

InterpreterDialog::InterpreterDialog(const QString& file, const std::vector<InterpreterEntry>& entries,
                                     const QString& path, bool realTvm, QWidget* parent)
    : QDialog(parent),
      lines_(new QFormLayout),
      pythons_(new QComboBox(this)),
      tvms_(new QComboBox(this)),
      path_(new QLineEdit(this)),
      pathRow_(new QWidget(this)),
      facts_(new WrappingLabel("dim", this)),
      use_(new QPushButton(tr("Use"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
  setObjectName("interpreterDialog");
  setWindowTitle(file.isEmpty() ? tr("Python that runs files") : tr("Python that runs %1").arg(file));
  setMinimumSize(kLeastSize);
  lines_->setHorizontalSpacing(14);
  lines_->setVerticalSpacing(10);
  lines_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  pythons_->setAccessibleName(tr("Python"));
  for (const InterpreterEntry& entry : entries) {
    pythons_->addItem(entry.title, entry.path);
    pythons_->setItemData(pythons_->count() - 1, entry.path, Qt::ToolTipRole);
  }
  const int known = pythons_->findData(path);
  pythons_->addItem(tr("Another interpreter…"));
  pythons_->setCurrentIndex(known < 0 ? pythons_->count() - 1 : known);
  if (known < 0) path_->setText(path);
  lines_->addRow(tr("&Python"), pythons_);
  addPath();
  tvms_->setAccessibleName(tr("What files import as tvm"));
  tvms_->addItems({tr("Loopwright's module: no TVM is needed"), tr("Apache TVM of this Python")});
  tvms_->setCurrentIndex(realTvm ? 1 : 0);
  lines_->addRow(tr("import &tvm"), tvms_);
  use_->setProperty("class", "primary");
  use_->setDefault(true);
  cancel_->setAutoDefault(false);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addStretch(1);
  buttons->addWidget(cancel_);
  buttons->addWidget(use_);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(16, 16, 16, 14);
  rows->setSpacing(12);
  rows->addLayout(lines_);
  rows->addWidget(facts_);
  rows->addStretch(1);
  rows->addLayout(buttons);
  connect(pythons_, &QComboBox::currentIndexChanged, this, [this] {
    showPath();
    if (isOther()) path_->setFocus();
    Q_EMIT changed();
  });
  connect(tvms_, &QComboBox::currentIndexChanged, this, &InterpreterDialog::changed);
  connect(path_, &QLineEdit::textChanged, this, &InterpreterDialog::changed);
  connect(use_, &QPushButton::clicked, this, &QDialog::accept);
  connect(cancel_, &QPushButton::clicked, this, &QDialog::reject);
  showPath();
}

void InterpreterDialog::addPath() {
  auto* choose = new QPushButton(tr("Choose…"), pathRow_);
  choose->setAutoDefault(false);
  auto* row = new QHBoxLayout(pathRow_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(path_, 1);
  row->addWidget(choose);
  path_->setProperty("class", "code");
  path_->setAccessibleName(tr("Path of the interpreter"));
  path_->setPlaceholderText(tr("A program such as /usr/bin/python3, or the folder of an environment"));
  lines_->addRow(QString(), pathRow_);
  for (const auto& [before, after] : std::initializer_list<std::pair<QWidget*, QWidget*>>{
           {pythons_, path_}, {path_, choose}, {choose, tvms_}, {tvms_, cancel_}, {cancel_, use_}})
    setTabOrder(before, after);
  connect(choose, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Python interpreter"),
        path_->text().isEmpty() ? QStringLiteral("/usr/bin") : QFileInfo(path_->text()).absolutePath(),
        tr("Python (python*);;All files (*)"));
    if (!path.isEmpty()) path_->setText(path);
  });
}

void InterpreterDialog::showPath() { lines_->setRowVisible(pathRow_, isOther()); }

bool InterpreterDialog::isOther() const { return pythons_->currentIndex() == pythons_->count() - 1; }

QString InterpreterDialog::path() const {
  return isOther() ? path_->text().trimmed() : pythons_->currentData().toString();
}

bool InterpreterDialog::realTvm() const { return tvms_->currentIndex() == 1; }

void InterpreterDialog::setFacts(const QString& facts, bool usable) {
  facts_->setWords(facts);
  use_->setEnabled(usable);
}

QString InterpreterDialog::facts() const { return facts_->text(); }

}  // namespace lw
