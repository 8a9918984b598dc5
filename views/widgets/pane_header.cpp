// The header of a pane: its title, its pages, its tools and its state.
#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOption>
#include <QStyleOptionToolButton>
#include <algorithm>
#include <functional>

#include "views/widgets/pane.h"
#include "views/widgets/prepared_label.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr int kMarkLeft = 10, kMarkWidth = 34;  // of the mark of the pane with the focus
constexpr int kStateStep = 12;                  // pixels
constexpr int kLeastState = 48;
constexpr int kAfterTitle = 4;
constexpr int kSwitchPadding = 20;
constexpr int kMenuMark = 12;  // of a button with a menu
constexpr int kLeastSwitch = 28;
constexpr int kSignedHeader = 120;           // narrower headers do not reserve room for the sign of the state
constexpr int kPlacedHeader = 24;            // a header without a place in the window is narrower
constexpr const char* kLeftOut = "leftOut";  // the switch is not shown, however wide the header is
constexpr int kToolPadding = 14;             // padding of the style on both sides together

// After a change of text, Qt's cached size hint does not include the padding of the style.
int switchWidth(const QAbstractButton* button) {
  return button->fontMetrics().horizontalAdvance(button->text()) + kSwitchPadding;
}
void fitSwitch(QAbstractButton* button) {
  button->ensurePolished();
  button->setMinimumWidth(switchWidth(button));
  button->setToolTip(button->text());  // it may be shortened
}

// Elides its text in a narrow header, instead of clipping it on both sides.
class HeaderTool : public QToolButton {
 public:
  using QToolButton::QToolButton;

 protected:
  void initStyleOption(QStyleOptionToolButton* option) const override {
    QToolButton::initStyleOption(option);
    const int room = width() - kToolPadding;
    if (fontMetrics().horizontalAdvance(text()) > room)
      option->text = fontMetrics().elidedText(text(), Qt::ElideRight, std::max(0, room));
  }
};

}  // namespace

PaneHeader::PaneHeader(const QString& title, QWidget* parent) : QWidget(parent) {
  setObjectName("paneHeader");
  setFixedHeight(33);
  layout_ = new QHBoxLayout(this);
  layout_->setContentsMargins(10, 0, 8, 0);
  layout_->setSpacing(4);
  if (!title.isEmpty()) {
    auto* label = new PreparedLabel("paneTitle", this);
    label->setText(title);
    label->setToolTip(title);  // it may be shortened
    layout_->addWidget(label);
    layout_->addSpacing(kAfterTitle);
    title_ = label;
  }
  switchLayout_ = new QHBoxLayout;
  switchLayout_->setSpacing(2);
  layout_->addLayout(switchLayout_);
  layout_->addStretch(1);
  state_ = new PreparedLabel("paneState", this);
  state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  layout_->addWidget(state_);
  switches_ = new QButtonGroup(this);
  connect(switches_, &QButtonGroup::idClicked, this, &PaneHeader::switched);
}

void PaneHeader::setSwitchShown(int number, bool shown) {
  QAbstractButton* button = switches_->button(number);
  if (button->property(kLeftOut).toBool() == !shown) return;
  button->setProperty(kLeftOut, !shown);
  button->setVisible(shown);
  fitState();
}

int PaneHeader::addSwitch(const QString& text) {
  const int number = int(switches_->buttons().size());
  auto* button = new HeaderTool(this);
  button->setProperty("class", "switch");
  button->setText(text);
  button->setAccessibleName(text);
  fitSwitch(button);
  button->setCheckable(true);
  button->setChecked(number == 0);
  switches_->addButton(button, number);
  button->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(button, &QWidget::customContextMenuRequested, this, [this, button](const QPoint& at) {
    Q_EMIT switchMenuRequested(switches_->id(button), button->mapToGlobal(at));
  });
  switchLayout_->addWidget(button);
  return number;
}

