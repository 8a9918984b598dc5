// Computes what the panes show of the current state: in the background, unless the job that computed the state provides
// it. Services that act before or after all panes are named as followers, not ordered by their connections.
#pragma once

#include "app/models/program/shown_program.h"

namespace lw {

class DeferredRelease;
class Document;
class JobRunner;
class SelectionModel;

class ProgramUpdates : public ShownProgram {
  Q_OBJECT

 public:
  ProgramUpdates(Document& document, SelectionModel& selection, JobRunner& jobs, DeferredRelease& released,
                 std::vector<int64_t> caches);

  // Shows the current state of the history. `made`: its views, if they exist already.
  void show(std::shared_ptr<const ProgramViews> made = nullptr);
  // Shows the function of a class that the step between the two schedules has changed.
  void follow(const Schedule& before, const Schedule& after);
  struct Followers {
    std::function<void()> before = [] {};  // views() belong to the new state, which no pane shows yet
    std::function<void()> after = [] {};   // the panes show views()
  };
  void setFollowers(Followers followers) { followers_ = std::move(followers); }
  static int functionAfter(const Snapshot& before, const Snapshot& after, int shown);

 private:
  void take(std::shared_ptr<const ProgramViews> views);

  Document& document_;
  SelectionModel& selection_;
  JobRunner& jobs_;
  DeferredRelease& released_;
  Followers followers_;
};

}  // namespace lw
