#include "views/trace/trace_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "views/trace/trace_delegate.h"
#include "views/widgets/control_chords.h"

namespace lw {
namespace {

constexpr int kRow = 27;
// Characters of a call that are always visible, and from which on other columns get more than their minimum.
constexpr int kLeastLetters = 12, kGoodLetters = 30;
constexpr int kLeastChange = 72, kLeastBar = 24, kMostBar = 126;

}  // namespace

TraceView::TraceView(QWidget* parent) : QTableView(parent), model_(new TraceModel(this)), theme_(loadTheme("dark")) {
  setModel(model_);
  setItemDelegate(new TraceDelegate(this));
  setShowGrid(false);
  setTabKeyNavigation(false);  // Tab moves the focus to the next widget
  setFrameShape(QFrame::NoFrame);
  setSelectionMode(NoSelection);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);  // the background is not painted
  setFocusPolicy(Qt::StrongFocus);
  setVerticalScrollMode(ScrollPerPixel);
  setAccessibleName(tr("Trace"));
  horizontalHeader()->hide();
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(kRow);
  verticalHeader()->setMinimumSectionSize(kRow);
  horizontalHeader()->setMinimumSectionSize(24);
  horizontalHeader()->setSectionResizeMode(TraceModel::kCall, QHeaderView::Stretch);
  setColumnWidth(TraceModel::kNumber, 36);
  setColumnWidth(TraceModel::kCheck, 34);
  editor_ = new QLineEdit(viewport());
  editor_->setObjectName("stepEditor");
  editor_->setAccessibleName(tr("The step, as a call"));
  editor_->setFrame(false);
  editor_->hide();
  editor_->installEventFilter(this);
  connect(editor_, &QLineEdit::returnPressed, this, [this] {
    const QString call = editor_->text().trimmed();
    const bool changed = !call.isEmpty() && editor_->isModified();
    editor_->hide();
    setFocus();
    if (changed) Q_EMIT editRequested(edited_, call);
  });
  // The rows are laid out after the model was filled, and again when the height of the dock changes.
  connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &TraceView::revealCurrent);
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (!foldHit_) choose(index.row());
  });
}

void TraceView::setTheme(const Theme& theme) {
  theme_ = theme;
  static_cast<TraceDelegate*>(itemDelegate())->setTheme(theme);
  viewport()->update();
}

void TraceView::setRows(std::vector<TraceRow> rows, int current) {
  timed_ = std::any_of(rows.begin(), rows.end(), [](const TraceRow& row) {
    return row.ms >= 0 || !row.untimed.isEmpty() || row.check != TraceRow::Check::None;
  });
  editor_->hide();
  model_->setRows(std::move(rows), current);
  timeWidth_ = widest(TraceModel::kTime, codeFont(12));
  changeWidth_ = widest(TraceModel::kChange, interfaceFont(12));
  static_cast<TraceDelegate*>(itemDelegate())->setTimeWidth(timeWidth_);
  arrangeColumns();
  revealCurrent();
}

// The source cannot be edited, as it is no action.
void TraceView::editAction(int line) {
  const TraceRow* r = model_->row(line);
  if (!r || r->node == 0) return;
  edited_ = r->node;
  editor_->setFont(codeFont(12.5));
  editor_->setText(r->call);
  editor_->setGeometry(visualRect(model_->index(line, TraceModel::kCall)).adjusted(2, 1, -2, -2));
  editor_->show();
  editor_->setFocus();
  editor_->selectAll();
}

bool TraceView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == editor_ && event->type() == QEvent::FocusOut) editor_->hide();
  // Handled before the window's shortcuts.
  if (watched == editor_ && event->type() == QEvent::ShortcutOverride)
    event->setAccepted(!isZoom(*static_cast<QKeyEvent*>(event)));
  if (watched == editor_ && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    setFocus();  // hides the editor
    return true;
  }
  return QTableView::eventFilter(watched, event);
}

void TraceView::mouseDoubleClickEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  if (index.column() == TraceModel::kCall && !foldHit_ && !index.data(TraceModel::kInner).toBool())
    editAction(index.row());
}

// Keys that change the action of the current row.
bool TraceView::editKey(int line, QKeyEvent* event) {
  const TraceRow* r = model_->row(line);
  if (!r || r->node == 0) return false;
  const bool alt = event->modifiers() & Qt::AltModifier;
  if (event->key() == Qt::Key_F2)
    editAction(line);
  else if (event->key() == Qt::Key_Delete)
    Q_EMIT leaveOutRequested(r->node);
  else if (alt && event->key() == Qt::Key_Up)
    Q_EMIT moveRequested(r->node, -1);
  else if (alt && event->key() == Qt::Key_Down)
    Q_EMIT moveRequested(r->node, 1);
  else
    return false;
  return true;
}

