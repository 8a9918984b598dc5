#include "views/forms/operator_form.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "app/models/text/translate_messages.h"

namespace lw {
namespace {

constexpr int kBarRoom = 10;

}  // namespace

OperatorForm::OperatorForm(QWidget* parent)
    : QDialog(parent),
      forms_(te::operatorForms()),
      filter_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      summary_(new QLabel(this)),
      verdict_(new QLabel(this)),
      scroll_(new QScrollArea(this)),
      source_(new QPlainTextEdit(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Cancel, this)) {
  setObjectName("operatorForm");
  setWindowTitle(tr("New from operator"));
  resize(900, 580);
  filter_->setPlaceholderText(tr("Find an operator…"));
  filter_->setClearButtonEnabled(true);
  list_->setAccessibleName(tr("Operators"));
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setTextElideMode(Qt::ElideRight);
  summary_->setWordWrap(true);
  summary_->setObjectName("operatorSummary");
  verdict_->setWordWrap(true);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  source_->setReadOnly(true);
  source_->setAccessibleName(tr("Source of the new program"));
  source_->setLineWrapMode(QPlainTextEdit::NoWrap);
  auto* create = new QPushButton(tr("Create"), this);
  create->setProperty("class", "primary");
  create->setDefault(true);
  buttons_->addButton(create, QDialogButtonBox::AcceptRole);
  source_->setProperty("class", "code");

  layOut();
  // Reserves space for the scroll bar only if it is visible, so that the lines end at the same column as the source.
  connect(scroll_->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int most) {
    if (QWidget* body = scroll_->widget(); body && body->layout())
      body->layout()->setContentsMargins(0, 0, most > 0 ? kBarRoom : 0, 4);
  });
  connect(filter_, &QLineEdit::textChanged, this, &OperatorForm::applyFilter);
  connect(list_, &QListWidget::currentRowChanged, this, &OperatorForm::showOperator);
  connect(buttons_, &QDialogButtonBox::accepted, this, &OperatorForm::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &OperatorForm::reject);
  fill();
  filter_->setFocus();
}

void OperatorForm::layOut() {
  auto* left = new QVBoxLayout;
  left->addWidget(filter_);
  left->addWidget(list_, 1);
  auto* right = new QVBoxLayout;
  right->addWidget(summary_);
  right->addWidget(scroll_, 3);
  right->addWidget(source_, 4);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(18);
  columns->addLayout(left, 2);
  columns->addLayout(right, 5);
  auto* bottom = new QHBoxLayout;
  bottom->addWidget(verdict_, 1);
  bottom->addWidget(buttons_);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(16, 16, 16, 14);
  rows->setSpacing(12);
  rows->addLayout(columns, 1);
  rows->addLayout(bottom);
  for (QBoxLayout* side : {left, right}) side->setSpacing(10);
}

void OperatorForm::fill() {
  for (const te::OperatorForm& form : forms_) {
    auto* row = new QListWidgetItem(QString::fromStdString(form.name), list_);
    row->setFont(codeFont(12.5));
    row->setToolTip(labelWords(form.summary));
  }
  list_->setCurrentRow(0);
}

void OperatorForm::applyFilter() {
  const QString wanted = filter_->text().trimmed();
  int first = -1;
  for (int i = 0; i < list_->count(); ++i) {
    QListWidgetItem* row = list_->item(i);
    const bool hit =
        row->text().contains(wanted, Qt::CaseInsensitive) || row->toolTip().contains(wanted, Qt::CaseInsensitive);
    row->setHidden(!hit);
    if (hit && (first < 0 || (row->text().startsWith(wanted, Qt::CaseInsensitive) &&
                              !list_->item(first)->text().startsWith(wanted, Qt::CaseInsensitive))))
      first = i;
  }
  if (first >= 0) list_->setCurrentRow(first);
}

// One row for each argument: the shape of a tensor, or a value; optional arguments are marked.
void OperatorForm::showOperator() {
  editors_.clear();
  const int row = list_->currentRow();
  if (row < 0) return;
  const te::OperatorForm& form = forms_[size_t(row)];
  summary_->setText(QStringLiteral("%1 — %2").arg(strongWords("topi." + QString::fromStdString(form.name)),
                                                  labelWords(form.summary).toHtmlEscaped()));
  auto* body = new QWidget;
  body->setObjectName("operatorArguments");
  auto* lines = new QFormLayout(body);
  lines->setContentsMargins(0, 0, scroll_->verticalScrollBar()->maximum() > 0 ? kBarRoom : 0, 4);
  lines->setHorizontalSpacing(14);
  lines->setVerticalSpacing(8);
  lines->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  for (const te::OperatorArgument& argument : form.arguments) {
    auto* editor = new QLineEdit(QString::fromStdString(argument.value), body);
    editor->setProperty("class", "code");
    editor->setAccessibleName(QString::fromStdString(argument.name));
    editor->setPlaceholderText(argument.tensor     ? tr("Shape, such as (64, 64) or int32(16,)")
                               : argument.required ? tr("Value")
                                                   : tr("Default"));
    editor->setToolTip(argument.tensor
                           ? tr("The shape of the tensor, with its type in front unless that is float32: int32(16,)")
                           : tr("A value, as written in the source"));
    auto* name = new QLabel(QString::fromStdString(argument.name), body);
    name->setObjectName("mono");
    lines->addRow(name, editor);
    editors_.push_back(editor);
    connect(editor, &QLineEdit::textChanged, this, &OperatorForm::showSource);
  }
  scroll_->setWidget(body);
  showSource();
}

void OperatorForm::showSource() {
  te::OperatorForm form = forms_[size_t(list_->currentRow())];
  for (size_t i = 0; i < editors_.size(); ++i) form.arguments[i].value = editors_[i]->text().trimmed().toStdString();
  const Result<std::string> text = te::operatorProgram(form);
  text_ = text ? *text : std::string();
  if (text) source_->setPlainText(QString::fromStdString(text_));
  const QString why =
      text ? QString()
           : reasonWords(text.error()) +
                 (text.error().hint.empty() ? QString() : QStringLiteral(" — ") + hintWords(text.error()));
  verdict_->setText(text ? tr("✓ This makes a program") : QStringLiteral("✗ ") + why);
  verdict_->setStyleSheet(QStringLiteral("color: %1").arg((text ? theme_.vectorized : theme_.reduce).name()));
  source_->setEnabled(text.ok());
  for (QAbstractButton* button : buttons_->buttons())
    if (buttons_->buttonRole(button) == QDialogButtonBox::AcceptRole) button->setEnabled(text.ok());
}

QLineEdit* OperatorForm::editor(const QString& argument) const {
  for (QLineEdit* editor : editors_)
    if (editor->accessibleName() == argument) return editor;
  return nullptr;
}

void OperatorForm::accept() {
  if (text_.empty()) return;
  Q_EMIT created(text_);
  QDialog::accept();
}

void OperatorForm::setTheme(const Theme& theme) {
  theme_ = theme;
  showSource();
}

}  // namespace lw
