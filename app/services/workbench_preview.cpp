// What a step would do, while its form is open.
#include "app/services/workbench.h"

#include "app/services/step_preview.h"

namespace lw {

void Workbench::previewStep(const Primitive& primitive, const Arguments& args) {
  if (!hasProgram()) return;
  worker_.run<std::shared_ptr<const StepPreview>>(
      Worker::kPreview,
      [&primitive, args, schedule = workingSchedule(), all = shelf_.all(),
       function = shownFunction()](const Stop& stop) {
        return std::make_shared<const StepPreview>(previewOf(schedule, primitive, args, *all, function, stop));
      },
      [this, preview = ++preview_](std::shared_ptr<const StepPreview> made) {
        if (preview == preview_) Q_EMIT stepPreviewed(made);
      });
}

void Workbench::endPreview() {
  ++preview_;
  worker_.cancel(Worker::kPreview);
}

}  // namespace lw
