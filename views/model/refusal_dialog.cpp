#include "views/model/refusal_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "views/problems/problems_view.h"

namespace lw {
namespace {

constexpr int kWidth = 820, kLeastHeight = 300, kMostHeight = 560, kFrame = 190, kProblem = 32;  // of the dialog
constexpr int kSizeWidth = 90, kSizesAcross = 2, kSizesHeight = 132;

}  // namespace

RefusalDialog::RefusalDialog(const ModelRefusal& refusal, const Theme& theme, QWidget* parent)
    : QDialog(parent), refusal_(refusal), problems_(new ProblemsView(this)) {
  setObjectName("refusalDialog");
  setWindowTitle(tr("Cannot read %1").arg(QFileInfo(refusal.file).fileName()));
  resize(kWidth, std::clamp(kFrame + kProblem * int(refusal.problems.size()) + (refusal.sizes.empty() ? 0 : 90),
                            kLeastHeight, kMostHeight));
  auto* rows = new QVBoxLayout(this);
  rows->setSpacing(10);
  auto* summary = new QLabel(refusal.summary, this);
  summary->setObjectName("refusalSummary");
  summary->setFont(interfaceFont(15, QFont::DemiBold));
  summary->setWordWrap(true);
  rows->addWidget(summary);
  problems_->setObjectName("refusalProblems");
  problems_->setTheme(theme);
  problems_->setColumnHidden(ProblemsModel::kPlace, true);  // the messages begin with the node
  problems_->setProblems(refusal.problems);
  rows->addWidget(problems_, 1);
  if (!refusal.wanted.isEmpty())
    advice_ = tr("These inputs decide shapes: %1. Their values are given on the command line: lw import MODEL.onnx "
                 "--known %2=FILE.npy -o MODEL.py")
                  .arg(refusal.wanted.join(QStringLiteral(", ")), refusal.wanted.front());
  if (!refusal.sizes.empty()) addSizes(rows);
  if (!advice_.isEmpty()) {
    auto* advice = new QLabel(advice_, this);
    advice->setObjectName("refusalAdvice");
    advice->setWordWrap(true);
    advice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows->addWidget(advice);
  }
  auto* buttons = new QDialogButtonBox(this);
  copy_ = buttons->addButton(tr("Copy all"), QDialogButtonBox::ActionRole);
  auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  if (!sizes_.empty()) {
    open_ = new QPushButton(tr("Open with these sizes"), this);
    open_->setProperty("class", "primary");
    buttons->addButton(open_, QDialogButtonBox::AcceptRole);
    open_->setDefault(true);
    connect(open_, &QPushButton::clicked, this, &RefusalDialog::openAgain);
  } else {
    close->setDefault(true);
  }
  rows->addWidget(buttons);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(refusal_.text()); });
}

void RefusalDialog::addSizes(QVBoxLayout* rows) {
  auto* why =
      new QLabel(tr("The model leaves these sizes open, and some operators need numbers. Fill in those that you "
                    "know, and open it again:"),
                 this);
  why->setWordWrap(true);
  rows->addWidget(why);
  auto* scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setMaximumHeight(kSizesHeight);
  auto* inside = new QWidget;
  auto* grid = new QGridLayout(inside);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(10);
  grid->setColumnStretch(2 * kSizesAcross, 1);
  for (const auto& [name, given] : refusal_.sizes) {
    auto* field = new QLineEdit(given, inside);
    field->setObjectName("refusalSize_" + name);
    field->setAccessibleName(tr("Size %1").arg(name));
    field->setFixedWidth(kSizeWidth);
    field->setValidator(new QIntValidator(1, std::numeric_limits<int>::max(), field));
    field->setPlaceholderText(tr("open"));
    auto* label = new QLabel(name, inside);
    label->setFont(codeFont(12));
    label->setBuddy(field);
    const int at = int(sizes_.size());
    grid->addWidget(label, at / kSizesAcross, at % kSizesAcross * 2);
    grid->addWidget(field, at / kSizesAcross, at % kSizesAcross * 2 + 1);
    sizes_.emplace_back(name, field);
  }
  scroll->setWidget(inside);
  rows->addWidget(scroll);
}

void RefusalDialog::openAgain() {
  std::map<std::string, int64_t> sizes;
  for (const auto& [name, field] : sizes_)
    if (field->hasAcceptableInput()) sizes[name.toStdString()] = field->text().toLongLong();
  accept();
  Q_EMIT openRequested(refusal_.file, sizes);
}

}  // namespace lw