// Reuses existing buttons with new texts, because creating them would take longer than painting the pane.
void PaneHeader::setSwitches(const QStringList& texts) {
  const QList<QAbstractButton*> have = switches_->buttons();
  for (qsizetype i = texts.size(); i < have.size(); ++i) {
    switches_->removeButton(have[i]);
    have[i]->hide();
    have[i]->deleteLater();
  }
  for (qsizetype i = 0; i < texts.size(); ++i) {
    if (i >= have.size())
      addSwitch(texts[i]);
    else if (have[i]->text() != texts[i])
      setSwitchText(int(i), texts[i]);
  }
}

void PaneHeader::setSwitch(int number) {
  QAbstractButton* button = switches_->button(number);
  if (!button || button->isChecked()) return;
  button->setChecked(true);
  fitState();  // in a narrow header another button is shown alone now
}

int PaneHeader::currentSwitch() const { return switches_->checkedId(); }

void PaneHeader::setSwitchText(int number, const QString& text) {
  if (QAbstractButton* button = switches_->button(number)) {
    button->setText(text);
    button->setAccessibleName(text);
    fitSwitch(button);
  }
}

void PaneHeader::setState(const QString& text, const QColor& color) {
  const QString look = color.isValid() ? QStringLiteral("color: %1;").arg(color.name()) : QString();
  if (text == fullState_ && look == state_->styleSheet()) return;
  if (look != state_->styleSheet()) state_->setStyleSheet(look);
  fullState_ = text;
  fitState();
}

namespace {

// In a narrow pane, only the chosen button is shown; it opens a list of all.
void showAlone(QButtonGroup* switches, bool alone, const std::function<void(int)>& choose) {
  for (QAbstractButton* button : switches->buttons()) {
    auto* tool = static_cast<QToolButton*>(button);
    const bool shown = !button->property(kLeftOut).toBool() && (!alone || button->isChecked());
    if (button->isVisibleTo(button->parentWidget()) != shown) button->setVisible(shown);
    if (alone && button->isChecked()) {
      if (tool->menu()) continue;
      auto* menu = new QMenu(tool);
      QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, switches, choose] {
        menu->clear();
        for (QAbstractButton* b : switches->buttons()) {
          if (b->property(kLeftOut).toBool()) continue;
          QAction* action = menu->addAction(b->text(), menu, [switches, choose, number = switches->id(b)] {
            choose(number);
            // The button does not see the mouse leave while its menu is open.
            for (QAbstractButton* other : switches->buttons()) other->setAttribute(Qt::WA_UnderMouse, false);
          });
          action->setCheckable(true);
          action->setChecked(b->isChecked());
        }
      });
      tool->setMenu(menu);
      tool->setPopupMode(QToolButton::InstantPopup);
    } else if (QMenu* menu = tool->menu()) {
      tool->setMenu(nullptr);
      menu->deleteLater();
    }
  }
}

// A fixed width in steps: otherwise a change of the number of lines would lay out the whole window again.
int stateWidth(const QFontMetrics& letters, const QString& text) {
  return text.isEmpty() ? 0 : (letters.horizontalAdvance(text) + 8 + kStateStep - 1) / kStateStep * kStateStep;
}

// The text of a state that does not fit: its sign, or as much of it as fits.
QString shortState(const QFontMetrics& letters, const QString& state, int room) {
  const QString sign = state.section(' ', 0, 0);
  if (sign.size() == 1) return room + kStateStep >= stateWidth(letters, sign) ? sign : QString();
  return room < kLeastState ? QString() : letters.elidedText(state, Qt::ElideRight, room);
}

}  // namespace

