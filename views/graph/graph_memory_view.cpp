#include "views/graph/graph_memory_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <map>

#include "views/graph/graph_words.h"

namespace lw {
namespace {

constexpr qreal kSide = 10, kTop = 24, kBottom = 8;
constexpr qreal kNamed = 18;  // pixels; smaller pieces have no name

}  // namespace

GraphMemoryView::GraphMemoryView(QWidget* parent) : QWidget(parent) {
  setObjectName("graphMemory");
  setAccessibleName(tr("Memory over the run"));
  setFixedHeight(kHeight);
  setCursor(Qt::PointingHandCursor);
}

void GraphMemoryView::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void GraphMemoryView::setContent(std::shared_ptr<const graph::Outline> outline,
                                 const std::vector<GraphMemory>& memory) {
  outline_ = std::move(outline);
  pieces_.clear();
  peak_ = 0;
  std::map<std::string, int> nodes;
  if (outline_)
    for (size_t i = 0; i < outline_->nodes.size(); ++i) nodes.emplace(outline_->nodes[i].value, int(i));
  int last = 0;
  first_ = outline_ ? int(outline_->nodes.size()) : 0;
  for (const GraphMemory& piece : memory) {
    const auto made = nodes.find(piece.value), used = nodes.find(piece.lastUse);
    if (made == nodes.end() || piece.bytes <= 0) continue;
    const int end = used == nodes.end() ? made->second : std::max(used->second, made->second);
    pieces_.push_back({made->second, end, piece.offset, piece.bytes});
    peak_ = std::max(peak_, piece.offset + piece.bytes);
    first_ = std::min(first_, made->second);
    last = std::max(last, end);
  }
  steps_ = std::max(1, last - first_ + 1);
  setAccessibleDescription(isEmpty() ? QString() : tr("Peak: %1").arg(sizeWord(peak_)));
  setVisible(!isEmpty());
  update();
}

void GraphMemoryView::setCurrent(int node) {
  current_ = node;
  update();
}

QRectF GraphMemoryView::placed(const Piece& piece) const {
  const qreal across = (width() - 2 * kSide) / steps_,
              down = (height() - kTop - kBottom) / double(std::max<int64_t>(1, peak_));
  const qreal bottom = height() - kBottom - double(piece.offset) * down, size = double(piece.bytes) * down;
  return {kSide + (piece.node - first_) * across, bottom - size, (piece.last - piece.node + 1) * across, size};
}

QRectF GraphMemoryView::rectOf(int node) const {
  for (const Piece& piece : pieces_)
    if (piece.node == node) return placed(piece);
  return {};
}

const GraphMemoryView::Piece* GraphMemoryView::pieceAt(const QPointF& position) const {
  for (const Piece& piece : pieces_)
    if (placed(piece).adjusted(-1, -1, 1, 1).contains(position)) return &piece;
  return nullptr;
}

QString GraphMemoryView::wordsOf(const Piece& piece) const {
  const auto name = [this](int node) { return QString::fromStdString(outline_->nodes[size_t(node)].value); };
  return tr("%1: %2 at offset %3, until %4 is computed")
      .arg(name(piece.node), sizeWord(piece.bytes))
      .arg(piece.offset)
      .arg(name(piece.last));
}

void GraphMemoryView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(QRectF(0, 0, width(), 1), theme_.hairline);
  painter.setFont(interfaceFont(11));
  painter.setPen(theme_.dim);
  painter.drawText(QRectF(kSide, 2, width() - 2 * kSide, kTop - 4), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("Memory over the run, peak %1").arg(sizeWord(peak_)));
  painter.setFont(codeFont(11));
  for (const Piece& piece : pieces_) {
    const bool chosen = piece.node == current_;
    const QRectF here = placed(piece).adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor kind = theme_.buffer;
    painter.setPen(QPen(chosen ? theme_.selectionEdge : blend(kind, theme_.panel, 0.3), chosen ? 2 : 1));
    painter.setBrush(chosen ? theme_.selection : blend(theme_.panel, kind, 0.22));
    painter.drawRoundedRect(here, 2, 2);
    if (here.width() < kNamed || here.height() < 12) continue;
    painter.setPen(theme_.text);
    const QString name = QString::fromStdString(outline_->nodes[size_t(piece.node)].value);
    painter.drawText(here.adjusted(3, 0, -3, 0), Qt::AlignCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, int(here.width()) - 6));
  }
}

void GraphMemoryView::mousePressEvent(QMouseEvent* event) {
  if (const Piece* piece = pieceAt(event->position())) Q_EMIT picked(piece->node);
}

bool GraphMemoryView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  if (const Piece* piece = pieceAt(help->pos()))
    QToolTip::showText(help->globalPos(), wordsOf(*piece), this);
  else
    QToolTip::hideText();
  return true;
}

}  // namespace lw
