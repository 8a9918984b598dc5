#include "views/inspector/effect_figures.h"

#include <QPainter>
#include <algorithm>

#include "views/theme/theme.h"

namespace lw {
namespace {

constexpr int kRow = 17, kIndent = 10, kGap = 4, kArrow = 22;

// "9.1 MB" is the number "9.1" and the unit "MB".
std::pair<QString, QString> parts(const QString& text) {
  const qsizetype space = text.lastIndexOf(' ');
  return space < 0 ? std::pair(text, QString()) : std::pair(text.left(space), text.mid(space + 1));
}

}  // namespace

EffectFigures::EffectFigures(QWidget* parent) : QWidget(parent) {
  setFont(interfaceFont(12));
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void EffectFigures::setFigures(const std::vector<EffectFigure>& figures) {
  setHidden(figures.empty());
  if (figures == figures_) return;
  figures_ = figures;
  QStringList read;
  for (const EffectFigure& f : figures) read << QStringLiteral("%1 %2 → %3").arg(f.what, f.before, f.after);
  setAccessibleName(read.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

QSize EffectFigures::sizeHint() const { return {200, int(figures_.size()) * kRow}; }

int EffectFigures::widest(bool unit) const {
  int width = 0;
  for (const EffectFigure& f : figures_)
    for (const QString& text : {f.before, f.after}) {
      const auto [number, of] = parts(text);
      width = std::max(width, fontMetrics().horizontalAdvance(unit ? of : number));
    }
  return width;
}

std::pair<int, int> EffectFigures::numberEnds() const {
  const int number = widest(false), unit = widest(true);
  const int second = width() - unit - kGap;
  return {second - number - kArrow - unit - kGap, second};
}

void EffectFigures::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto [first, second] = numberEnds();
  const int number = widest(false);
  const QColor dim = palette().color(QPalette::PlaceholderText), text = palette().color(QPalette::WindowText);
  for (size_t i = 0; i < figures_.size(); ++i) {
    const EffectFigure& f = figures_[i];
    const int top = int(i) * kRow;
    const auto cell = [&](int end, const QString& value) {
      const auto [digits, unit] = parts(value);
      painter.drawText(QRect(end - number - 1, top, number + 1, kRow), Qt::AlignVCenter | Qt::AlignRight, digits);
      painter.drawText(QRect(end + kGap, top, width(), kRow), Qt::AlignVCenter, unit);
    };
    painter.setPen(dim);
    const int room = first - number - kGap - kIndent;
    painter.drawText(QRect(kIndent, top, room, kRow), Qt::AlignVCenter,
                     fontMetrics().elidedText(f.what, Qt::ElideRight, room));
    cell(first, f.before);
    painter.drawText(QRect(second - number - kArrow, top, kArrow, kRow), Qt::AlignCenter, QStringLiteral("→"));
    painter.setPen(text);
    cell(second, f.after);
  }
}

}  // namespace lw