// In a narrow header, the chosen button stands for all; where that is still too wide, the title is hidden as well. If
// the state does not fit, shows the sign before it, with as much of the text as fits; the tooltip has the whole
// text. A warning continues in the line below instead.
void PaneHeader::fitState() {
  state_->ensurePolished();
  const QMargins margins = layout_->contentsMargins();
  int others = margins.left() + margins.right(), switches = 0, chosen = 0;
  for (int i = 0; i < layout_->count(); ++i)
    if (const QWidget* w = layout_->itemAt(i)->widget(); w && w != state_ && w != title_ && !w->isHidden())
      others += layout_->itemAt(i)->sizeHint().width() + layout_->spacing();
  const int title = title_ ? title_->sizeHint().width() + kAfterTitle + layout_->spacing() : 0;
  for (const QAbstractButton* button : switches_->buttons()) {
    if (button->property(kLeftOut).toBool()) continue;
    switches += switchWidth(button) + switchLayout_->spacing();
    if (button->isChecked()) chosen = switchWidth(button) + kMenuMark;
  }
  const QString sign = fullState_.section(' ', 0, 0);
  const bool warns = sign == QStringLiteral("⚠");
  const QString least = warns ? fullState_ : sign.size() == 1 ? sign : QString();  // of the state, shown in any case
  if (!least.isEmpty() && width() >= kSignedHeader)
    others += state_->fontMetrics().horizontalAdvance(least) + kStateStep + layout_->spacing();
  const bool alone = switches_->buttons().size() > 1 && width() > kPlacedHeader && others + title + switches > width();
  const bool titled = !alone || others + title + chosen <= width();
  if (title_ && title_->isHidden() == titled) title_->setVisible(titled);
  for (QAbstractButton* button : switches_->buttons()) {
    const int room = alone && !titled ? width() - others : chosen;
    const int wide = std::min(switchWidth(button) + (alone ? kMenuMark : 0), std::max(kLeastSwitch, room));
    button->setMinimumWidth(alone ? wide : switchWidth(button));
    button->setMaximumWidth(alone ? wide : QWIDGETSIZE_MAX);
  }
  showAlone(switches_, alone, [this](int number) {
    setSwitch(number);
    fitState();
    Q_EMIT switched(number);
  });
  switchLayout_->invalidate();  // hidden buttons take no space now
  int used = margins.left() + margins.right();
  for (int i = 0; i < layout_->count(); ++i)
    if (const QLayoutItem* item = layout_->itemAt(i); item->widget() != state_)
      used += item->sizeHint().width() + (item->widget() ? layout_->spacing() : 0);
  const QFontMetrics letters = state_->fontMetrics();
  const bool fits = width() <= kMinimum || used + stateWidth(letters, fullState_) <= width();
  const int room = width() - used - kStateStep;
  // A warning says which text the pane shows, so it wraps to a second line before it is shortened.
  const QRect wrapped =
      letters.boundingRect(QRect(0, 0, room, height()), int(Qt::TextWordWrap | Qt::AlignRight), fullState_);
  const bool two = !fits && warns && wrapped.height() <= 2 * letters.lineSpacing() && wrapped.width() <= room;
  const bool below = warns && warningLine_ && !fits && !two;
  if (warningLine_) warningLine_->setWords(below ? fullState_ : QString());
  if (below) return state_->hide();
  state_->setWordWrap(two);
  if (two) {
    state_->setText(fullState_);
    state_->setToolTip(fullState_);
    state_->show();
    return state_->setFixedSize(room, height());
  }
  const QString text = fits ? fullState_ : shortState(letters, fullState_, room);
  state_->setText(text);
  state_->setToolTip(fullState_);
  state_->setVisible(!text.isEmpty());
  state_->setFixedSize(stateWidth(letters, text), height());
}

void PaneHeader::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitState();
}

// The first click of the two is not handled here, so that the dock can be dragged.
void PaneHeader::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mouseDoubleClickEvent(event);
  event->accept();
  Q_EMIT doubleClicked();
}

void PaneHeader::addRight(QWidget* widget) { layout_->insertWidget(layout_->indexOf(state_), widget); }

QToolButton* PaneHeader::addTool(const QString& text, const QString& tip) {
  auto* button = new HeaderTool(this);
  button->setProperty("class", "quiet");
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  addRight(button);
  return button;
}

void PaneHeader::paintEvent(QPaintEvent*) {
  QStyleOption option;
  option.initFrom(this);
  QPainter painter(this);
  style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, this);
  if (!active_) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::LinkVisited));
  painter.drawRoundedRect(QRectF(kMarkLeft, 0, kMarkWidth, 3), 1.5, 1.5);
}

void PaneHeader::setActive(bool active) {
  if (active == active_) return;
  active_ = active;
  update(0, 0, kMarkLeft + kMarkWidth + 2, 4);
}

}  // namespace lw
