// gpu-elements: blocks that no other rule schedules. Their spatial loops become one, which is divided among blocks of
// threads; a reduction is computed by one thread for each element.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/gpu/gpu_text.h"

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

void writeOneThread(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  text.comment(facts.name + ": by one thread, because its iterations depend on each other.");
  const std::vector<std::string> loops = getLoops(text, facts);
  text.line("sch.bind(sch.add_unit_loop(" + loops.front() + "), \"threadIdx.x\")");
}

void writeAtomic(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  text.comment(facts.name + ": updated atomically by all threads.");
  defineOverThreads(text);
  const std::string threads =
      sampleNumber(text, "threads_" + facts.name, threadChoices(*context.machine.gpu, iterationsOf(facts.axes)));
  const std::vector<std::string> loops = getLoops(text, facts);
  text.line("sch.atomic(" + quoted(facts.name) + ")");
  text.line("over_threads(" + list(loops) + ", " + threads + ")");
}

void writeThreads(RuleContext& context, const BlockFacts& facts, const std::vector<size_t>& axes) {
  SpaceText& text = context.text;
  text.comment(facts.name + ": element by element, by blocks of threads.");
  defineOverThreads(text);
  int64_t work = 1, inside = 1;
  for (const size_t a : axes) work *= facts.axes[a].extent;
  const Choices lanes = lanesOf(facts, axes);
  const std::string threads = sampleNumber(text, "threads_" + facts.name, threadChoices(*context.machine.gpu, work));
  const std::string lane = sampleNumber(text, "lanes_" + facts.name, lanes);
  const std::vector<std::string> loops = getLoops(text, facts);
  std::vector<std::string> outer, order, unrolled;
  for (const size_t a : axes) outer.push_back(loops[a]);
  order = outer;
  for (size_t i = 0; i < loops.size(); ++i) {
    if (std::find(axes.begin(), axes.end(), i) != axes.end()) continue;
    order.push_back(loops[i]);
    unrolled.push_back(loops[i]);
    inside *= facts.axes[i].extent;
  }
  if (order != loops) text.line("sch.reorder(" + join(order) + ")");
  text.line("over_threads(" + list(outer) + ", " + threads + (lane == "1" ? "" : ", " + lane) + ")");
  if (!unrolled.empty() && inside <= kLargestWindow) {
    const std::string unroll = sampleNumber(text, "unroll_" + facts.name, {{0, 0.3}, {1, 0.7}});
    text.open("if " + unroll + " == 1:");
    for (const std::string& u : unrolled) text.line("sch.unroll(" + u + ")");
    text.close();
  }
}

void write(RuleContext& context, const BlockFacts& facts) {
  const std::vector<size_t> axes = threadAxes(context, facts);
  if (!axes.empty())
    writeThreads(context, facts, axes);
  else if (facts.store && !facts.block->init && kAtomicUpdate.check(context.program, {StepValue(facts.id)}).ok())
    writeAtomic(context, facts);
  else
    writeOneThread(context, facts);
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
