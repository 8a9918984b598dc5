#include "views/widgets/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QToolButton>
#include <algorithm>

namespace lw {
namespace {

constexpr int kLeastWidth = 80;

}  // namespace

FindBar::FindBar(CodeView* view, QWidget* parent)
    : QWidget(parent), view_(view), edit_(new QLineEdit(this)), count_(new QLabel(this)) {
  setObjectName("findBar");
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 5, 6, 3);
  row->setSpacing(3);
  edit_->setObjectName("findEdit");
  edit_->setProperty("class", "code");
  edit_->setPlaceholderText(tr("Find"));
  edit_->setAccessibleName(tr("Find in this text"));
  edit_->setMinimumWidth(60);
  edit_->installEventFilter(this);
  count_->setObjectName("findCount");
  row->addWidget(edit_, 1);
  row->addWidget(count_);
  case_ = addSwitch(tr("Aa"), tr("Match case (Alt+C)"));
  word_ = addSwitch(tr("Word"), tr("Whole words only (Alt+W)"));
  const auto button = [&](const QString& text, const QString& tip, auto act) {
    auto* made = new QToolButton(this);
    made->setProperty("class", "quiet");
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    connect(made, &QToolButton::clicked, this, act);
    row->addWidget(made);
  };
  row->addWidget(case_);
  row->addWidget(word_);
  button(QStringLiteral("↑"), tr("Previous match (Shift+Enter)"), [this] { step(-1); });
  button(QStringLiteral("↓"), tr("Next match (Enter)"), [this] { step(1); });
  button(QStringLiteral("✕"), tr("Close (Esc)"), [this] { close(); });
  connect(edit_, &QLineEdit::textChanged, this, [this] {
    search();
    show(true);
  });
  connect(view_, &QsciScintilla::textChanged, this, [this] {
    if (!isVisible()) return;
    search();
    show(false);
  });
  hide();
}

QToolButton* FindBar::addSwitch(const QString& text, const QString& tip) {
  auto* made = new QToolButton(this);
  made->setProperty("class", "quiet");
  made->setText(text);
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  made->setCheckable(true);
  connect(made, &QToolButton::toggled, this, [this] {
    search();
    show(true);
  });
  return made;
}

// Independent of its content, because a pane that it widened would remain wide.
QSize FindBar::minimumSizeHint() const { return {kLeastWidth, QWidget::minimumSizeHint().height()}; }

// The buttons, which also have keys, are hidden in favour of the texts; a checked button remains visible.
void FindBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void FindBar::fit() {
  const QMargins sides = layout()->contentsMargins();
  int needed = sides.left() + sides.right();
  for (int i = 0; i < layout()->count(); ++i) {
    const QWidget* one = layout()->itemAt(i)->widget();
    needed += (one == edit_ ? edit_->minimumWidth() : one->sizeHint().width()) + layout()->spacing();
  }
  for (QToolButton* one : {case_, word_}) one->setVisible(needed <= width() || one->isChecked());
}

QString FindBar::countText() const { return count_->text(); }

void FindBar::open() {
  from_ = view_->marks()->cursor();
  const QString selected = view_->selectedText();
  QWidget::show();
  if (!selected.isEmpty() && !selected.contains('\n')) {
    from_ -= int(selected.toUtf8().size());
    if (edit_->text() != selected) edit_->setText(selected);
  }
  search();
  show(true);
  edit_->setFocus();
  edit_->selectAll();
}

void FindBar::close() {
  hide();
  matches_.clear();
  current_ = -1;
  view_->marks()->showMatches({}, -1);
  view_->setFocus();
}

void FindBar::search() {
  const int full = current_ >= 0 ? matches_[size_t(current_)].full : -1;
  if (current_ >= 0) from_ = matches_[size_t(current_)].begin;
  matches_ = view_->marks()->findAll(edit_->text(), case_->isChecked(), word_->isChecked());
  using Match = CodeMarks::Match;
  // The same words, if the text is only shown in another form now.
  auto next = std::find_if(matches_.begin(), matches_.end(), [full](const Match& m) { return m.full == full; });
  if (next == matches_.end())
    next = std::find_if(matches_.begin(), matches_.end(), [this](const Match& m) { return m.begin >= from_; });
  current_ = matches_.empty() ? -1 : next == matches_.end() ? 0 : int(next - matches_.begin());
}

void FindBar::step(int direction) {
  if (!isVisible()) return open();
  if (matches_.empty()) return;
  const int count = int(matches_.size());
  current_ = (current_ + direction + count) % count;
  show(true);
}

void FindBar::show(bool reveal) {
  const bool nothing = current_ < 0 && !edit_->text().isEmpty();
  const bool folded = current_ >= 0 && matches_[size_t(current_)].folded;
  count_->setText(edit_->text().isEmpty() ? QString()
                  : nothing               ? tr("No match")
                  : folded                ? tr("%1 of %2, folded").arg(current_ + 1).arg(matches_.size())
                                          : tr("%1 of %2").arg(current_ + 1).arg(matches_.size()));
  count_->setToolTip(folded ? tr("The compact form leaves these words out. View > Compact code shows them.")
                            : QString());
  count_->setProperty("missing", nothing);
  count_->style()->unpolish(count_);
  count_->style()->polish(count_);
  fit();
  view_->marks()->showMatches(matches_, current_, reveal);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched != edit_ || (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
    return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool alt = key->modifiers() == Qt::AltModifier;
  const bool mine = key->key() == Qt::Key_Escape || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter ||
                    (alt && (key->key() == Qt::Key_C || key->key() == Qt::Key_W));
  if (!mine) return QWidget::eventFilter(watched, event);
  event->accept();
  if (event->type() == QEvent::ShortcutOverride) return true;  // the key press follows
  if (key->key() == Qt::Key_Escape)
    close();
  else if (alt)
    (key->key() == Qt::Key_C ? case_ : word_)->toggle();
  else
    step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
  return true;
}

}  // namespace lw
