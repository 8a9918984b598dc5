#include "app/models/program/state_views.h"

#include <QStringList>
#include <algorithm>

#include "core/trace/trace.h"

namespace lw {
namespace {

template <class T>
bool isListed(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

FormContext choicesOf(const Snapshot& program, const LoopTree& tree) {
  FormContext context;
  for (const LoopTreeNode& node : tree.nodes) {
    if (node.loop.valid()) context.loops.push_back({node.loop, node.name, node.depth});
    if (!node.block.valid()) continue;
    context.blocks.push_back({node.block, node.name, node.depth});
    FormContext::BlockBuffers buffers{node.block, {}, {}};
    for (const BufferRegion& r : program.block(node.block).reads) buffers.reads.push_back(r.buffer->name);
    for (const BufferRegion& w : program.block(node.block).writes) buffers.writes.push_back(w.buffer->name);
    context.buffers.push_back(std::move(buffers));
  }
  for (int i = 0; i < program.functionCount(); ++i) context.functions.push_back(program.functionName(i));
  return context;
}

void addBelow(const Snapshot& program, const NodeRef& node, Selection& to) {
  std::vector<NodeRef> children;
  if (const auto* loop = std::get_if<LoopId>(&node)) {
    if (!isListed(to.loops, *loop)) to.loops.push_back(*loop);
    children = program.children(*loop);
  } else if (const auto* block = std::get_if<BlockId>(&node)) {
    if (!isListed(to.blocks, *block)) to.blocks.push_back(*block);
    children = program.children(*block);
  }
  for (const NodeRef& child : children) addBelow(program, child, to);
}

}  // namespace

ProgramViews viewsOf(const Snapshot& program, int function, const std::vector<int64_t>& caches) {
  ProgramViews views{
      program.function(function), print(program.function(function), {}), buildLoopTree(program, function, caches), {}};
  views.choices = choicesOf(program, views.tree);
  return views;
}

std::vector<TitledState> statesOf(const Schedule& schedule, int from, const std::vector<StepGroup>& groups) {
  std::vector<TitledState> states;
  auto group = groups.begin();
  for (int i = from; i < schedule.stepCount(); ++i) {
    while (group != groups.end() && group->first < i) ++group;
    if (group != groups.end() && group->first == i) {
      i += group->count - 1;
      bool any = false;
      for (int k = group->first; k <= i; ++k) any = any || !schedule.step(k).primitive->query;
      if (any) states.push_back({schedule.prefix(i + 1), group->title});
      continue;
    }
    const Instruction& step = schedule.step(i);
    if (step.primitive->query) continue;
    states.push_back({schedule.prefix(i + 1), callText(schedule.prefix(i), step)});
  }
  return states;
}

QString changeBetween(const Snapshot& before, const Snapshot& after) {
  std::vector<LoopId> oldLoops, newLoops;
  int blocks = 0;
  for (int f = 0; f < std::min(before.functionCount(), after.functionCount()); ++f) {
    const std::vector<LoopId> old = before.loops(f), now = after.loops(f);
    oldLoops.insert(oldLoops.end(), old.begin(), old.end());
    newLoops.insert(newLoops.end(), now.begin(), now.end());
    blocks += int(after.blocks(f).size()) - int(before.blocks(f).size());
  }
  const int loops = int(newLoops.size()) - int(oldLoops.size());
  const auto count = [](int n, const QString& one, const QString& many) {
    return QStringLiteral("%1%2 %3").arg(n > 0 ? "+" : "−").arg(std::abs(n)).arg(std::abs(n) == 1 ? one : many);
  };
  QStringList parts;
  if (blocks != 0) parts << count(blocks, QObject::tr("block"), QObject::tr("blocks"));
  if (loops != 0) parts << count(loops, QObject::tr("loop"), QObject::tr("loops"));
  if (!parts.isEmpty()) return parts.join(", ");
  bool kind = false;
  for (const LoopId loop : newLoops)
    if (before.contains(loop) && before.loop(loop).kind != after.loop(loop).kind) kind = true;
  if (kind) return QObject::tr("kind");
  return oldLoops != newLoops ? QObject::tr("order") : before.sameAs(after) ? QString() : QObject::tr("in place");
}

Selection withDescendants(const Snapshot& program, const Selection& selection) {
  Selection all;
  for (const LoopId loop : selection.loops)
    if (program.contains(loop)) addBelow(program, loop, all);
  for (const BlockId block : selection.blocks)
    if (program.contains(block)) addBelow(program, block, all);
  return all;
}

}  // namespace lw
