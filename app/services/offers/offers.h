// What may be done at the selection: one offer for each primitive, then for each composite; verdicts on the candidates
// of a form and on the places where a dragged loop or block may be dropped. All is found in the background.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/services/program/shown_program.h"
#include "app/services/schedule/composites.h"
#include "views/selection/drop_verdict.h"

namespace lw {

class Offers : public QObject {
  Q_OBJECT

 public:
  Offers(Document& document, ShownProgram& program, SelectionModel& selection, const CompositeShelf& composites,
         JobRunner& jobs);

  // While those of the selection are not found yet, these are the offers of the selection before: good to be shown, not
  // to be applied.
  const std::vector<StepOffer>& all() const { return all_; }
  bool known() const { return known_; }
  const StepOffer* of(const std::string& primitive) const;  // nullptr: not known, or not yet
  void refresh();
  void refreshSoon();  // when the stages are there, or after a short pause
  void stagesShown();  // what refreshSoon() waits for
  bool pausing() const { return pause_.isActive(); }

  // Looks for steps that would make the refused offer of this primitive legal; the answer comes with changed().
  void seekRepairs(const Primitive& primitive);
  void checkCandidates(const Primitive& primitive, const std::vector<Candidate>& candidates);
  // Where may a loop or a block of views() be dropped? The answers come as they are found, until endDrag().
  void checkDrops(LoopId loop, BlockId block);
  void endDrag();

 Q_SIGNALS:
  void changed();
  // One answer for each candidate, as far as there was time; none: legal.
  void candidatesChecked(const lw::Primitive* primitive, const std::vector<std::optional<lw::Explanation>>& reasons);
  void dropsChecked(const std::vector<lw::DropVerdict>& verdicts);

 private:
  void refreshComposites();

  Document& document_;
  ShownProgram& program_;
  SelectionModel& selection_;
  const CompositeShelf& composites_;
  JobRunner& jobs_;
  QTimer pause_;
  std::vector<StepOffer> all_;  // primitives, then composites once they are checked
  bool known_ = false;          // they are those of the selection
};

}  // namespace lw
