// Steps on the current state: applied, checked and previewed in the background. Steps that are applied go through the
// queue of changes: each starts from what the one before left.
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "app/services/document/messages.h"
#include "app/services/offers/repair_search.h"
#include "app/services/program/shown_program.h"
#include "app/services/schedule/composites.h"

namespace lw {

struct StepPreview;

class Steps : public QObject {
  Q_OBJECT

 public:
  Steps(Document& document, ShownProgram& program, SelectionModel& selection, const CompositeShelf& composites,
        RepairSearch& repairs, Messages& messages, JobRunner& jobs);

  void apply(const Primitive& primitive, const Arguments& args);  // or a composite, by its form
  void applyText(const QString& step);                   // as typed: "split(i, [None, 16])"; several steps: one a line
  void applyFunction(const QString& name);               // a schedule function of the file, from the source
  void importSchedule(const QString& path);              // of another file, as a variant from the source
  void drop(LoopId loop, BlockId block, LoopId target);  // one of views() was dropped on `target`
  void check(const Primitive& primitive, const Arguments& args);
  void preview(const Primitive& primitive, const Arguments& args);  // a later one takes its place
  void endPreview();

 Q_SIGNALS:
  void applied(const QString& title);
  void refused(const QString& call, const lw::Explanation& reason);
  void checked(const QString& call, const std::optional<lw::Explanation>& reason);
  void previewed(const std::shared_ptr<const lw::StepPreview>& preview);

 private:
  struct Outcome {
    std::vector<TitledState> states;
    std::optional<Explanation> error;
    std::optional<Instruction> refused;  // the step that the error is about, where it is one
    QString call;
    QStringList output;
    bool fromSource = false;
    std::string variant;
    std::optional<int> workingOn;               // the function that the steps ended in, where it is another
    std::shared_ptr<const ProgramViews> views;  // of the last state
  };
  using Job = std::function<Outcome(const Schedule& schedule, const Stop& stop)>;
  bool mayApply();
  void enqueue(Job job);
  void take(Outcome outcome);
  void addStates(const Outcome& outcome);
  void tellRefusal(const Outcome& outcome);

  Document& document_;
  ShownProgram& program_;
  SelectionModel& selection_;
  const CompositeShelf& composites_;
  RepairSearch& repairs_;
  Messages& messages_;
  JobRunner& jobs_;
};

}  // namespace lw
