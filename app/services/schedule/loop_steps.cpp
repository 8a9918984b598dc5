#include "app/services/schedule/loop_steps.h"

#include <QCoreApplication>
#include <QStringList>

namespace lw {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("lw", text); }

}  // namespace

QString stepsOf(const History& history, LoopId loop) {
  const std::vector<int> path = history.pathTo(history.current());
  QString made;
  QStringList changed;
  for (size_t i = 1; i < path.size(); ++i) {
    const Snapshot &before = history.node(path[i - 1]).schedule.program(),
                   &after = history.node(path[i]).schedule.program();
    if (!after.contains(loop)) continue;
    if (!before.contains(loop)) {
      made = tr("step %1").arg(i);
      changed.clear();
      continue;
    }
    const For &was = before.loop(loop), &is = after.loop(loop);
    if (was.kind != is.kind || was.thread != is.thread || was.annotations.size() != is.annotations.size())
      changed << QString::number(i);
  }
  if (changed.isEmpty()) return made;
  const QString steps = changed.size() == 1 ? tr("changed by step %1").arg(changed.front())
                                            : tr("changed by steps %1").arg(changed.join(", "));
  return made.isEmpty() ? tr("the source, %1").arg(steps) : made + ", " + steps;
}

}  // namespace lw
