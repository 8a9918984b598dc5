#include "backends/measure/model_index_ranges.h"

#include <algorithm>

#include "core/analysis/shapes/index_ranges.h"
#include "core/ir/visit.h"
#include "passes/graph/plan_memory.h"

namespace lw {
namespace {

size_t at(int i) { return static_cast<size_t>(i); }

// The only thing that the kernel stores is an element of an input, or that as another type.
bool isCopy(const PrimFunc& kernel) {
  int stores = 0;
  bool copies = true;
  forEachStmt(kernel.body, [&](const Stmt& s) {
    const auto* store = s.as<BufferStore>();
    if (!store) return;
    ++stores;
    const auto* cast = store->value.as<Cast>();
    copies = copies && (cast ? cast->value : store->value).as<BufferLoad>();
  });
  return stores == 1 && copies;
}

// A kernel, its buffers with the sizes that those of the model have in this run.
InputSpec specOf(const ModelProgram& program, const PrimFunc& kernel, const ModelStep& step,
                 const LaunchValues& sizes) {
  InputSpec spec;
  std::vector<int> buffers = step.reads;
  buffers.insert(buffers.end(), step.writes.begin(), step.writes.end());
  for (size_t i = 0; i < buffers.size() && i < kernel.params.size(); ++i) {
    const Buffer* buffer = kernel.bufferOf(kernel.params[i]);
    const Result<std::vector<int64_t>> shape = shapeWith(program, program.buffers[at(buffers[i])], sizes);
    if (!buffer || !shape) continue;
    for (size_t d = 0; d < shape->size() && d < (*buffer)->shape.size(); ++d)
      if (const auto* size = (*buffer)->shape[d].as<Var>()) spec.bind.emplace(size->name(), (*shape)[d]);
  }
  return spec;
}

void narrow(std::map<int, ValueRange>& ranges, int buffer, const ValueRange& range) {
  const auto [found, fresh] = ranges.emplace(buffer, range);
  if (fresh) return;
  found->second.low = std::max(found->second.low, range.low);
  found->second.high = std::max(found->second.low, std::min(found->second.high, range.high));
}

}  // namespace

std::map<std::string, ValueRange> modelIndexRanges(const ModelProgram& program, const LaunchValues& sizes,
                                                   const std::map<std::string, ValueRange>& given) {
  std::map<int, ValueRange> ranges;
  for (auto step = program.steps.rbegin(); step != program.steps.rend(); ++step) {
    if (step->kernel < 0) continue;
    const PrimFunc& kernel = program.kernels[at(step->kernel)];
    if (step->writes.size() == 1 && step->reads.size() == 1 && isCopy(kernel))
      if (const auto wanted = ranges.find(step->writes[0]); wanted != ranges.end()) {
        const ValueRange range = wanted->second;
        narrow(ranges, step->reads[0], range);
      }
    const InputSpec found = withIndexRanges(kernel, specOf(program, kernel, *step, sizes));
    for (size_t i = 0; i < step->reads.size() && i < kernel.params.size(); ++i)
      if (const Buffer* buffer = kernel.bufferOf(kernel.params[i]))
        if (const auto range = found.ranges.find((*buffer)->name); range != found.ranges.end())
          narrow(ranges, step->reads[i], range->second);
  }
  std::map<std::string, ValueRange> named;
  for (const int input : program.inputs) {
    const ModelBuffer& buffer = program.buffers[at(input)];
    const auto range = ranges.find(input);
    if (range != ranges.end() && buffer.type.isInteger() && !given.contains(buffer.name))
      named.emplace(buffer.name, range->second);
  }
  return named;
}

}  // namespace lw
