// The stages of the shown state: the texts of all passes, then the machine code that a view shows.
#pragma once

#include <QObject>
#include <functional>
#include <set>

#include "app/models/lowering/stage_model.h"
#include "app/models/support/deferred_call.h"

namespace lw {

class CodeApproval;
class DeferredRelease;
class Document;
class JobRunner;
class ShownProgram;
class TargetChoice;
struct CodeChoices;

class Lowering : public QObject {
  Q_OBJECT

 public:
  // Returns the stages of machine code that views show, of the shown state or of the state of `node`.
  using RequestedStages = std::function<std::set<std::string>(std::optional<int> node)>;

  Lowering(Document& document, ShownProgram& program, const TargetChoice& target, const CodeApproval& approval,
           JobRunner& jobs, DeferredRelease& released);

  void follow();                             // lowers the state that the panes show next
  void refresh();                            // stagesChanged() is emitted again
  bool awaited() const { return awaited_; }  // the stages of the shown state are not ready yet
  const Stages& stages() const { return stages_; }
  void setRequestedStages(RequestedStages requestedStages) { requestedStages_ = std::move(requestedStages); }
  std::set<std::string> requested(std::optional<int> node) const;
  // The requested stages that `stages` lacks.
  std::set<std::string> missing(const Stages& stages, std::optional<int> node) const;
  CodeChoices choices() const;  // the options for generating machine code
  void makeMachineCode();       // generates requested stages that are missing

 Q_SIGNALS:
  void stagesChanged(const lw::Stages& stages, const QString& why);  // `why`: why there are none
  void completed();                                                  // the texts of all passes are ready
  void machineCodeRequested();  // the missing stages of other states may be requested too

 private:
  void lower();
  void take(Stages stages, bool part);
  void price();

  Document& document_;
  ShownProgram& program_;
  const TargetChoice& target_;
  const CodeApproval& approval_;
  JobRunner& jobs_;
  DeferredRelease& released_;
  RequestedStages requestedStages_;
  Stages stages_;
  bool part_ = false;  // some texts are not ready yet
  bool awaited_ = false;
  std::set<std::string> making_;     // stages of machine code that are being generated
  std::shared_ptr<void> unpainted_;  // the job waits until this is reset
  DeferredCall afterPainting_{[this] { unpainted_.reset(); }};
};

}  // namespace lw
