#include "views/accesses/access_grids.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/models/runs/values_model.h"

namespace lw {
namespace {

constexpr double kStep = 1.35, kMostCell = 40;
constexpr double kLegible = 10;    // smaller cells are enlarged under the mouse
constexpr size_t kLookBack = 400;  // number of accesses that are searched for the last one of each memory
constexpr int kArrow = 40;

}  // namespace

AccessGrids::AccessGrids(Playback* playback, QWidget* parent)
    : QWidget(parent), theme_(loadTheme("dark")), playback_(playback) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Accesses"));
  connect(playback_, &Playback::programChanged, this, [this] { corners_.clear(), held_ = {}, changed(); });
  connect(playback_, &Playback::moved, this, [this] { follow(), update(), hideLens(); });
  connect(playback_, &Playback::cacheChanged, this, [this] { update(), hideLens(); });
}

void AccessGrids::setTheme(const Theme& theme) {
  theme_ = theme;
  hideLens();
  update();
}

void AccessGrids::setEmptyText(const QString& text) {
  empty_ = text;
  update();
}

void AccessGrids::changed() {
  laid_ = false;
  hideLens();
  update();
}

// Resets a cell size that is not larger than the one at which all cells are visible.
const AccessLayout& AccessGrids::layout() {
  if (!std::exchange(laid_, true) && !playback_->empty()) {
    all_ = layOutAccess(playback_->recording(), area());
    const bool larger = requestedCell_ > all_.cell * 1.01;
    layout_ = larger ? layOutEnlarged(all_, playback_->recording(), area(), requestedCell_, corners_) : all_;
  }
  return layout_;
}

void AccessGrids::enlarge(int steps, const QPointF& fixed) {
  if (playback_->empty()) return;
  const double before = layout().cell;
  const bool wasAll = before <= all_.cell * 1.01;
  if (held_.at != fixed) {
    const AccessGrid* held = gridAt(fixed);
    held_ = {fixed, held ? (fixed - held->cells.topLeft()) / before : QPointF(), held ? held->memory : -1};
  }
  std::map<int, QPointF> middles;
  for (const AccessGrid& grid : layout_.grids)
    middles[grid.memory] = (grid.view.center() - grid.cells.topLeft()) / before;
  const double cell = std::min(before * std::pow(kStep, steps), kMostCell);
  requestedCell_ = cell > all_.cell * 1.01 ? cell : 0;
  changed();
  layout();
  if (requestedCell_ > 0) {
    for (const AccessGrid& grid : layout_.grids) {
      const QPointF half = QPointF(grid.view.width(), grid.view.height()) / 2 / cell;
      const QPointF under = (fixed - grid.view.topLeft()) / cell;
      corners_[grid.memory] = grid.memory == held_.memory ? held_.place - under : middles[grid.memory] - half;
    }
    laid_ = false;
    if (wasAll && held_.memory < 0) follow();
  }
  Q_EMIT enlarged();
}

void AccessGrids::showAll() {
  requestedCell_ = 0;
  held_ = {};
  changed();
  Q_EMIT enlarged();
}

const AccessGrid* AccessGrids::gridAt(const QPointF& place) {
  for (const AccessGrid& grid : layout().grids)
    if (grid.view.contains(place)) return &grid;
  return nullptr;
}

void AccessGrids::scroll(int memory, const QPointF& pixels) {
  if (requestedCell_ == 0) return;
  corners_[memory] += pixels / layout().cell;
  held_ = {};
  changed();
}

// Scrolls each memory to its last access.
void AccessGrids::follow() {
  if (requestedCell_ == 0 || playback_->empty()) return;
  const std::vector<Recording::Access>& all = playback_->recording().accesses;
  const size_t now = playback_->position();
  std::map<int, int64_t> last;
  if (const Recording::Request* made = playback_->request()) {
    const Recording::Access& first = all[made->firstAccess];
    last.emplace(first.memory, first.element);
  }
  for (size_t i = now; i > now - std::min(now, kLookBack); --i) last.emplace(all[i - 1].memory, all[i - 1].element);
  for (const AccessGrid& grid : layout().grids) {
    const auto touched = last.find(grid.memory);
    if (touched == last.end()) continue;
    const auto [column, row] = grid.shape.cellOf(touched->second);
    const double cell = layout_.cell;
    const QRectF rect(grid.cells.left() + column * cell, grid.cells.top() + row * cell, cell, cell);
    if (grid.view.adjusted(-1, -1, 1, 1).contains(rect)) continue;
    corners_[grid.memory] += (rect.center() - grid.view.center()) / cell;
    held_ = {};
    laid_ = false;
  }
}

void AccessGrids::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (playback_->empty()) {
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(rect()).adjusted(20, 8, -20, -8), int(Qt::AlignCenter) | Qt::TextWordWrap, empty_);
    return;
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  paintAccess(painter, layout(), *playback_, theme_);
}

void AccessGrids::resizeEvent(QResizeEvent*) { changed(); }

// ---- the mouse ----

void AccessGrids::mousePressEvent(QMouseEvent* event) {
  setFocus();
  if (playback_->empty()) return;
  dragged_ = event->position();
  const AccessGrid* grid = gridAt(dragged_);
  draggedMemory_ = grid ? grid->memory : -1;
}

