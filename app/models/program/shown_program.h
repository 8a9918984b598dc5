// What the panes show of the current state: printed text, loop tree and choices. One signal, changed(), tells that
// another state is shown.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "app/models/program/program_views.h"

namespace lw {

class ShownProgram : public QObject {
  Q_OBJECT

 public:
  // `caches`: sizes in bytes, smallest first.
  explicit ShownProgram(std::vector<int64_t> caches) : caches_(std::move(caches)) {}
  bool hasViews() const { return views_ != nullptr; }
  const ProgramViews& views() const { return *views_; }
  std::shared_ptr<const ProgramViews> sharedViews() const { return views_; }
  const std::vector<int64_t>& caches() const { return caches_; }

 Q_SIGNALS:
  void stateChosen();      // another state is shown next
  void changed();          // the panes show views(), or that there is no program
  void functionChanged();  // another function of a class is shown, because a step has changed it

 protected:
  std::shared_ptr<const ProgramViews> views_;

 private:
  const std::vector<int64_t> caches_;
};

}  // namespace lw
