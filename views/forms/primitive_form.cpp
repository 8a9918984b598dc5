#include "views/forms/primitive_form.h"

#include <QApplication>
#include <QComboBox>
#include <QGraphicsDropShadowEffect>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/models/text/translate_messages.h"
#include "app/models/text/witness_text.h"
#include "core/schedule/all_primitives.h"
#include "views/forms/layout_height.h"
#include "views/inspector/repair_link.h"
#include "views/widgets/flow_layout.h"
#include "views/widgets/kind_icon.h"

namespace lw {
namespace {

constexpr int kFormWidth = 380, kPreviewWidth = 430, kPreviewHeight = 376;

QIcon vectorSign(const QColor& color) {
  constexpr int kScale = 4;
  QPixmap picture(12 * kScale, 12 * kScale);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(kScale, kScale);
  paintKindIcon(painter, QPointF(1, 1), ForKind::Vectorized, false, color);
  return picture;
}

}  // namespace

PrimitiveForm::PrimitiveForm(QWidget* window)
    : QFrame(window), column_(new QVBoxLayout), preview_(new StepPreviewView(this)) {
  setObjectName("form");
  setAccessibleName(tr("Parameters of the step"));
  setFocusPolicy(Qt::ClickFocus);
  // Values that have no verdict yet are checked when they are applied.
  connect(this, &PrimitiveForm::changed, this, [this] { refused_ = false; });
  auto* columns = new QHBoxLayout(this);
  columns->setContentsMargins(0, 0, 0, 0);
  columns->setSpacing(0);
  columns->addLayout(column_);
  columns->addWidget(preview_);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->addStretch(1);
  preview_->setFixedWidth(kPreviewWidth);
  preview_->setMinimumHeight(kPreviewHeight);
  auto* shadow = new QGraphicsDropShadowEffect(this);
  shadow->setBlurRadius(28);
  shadow->setOffset(0, 6);
  shadow->setColor(QColor(0, 0, 0, 120));
  setGraphicsEffect(shadow);
  hide();
}

void PrimitiveForm::clear() {
  editors_.clear();
  chips_.clear();
  if (!body_) return;
  column_->removeWidget(body_);
  body_->hide();
  body_->deleteLater();
  body_ = nullptr;
}

void PrimitiveForm::open(const Primitive& primitive, const FormContext& context, const std::vector<Candidate>& offered,
                         const Arguments& initial, const QPoint& at) {
  clear();
  primitive_ = &primitive;
  legal_ = refused_ = false;
  body_ = new QWidget(this);
  auto* rows = new QVBoxLayout(body_);
  rows->setContentsMargins(16, 13, 16, 13);
  rows->setSpacing(8);
  body_->setFixedWidth(kFormWidth);
  column_->insertWidget(0, body_);
  preview_->clear();
  preview_->setVisible(parentWidget()->width() >= kFormWidth + kPreviewWidth + 16);
  auto* title = new QLabel(QString::fromStdString(primitive.name), body_);
  title->setObjectName("formTitle");
  auto* summary = new QLabel(inWords(primitive.summary), body_);
  summary->setObjectName("dim");
  summary->setWordWrap(true);
  rows->addWidget(title);
  rows->addWidget(summary);
  addCandidates(offered);
  addParams(context);
  addButtons();
  take(initial);
  setFixedWidth(fullWidth());
  body_->adjustSize();
  place(at);
  show();
  raise();
  qApp->installEventFilter(this);
  QWidget* first = nullptr;
  for (size_t i = 0; i < editors_.size() && !first; ++i)
    if (i >= initial.size() || initial[i].isNone() || !(initial[i].as<LoopId>() || initial[i].as<BlockId>()))
      first = editors_[i]->widget();
  (first ? first : apply_)->setFocus();
  if (auto* edit = qobject_cast<QLineEdit*>(first)) edit->selectAll();
  Q_EMIT changed();
}

void PrimitiveForm::addCandidates(const std::vector<Candidate>& offered) {
  const bool labelled =
      std::any_of(offered.begin(), offered.end(), [](const Candidate& c) { return !c.label.empty(); });
  if (!labelled) return;
  auto* chips = new QWidget(body_);
  auto* flow = new FlowLayout(chips, 5, 5);
  for (const Candidate& candidate : offered) {
    auto* chip = new QPushButton(QString::fromStdString(candidate.label), chips);
    chip->setProperty("class", "chip");
    chip->setAutoDefault(false);
    if (lanes_ > 1 && candidate.innerExtent == lanes_) {
      chip->setIcon(vectorSign(laneColor_));
      chip->setAccessibleDescription(tr("The inner loop is one vector of %1 float32 on this machine").arg(lanes_));
      chip->setToolTip(chip->accessibleDescription());
    }
    connect(chip, &QPushButton::clicked, this, [this, args = candidate.args] {
      take(args);
      Q_EMIT changed();
    });
    flow->addWidget(chip);
    chips_.push_back(chip);
  }
  chips->setFixedHeight(flow->heightForWidth(kFormWidth - 34));
  body_->layout()->addWidget(chips);
}

void PrimitiveForm::addParams(const FormContext& context) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(7);
  grid->setColumnStretch(1, 1);
  for (const Param& param : primitive_->params) {
    ParamEditor* editor = makeEditor(param, context, body_);
    const int row = grid->rowCount();
    auto* name = new QLabel(QString::fromStdString(param.name), body_);
    name->setObjectName("mono");
    name->setToolTip(inWords(param.help));
    name->setBuddy(editor->widget());
    if (param.type == ParamType::Bool) {
      grid->addWidget(editor->widget(), row, 0, 1, 2);
      name->hide();
    } else {
      grid->addWidget(name, row, 0, editor->wide() ? Qt::AlignTop : Qt::AlignVCenter);
      grid->addWidget(editor->widget(), row, 1);
    }
    editor->widget()->installEventFilter(this);
    connect(editor, &ParamEditor::changed, this, [this, type = param.type] {
      if (type == ParamType::Block) blockChanged();
      Q_EMIT changed();
    });
    editors_.push_back(editor);
  }
  static_cast<QVBoxLayout*>(body_->layout())->addLayout(grid);
}

