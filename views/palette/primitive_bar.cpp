#include "views/palette/primitive_bar.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/text/translate_messages.h"
#include "core/schedule/all_primitives.h"
#include "views/palette/step_groups.h"
#include "views/widgets/flow_layout.h"

namespace lw {
namespace {

constexpr int kBarMargin = 12, kGap = 3, kGroupGap = 21, kNameGap = 7, kPanelWidth = 640, kScreenEdge = 8;

// The names of the groups are shown if at least this many steps fit beside them.
constexpr int kWithNames = 14;

QToolButton* stepButton(const QString& text, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setProperty("class", "step");
  button->setText(text);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

PrimitiveBar::PrimitiveBar(QWidget* parent) : QWidget(parent) {
  setObjectName("primitiveBar");
  setAttribute(Qt::WA_StyledBackground);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  hint_ = new QLabel(this);
  hint_->setObjectName("stepHint");
  hint_->hide();
  more_ = stepButton(tr("More ▾"), this);
  more_->setObjectName("moreSteps");
  more_->setAccessibleName(tr("More steps"));
  connect(more_, &QToolButton::clicked, this, &PrimitiveBar::openPanel);
  panel_ = new QFrame(this, Qt::Popup | Qt::FramelessWindowHint);
  panel_->setObjectName("morePanel");
  panel_->setAccessibleName(tr("More steps"));
  auto* frame = new QVBoxLayout(panel_);
  frame->setContentsMargins(1, 1, 1, 1);
  scroll_ = new QScrollArea(panel_);
  scroll_->setObjectName("moreScroll");
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusPolicy(Qt::NoFocus);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setWidgetResizable(true);
  frame->addWidget(scroll_);
  steps_ = new QWidget;
  steps_->setObjectName("morePanelSteps");
  scroll_->setWidget(steps_);
  auto* grid = new QGridLayout(steps_);
  grid->setContentsMargins(14, 12, 14, 12);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(8);
  for (const Group group : stepGroups()) addGroup(group);
}

void PrimitiveBar::addGroup(Group group) {
  std::vector<const Primitive*> steps;
  for (const Primitive* p : allPrimitives())
    if (p->group == group && !p->query) steps.push_back(p);
  if (!steps.empty()) addRow(groupName(group).toUpper(), steps);
}

void PrimitiveBar::setComposites(const std::vector<const Primitive*>& forms) {
  for (const auto& [name, form] : composites_) {
    buttons_.at(name)->hide();
    buttons_.at(name)->deleteLater();
    buttons_.erase(name);
  }
  composites_.clear();
  if (compositeRow_ > 0) rows_[compositeRow_].steps.clear();
  for (const Primitive* form : forms) composites_[form->name] = form;
  if (compositeRow_ == 0 && !forms.empty()) {
    compositeRow_ = rows_.size();
    addRow(tr("COMPOSITES"), forms);
  } else {
    for (const Primitive* form : forms) rows_[compositeRow_].steps.push_back({addStep(*form), rankOf(*form)});
  }
  more_->setToolTip({});  // the panel is refilled
  arrange();
}

void PrimitiveBar::addRow(const QString& title, const std::vector<const Primitive*>& steps) {
  Row row{};
  for (const Primitive* p : steps) row.steps.push_back({addStep(*p), rankOf(*p)});
  row.name = new QLabel(title, this);
  row.panelName = new QLabel(title, steps_);
  for (QLabel* name : {row.name, row.panelName}) name->setObjectName("groupName");
  row.panelSteps = new QWidget(steps_);
  new FlowLayout(row.panelSteps, kGap + 2, kGap + 2);
  auto* grid = static_cast<QGridLayout*>(steps_->layout());
  const int line = int(rows_.size());
  row.panelName->setMinimumHeight(row.steps.front().button->sizeHint().height());
  grid->addWidget(row.panelName, line, 0, Qt::AlignTop);
  grid->addWidget(row.panelSteps, line, 1, Qt::AlignLeft);
  rows_.push_back(std::move(row));
}

QToolButton* PrimitiveBar::addStep(const Primitive& primitive) {
  QToolButton* button = stepButton(QString::fromStdString(primitive.name), this);
  button->setObjectName("step_" + QString::fromStdString(primitive.name));
  button->setAccessibleName(QString::fromStdString(primitive.name));
  button->setAccessibleDescription(inWords(primitive.summary));
  button->setToolTip(inWords(primitive.summary));
  button->installEventFilter(this);
  connect(button, &QToolButton::clicked, this, [this, p = &primitive, button] {
    const bool inPanel = panel_->isVisible();
    panel_->hide();
    Q_EMIT stepRequested(p, inPanel ? more_ : button);
  });
  buttons_[primitive.name] = button;
  return button;
}

void PrimitiveBar::openPanel() {
  const QRect screen = more_->screen()->availableGeometry();
  for (const Row& row : rows_) {  // a long group wraps
    int width = 0;
    for (const Step& step : row.steps)
      if (!step.shown) step.button->ensurePolished(), width += step.button->sizeHint().width() + kGap + 2;
    width = std::min(width, kPanelWidth);
    row.panelSteps->setFixedSize(width, row.panelSteps->layout()->heightForWidth(width));
  }
  QPoint at = more_->mapToGlobal(QPoint(0, more_->height() + 4));
  fitPanel(screen.bottom() - at.y() - kScreenEdge, screen.width() - 2 * kScreenEdge);
  const int overhang = at.x() + panel_->width() - mapToGlobal(QPoint(width() - 8, 0)).x();
  at.rx() = std::max(screen.left(), at.x() - std::max(0, overhang));
  panel_->move(at);
  panel_->show();
  for (const Row& row : rows_)
    for (const Step& step : row.steps)
      if (!step.shown) return step.button->setFocus(Qt::PopupFocusReason);
}

// As large as its steps, up to the size of the screen; a larger panel scrolls.
void PrimitiveBar::fitPanel(int mostHeight, int mostWidth) {
  steps_->ensurePolished();
  steps_->layout()->activate();
  const QSize whole = steps_->layout()->sizeHint();
  const int bar = whole.height() + 2 > mostHeight ? scroll_->verticalScrollBar()->sizeHint().width() : 0;
  panel_->resize(std::min(whole.width() + bar + 2, mostWidth), std::min(whole.height() + 2, mostHeight));
  scroll_->verticalScrollBar()->setValue(0);
}

// ---- one row ----

int PrimitiveBar::widthOf(const Row& row, bool names) const {
  int width = 0;
  for (const Step& step : row.steps)
    if (step.shown) width += step.button->sizeHint().width() + kGap;
  return width == 0 ? 0 : width - kGap + (names ? row.name->sizeHint().width() + kNameGap : 0);
}

int PrimitiveBar::choose(int room, bool names) {
  std::vector<Step*> byRank;
  for (Row& row : rows_)
    for (Step& step : row.steps) step.shown = false, byRank.push_back(&step);
  std::sort(byRank.begin(), byRank.end(), [](const Step* a, const Step* b) { return a->rank < b->rank; });
  const auto needed = [&] {
    int width = 0;
    for (const Row& row : rows_)
      if (const int one = widthOf(row, names)) width += one + kGroupGap;
    return width - kGroupGap;
  };
  int shown = 0;
  for (Step* step : byRank) {
    step->shown = true;
    if (needed() > room)
      step->shown = false;
    else
      ++shown;
  }
  return shown;
}

void PrimitiveBar::arrange() {
  if (arranging_) return;
  const QScopedValueRollback guard(arranging_, true);
  more_->ensurePolished();
  for (const Row& row : rows_) {
    row.name->ensurePolished();
    for (const Step& step : row.steps) step.button->ensurePolished();
  }
  int right = width() - 8;
  if (right_) {
    const QSize size = right_->sizeHint();
    right -= size.width();
    right_->setGeometry(right, (kHeight - size.height()) / 2, size.width(), size.height());
    right -= kGroupGap;
  }
  hint_->ensurePolished();
  const int hintWidth = hint_->isHidden() ? 0 : hint_->sizeHint().width() + kGroupGap;
  const int room = right - kBarMargin - hintWidth;
  int all = 0;
  for (const Row& row : rows_) all += int(row.steps.size());
  bool names = choose(room, true) == all;
  if (!names && choose(room, false) != all) {
    const int rest = room - more_->sizeHint().width() - kGap - 6;
    names = choose(rest, true) >= std::min(all, kWithNames);
    if (!names) choose(rest, false);
  }
  place(names, right);
  fillPanel();
  update();
}

void PrimitiveBar::place(bool names, int right) {
  lines_.clear();
  int x = kBarMargin;
  if (!hint_->isHidden()) {
    const QSize size = hint_->sizeHint();
    hint_->setGeometry(x, (kHeight - size.height()) / 2, size.width(), size.height());
    x += size.width() + kGroupGap;
  }
  const int first = x;
  bool hidden = false;
  const auto put = [&](QWidget* widget, int gap) {
    const QSize size = widget->sizeHint();
    widget->setGeometry(x, (kHeight - size.height()) / 2, size.width(), size.height());
    widget->show();
    x += size.width() + gap;
  };
  for (const Row& row : rows_) {
    const bool any = widthOf(row, names) > 0;
    // Changes only what differs: hide() and show() would request another layout, without end.
    if (!(any && names)) row.name->hide();
    if (any && x > first) {
      lines_.push_back(x - kGap + kGroupGap / 2);
      x += kGroupGap - kGap;
    }
    if (any && names) put(row.name, kNameGap);
    for (const Step& step : row.steps) {
      hidden = hidden || !step.shown;
      if (!step.shown) continue;
      if (step.button->parentWidget() != this) step.button->setParent(this);
      put(step.button, kGap);
    }
  }
  more_->setVisible(hidden);
  if (!hidden) return;
  x = std::min(x + 6, right - more_->sizeHint().width());
  put(more_, 0);
}

void PrimitiveBar::fillPanel() {
  QStringList names;
  for (const Row& row : rows_)
    for (const Step& step : row.steps)
      if (!step.shown) names << step.button->text();
  if (more_->toolTip() == names.join(", ")) return;
  more_->setToolTip(names.join(", "));
  for (const Row& row : rows_) {
    QLayout* steps = row.panelSteps->layout();
    while (QLayoutItem* item = steps->takeAt(0)) delete item;
    for (const Step& step : row.steps) {
      if (step.shown) continue;
      steps->addWidget(step.button);  // removes it from the row
      step.button->show();
    }
    row.panelName->setVisible(steps->count() > 0);
    row.panelSteps->setVisible(steps->count() > 0);
  }
}

void PrimitiveBar::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  QPainter painter(this);
  for (const int x : lines_) painter.fillRect(x, 12, 1, kHeight - 24, palette().color(QPalette::Mid));
}

void PrimitiveBar::resizeEvent(QResizeEvent*) { arrange(); }

// ---- offers ----

void PrimitiveBar::setHint(const QString& text) {
  if (hint_->text() == text && hint_->isHidden() == text.isEmpty()) return;
  hint_->setText(text);
  hint_->setVisible(!text.isEmpty());
  arrange();
}

void PrimitiveBar::setOffers(const std::vector<StepOffer>& offers) {
  offers_.clear();
  absence_.clear();
  for (const StepOffer& offer : offers) {
    // Without the candidates, which are many in a large program.
    offers_.push_back({.primitive = offer.primitive, .state = offer.state, .call = offer.call, .reason = offer.reason});
    const bool refused = offer.state == StepOffer::State::Refused || offer.state == StepOffer::State::NothingSelected;
    if (QToolButton* b = button(offer.primitive->name)) setRefused(b, refused);
  }
}

void PrimitiveBar::setNoProgram(const QString& reason) {
  setHint({});
  offers_.clear();
  absence_ = reason;
  for (const auto& [name, b] : buttons_) setRefused(b, true);
}

void PrimitiveBar::setRefused(QToolButton* b, bool refused) {
  const QVariant had = b->property("refused");
  if (had.isValid() && had.toBool() == refused) return;  // after most steps, for most buttons
  b->setProperty("refused", refused);
  b->style()->unpolish(b);
  b->style()->polish(b);
}

QString PrimitiveBar::reason(const std::string& step) const {
  if (!absence_.isEmpty()) return QStringLiteral("%1: %2").arg(QString::fromStdString(step), absence_);
  for (const StepOffer& offer : offers_)
    if (offer.primitive->name == step) return reasonText(offer);
  return {};
}

QToolButton* PrimitiveBar::button(const std::string& primitive) const {
  const auto found = buttons_.find(primitive);
  return found == buttons_.end() ? nullptr : found->second;
}

bool PrimitiveBar::inRow(const std::string& primitive) const {
  const QToolButton* found = button(primitive);
  return found && found->parentWidget() == this;
}

void PrimitiveBar::setRight(QWidget* widget) {
  right_ = widget;
  right_->setParent(this);
  right_->installEventFilter(this);
  right_->show();
  arrange();
}

bool PrimitiveBar::event(QEvent* event) {
  const bool done = QWidget::event(event);
  // Fonts and paddings depend on the style sheet; the width of the right side depends on the name of the target.
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
    arrange();
  return done;
}

bool PrimitiveBar::eventFilter(QObject* object, QEvent* event) {
  if (object == right_) {
    if (event->type() == QEvent::LayoutRequest) arrange();
    return QWidget::eventFilter(object, event);
  }
  auto* step = static_cast<QToolButton*>(object);
  const auto words = [&] { return reason(step->accessibleName().toStdString()); };
  if (event->type() == QEvent::ToolTip) {
    step->setToolTip(QStringList({step->accessibleDescription(), words()}).join('\n').trimmed());
  } else if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn) {
    const QString why = words();
    Q_EMIT hintChanged(why.isEmpty() ? step->accessibleDescription() : why);
  } else if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut) {
    Q_EMIT hintChanged({});
  }
  return QWidget::eventFilter(object, event);
}

}  // namespace lw
