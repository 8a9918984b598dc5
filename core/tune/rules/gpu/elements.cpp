// gpu-elements: blocks that no other rule schedules. Their spatial loops become one, which is divided among blocks of
// threads; a reduction is computed by one thread for each element.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/gpu/gpu_text.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {
namespace {

constexpr int64_t kLargestWindow = 32;  // whose iterations may all be written out

bool mayBind(const RuleContext& context, const BlockAxis& axis) {
  return kBind.check(context.program, {StepValue(axis.loop), StepValue(std::string("threadIdx.x"))}).ok();
}

// Positions of the axes whose iterations run in threads, the one along which results are contiguous last.
std::vector<size_t> threadAxes(const RuleContext& context, const BlockFacts& facts) {
  std::vector<size_t> axes;
  for (size_t i = 0; i < facts.axes.size(); ++i)
    if (!facts.axes[i].reduce && mayBind(context, facts.axes[i])) axes.push_back(i);
  const BlockAxis* along = facts.store ? contiguousAxis(facts, facts.store->indices) : nullptr;
  const auto at =
      along ? std::find(axes.begin(), axes.end(), static_cast<size_t>(along - facts.axes.data())) : axes.end();
  if (at != axes.end()) std::rotate(at, at + 1, axes.end());
  return axes;
}

// Threads read and write `lanes` consecutive elements each, where all accesses are along the last of the axes.
Choices lanesOf(const BlockFacts& facts, const std::vector<size_t>& axes) {
  if (!facts.store || facts.block->init || axes.size() != facts.axes.size()) return {{1, 1}};
  const BlockAxis& last = facts.axes[axes.back()];
  if (contiguousAxis(facts, facts.store->indices) != &last) return {{1, 1}};
  return gpuLanes(facts.store->buffer->dtype, last.extent);
}

// Sets what resources/spaces/gpu_elements.py asks for. `axes`: those whose iterations run in threads; none: all of them
// together, atomically, or one thread runs all.
void writeThreads(RuleContext& context, const BlockFacts& facts, const std::vector<size_t>& axes, bool atomic) {
  SpaceText& text = context.text;
  int64_t work = 1, inner = 1;
  for (size_t i = 0; i < facts.axes.size(); ++i)
    (std::find(axes.begin(), axes.end(), i) != axes.end() ? work : inner) *= facts.axes[i].extent;
  SpaceTemplate space(text);
  space.set("name", facts.name);
  space.set("block", quoted(facts.name));
  space.setFlag("one_thread", axes.empty() && !atomic);
  space.setFlag("atomic", atomic);
  space.setFlag("unrolls", axes.size() < facts.axes.size() && inner <= kLargestWindow);
  space.setChoice("threads", [&] {
    return sampleNumber(text, "threads_" + facts.name, threadChoices(*context.machine.gpu, atomic ? inner : work));
  });
  space.setChoice("lanes", [&] {
    const std::string lanes = sampleNumber(text, "lanes_" + facts.name, lanesOf(facts, axes));
    return lanes == "1" ? "" : ", " + lanes;
  });
  space.setChoice("unroll", [&] { return sampleNumber(text, "unroll_" + facts.name, {{0, 0.3}, {1, 0.7}}); });
  std::vector<std::string> inside;
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, facts);
    std::vector<std::string> order;
    for (const size_t a : axes) order.push_back(loops[a]);
    space.set("divided", join(order));
    for (size_t i = 0; i < loops.size(); ++i)
      if (std::find(axes.begin(), axes.end(), i) == axes.end()) inside.push_back(loops[i]);
    order.insert(order.end(), inside.begin(), inside.end());
    space.set("order", join(order));
    space.set("all", join(loops));
    space.set("outermost", loops.front());
    space.setFlag("reorders", order != loops);
    space.setList("inside", inside.size(), [&](size_t i) { space.set("unrolled", inside[i]); });
    return listed(loops);
  });
  space.write(spaceTemplate("gpu_elements"));
}

void write(RuleContext& context, const BlockFacts& facts) {
  const std::vector<size_t> axes = threadAxes(context, facts);
  const bool updates = axes.empty() && facts.store && !facts.block->init;
  writeThreads(context, facts, axes, updates && kAtomicUpdate.check(context.program, {StepValue(facts.id)}).ok());
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  std::vector<Message> reasons;
  const std::vector<BlockFacts> blocks = blocksLeft(context, reasons);
  for (const BlockFacts& facts : blocks) write(context, facts);
  return blocks.empty() ? noBlock(context, reasons) : Message();
}

}  // namespace

const Rule kGpuElements{"gpu-elements", "Compute element by element, by blocks of threads.", apply};

}  // namespace lw::tune
