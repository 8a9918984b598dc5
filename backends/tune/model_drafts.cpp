#include "backends/tune/model_drafts.h"

#include "backends/tune/drafts.h"
#include "passes/graph/fuse_ops.h"

namespace lw::tune {

std::map<std::string, double> draftKernels(const SourceFile& file, const MeasureOptions& measure, graph::Model& model,
                                           const std::function<bool(const std::string&)>& leaves) {
  const std::string scheduled(kIsScheduled);
  std::vector<PrimFunc*> left;
  std::vector<Snapshot> programs;
  for (PrimFunc& kernel : model.kernels.functions) {
    if (kernel.attrs.contains(scheduled) || (leaves && leaves(kernel.name))) continue;
    left.push_back(&kernel);
    programs.push_back(Snapshot(kernel).withIntrinsics(file.intrinsics));
  }
  const std::vector<std::optional<DraftedSchedule>> drafted = draftSchedules(programs, measure);
  std::map<std::string, double> expected;
  for (size_t i = 0; i < left.size(); ++i) {
    if (!drafted[i]) continue;
    *left[i] = drafted[i]->schedule.program().function(0);
    left[i]->attrs.insert_or_assign(scheduled, AnnotationValue(true));
    expected[left[i]->name] = drafted[i]->expectedMs;
  }
  return expected;
}

}  // namespace lw::tune
