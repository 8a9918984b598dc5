#include "app/models/runs/roofline_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace lw {

RooflineScale scaleOf(const RooflineContent& content, size_t path) {
  double left = 1e300, right = 0, bottom = 1e300, top = 0;
  const auto see = [&](double x, double y) {
    if (x <= 0 || y <= 0) return;
    left = std::min(left, x), right = std::max(right, x);
    bottom = std::min(bottom, y), top = std::max(top, y);
  };
  const double peak = content.wide ? content.gflops64 : content.gflops;
  for (const RooflineRoof& roof : content.roofs)
    if (roof.gbps > 0 && peak > 0) see(peak / roof.gbps, peak);
  for (const RooflinePoint& p : content.points)
    if (path < p.intensity.size()) see(p.intensity[path], p.gflops);
  if (right <= 0) return {};
  return {left / 3, right * 4, bottom / 2.5, top * 2.2};
}

std::vector<double> logTicks(double from, double to) {
  const bool wide = to / from > 2000;
  std::vector<double> ticks;
  for (int power = int(std::floor(std::log10(from))); power <= int(std::ceil(std::log10(to))); ++power)
    for (const double step : {1.0, 2.0, 5.0}) {
      const double tick = step * std::pow(10.0, power);
      if (tick >= from && tick <= to && (step == 1.0 || !wide)) ticks.push_back(tick);
    }
  return ticks;
}

QString sentenceOf(const RooflineContent& content, const RooflinePoint& point, size_t path) {
  const auto number = [](double v) { return QString::number(v, 'g', v >= 100 ? int(std::log10(v)) + 1 : 3); };
  if (point.wrong)
    return QCoreApplication::translate("Roofline", "%1: the result is wrong, so its speed is not meaningful")
        .arg(point.label);
  QString text = QCoreApplication::translate("Roofline", "%1: %2 GFLOP/s").arg(point.label, number(point.gflops));
  if (path >= point.intensity.size() || point.intensity[path] <= 0 || path >= content.roofs.size()) return text;
  text += QCoreApplication::translate("Roofline", " at %1 operations per byte from %2")
              .arg(number(point.intensity[path]), content.roofs[path].name);
  const double peak = content.wide ? content.gflops64 : content.gflops;
  if (peak > 0 && content.roofs[path].gbps > 0)
    text +=
        QCoreApplication::translate("Roofline", ", %1 % of the roof")
            .arg(int(std::lround(100 * point.gflops / roofAt(point.intensity[path], peak, content.roofs[path].gbps))));
  return text;
}

}  // namespace lw
