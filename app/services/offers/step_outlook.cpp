#include "app/services/offers/step_outlook.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "app/models/program/loop_tree_model.h"
#include "app/models/text/number_text.h"
#include "app/shared/step_checks.h"

namespace lw {
namespace {

constexpr size_t kMostValues = 4;  // candidate values of a step that are tried
constexpr double kNoticed = 0.02;  // smaller changes of an estimate are ignored
constexpr double kLeastGain = 0.1;
constexpr double kVectorGain = 3;  // full vectorization counts as much as three halvings of the traffic

bool differs(double a, double b) { return std::abs(a - b) > kNoticed * std::max(std::abs(a), std::abs(b)); }

bool dropsParallel(const StepOutlook& step) { return !step.before.parallel.isEmpty() && step.after.parallel.isEmpty(); }

bool changes(const StepOutlook& step) {
  if (dropsParallel(step)) return true;
  const Outlook &a = step.before, &b = step.after;
  for (size_t i = 0; i < a.traffic.size() && i < b.traffic.size(); ++i)
    if (differs(a.traffic[i], b.traffic[i])) return true;
  return std::abs(a.vectorShare - b.vectorShare) > kNoticed ||
         (a.footprint > 0 && b.footprint > 0 && differs(a.footprint, b.footprint));
}

// In halvings of the traffic; larger is better.
double gainOf(const StepOutlook& step) {
  double gain = kVectorGain * (step.after.vectorShare - step.before.vectorShare);
  for (size_t i = 0; i < step.before.traffic.size() && i < step.after.traffic.size(); ++i)
    if (step.before.traffic[i] > 0 && step.after.traffic[i] > 0)
      gain += std::log2(step.before.traffic[i] / step.after.traffic[i]);
  return gain;
}

LoopId outermostOf(const Schedule& before, const Schedule& after, LoopId loop) {
  if (!loop.valid() || after.program().contains(loop)) return loop;
  for (const LoopId now : after.follow(loop, before.stepCount(), after.stepCount()))
    if (after.program().contains(now)) return now;
  return {};
}

}  // namespace

Outlook outlookOf(const Snapshot& program, int function, LoopId loop, const std::vector<int64_t>& caches) {
  const LoopTree tree = buildLoopTree(program, function, caches);
  Outlook outlook;
  outlook.traffic = tree.whole.traffic;
  std::vector<bool> inVectors(tree.nodes.size(), false);
  double vectors = 0;
  for (size_t i = 0; i < tree.nodes.size(); ++i) {
    const LoopTreeNode& node = tree.nodes[i];
    const bool outside = node.parent < 0 || !inVectors[size_t(node.parent)];
    const bool vectorized = node.kind == LoopTreeNode::Kind::Loop && node.forKind == ForKind::Vectorized;
    inVectors[i] = !outside || vectorized;
    if (outside && vectorized) vectors += node.cost.flops;
    if (node.kind == LoopTreeNode::Kind::Loop && node.forKind == ForKind::Parallel)
      outlook.parallel << QString::fromStdString(node.name);
  }
  if (tree.whole.flops > 0) outlook.vectorShare = std::min(1.0, vectors / tree.whole.flops);
  if (const int at = loop.valid() ? tree.find(loop) : -1; at >= 0)
    outlook.footprint = tree.nodes[size_t(at)].cost.iterationFootprint;
  return outlook;
}

std::vector<StepOutlook> outlooksOf(const Schedule& schedule, int function, const std::vector<StepOffer>& offers,
                                    LoopId loop, const std::vector<int64_t>& caches,
                                    const std::function<bool()>& stop) {
  std::vector<StepOutlook> all;
  const Outlook before = outlookOf(schedule.program(), function, loop, caches);
  for (const StepOffer& offer : offers) {
    if (offer.state != StepOffer::State::Legal || offer.primitive->group == Group::Sampling) continue;
    if (changesValues(*offer.primitive)) continue;
    std::vector<Arguments> tries;
    for (const Candidate& candidate : offer.candidates)
      if (tries.size() < kMostValues) tries.push_back(candidate.args);
    if (tries.empty()) tries.push_back(offer.args);
    std::optional<StepOutlook> best;
    for (const Arguments& args : tries) {
      if (stop()) return {};
      Schedule next = schedule;
      if (!next.apply(*offer.primitive, args)) continue;
      const LoopId became = outermostOf(schedule, next, loop);
      StepOutlook step{callText(schedule.program(), *offer.primitive, args), next, before,
                       outlookOf(next.program(), function, became, caches)};
      if (changes(step) && (!best || gainOf(step) > gainOf(*best))) best = std::move(step);
    }
    if (best) all.push_back(std::move(*best));
  }
  std::stable_sort(all.begin(), all.end(), [](const StepOutlook& a, const StepOutlook& b) {
    return std::pair(effectOf(a), -gainOf(a)) < std::pair(effectOf(b), -gainOf(b));
  });
  return all;
}

std::vector<EffectFigure> outlookFigures(const StepOutlook& step) {
  std::vector<EffectFigure> figures;
  const auto change = [&](const QString& what, double from, double to) {
    if (differs(from, to)) figures.push_back({what, bytesText(from), bytesText(to)});
  };
  const Outlook &a = step.before, &b = step.after;
  const auto percent = [](double share) { return QStringLiteral("%1 %").arg(int(std::round(share * 100))); };
  if (percent(a.vectorShare) != percent(b.vectorShare))
    figures.push_back({QObject::tr("in vectors"), percent(a.vectorShare), percent(b.vectorShare)});
  for (size_t i = 0; i < a.traffic.size() && i < b.traffic.size(); ++i)
    change(i + 1 < a.traffic.size() ? QObject::tr("from L%1").arg(i + 2) : QObject::tr("from memory"), a.traffic[i],
           b.traffic[i]);
  if (a.footprint > 0 && b.footprint > 0) change(QObject::tr("footprint of an iteration"), a.footprint, b.footprint);
  return figures;
}

QString outlookText(const StepOutlook& step) {
  QStringList parts;
  for (const EffectFigure& f : outlookFigures(step))
    parts << QObject::tr("%1 %2 → %3", "an estimate before and after").arg(f.what, f.before, f.after);
  return parts.join(QStringLiteral(" · "));
}

NextStep::Effect effectOf(const StepOutlook& step) {
  const double gain = gainOf(step);
  if (dropsParallel(step)) return NextStep::Effect::Costs;
  return gain > kLeastGain    ? NextStep::Effect::Helps
         : gain < -kLeastGain ? NextStep::Effect::Costs
                              : NextStep::Effect::Neutral;
}

QString outlookReason(const StepOutlook& step) {
  const Outlook &a = step.before, &b = step.after;
  if (dropsParallel(step))
    return QObject::tr("drops parallel: %1 was the only parallel loop").arg(a.parallel.join(QStringLiteral(", ")));
  // Of the effects, the one that counts most for the gain, in halvings of the traffic.
  double most = kVectorGain * (b.vectorShare - a.vectorShare);
  QString reason;
  if (most > 0)
    reason = b.vectorShare > 0.995
                 ? QObject::tr("all operations run in vectors")
                 : QObject::tr("%1 % of the operations run in vectors").arg(std::round(b.vectorShare * 100));
  else if (most < 0)
    reason = b.vectorShare < 0.005
                 ? QObject::tr("no operation runs in vectors any more")
                 : QObject::tr("only %1 % of the operations run in vectors").arg(std::round(b.vectorShare * 100));
  const auto consider = [&](const QString& what, double from, double to) {
    if (from <= 0 || to <= 0 || !differs(from, to)) return;
    const double halvings = std::log2(from / to);
    if (std::abs(halvings) <= std::abs(most)) return;
    most = halvings;
    reason = (halvings > 0 ? QObject::tr("%1× less %2") : QObject::tr("%1× more %2"))
                 .arg(halvings > 0 ? from / to : to / from, 0, 'f', 1)
                 .arg(what);
  };
  for (size_t i = 0; i < a.traffic.size() && i < b.traffic.size(); ++i)
    consider(i + 1 < a.traffic.size() ? QObject::tr("from L%1").arg(i + 2) : QObject::tr("from memory"), a.traffic[i],
             b.traffic[i]);
  if (reason.isEmpty() && a.footprint > 0 && b.footprint > 0)
    reason = b.footprint > a.footprint
                 ? QObject::tr("an iteration uses %1× more data").arg(b.footprint / a.footprint, 0, 'f', 1)
                 : QObject::tr("an iteration uses %1× less data").arg(a.footprint / b.footprint, 0, 'f', 1);
  return reason;
}

}  // namespace lw
