#include "app/services/offers/repair_search.h"

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/support/job_runner.h"
#include "app/services/offers/offer_search.h"

namespace lw {

RepairSearch::RepairSearch(Document& document, Messages& messages, JobRunner& jobs)
    : document_(document), messages_(messages), jobs_(jobs) {}

void RepairSearch::seek(const QString& call, const Instruction& wanted, const Explanation& reason) {
  if (findPrimitive(wanted.primitive->name) != wanted.primitive) return;  // a composite
  jobs_.run<Explanation>(
      Channel::Repairs,
      [schedule = document_.workingSchedule(), wanted, reason](const Stop& stop) {
        return repairsWithin(stop, schedule, *wanted.primitive, wanted.args, reason);
      },
      [this, call, reason](Explanation made) {
        if (made.repairs == reason.repairs) return;
        messages_.setRepairs(call, made);
        messages_.publish();
        Q_EMIT found(call, made);
      });
}

}  // namespace lw