void PrimitiveForm::addButtons() {
  auto* rows = static_cast<QVBoxLayout*>(body_->layout());
  call_ = new QLabel(body_);
  call_->setObjectName("mono");
  call_->setWordWrap(true);
  verdict_ = new QLabel(body_);
  verdict_->setWordWrap(true);
  verdict_->setMinimumHeight(18);
  rows->addWidget(call_);
  rows->addWidget(verdict_);
  why_ = new QLabel(body_);
  why_->setObjectName("dim");
  why_->setWordWrap(true);
  rows->addWidget(why_);
  repairs_ = new QWidget(body_);
  new QVBoxLayout(repairs_);
  repairs_->layout()->setContentsMargins(0, 0, 0, 0);
  rows->addWidget(repairs_);
  repairs_->hide();
  auto* buttons = new QHBoxLayout;
  assume_ = new QPushButton(tr("Assume and check"), body_);
  assume_->setObjectName("assumeStep");
  assume_->setToolTip(tr("It is not known to be illegal: take it, and compare the programs before and after"));
  assume_->hide();
  buttons->addWidget(assume_);
  buttons->addStretch(1);
  auto* cancel = new QPushButton(tr("Cancel"), body_);
  apply_ = new QPushButton(tr("Apply"), body_);
  apply_->setProperty("class", "primary");
  apply_->setObjectName("applyStep");
  cancel->setObjectName("cancelStep");
  buttons->addWidget(cancel);
  buttons->addWidget(apply_);
  rows->addLayout(buttons);
  connect(cancel, &QPushButton::clicked, this, &QWidget::hide);
  connect(assume_, &QPushButton::clicked, this, [this] { Q_EMIT assumeRequested(call_->text()); });
  connect(apply_, &QPushButton::clicked, this, [this] { Q_EMIT applied(primitive_, arguments()); });
}

void PrimitiveForm::take(const Arguments& args) {
  for (size_t i = 0; i < editors_.size(); ++i) {
    const QSignalBlocker quiet(editors_[i]);
    const Param& param = primitive_->params[i];
    if (i < args.size() && !args[i].isNone())
      editors_[i]->setValue(args[i]);
    else if (param.defaultValue)
      editors_[i]->setValue(*param.defaultValue);
    if (param.type == ParamType::Block) blockChanged();
  }
}

void PrimitiveForm::blockChanged() {
  for (size_t i = 0; i < editors_.size(); ++i)
    if (primitive_->params[i].type == ParamType::Block) {
      const StepValue block = editors_[i]->value();
      if (const auto* id = block.as<BlockId>())
        for (ParamEditor* editor : editors_) editor->setBlock(*id);
      return;
    }
}

Arguments PrimitiveForm::arguments() const {
  Arguments args;
  for (const ParamEditor* editor : editors_) args.push_back(editor->value());
  return args;
}

ParamEditor* PrimitiveForm::editor(const std::string& param) const {
  for (size_t i = 0; i < editors_.size(); ++i)
    if (primitive_->params[i].name == param) return editors_[i];
  return nullptr;
}

