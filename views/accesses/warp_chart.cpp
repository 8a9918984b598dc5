#include "views/accesses/warp_chart.h"

#include <QPainter>
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "views/accesses/access_painter.h"

namespace lw {
namespace {

constexpr int kSectorBytes = 32;
constexpr int kWarpTitled = 90;  // minimum height in pixels for a title of the chart

}  // namespace

std::vector<int> warpColumns(const Playback& playback) {
  const Recording::Request* made = playback.request();
  if (!made || made->registers) return {};
  const auto touched = playback.accessesOf(*made);
  const int bytes = playback.recording().memories[size_t(touched.front().memory)].type.bytes();
  std::vector<int> columns;
  if (made->shared) {
    std::vector<std::set<int64_t>> words(kBanks);
    for (const Recording::Access& access : touched)
      for (int64_t at = int64_t{access.element} * bytes / kBankBytes;
           at * kBankBytes < (access.element + 1) * int64_t{bytes}; ++at)
        words[size_t(at % kBanks)].insert(at);
    for (const std::set<int64_t>& bank : words) columns.push_back(int(bank.size()));
    return columns;
  }
  std::map<int64_t, std::set<int64_t>> sectors;
  for (const Recording::Access& access : touched)
    sectors[int64_t{access.element} * bytes / kSectorBytes].insert(access.element);
  for (const auto& [sector, elements] : sectors) columns.push_back(int(elements.size()) * bytes);
  return columns;
}

WarpChart::WarpChart(Playback* playback, QWidget* parent)
    : QWidget(parent), theme_(loadTheme("dark")), playback_(playback) {
  setAccessibleName(tr("Banks or sectors of the warp's access"));
  setToolTip(
      tr("Shared memory: how many different words of each bank the warp accesses at once, one pass each. Global "
         "memory: how much of each transferred sector is used."));
  const auto repaint = [this] { update(); };
  connect(playback_, &Playback::programChanged, this, repaint);
  connect(playback_, &Playback::moved, this, repaint);
}

void WarpChart::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void WarpChart::paintEvent(QPaintEvent*) {
  const Recording::Request* made = playback_->request();
  if (!made || made->registers) return;
  QPainter painter(this);
  painter.setFont(interfaceFont(11));
  const std::vector<int> columns = warpColumns(*playback_);
  const bool titled = height() >= kWarpTitled, wasteful = made->moved > made->needed;
  const QRectF inner = QRectF(rect()).adjusted(0, titled ? 34 : 4, -1, -14);
  const int most = made->shared ? std::max(1, *std::max_element(columns.begin(), columns.end())) : kSectorBytes;
  const double across = std::min(made->shared ? 30.0 : 20.0, inner.width() / double(columns.size()));
  for (size_t i = 0; i < columns.size(); ++i) {
    const double tall = inner.height() * columns[i] / most;
    const QRectF place(inner.left() + double(i) * across + 0.5, inner.top(), std::max(1.0, across - 1), inner.height());
    painter.fillRect(place, theme_.raised);
    painter.fillRect(place.adjusted(0, inner.height() - tall, 0, 0),
                     wasteful && (!made->shared || columns[i] > 1) ? theme_.reduce : theme_.vectorized);
  }
  painter.setPen(theme_.dim);
  const QRectF below(inner.left(), inner.bottom() + 1, across * double(columns.size()), 13);
  if (made->shared) {
    for (const int bank : {0, 8, 16, 24})
      painter.drawText(QRectF(inner.left() + bank * across, below.top(), 30, 13), int(Qt::AlignLeft | Qt::AlignVCenter),
                       QString::number(bank));
    painter.drawText(below, int(Qt::AlignRight | Qt::AlignVCenter), QString::number(kBanks - 1));
  } else {
    painter.drawText(QRectF(rect()).adjusted(0, height() - 14, 0, 0), int(Qt::AlignLeft | Qt::AlignVCenter),
                     tr("%1 of %2 bytes used")
                         .arg(std::accumulate(columns.begin(), columns.end(), 0))
                         .arg(int(columns.size()) * kSectorBytes));
  }
  if (!titled) return;
  const QString title = made->shared
                            ? tr("Words that the warp accesses in each bank, up to %1: one pass each").arg(most)
                            : tr("Used part of each transferred sector");
  painter.drawText(QRectF(0, 2, width(), 30), int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, title);
}

}  // namespace lw
