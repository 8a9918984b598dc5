// Applies steps through the queue of changes, so that each starts from the result of the previous one; checks and
// previews of steps start from the current state.
#pragma once

#include <functional>

#include "app/models/schedule/steps.h"
#include "app/models/support/stop.h"

namespace lw {

class CompositeShelf;
class Document;
class JobRunner;
class Messages;
class ProgramUpdates;
class RepairSearch;
class SelectionModel;

class QueuedSteps : public Steps {
  Q_OBJECT

 public:
  QueuedSteps(Document& document, ProgramUpdates& program, SelectionModel& selection, const CompositeShelf& composites,
              RepairSearch& repairs, Messages& messages, JobRunner& jobs);

  void apply(const Primitive& primitive, const Arguments& args) override;
  void applyText(const QString& step) override;
  void applyAssuming(const QString& step) override;
  void showRefusal(const QStringList& steps) override;
  void applyFunction(const QString& name) override;
  void importSchedule(const QString& path) override;
  void openTrace(const OpenedTrace& trace) override;
  void drop(LoopId loop, BlockId block, LoopId target) override;
  void check(const Primitive& primitive, const Arguments& args) override;
  void preview(const Primitive& primitive, const Arguments& args) override;
  void previewTyped(const QString& text) override;
  void endPreview() override;

 private:
  void applyChain(const QString& text);
  void applyOne(const QString& step, bool assumes);
  struct Outcome;
  using Job = std::function<Outcome(const Schedule& schedule, const Stop& stop)>;
  bool mayApply();
  void enqueue(Job job);          // for the person
  void enqueueOfOthers(Job job);  // for whoever else works on the document
  void take(Outcome outcome);
  void addStates(const Outcome& outcome);
  void tellRefusal(const Outcome& outcome);

  Document& document_;
  ProgramUpdates& program_;
  SelectionModel& selection_;
  const CompositeShelf& composites_;
  RepairSearch& repairs_;
  Messages& messages_;
  JobRunner& jobs_;
};

}  // namespace lw
