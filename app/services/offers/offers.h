// The steps offered at the selection: one offer for each primitive, then for each composite. Also the verdicts on the
// candidates of a form, and on the places where a dragged loop or block may be dropped. All are computed in the
// background.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/models/offers/drop_verdict.h"
#include "app/models/offers/step_offer.h"

namespace lw {

class CompositeShelf;
class Document;
class JobRunner;
class SelectionModel;
class ShownProgram;
class TargetChoice;

class Offers : public QObject {
  Q_OBJECT

 public:
  Offers(Document& document, ShownProgram& program, SelectionModel& selection, const CompositeShelf& composites,
         const TargetChoice& target, JobRunner& jobs);

  // Until the offers for the selection are ready, returns those for the previous selection, which may be shown but not
  // applied.
  const std::vector<StepOffer>& all() const { return all_; }
  bool known() const { return known_; }
  const StepOffer* of(const std::string& primitive) const;  // nullptr: not known, or not ready
  void refresh();
  void refreshSoon();  // when the stages are ready, or after a short pause
  void stagesShown();  // ends the wait of refreshSoon()
  bool pausing() const { return pause_.isActive(); }

  // Searches for steps that would make the refused offer of this primitive legal; changed() announces the result.
  void seekRepairs(const Primitive& primitive);
  void checkCandidates(const Primitive& primitive, const std::vector<Candidate>& candidates);
  // Checks where a loop or a block of views() may be dropped. The verdicts are reported as they are found, until
  // endDrag().
  void checkDrops(LoopId loop, BlockId block);
  void endDrag();

 Q_SIGNALS:
  void changed();
  // One answer for each candidate that was checked in time; nullopt: legal.
  void candidatesChecked(const lw::Primitive* primitive, const std::vector<std::optional<lw::Explanation>>& reasons);
  void dropsChecked(const std::vector<lw::DropVerdict>& verdicts);

 private:
  void refreshComposites();

  Document& document_;
  ShownProgram& program_;
  SelectionModel& selection_;
  const CompositeShelf& composites_;
  const TargetChoice& target_;
  JobRunner& jobs_;
  QTimer pause_;
  std::vector<StepOffer> all_;  // primitives, then composites once they are checked
  bool known_ = false;          // they are for the current selection
};

}  // namespace lw
