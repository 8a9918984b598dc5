#include "app/window/run/run_settings.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <functional>
#include <vector>

#include "app/services/runs/run_job.h"
#include "backends/target/target.h"

namespace lw {
namespace {

struct RunChoice {
  QString key, title;
  std::vector<std::pair<int, QString>> values;
  int now;
  std::function<void(RunSettings&, int)> set;
};

std::vector<RunChoice> choicesOf(const RunSettings& now) {
  RunChoice samples{
      "run/samples", QObject::tr("&Samples"), {}, now.samples, [](RunSettings& s, int v) { s.samples = v; }};
  for (const int count : {3, 10, 30, 100}) samples.values.emplace_back(count, QObject::tr("%1 samples").arg(count));
  RunChoice threads{
      "run/threads", QObject::tr("&Threads"), {}, now.threads, [](RunSettings& s, int v) { s.threads = v; }};
  threads.values.emplace_back(0, QObject::tr("All cores (%1)").arg(cpuInfo().cores));
  for (int count = 1; count == 1 || count < cpuInfo().cores; count *= 2)
    threads.values.emplace_back(count, count == 1 ? QObject::tr("1 thread") : QObject::tr("%1 threads").arg(count));
  RunChoice limit{"run/timeout", QObject::tr("Time &limit"), {}, now.timeoutSeconds, [](RunSettings& s, int v) {
                    s.timeoutSeconds = v;
                  }};
  for (const int seconds : {30, 120, 600, 3600})
    limit.values.emplace_back(
        seconds, seconds < 120 ? QObject::tr("%1 s").arg(seconds) : QObject::tr("%1 min").arg(seconds / 60));
  return {samples, threads, limit};
}

}  // namespace

void fillRunSettings(QMenu& menu, RunJobs& jobs, QSettings& settings) {
  for (const RunChoice& choice : choicesOf(jobs.settings())) {
    QMenu* values = menu.addMenu(choice.title);
    auto* group = new QActionGroup(values);
    const int kept = settings.value(choice.key, choice.now).toInt();
    for (const auto& [value, title] : choice.values) {
      QAction* action = values->addAction(title);
      action->setCheckable(true);
      action->setData(value);
      group->addAction(action);
      const auto use = [&jobs, set = choice.set, value = value] {
        RunSettings changed = jobs.settings();
        set(changed, value);
        jobs.setSettings(changed);
      };
      if (value == kept) use();
      action->setChecked(value == kept || (value == choice.now && !group->checkedAction()));
      QObject::connect(action, &QAction::triggered, values, [use, &settings, key = choice.key, value = value] {
        settings.setValue(key, value);
        use();
      });
    }
  }
}

}  // namespace lw
