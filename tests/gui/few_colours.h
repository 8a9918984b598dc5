// A picture with 256 colours is a third as large, and looks the same.
#pragma once

#include <QImage>
#include <QList>
#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace lw::test {

// Frequent colours are kept. Every other one is replaced by a kept one that is nearby in red, green and blue, so that
// rare colours, as of links, do not turn into the next frequent one.
inline QImage withFewColours(const QImage& picture) {
  constexpr size_t kMost = 256;
  std::map<QRgb, int> counts;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) ++counts[picture.pixel(x, y)];
  std::vector<std::pair<int, QRgb>> order;
  for (const auto& [colour, count] : counts) order.emplace_back(-count, colour);
  std::sort(order.begin(), order.end());
  const auto differ = [](QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
  };
  std::vector<QRgb> kept;
  for (int nearby = 0;; ++nearby) {
    kept.clear();
    for (const auto& [count, colour] : order) {
      const bool close = std::any_of(kept.begin(), kept.end(), [&](QRgb k) { return differ(k, colour) <= nearby; });
      if (!close) kept.push_back(colour);
      if (kept.size() > kMost) break;
    }
    if (kept.size() <= kMost) break;
  }
  return picture.convertToFormat(QImage::Format_Indexed8, QList<QRgb>(kept.begin(), kept.end()), Qt::ThresholdDither);
}

}  // namespace lw::test
