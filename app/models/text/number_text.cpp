#include "app/models/text/number_text.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/models/program/loop_tree_model.h"

namespace lw {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("lw", text); }

QString scaled(double n, double base, const char* const (&units)[6]) {
  size_t unit = 0;
  for (; n >= base * 0.9995 && unit + 1 < std::size(units); ++unit) n /= base;
  const bool whole = unit == 0 || n >= 99.5;
  return QStringLiteral("%1 %2").arg(n, 0, 'f', whole ? 0 : 1).arg(QLatin1String(units[unit])).trimmed();
}

}  // namespace

QString timeOf(double ms) {
  const auto digits = [](double v) { return v >= 100 ? 0 : v >= 10 ? 1 : v >= 1 ? 2 : 3; };
  if (ms >= 1000) return QObject::tr("%1 s").arg(ms / 1000, 0, 'f', digits(ms / 1000));
  if (ms >= 0.1) return QObject::tr("%1 ms").arg(ms, 0, 'f', std::min(digits(ms), 2));
  return QObject::tr("%1 µs").arg(ms * 1000, 0, 'f', digits(ms * 1000));
}

QString bytesText(double bytes) { return scaled(bytes, 1024, {"B", "KB", "MB", "GB", "TB", "PB"}); }
QString countText(double count) { return scaled(count, 1000, {"", "k", "M", "G", "T", "P"}); }

QString levelText(size_t level, const std::vector<int64_t>& caches) {
  return level < caches.size() ? QStringLiteral("L%1").arg(level + 1) : tr("memory");
}

QString workingSet(const Cost& cost, const std::vector<int64_t>& caches) {
  const QString size = (cost.exactFootprint ? QString() : QStringLiteral("~")) + bytesText(cost.footprint);
  if (caches.empty() || cost.footprint <= 0) return cost.footprint > 0 ? size : QString();
  return QStringLiteral("%1 ▸ %2").arg(size, levelText(cacheFor(cost.footprint, caches), caches));
}

}  // namespace lw
