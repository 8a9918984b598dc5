#include "app/services/program/shown_program.h"

#include <utility>

#include "app/services/document/document.h"
#include "app/services/jobs/job_runner.h"
#include "app/services/program/deferred_release.h"
#include "app/services/program/program_views.h"
#include "app/services/program/selection_model.h"

namespace lw {
namespace {

bool functionChangedBetween(const Snapshot& before, const Snapshot& after, int function) {
  return function >= before.functionCount() || !before.function(function).body.sameAs(after.function(function).body);
}

}  // namespace

ShownProgram::ShownProgram(Document& document, SelectionModel& selection, JobRunner& jobs, DeferredRelease& released,
                           const std::vector<int64_t>& caches)
    : document_(document), selection_(selection), jobs_(jobs), released_(released), caches_(caches) {
  connect(&document_, &Document::replaced, this, [this] { views_.reset(); });
}

int ShownProgram::functionAfter(const Snapshot& before, const Snapshot& after, int shown) {
  if (functionChangedBetween(before, after, shown)) return shown;
  for (int f = 0; f < after.functionCount(); ++f)
    if (functionChangedBetween(before, after, f)) return f;
  return shown;
}

void ShownProgram::follow(const Schedule& before, const Schedule& after) {
  int& shown = document_.workspace().shown;
  const int now = functionAfter(before.program(), after.program(), shown);
  if (now == shown) return;
  shown = now;
  selection_.clear();
  Q_EMIT functionChanged();
  Q_EMIT document_.fileChanged();
}

void ShownProgram::show(std::shared_ptr<const ProgramViews> made) {
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
      [program, function, caches = caches_](const Stop&) {
        return std::make_shared<const ProgramViews>(viewsOf(program, function, caches));
      },
      [this](std::shared_ptr<const ProgramViews> views) {
        if (document_.hasProgram()) take(std::move(views));
      });
}

void ShownProgram::take(std::shared_ptr<const ProgramViews> views) {
  released_.add(std::exchange(views_, std::move(views)));
  followers_.before();
  Q_EMIT changed();
  followers_.after();
}

}  // namespace lw