// Scrolls the current row to the middle, aligned to a whole row at the top.
void TraceView::revealCurrent() {
  const int shown = std::max(1, viewport()->height() / kRow);
  verticalScrollBar()->setValue(std::max(0, model_->currentRow() - shown / 2) * kRow);
}

int TraceView::widest(int column, const QFont& font) const {
  const QFontMetricsF metrics(font);
  qreal width = 0;
  for (int line = 0; line < model_->rowCount(); ++line)
    width = std::max(width, metrics.horizontalAdvance(model_->index(line, column).data().toString()));
  // Rounded up, because Qt elides text that is wider by less than a pixel.
  return width > 0 ? int(std::ceil(width)) + 1 : 0;
}

// The calls have priority; the other columns make space in this order: the bars, the changes, the times.
void TraceView::arrangeColumns() {
  const QFontMetrics code(codeFont(12.5));
  const int letter = code.horizontalAdvance('m'), more = (kGoodLetters - kLeastLetters) * letter;
  int room = viewport()->width() - columnWidth(TraceModel::kNumber) - 2 * TraceDelegate::kCellSide -
             TraceDelegate::kFoldWidth - kLeastLetters * letter;
  setColumnHidden(TraceModel::kCheck, !timed_);
  if (timed_) room -= columnWidth(TraceModel::kCheck);
  const int time = timed_ && timeWidth_ > 0 && room >= timeWidth_ + 2 * TraceDelegate::kCellSide
                       ? timeWidth_ + 2 * TraceDelegate::kCellSide
                       : 0;
  room -= time;
  const int wanted = changeWidth_ + 2 * TraceDelegate::kCellSide, least = std::min(wanted, kLeastChange);
  const int change = changeWidth_ == 0 || room < least ? 0 : std::min(wanted, std::max(least, room - more));
  room -= change;
  const int bar = std::clamp((room - more) / 2, 0, kMostBar);
  setColumnHidden(TraceModel::kTime, time == 0);
  setColumnHidden(TraceModel::kChange, change == 0);
  setColumnWidth(TraceModel::kChange, change);
  setColumnWidth(TraceModel::kTime, time + (bar < kLeastBar ? 0 : bar + TraceDelegate::kBarGap));
}

void TraceView::resizeEvent(QResizeEvent* event) {
  arrangeColumns();
  QTableView::resizeEvent(event);
}

// Aligns the end of the scroll range to a whole row too.
void TraceView::updateGeometries() {
  QTableView::updateGeometries();
  QScrollBar* bar = verticalScrollBar();
  bar->setSingleStep(kRow);
  if (const int rest = bar->maximum() % kRow) bar->setMaximum(bar->maximum() + kRow - rest);
}

void TraceView::choose(int row) {
  if (const TraceRow* r = model_->row(row)) Q_EMIT rowChosen(r->node);
}

void TraceView::setEmptyText(const QString& text) {
  if (text == emptyText_) return;
  emptyText_ = text;
  viewport()->update();
}

void TraceView::paintEvent(QPaintEvent* event) {
  QPainter(viewport()).fillRect(event->rect(), theme_.panel);
  QTableView::paintEvent(event);
  if (gap_ >= 0) {
    QPainter painter(viewport());
    const int line = model_->lineOfRow(gap_);
    const int y = line < model_->rowCount() ? visualRect(model_->index(line, 0)).top()
                                            : visualRect(model_->index(model_->rowCount() - 1, 0)).bottom();
    painter.fillRect(QRect(0, y - 1, viewport()->width(), 3), theme_.focus);
  }
  if (model_->rowCount() > 1) return;
  QPainter painter(viewport());
  painter.setPen(theme_.dim);
  painter.setFont(interfaceFont(13));
  const int used = model_->rowCount() * verticalHeader()->defaultSectionSize();
  painter.drawText(
      viewport()->rect().adjusted(16, used, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
      model_->rowCount() == 0 ? emptyText_ : tr("No steps yet. Select a loop and click a step, or type one (Ctrl+K)."));
}

void TraceView::setUnfolded(int line, bool unfolded) {
  const int scrolled = verticalScrollBar()->value();
  model_->setUnfolded(line, unfolded);
  verticalScrollBar()->setValue(scrolled);
}

// A click on the triangle of a composite unfolds its row without scrolling.
void TraceView::mousePressEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  const auto fold = TraceModel::Fold(index.data(TraceModel::kFold).toInt());
  const int x = event->position().toPoint().x() - visualRect(index).left();
  foldHit_ = index.isValid() && index.column() == TraceModel::kCall && fold != TraceModel::Fold::None &&
             x < 8 + TraceDelegate::kFoldWidth;
  if (foldHit_) return setUnfolded(index.row(), fold == TraceModel::Fold::Folded);
  pressedRow_ = event->button() == Qt::LeftButton && index.isValid() && model_->row(index.row())->node != 0
                    ? model_->rowOf(index.row())
                    : -1;
  pressedAt_ = event->position().toPoint();
  QTableView::mousePressEvent(event);
}

