#include "app/services/program/program_updates.h"

#include <utility>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/state_views.h"
#include "app/models/support/job_runner.h"
#include "app/services/program/deferred_release.h"

namespace lw {
namespace {

bool functionChangedBetween(const Snapshot& before, const Snapshot& after, int function) {
  return function >= before.functionCount() || !before.function(function).body.sameAs(after.function(function).body);
}

}  // namespace

ProgramUpdates::ProgramUpdates(Document& document, SelectionModel& selection, JobRunner& jobs,
                               DeferredRelease& released, std::vector<int64_t> caches)
    : ShownProgram(std::move(caches)), document_(document), selection_(selection), jobs_(jobs), released_(released) {
  connect(&document_, &Document::replaced, this, [this] { views_.reset(); });
}

int ProgramUpdates::functionAfter(const Snapshot& before, const Snapshot& after, int shown) {
  if (functionChangedBetween(before, after, shown)) return shown;
  for (int f = 0; f < after.functionCount(); ++f)
    if (functionChangedBetween(before, after, f)) return f;
  return shown;
}

void ProgramUpdates::follow(const Schedule& before, const Schedule& after) {
  int& shown = document_.workspace().shown;
  const int now = functionAfter(before.program(), after.program(), shown);
  if (now == shown) return;
  shown = now;
  selection_.clear();
  Q_EMIT functionChanged();
  Q_EMIT document_.fileChanged();
}

void ProgramUpdates::show(std::shared_ptr<const ProgramViews> made) {
  if (!document_.hasProgram()) return Q_EMIT changed();
  Q_EMIT stateChosen();
  const Snapshot& program = document_.schedule().program();
  const int function = document_.shownFunction();
  if (made && made->function.body.sameAs(program.function(function).body)) {
    jobs_.drop(Channel::Show);
    return take(std::move(made));
  }
  jobs_.run<std::shared_ptr<const ProgramViews>>(
      Channel::Show,
      [program, function, caches = caches()](const Stop&) {
        return std::make_shared<const ProgramViews>(viewsOf(program, function, caches));
      },
      [this](std::shared_ptr<const ProgramViews> views) {
        if (document_.hasProgram()) take(std::move(views));
      });
}

void ProgramUpdates::take(std::shared_ptr<const ProgramViews> views) {
  released_.add(std::exchange(views_, std::move(views)));
  followers_.before();
  Q_EMIT changed();
  followers_.after();
}

}  // namespace lw
