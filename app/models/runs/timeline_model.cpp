#include "app/models/runs/timeline_model.h"

#include <QCoreApplication>
#include <algorithm>

namespace lw {
namespace {

using Kind = TimelineSpan::Kind;

QString numberOf(double value) { return QStringLiteral("%L1").arg(value, 0, 'f', 0); }

int percent(double part, double whole) { return whole > 0 ? qRound(100 * part / whole) : 0; }

QString nameOf(const TimelineSpan& span) {
  if (span.kind == Kind::Compute) return QCoreApplication::translate("Timeline", "Compute");
  if (span.kind == Kind::Copy) return QCoreApplication::translate("Timeline", "Start copies");
  switch (span.waitsFor) {
    case TimelineSpan::For::Copies:
      return QCoreApplication::translate("Timeline", "Wait for copies");
    case TimelineSpan::For::Phase:
      return QCoreApplication::translate("Timeline", "Wait for the phase of a barrier");
    default:
      return QCoreApplication::translate("Timeline", "Wait for the other warps");
  }
}

QString withBlock(const QString& text, const QString& block) {
  return block.isEmpty() ? text : QCoreApplication::translate("Timeline", "%1, block %2").arg(text, block);
}

}  // namespace

QString TimelineContent::blockAt(Origin origin) const {
  const auto found = names.find(origin.block);
  return found == names.end() ? QString() : found->second;
}

std::vector<TimelineCopy> copiesOfAllWarps(const BlockTimeline& kernel) {
  std::map<std::pair<int, std::string>, int> made;  // by a warp, to a buffer
  std::map<std::pair<std::string, int>, TimelineCopy> together;
  for (const TimelineCopy& copy : kernel.copies) {
    const int number = made[{copy.warp, copy.buffer}]++;
    const auto [found, first] = together.try_emplace({copy.buffer, number}, copy);
    if (first) continue;
    TimelineCopy& all = found->second;
    all.begin = std::min(all.begin, copy.begin);
    all.end = std::max(all.end, copy.end);
    all.bytes += copy.bytes;
  }
  std::vector<TimelineCopy> list;
  for (const auto& [key, copy] : together) list.push_back(copy);
  std::stable_sort(list.begin(), list.end(),
                   [](const TimelineCopy& a, const TimelineCopy& b) { return a.begin < b.begin; });
  return list;
}

QString sentenceOf(const TimelineContent& content, const TimelineSpan& span) {
  const QString text = QCoreApplication::translate("Timeline", "%1, %2 cycles")
                           .arg(withBlock(nameOf(span), content.blockAt(span.origin)), numberOf(span.end - span.begin));
  if (span.kind == Kind::Wait) return text;
  return QCoreApplication::translate("Timeline", "%1, stalled in %2 of them")
      .arg(text, numberOf(std::max(0.0, span.end - span.begin - span.busy)));
}

QString sentenceOf(const TimelineContent& content, const TimelineCopy& copy) {
  return QCoreApplication::translate("Timeline", "%1 bytes to %2, in flight for %3 cycles")
      .arg(numberOf(double(copy.bytes)), withBlock(QString::fromStdString(copy.buffer), content.blockAt(copy.origin)),
           numberOf(copy.end - copy.begin));
}

QString summaryOf(const BlockTimeline& kernel) {
  double issues = 0, waits = 0;
  for (const TimelineWarp& warp : kernel.warps) issues += warp.busy(), waits += warp.of(Kind::Wait);
  const double all = kernel.cycles * double(kernel.warps.size());
  QStringList parts;
  parts << QCoreApplication::translate("Timeline", "%1 cycles, %2 µs")
               .arg(numberOf(kernel.cycles), QString::number(kernel.cycles / kernel.ghz * 1e-3, 'g', 3));
  parts << QCoreApplication::translate("Timeline", "warps issue instructions %1 %, are stalled %2 %, wait %3 %")
               .arg(percent(issues, all))
               .arg(percent(all - issues - waits, all))
               .arg(percent(waits, all));
  parts << (kernel.copies.empty()
                ? QCoreApplication::translate("Timeline", "no asynchronous copies")
                : QCoreApplication::translate("Timeline", "copies in flight %1 %, and a warp computes in %2 % of that")
                      .arg(percent(kernel.inFlight, kernel.cycles))
                      .arg(percent(kernel.overlapped, kernel.inFlight)));
  if (kernel.occupancy.blocks > 1)
    parts << QCoreApplication::translate("Timeline", "a multiprocessor holds %1 such blocks")
                 .arg(kernel.occupancy.blocks);
  if (!kernel.complete)
    parts << QCoreApplication::translate("Timeline", "⚠ the block does not end, or does too much to be recorded");
  return parts.join(QStringLiteral(" · "));
}

}  // namespace lw