// No row can be dropped before the source.
int TraceView::gapAt(int y) const {
  const int line = rowAt(y);
  if (line < 0) return model_->rowTotal();
  const QRect place = visualRect(model_->index(line, 0));
  const int row = model_->rowOf(line);
  return std::max(1, y > place.center().y() ? row + 1 : row);
}

void TraceView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  if (pressedRow_ < 0 || !(event->buttons() & Qt::LeftButton) ||
      (gap_ < 0 && (at - pressedAt_).manhattanLength() < QApplication::startDragDistance()))
    return QTableView::mouseMoveEvent(event);
  gap_ = gapAt(at.y());
  setCursor(Qt::ClosedHandCursor);
  viewport()->update();
}

void TraceView::mouseReleaseEvent(QMouseEvent* event) {
  const int gap = std::exchange(gap_, -1), from = std::exchange(pressedRow_, -1);
  if (gap < 0) return QTableView::mouseReleaseEvent(event);
  unsetCursor();
  viewport()->update();
  const int by = gap > from ? gap - 1 - from : gap - from;
  const TraceRow* r = model_->row(model_->lineOfRow(from));
  if (r && by != 0) Q_EMIT moveRequested(r->node, by);
}

void TraceView::goToBookmark(int by) {
  if (const int line = model_->nextBookmark(model_->currentRow(), by); line >= 0) choose(line);
}

// Single-letter commands for the shown row. Compares characters, because [ and ] are on other keys in other layouts.
bool TraceView::rowKey(int line, QKeyEvent* event) {
  const TraceRow* r = model_->row(line);
  if (!r || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
  if (event->text() == QLatin1String("["))
    goToBookmark(-1);
  else if (event->text() == QLatin1String("]"))
    goToBookmark(1);
  else if (event->key() == Qt::Key_B)
    Q_EMIT bookmarkRequested(r->node, !r->bookmark);
  else if (event->key() == Qt::Key_N)
    Q_EMIT noteRequested(r->node);
  else if (event->key() == Qt::Key_H)
    Q_EMIT highlightRequested(r->node);
  else if (event->key() == Qt::Key_Space && r->node != 0)
    Q_EMIT switchRequested(r->node, !r->off);
  else
    return false;
  return true;
}

void TraceView::keyPressEvent(QKeyEvent* event) {
  const int at = model_->currentRow();
  if (gap_ >= 0 && event->key() == Qt::Key_Escape) {  // cancels the drag
    gap_ = pressedRow_ = -1;
    unsetCursor();
    return viewport()->update();
  }
  if (editKey(at, event) || rowKey(at, event)) return;
  switch (event->key()) {
    case Qt::Key_Escape:
      return Q_EMIT compareRequested(-1);
    case Qt::Key_C:
      if (isCommand(*event)) return QTableView::keyPressEvent(event);
      if (const TraceRow* r = model_->row(at)) return Q_EMIT compareRequested(r->node);
      return;
    case Qt::Key_Up:
      return choose(model_->nextRow(at, -1));
    case Qt::Key_Down:
      return choose(model_->nextRow(at, 1));
    case Qt::Key_Right:
      return setUnfolded(at, true);
    case Qt::Key_Left:
      return setUnfolded(at, false);
    case Qt::Key_Home:
      return choose(0);
    case Qt::Key_End:
      return choose(model_->rowCount() - 1);
    default:
      QTableView::keyPressEvent(event);
  }
}

void TraceView::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index = indexAt(viewport()->mapFromGlobal(event->globalPos()));
  if (const TraceRow* r = model_->row(index.row())) Q_EMIT menuRequested(r->node, event->globalPos());
}

}  // namespace lw
