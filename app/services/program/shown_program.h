// What the panes show of the current state: printed text, loop tree and choices, made in the background unless the job
// that made the state brings them. The signals come in the order stateChosen, viewsMade, changed, shown.
#pragma once

#include <QObject>
#include <memory>

#include "app/services/document/document.h"
#include "app/services/program/deferred_release.h"
#include "app/services/program/program_views.h"
#include "app/services/program/selection_model.h"

namespace lw {

class ShownProgram : public QObject {
  Q_OBJECT

 public:
  ShownProgram(Document& document, SelectionModel& selection, JobRunner& jobs, DeferredRelease& released,
               const std::vector<int64_t>& caches);

  bool hasViews() const { return views_ != nullptr; }
  const ProgramViews& views() const { return *views_; }
  std::shared_ptr<const ProgramViews> sharedViews() const { return views_; }
  // The current state of the history. `made`: its views, where they are made already.
  void show(std::shared_ptr<const ProgramViews> made = nullptr);
  // A step on another function of a class brings that one to sight.
  void follow(const Schedule& before, const Schedule& after);
  const std::vector<int64_t>& caches() const { return caches_; }  // sizes in bytes, smallest first
  static int functionAfter(const Snapshot& before, const Snapshot& after, int shown);

 Q_SIGNALS:
  void stateChosen();      // another state is shown next
  void viewsMade();        // views() are those of the new state, which no pane shows yet
  void changed();          // the panes show views(), or that there is no program
  void shown();            // for what comes after the program itself
  void functionChanged();  // by follow()

 private:
  void take(std::shared_ptr<const ProgramViews> views);

  Document& document_;
  SelectionModel& selection_;
  JobRunner& jobs_;
  DeferredRelease& released_;
  const std::vector<int64_t>& caches_;
  std::shared_ptr<const ProgramViews> views_;
};

}  // namespace lw
