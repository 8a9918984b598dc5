#include "views/palette/step_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/text/translate_messages.h"
#include "app/models/text/witness_text.h"
#include "core/script/typed_words.h"
#include "views/forms/layout_height.h"

namespace lw {
namespace {

constexpr int kPaletteWidth = 660, kPaletteRow = 27, kRows = 11, kValueRows = 6, kResultHeight = 236;
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

// As high as its content, whose labels wrap.
void fit(QWidget* palette) {
  palette->layout()->activate();
  palette->resize(kPaletteWidth, heightAt(*palette->layout(), kPaletteWidth));
}

}  // namespace

StepPalette::StepPalette(QWidget* window)
    : QFrame(window),
      edit_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      call_(new QLabel(this)),
      verdict_(new QLabel(this)),
      keys_(new QLabel(this)),
      preview_(new StepPreviewView(this)),
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
  call_->setObjectName("mono");
  call_->setWordWrap(true);
  verdict_->setWordWrap(true);
  keys_->setObjectName("dim");
  keys_->setWordWrap(true);
  preview_->setFixedHeight(kResultHeight);
  for (QWidget* widget : std::initializer_list<QWidget*>{edit_, call_, verdict_, list_, preview_, keys_})
    rows->addWidget(widget);
  setFixedWidth(kPaletteWidth);
  edit_->installEventFilter(this);
  connect(edit_, &QLineEdit::textChanged, this, &StepPalette::textChanged);
  connect(list_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { take(list_->row(item)); });
  hide();
}

void StepPalette::setTheme(const Theme& theme) {
  theme_ = theme;
  preview_->setTheme(theme);
  list_->viewport()->update();
}

void StepPalette::open(const std::vector<StepOffer>& offers, const std::vector<const Primitive*>& composites,
                       Read read) {
  offers_ = offers;
  composites_ = composites;
  read_ = std::move(read);
  if (!isVisible()) before_ = QApplication::focusWidget();
  edit_->clear();
  textChanged();
  move((parentWidget()->width() - kPaletteWidth) / 2, 64);
  show();
  fit(this);  // the style is known only now
  raise();
  qApp->installEventFilter(this);
  edit_->setFocus();
}

const StepOffer* StepPalette::offerOf(const Primitive& primitive) const {
  for (const StepOffer& offer : offers_)
    if (offer.primitive == &primitive) return &offer;
  return nullptr;
}

bool StepPalette::givesArguments() const {
  const typed::TypedCall call = typed::readCall(edit_->text().toStdString());
  return call.argumentsBegin >= 0 || call.dotted;
}

void StepPalette::textChanged() {
  moved_ = false;
  completions_ = {};
  const bool given = givesArguments();
  call_->setVisible(given);
  verdict_->setVisible(given);
  preview_->setVisible(given);
  if (given) {
    step_ = read_ ? read_(edit_->text().toStdString()) : TypedStep();
    showCall();
    // Otherwise the former values stay until those for this text arrive, so that the list does not flicker.
    if (!shown_.empty() || !step_.ambiguous.empty()) listValues();
    Q_EMIT textTyped(edit_->text());
  } else {
    step_ = {};
    preview_->clear();
    listSteps();
  }
  fit(this);
}

void StepPalette::listSteps() {
  const QString word = edit_->text().trimmed();
  shown_ = stepsNamed(word.toStdString(), composites_);
  values_.clear();
  const auto dim = [this](const Primitive* p) {
    const StepOffer* offer = offerOf(*p);
    return offer && (offer->state == StepOffer::State::Refused || offer->state == StepOffer::State::NothingSelected);
  };
  // For an empty text: the steps that are not refused, then the others; sampling steps last.
  if (word.isEmpty())
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
  fillList(kRows);
  list_->setCurrentRow(shown_.empty() ? -1 : 0);
  keys_->setText(shown_.empty()
                     ? tr("No step with this name")
                     : tr("Enter applies it to the selection · or type arguments: split i 4 16, reorder k j"));
}

// Names for an ambiguous word, or values for the next parameter.
void StepPalette::listValues() {
  shown_.clear();
  values_.clear();
  valuesFor_ = edit_->text();
  const QByteArray text = edit_->text().toUtf8();
  for (const AmbiguousWord& word : step_.ambiguous) {
    const QString typed = QString::fromUtf8(text.mid(word.begin, word.end - word.begin));
    for (const std::string& name : word.names)
      values_.push_back({QString::fromStdString(name), tr("instead of %1").arg(typed), word.begin, word.end});
  }
  const Param* param =
      completions_.param && completions_.primitive ? &completions_.primitive->params[*completions_.param] : nullptr;
  if (values_.empty() && param)
    for (const std::string& value : completions_.values)
      values_.push_back({QString::fromStdString(value),
                         !values_.empty()
                             ? QString()
                             : QStringLiteral("%1: %2").arg(QString::fromStdString(param->name), inWords(param->help)),
                         completions_.begin, int(text.size())});
  list_->clear();
  for (const Value& value : values_) {
    auto* item = new QListWidgetItem(value.text, list_);
    item->setData(kNote, value.note);
  }
  fillList(kValueRows);
  list_->setCurrentRow(-1);
  const QString look = verdict_->objectName();
  const bool refused = (look == QLatin1String("bad") || look == QLatin1String("undecided")) && !step_.call.empty();
  keys_->setText(refused && values_.empty() ? tr("Enter lists the refusal under Problems")
                 : values_.empty()          ? tr("Enter applies it")
                 : step_.call.empty() || !step_.ambiguous.empty()
                     ? tr("Tab or a click inserts the value")
                     : tr("Enter applies it · Tab or a click inserts the value"));
  fit(this);
}

