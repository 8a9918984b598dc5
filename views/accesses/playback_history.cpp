// The history of one element: all its accesses in a recorded run.
#include "app/models/runs/playback.h"

namespace lw {

std::vector<RecordedAccess> historyOf(const Recording& run, size_t memory, int64_t element) {
  std::vector<RecordedAccess> history;
  for (size_t i = 0; i < run.accesses.size(); ++i) {
    const Recording::Access& access = run.accesses[i];
    if (size_t(access.memory) != memory || access.element != element) continue;
    const Recording::Instance& instance = run.instances[size_t(access.instance)];
    QStringList loops;
    for (const auto& [name, value] : run.loopValues(instance))
      loops << QStringLiteral("%1=%2").arg(QString::fromStdString(name)).arg(value);
    const QString block = QString::fromUtf8(instance.name.data(), qsizetype(instance.name.size()));
    history.push_back({i + 1, access.store, access.value, access.before, block, loops.join(QStringLiteral(", "))});
  }
  return history;
}

}  // namespace lw
