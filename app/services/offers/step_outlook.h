// The effect of a step on the estimates of a program: the traffic from beyond each cache, the working set of the
// selected loop, and the vectorized share of the operations. The step is applied to a copy.
#pragma once

#include <QStringList>
#include <functional>

#include "app/models/offers/next_step.h"
#include "app/models/offers/step_offer.h"
#include "core/schedule/schedule.h"

namespace lw {

struct Outlook {
  double footprint = 0;         // bytes of one iteration of the given loop; 0: no loop was given
  std::vector<double> traffic;  // bytes from beyond each cache
  double vectorShare = 0;       // of the operations: the share in vectorized loops
  QStringList parallel;         // the parallel loops
};

struct StepOutlook {
  std::string call;  // in readable form
  Schedule made;     // the copy after the step
  Outlook before, after;
};

// `caches`: sizes in bytes, smallest first. `loop` may be invalid.
Outlook outlookOf(const Snapshot& program, int function, LoopId loop, const std::vector<int64_t>& caches);

// The outlook of every legal offer, with the best of its candidate values. Leaves out steps that do not change an
// estimate, and steps that change values, which are no optimisations. Sorted by the saved traffic, all levels weighing
// the same, and by the vectorized share, best first. Ends early if `stop` returns true.
std::vector<StepOutlook> outlooksOf(const Schedule& schedule, int function, const std::vector<StepOffer>& offers,
                                    LoopId loop, const std::vector<int64_t>& caches, const std::function<bool()>& stop);

// "from L2 9.1 MB → 3.2 MB · vectors 0 → 100 %"; leaves out what does not change.
QString outlookText(const StepOutlook& step);
std::vector<EffectFigure> outlookFigures(const StepOutlook& step);  // the same, one by one
// By the gain of outlooksOf(): a step helps if it saves a tenth of a halving of the traffic; one after which no loop is
// parallel any more costs.
NextStep::Effect effectOf(const StepOutlook& step);
QString outlookReason(const StepOutlook& step);  // the largest effect: "4.0× less from memory"

}  // namespace lw