void PrimitiveForm::setVerdict(const QString& call, const std::optional<Explanation>& reason) {
  if (!body_) return;
  legal_ = !reason;
  call_->setText(call);
  QString text = tr("✓ legal");
  QStringList why;
  if (reason) {
    text = (reason->conservative ? "? " : "✗ ") + reasonWords(*reason);
    if (reason->witness) why << shortSentence(*reason->witness);
    if (!reason->hint.empty()) why << hintWords(*reason);
  }
  why_->setText(why.join('\n'));
  why_->setVisible(!why.isEmpty());
  why_->setToolTip(reason && reason->witness ? witnessWords(*reason->witness) : QString());
  refused_ = reason.has_value();
  if (refused_ && apply_->hasFocus()) setFocus();  // keys stay with the form
  apply_->setEnabled(!refused_);
  assume_->setVisible(reason && reason->conservative);
  apply_->setToolTip(refused_ ? reasonWords(*reason) : QString());
  verdict_->setText(text);
  verdict_->setObjectName(!reason ? "good" : reason->conservative ? "undecided" : "bad");
  verdict_->style()->unpolish(verdict_);
  verdict_->style()->polish(verdict_);
  showRepairs(reason ? reason->repairs : std::vector<Repair>());
  fit();
}

void PrimitiveForm::setRepairs(const QString& call, const std::vector<Repair>& repairs) {
  if (!body_ || legal_ || call_->text() != call) return;
  showRepairs(repairs);
  fit();
}

void PrimitiveForm::showRepairs(const std::vector<Repair>& repairs) {
  qDeleteAll(repairs_->findChildren<QLabel*>());
  for (const Repair& repair : repairs) {
    QLabel* label = repairLabel(repair, this, [this](const QString& step) { Q_EMIT repairRequested(step); });
    repairs_->layout()->addWidget(label);
    label->show();  // a hidden label would have no space in the layout computed next
  }
  repairs_->setVisible(!repairs.empty());
}

// Resizes the form to its text, at the same position.
void PrimitiveForm::fit() {
  const QPoint at = pos();
  body_->layout()->activate();
  const int needed = heightAt(*body_->layout(), kFormWidth);
  resize(fullWidth(), std::max(needed + 2, preview_->isVisibleTo(this) ? kPreviewHeight : 0));
  place(at);
}

int PrimitiveForm::fullWidth() const { return kFormWidth + (preview_->isVisibleTo(this) ? kPreviewWidth : 0); }

void PrimitiveForm::setCandidateVerdicts(const Primitive* primitive,
                                         const std::vector<std::optional<Explanation>>& reasons) {
  if (primitive != primitive_ || reasons.size() > chips_.size()) return;
  for (size_t i = 0; i < reasons.size(); ++i) {
    QPushButton* chip = chips_[i];
    chip->setProperty("refused", reasons[i].has_value());
    chip->setToolTip(reasons[i] ? reasonWords(*reasons[i]) : chip->accessibleDescription());
    chip->style()->unpolish(chip);
    chip->style()->polish(chip);
  }
}

QString PrimitiveForm::verdict() const {
  if (!verdict_ || !body_) return {};
  return why_->text().isEmpty() ? verdict_->text() : verdict_->text() + '\n' + why_->text();
}

// Moves the form inside the window, as near to `at` as possible.
void PrimitiveForm::place(const QPoint& at) {
  adjustSize();
  const QRect room = parentWidget()->rect().adjusted(8, 8, -8, -8);
  const int x = std::max(room.left(), std::min(at.x(), room.right() - width()));
  const int y = std::max(room.top(), std::min(at.y(), room.bottom() - height()));
  move(x, y);
}

void PrimitiveForm::avoid(const QRect& part) {
  constexpr int kGap = 8;
  if (part.isEmpty() || !geometry().intersects(part)) return;
  const QRect room = parentWidget()->rect().adjusted(kGap, kGap, -kGap, -kGap);
  const QPoint places[] = {{part.right() + kGap, y()},
                           {part.left() - width() - kGap, y()},
                           {x(), part.bottom() + kGap},
                           {x(), part.top() - height() - kGap}};
  std::optional<QPoint> nearest;
  for (const QPoint& place : places)
    if (room.contains(QRect(place, size())) &&
        (!nearest || (place - pos()).manhattanLength() < (*nearest - pos()).manhattanLength()))
      nearest = place;
  if (nearest) move(*nearest);
}

void PrimitiveForm::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return hide();
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (!refused_) Q_EMIT applied(primitive_, arguments());
    return;
  }
  QFrame::keyPressEvent(event);
}

bool PrimitiveForm::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress && isVisible()) {
    const auto* widget = qobject_cast<QWidget*>(object);
    // Popups of combo boxes are separate windows.
    if (widget && widget->window() == window() && widget != this && !isAncestorOf(widget) && widget != window()) hide();
  }
  return QFrame::eventFilter(object, event);
}

void PrimitiveForm::hideEvent(QHideEvent* event) {
  qApp->removeEventFilter(this);
  QFrame::hideEvent(event);
  Q_EMIT closed();
}

}  // namespace lw
