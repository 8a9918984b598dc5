// The content of the panes for the current state: printed text, loop tree and choices. They are computed in the
// background unless the job that computed the state provides them. One signal, changed(), tells that another state is
// shown; services that act before or after all panes are named as followers, not ordered by their connections.
#pragma once

#include <QObject>
#include <functional>
#include <memory>

#include "app/models/program/program_views.h"

namespace lw {

class DeferredRelease;
class Document;
class JobRunner;
class SelectionModel;

class ShownProgram : public QObject {
  Q_OBJECT

 public:
  ShownProgram(Document& document, SelectionModel& selection, JobRunner& jobs, DeferredRelease& released,
               const std::vector<int64_t>& caches);

  bool hasViews() const { return views_ != nullptr; }
  const ProgramViews& views() const { return *views_; }
  std::shared_ptr<const ProgramViews> sharedViews() const { return views_; }
  // Shows the current state of the history. `made`: its views, if they exist already.
  void show(std::shared_ptr<const ProgramViews> made = nullptr);
  // Shows the function of a class that the step between the two schedules has changed.
  void follow(const Schedule& before, const Schedule& after);
  const std::vector<int64_t>& caches() const { return caches_; }  // sizes in bytes, smallest first
  struct Followers {
    std::function<void()> before = [] {};  // views() belong to the new state, which no pane shows yet
    std::function<void()> after = [] {};   // the panes show views()
  };
  void setFollowers(Followers followers) { followers_ = std::move(followers); }
  static int functionAfter(const Snapshot& before, const Snapshot& after, int shown);

 Q_SIGNALS:
  void stateChosen();      // another state is shown next
  void changed();          // the panes show views(), or that there is no program
  void functionChanged();  // emitted by follow()

 private:
  void take(std::shared_ptr<const ProgramViews> views);

  Document& document_;
  SelectionModel& selection_;
  JobRunner& jobs_;
  DeferredRelease& released_;
  const std::vector<int64_t>& caches_;
  std::shared_ptr<const ProgramViews> views_;
  Followers followers_;
};

}  // namespace lw