void StepPalette::fillList(int rows) {
  list_->setVisible(list_->count() > 0);
  list_->setFixedHeight(std::min(list_->count(), rows) * kPaletteRow + 10);
}

QString StepPalette::callText() const { return call_->text(); }
QString StepPalette::verdictText() const { return verdict_->text(); }

void StepPalette::showCall() {
  const QString call = QString::fromStdString(step_.named());
  // The calls of a chain are shown with their verdicts, when these arrive.
  if (!step_.chain || call_->isHidden() || !call_->text().contains('\n'))
    call_->setText(step_.translated ? tr("Means %1").arg(call) : call);
  call_->setHidden(call.isEmpty());
  if (!step_.ambiguous.empty()) {
    const AmbiguousWord& word = step_.ambiguous.front();
    preview_->clear();
    return showVerdict(tr("Several loops are named %1: choose one")
                           .arg(QString::fromUtf8(edit_->text().toUtf8().mid(word.begin, word.end - word.begin))),
                       "bad");
  }
  if (step_.error) {
    preview_->clear();
    showError(*step_.error);
  }
  // Else the last verdict stays until the new one arrives.
}

// The calls of a chain, one in a line, each with its verdict.
void StepPalette::showChain(const std::vector<ChainedStep>& chain) {
  if (chain.empty()) return;
  const QByteArray text = edit_->text().toUtf8();
  QStringList lines;
  for (const ChainedStep& one : chain) {
    const QString typed = QString::fromUtf8(text.mid(one.place.begin, one.place.end - one.place.begin));
    const QString call = one.step.call.empty() ? typed : QString::fromStdString(one.step.named());
    lines << (!one.reached ? QStringLiteral("·  ") : one.error ? QStringLiteral("✗ ") : QStringLiteral("✓ ")) + call;
  }
  call_->setText(lines.join('\n'));
}

void StepPalette::showError(const Explanation& error) {
  // An argument that is not typed yet is no mistake.
  const bool missing = error.kind == kMissingArgument.id;
  const QString sign = missing ? QString() : error.conservative ? QStringLiteral("? ") : QStringLiteral("✗ ");
  QString text = sign + reasonWords(error);
  if (error.witness) text += QStringLiteral(": ") + shortSentence(*error.witness);
  if (!missing && !error.hint.empty()) text += QStringLiteral("; ") + hintWords(error);
  showVerdict(text, missing ? "dim" : error.conservative ? "undecided" : "bad");
}

void StepPalette::showVerdict(const QString& text, const char* look) {
  verdict_->setText(text);
  if (verdict_->objectName() != QLatin1String(look)) {
    verdict_->setObjectName(look);
    verdict_->style()->unpolish(verdict_);
    verdict_->style()->polish(verdict_);
  }
}

void StepPalette::setVerdict(const QString& text, const std::optional<Explanation>& error,
                             const TypedCompletions& completions, const std::vector<ChainedStep>& chain) {
  if (!isVisible() || text != edit_->text() || !givesArguments()) return;
  completions_ = completions;
  showChain(chain);
  if (step_.ambiguous.empty()) {
    if (error)
      showError(*error);
    else
      showVerdict(chain.empty() ? tr("✓ legal") : tr("✓ %1 steps, which are undone together").arg(chain.size()),
                  "good");
  }
  const int row = list_->currentRow();
  listValues();
  if (moved_ && row < list_->count()) list_->setCurrentRow(row);
}

void StepPalette::accept() {
  const int row = list_->currentRow();
  if (!givesArguments()) {
    if (row >= 0) take(row);
    return;
  }
  if (moved_ && row >= 0 && valuesFor_ == edit_->text()) return take(row);
  if (step_.call.empty() || !step_.ambiguous.empty()) return;
  const QString call = QString::fromStdString(step_.call);
  hide();
  Q_EMIT typed(call);
}

void StepPalette::take(int row) {
  if (!shown_.empty()) {
    const Primitive* primitive = shown_[size_t(row)];
    hide();
    Q_EMIT chosen(primitive);
  } else if (row >= 0 && size_t(row) < values_.size() && valuesFor_ == edit_->text()) {
    insert(values_[size_t(row)]);
  }
}

void StepPalette::insert(const Value& value) {
  const QByteArray text = edit_->text().toUtf8(), with = value.text.toUtf8();
  const QByteArray before = text.left(value.begin) + with;
  edit_->setText(QString::fromUtf8(before + text.mid(value.end)));
  edit_->setCursorPosition(int(QString::fromUtf8(before).size()));
  edit_->setFocus();
}

void StepPalette::moveBy(int rows) {
  const int count = list_->count();
  if (count == 0) return;
  list_->setCurrentRow(std::clamp(list_->currentRow() + rows, 0, count - 1));
  moved_ = true;
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
    if (key == Qt::Key_Tab) {
      const int row = list_->currentRow();
      if (!values_.empty())
        take(std::max(0, row));
      else if (!shown_.empty() && row >= 0)
        edit_->setText(QString::fromStdString(shown_[size_t(row)]->name) + ' ');
      return true;
    }
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
  Q_EMIT closed();
}

}  // namespace lw
