// The stages of the shown state: the texts of all passes, then of machine code where somebody looks at it.
#pragma once

#include <QObject>
#include <functional>
#include <set>

#include "app/services/lowering/machine_code.h"
#include "app/services/lowering/stage_texts.h"
#include "app/services/program/shown_program.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/target_choice.h"

namespace lw {

class Lowering : public QObject {
  Q_OBJECT

 public:
  // The stages of machine code that somebody looks at: of the shown state, or of the one of this node.
  using Wish = std::function<std::set<std::string>(std::optional<int> node)>;

  Lowering(Document& document, ShownProgram& program, const TargetChoice& target, const CodeApproval& approval,
           JobRunner& jobs, DeferredRelease& released);

  void refresh();                            // stagesChanged() comes again
  bool awaited() const { return awaited_; }  // the stages of the shown state are still to come
  const Stages& stages() const { return stages_; }
  void setWish(Wish wish) { wish_ = std::move(wish); }
  std::set<std::string> wanted(std::optional<int> node) const;
  std::set<std::string> missing(const Stages& stages, std::optional<int> node) const;  // of the wanted ones
  CodeChoices choices() const;                                                         // that machine code is made with
  void makeMachineCode();  // what is wanted and not made yet

 Q_SIGNALS:
  void stagesChanged(const lw::Stages& stages, const QString& why);  // why there are none
  void completed();                                                  // the texts of all passes are there
  void machineCodeRequested();                                       // other states may lack some too

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
  Wish wish_;
  Stages stages_;
  bool part_ = false;  // some of their texts are still to come
  bool awaited_ = false;
  std::set<std::string> making_;     // stages of machine code
  std::shared_ptr<void> unpainted_;  // the job waits until this is gone
  DeferredCall afterPainting_{[this] { unpainted_.reset(); }};
};

}  // namespace lw
