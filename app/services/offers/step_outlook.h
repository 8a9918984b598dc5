// What a step would do to the estimates of a program: bytes from beyond each cache, the working set of the selected
// loop, and how much of the work is done in vectors. The step is carried out on a copy.
#pragma once

#include <functional>

#include "core/schedule/schedule.h"
#include "views/selection/step_offer.h"

namespace lw {

struct Outlook {
  double footprint = 0;         // bytes of one iteration of the loop that was asked about; 0: none was
  std::vector<double> traffic;  // bytes from beyond each cache
  double vectorShare = 0;       // of the operations: those in vectorized loops
};

struct StepOutlook {
  std::string call;  // in readable form
  Schedule made;     // the copy after the step
  Outlook before, after;
};

// `caches`: sizes in bytes, smallest first. `loop` may be invalid.
Outlook outlookOf(const Snapshot& program, int function, LoopId loop, const std::vector<int64_t>& caches);

// Of every legal offer, with the best of the values that it offers; those that change no estimate are left out. The
// best ones first: those that save most traffic, at every level alike, and use vectors more. Ends early when `stop`
// says so.
std::vector<StepOutlook> outlooksOf(const Schedule& schedule, int function, const std::vector<StepOffer>& offers,
                                    LoopId loop, const std::vector<int64_t>& caches, const std::function<bool()>& stop);

// "from L2 9.1 MB → 3.2 MB · vectors 0 → 100 %"; what stays is not told.
QString outlookText(const StepOutlook& step);

}  // namespace lw
