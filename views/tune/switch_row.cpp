#include "views/tune/switch_row.h"

namespace lw {
namespace {

// After a change of text, Qt's cached size hint does not include the padding of the style.
void fitText(QAbstractButton* button) {
  button->ensurePolished();
  button->setMinimumWidth(button->fontMetrics().horizontalAdvance(button->text()) + 20);
}

}  // namespace

SwitchRow::SwitchRow(const QStringList& texts, QWidget* parent) : QWidget(parent) {
  row_ = new QHBoxLayout(this);
  row_->setContentsMargins(8, 2, 8, 2);
  row_->setSpacing(2);
  buttons_ = new QButtonGroup(this);
  for (int i = 0; i < int(texts.size()); ++i) {
    auto* button = new QToolButton(this);
    button->setProperty("class", "switch");
    button->setText(texts[i]);
    button->setCheckable(true);
    button->setChecked(i == 0);
    buttons_->addButton(button, i);
    row_->addWidget(button);
  }
  row_->addStretch(1);
  connect(buttons_, &QButtonGroup::idClicked, this, &SwitchRow::switched);
}

void SwitchRow::setText(int number, const QString& text) {
  buttons_->button(number)->setText(text);
  fitText(buttons_->button(number));
}

void SwitchRow::choose(int number) {
  buttons_->button(number)->setChecked(true);
  Q_EMIT switched(number);
}

}  // namespace lw
