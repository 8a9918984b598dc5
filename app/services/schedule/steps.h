// Applies, checks and previews steps on the current state in the background. Applied steps go through the queue of
// changes, so that each starts from the result of the previous one.
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "app/services/jobs/stop.h"

namespace lw {

class CompositeShelf;
class Document;
class JobRunner;
class Messages;
class RepairSearch;
class SelectionModel;
class ShownProgram;
struct StepPreview;
struct TypedPreview;

class Steps : public QObject {
  Q_OBJECT

 public:
  Steps(Document& document, ShownProgram& program, SelectionModel& selection, const CompositeShelf& composites,
        RepairSearch& repairs, Messages& messages, JobRunner& jobs);

  void apply(const Primitive& primitive, const Arguments& args);  // or a composite, given by its form
  void applyText(const QString& step);  // as typed: "split(i, [None, 16])"; one step per line, or a chain of calls
  void showRefusal(const QStringList& steps);  // of the last one, which follows the others; nothing is applied
  void applyFunction(const QString& name);     // runs a schedule function of the file on the source
  void importSchedule(const QString& path);    // imports another file as a variant that starts at the source
  // A trace that becomes a variant from the source on.
  struct OpenedTrace {
    std::string json;
    QString name;                               // of the variant, unless it has one
    QStringList replaces;                       // names that the new one replaces
    bool shown = true;                          // else the shown state stays
    std::function<void(int node)> opened = {};  // told of the variant's last node
  };
  void openTrace(const OpenedTrace& trace);
  void drop(LoopId loop, BlockId block, LoopId target);  // `loop` or `block` of views() was dropped on `target`
  void check(const Primitive& primitive, const Arguments& args);
  void preview(const Primitive& primitive, const Arguments& args);  // a newer preview replaces an older one
  void previewTyped(const QString& text);                           // the same for a step as it is typed
  void endPreview();

 Q_SIGNALS:
  void applied(const QString& title);
  void refused(const QString& call, const lw::Explanation& reason);
  void checked(const QString& call, const std::optional<lw::Explanation>& reason);
  void previewed(const std::shared_ptr<const lw::StepPreview>& preview);
  void typedPreviewed(const std::shared_ptr<const lw::TypedPreview>& preview);

 private:
  void applyChain(const QString& text);
  struct Outcome;
  using Job = std::function<Outcome(const Schedule& schedule, const Stop& stop)>;
  bool mayApply();
  void enqueue(Job job);          // for the person
  void enqueueOfOthers(Job job);  // for whoever else works on the document
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
