#include "views/palette/step_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "views/translation/step_words.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr int kPaletteWidth = 620, kPaletteRow = 27, kRows = 11;
enum Role { kNote = Qt::UserRole + 1, kDim };

class PaletteDelegate : public QStyledItemDelegate {
 public:
  PaletteDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {kPaletteWidth - 40, kPaletteRow};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(theme_.selection);
      painter->drawRoundedRect(option.rect, 5, 5);
    }
    const bool dim = index.data(kDim).toBool();
    const QRect row = option.rect.adjusted(10, 0, -10, 0);
    painter->setFont(codeFont(12.5));
    painter->setPen(dim ? theme_.dim : theme_.text);
    painter->drawText(row, Qt::AlignVCenter, index.data().toString());
    const int name = painter->fontMetrics().horizontalAdvance(index.data().toString());
    const QRect note = row.adjusted(std::max(196, name + 16), 0, 0, 0);  // in one column, but after a long name
    painter->setFont(interfaceFont(12));
    painter->setPen(theme_.dim);
    painter->drawText(note, Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data(kNote).toString(), Qt::ElideRight, note.width()));
    painter->restore();
  }

 private:
  const Theme& theme_;
};

}  // namespace

StepPalette::StepPalette(QWidget* window)
    : QFrame(window),
      edit_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      call_(new QLabel(this)),
      theme_(loadTheme("dark")) {
  setObjectName("form");
  setAccessibleName(tr("Type a step"));
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(10, 10, 10, 10);
  rows->setSpacing(8);
  edit_->setObjectName("paletteEdit");
  edit_->setProperty("class", "code");
  edit_->setPlaceholderText(tr("split i 4 16"));
  edit_->setAccessibleName(tr("Step"));
  list_->setObjectName("paletteList");
  list_->setItemDelegate(new PaletteDelegate(theme_, list_));
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  call_->setObjectName("dim");
  for (QWidget* widget : std::initializer_list<QWidget*>{edit_, list_, call_}) rows->addWidget(widget);
  setFixedWidth(kPaletteWidth);
  edit_->installEventFilter(this);
  connect(edit_, &QLineEdit::textChanged, this, &StepPalette::filter);
  connect(list_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) {
    const Primitive* primitive = shown_[size_t(list_->row(item))];
    hide();
    Q_EMIT chosen(primitive);
  });
  hide();
}

void StepPalette::setTheme(const Theme& theme) {
  theme_ = theme;
  list_->viewport()->update();
}

void StepPalette::open(const std::vector<StepOffer>& offers, const std::vector<const Primitive*>& composites) {
  offers_ = offers;
  composites_ = composites;
  if (!isVisible()) before_ = QApplication::focusWidget();
  edit_->clear();
  filter();
  move((parentWidget()->width() - kPaletteWidth) / 2, 64);
  show();
  raise();
  qApp->installEventFilter(this);
  edit_->setFocus();
}

const StepOffer* StepPalette::offerOf(const Primitive& primitive) const {
  for (const StepOffer& offer : offers_)
    if (offer.primitive == &primitive) return &offer;
  return nullptr;
}

void StepPalette::filter() {
  shown_ = stepsNamed(edit_->text(), composites_);
  // Offers are for the selection, so they do not apply if the user types arguments.
  const bool given = hasArguments(edit_->text());
  const auto dim = [this, given](const Primitive* p) {
    const StepOffer* offer = offerOf(*p);
    return !given && offer &&
           (offer->state == StepOffer::State::Refused || offer->state == StepOffer::State::NothingSelected);
  };
  // For an empty text: the steps that are not refused, then the others; sampling steps last.
  if (edit_->text().trimmed().isEmpty())
    std::stable_sort(shown_.begin(), shown_.end(), [&](const Primitive* a, const Primitive* b) {
      const auto weight = [&](const Primitive* p) { return (p->group == Group::Sampling ? 2 : 0) + (dim(p) ? 1 : 0); };
      return weight(a) < weight(b);
    });
  list_->clear();
  for (const Primitive* p : shown_) {
    auto* item = new QListWidgetItem(QString::fromStdString(p->name), list_);
    item->setData(kDim, dim(p));
    item->setData(kNote, dim(p) ? reasonWords(offerOf(*p)->reason) : inWords(p->summary));
  }
  list_->setCurrentRow(shown_.empty() ? -1 : 0);
  list_->setVisible(!shown_.empty());
  list_->setFixedHeight(std::min(int(shown_.size()), kRows) * kPaletteRow + 10);
  const QString call = hasArguments(edit_->text()) ? callOfWords(edit_->text(), composites_) : QString();
  call_->setText(shown_.empty() ? tr("No step with this name")
                 : call.isEmpty()
                     ? tr("Enter applies it to the selection · or type arguments: split i 4 16, reorder k j")
                     : tr("Enter: %1").arg(call));
  adjustSize();
}

void StepPalette::accept() {
  const QString text = edit_->text();
  const int row = list_->currentRow();
  if (hasArguments(text)) {
    const QString call = callOfWords(text, composites_);
    if (call.isEmpty()) return;
    hide();
    Q_EMIT typed(call);
  } else if (row >= 0) {
    const Primitive* primitive = shown_[size_t(row)];
    hide();
    Q_EMIT chosen(primitive);
  }
}

void StepPalette::moveBy(int rows) {
  const int count = list_->count();
  if (count > 0) list_->setCurrentRow(std::clamp(list_->currentRow() + rows, 0, count - 1));
}

void StepPalette::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      return hide();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return accept();
    default:
      QFrame::keyPressEvent(event);
  }
}

bool StepPalette::eventFilter(QObject* object, QEvent* event) {
  if (object == edit_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int rows = key == Qt::Key_Down       ? 1
                     : key == Qt::Key_Up       ? -1
                     : key == Qt::Key_PageDown ? kRows
                     : key == Qt::Key_PageUp   ? -kRows
                                               : 0;
    if (rows != 0) return moveBy(rows), true;
  }
  if (event->type() == QEvent::MouseButtonPress && isVisible()) {
    const auto* widget = qobject_cast<QWidget*>(object);
    if (widget && widget->window() == window() && widget != this && !isAncestorOf(widget) && widget != window()) hide();
  }
  return QFrame::eventFilter(object, event);
}

void StepPalette::hideEvent(QHideEvent* event) {
  qApp->removeEventFilter(this);
  if (before_ && edit_->hasFocus()) before_->setFocus();
  QFrame::hideEvent(event);
}

}  // namespace lw