void AccessGrids::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || draggedMemory_ < 0) return showLens(event->position());
  scroll(draggedMemory_, dragged_ - event->position());
  dragged_ = event->position();
}

// The wheel with Ctrl zooms, and otherwise scrolls.
void AccessGrids::wheelEvent(QWheelEvent* event) {
  const QPoint turned = event->angleDelta();
  const AccessGrid* grid = gridAt(event->position());
  if (event->modifiers() & Qt::ControlModifier) {
    const int along = turned.y() != 0 ? turned.y() : turned.x();
    if (along != 0) enlarge(along > 0 ? 1 : -1, event->position());
  } else if (grid && requestedCell_ > 0) {
    const bool across = event->modifiers() & Qt::ShiftModifier;
    scroll(grid->memory, across ? QPointF(-turned.y(), 0) : QPointF(-turned.x(), -turned.y()));
  } else {
    return QWidget::wheelEvent(event);
  }
  event->accept();
  showLens(event->position());
}

void AccessGrids::leaveEvent(QEvent*) { hideLens(); }

void AccessGrids::hideEvent(QHideEvent*) { hideLens(); }

void AccessGrids::hideLens() {
  if (lens_) lens_->hide();
}

void AccessGrids::showLens(const QPointF& place) {
  const bool small = !playback_->empty() && layout().cell < kLegible;
  const auto found = small ? elementAt(layout(), place) : std::nullopt;
  if (!found) return hideLens();
  QToolTip::hideText();
  if (!lens_ || lens_->parentWidget() != window()) {  // the pane may be floating
    delete lens_;
    lens_ = new AccessLens(playback_, window());
  }
  lens_->look(all_, found->first, found->second, factsOf(found->first, found->second), theme_,
              mapTo(window(), place.toPoint()));
}

// The value and the location of the element.
QStringList AccessGrids::factsOf(int memory, int64_t element) {
  const Recording::Memory& m = playback_->recording().memories[size_t(memory)];
  QStringList place;
  for (const int64_t i : indicesOf(m.shape, element)) place << QString::number(i);
  const double value = playback_->valuesOf(size_t(memory))[size_t(element)];
  const int64_t lanes = m.registers > 0 ? m.shape.back() : 1, row = element / lanes;
  if (m.registers > 0) place = QStringList{QString::number(row % m.registers)};
  const QString name = QStringLiteral("%1[%2]").arg(QString::fromStdString(m.name), place.join(", "));
  const QString held =
      std::isnan(value) ? tr("%1: not written yet").arg(name) : tr("%1 = %2").arg(name, QString::number(value, 'g', 6));
  const int bytes = m.type.bytes();
  if (m.registers > 0) return {held, tr("a register of warp %1, lane %2").arg(row / m.registers).arg(element % lanes)};
  if (playback_->ofWarps()) {
    const bool shared = m.scope.starts_with("shared");
    return {held,
            shared ? tr("bank %1").arg(bankOf(element, bytes)) : tr("sector %1 of 32 bytes").arg(element * bytes / 32)};
  }
  const CacheShape& shape = playback_->cache().shape;
  const int64_t line = (m.address + element * bytes) / shape.lineBytes;
  const std::vector<int64_t> resident = playback_->residentLines();
  const bool inCache = std::find(resident.begin(), resident.end(), line) != resident.end();
  return {held, (inCache ? tr("cache line %1, set %2: cached") : tr("cache line %1, set %2: not cached"))
                    .arg(line)
                    .arg(line % shape.sets)};
}

bool AccessGrids::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || playback_->empty()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto found = elementAt(layout(), help->pos());
  if (found && !(lens_ && lens_->isVisible()))
    QToolTip::showText(help->globalPos(), factsOf(found->first, found->second).join('\n'), this);
  else
    QToolTip::hideText();
  return true;
}

// ---- the keys ----

// Left and right step, the space bar plays, page up and down move between breakpoints; plus, minus and 0 zoom, and the
// arrows with Ctrl scroll.
void AccessGrids::keyPressEvent(QKeyEvent* event) {
  const bool far = event->modifiers() & Qt::ControlModifier;
  const int many = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
  const auto scrollAll = [this](int x, int y) {
    for (const AccessGrid& grid : AccessLayout(layout()).grids) scroll(grid.memory, QPointF(x, y));
  };
  switch (event->key()) {
    case Qt::Key_Right:
      return far ? scrollAll(kArrow, 0) : Q_EMIT stepRequested(many);
    case Qt::Key_Left:
      return far ? scrollAll(-kArrow, 0) : Q_EMIT stepRequested(-many);
    case Qt::Key_Down:
      return far ? scrollAll(0, kArrow) : QWidget::keyPressEvent(event);
    case Qt::Key_Up:
      return far ? scrollAll(0, -kArrow) : QWidget::keyPressEvent(event);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return enlarge(1);
    case Qt::Key_Minus:
      return enlarge(-1);
    case Qt::Key_0:
      return showAll();
    case Qt::Key_Space:
      return Q_EMIT playRequested();
    case Qt::Key_Home:
      return playback_->setPosition(0);
    case Qt::Key_End:
      return playback_->setPosition(playback_->size());
    case Qt::Key_PageDown:
      return Q_EMIT breakpointRequested(1);
    case Qt::Key_PageUp:
      return Q_EMIT breakpointRequested(-1);
    default:
      return QWidget::keyPressEvent(event);
  }
}

}  // namespace lw
