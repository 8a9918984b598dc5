#include "app/models/program/selection_model.h"

#include "app/models/document/document.h"

namespace lw {
namespace {

template <class Id, class Lists>
std::vector<Id> ofAllFunctions(const Snapshot& program, Lists lists) {
  std::vector<Id> all;
  for (int f = 0; f < program.functionCount(); ++f) {
    const std::vector<Id> some = (program.*lists)(f);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

SelectionModel::SelectionModel(Document& document) : document_(document) {
  connect(&document_, &Document::replaced, this, &SelectionModel::clear);
}

void SelectionModel::select(const LinkedSelection& selection) {
  if (!document_.hasProgram()) return;
  const Snapshot& program = document_.schedule().program();
  LinkedSelection next;
  next.buffer = selection.buffer;
  for (const LoopId loop : selection.nodes.loops)
    if (program.contains(loop)) next.nodes.loops.push_back(loop);
  for (const BlockId block : selection.nodes.blocks)
    if (program.contains(block)) next.nodes.blocks.push_back(block);
  current_ = std::move(next);
  Q_EMIT changed();
  Q_EMIT selected();
}

bool SelectionModel::move(const Schedule& before, const Schedule& after) {
  const int from = before.stepCount(), to = after.stepCount();
  const bool had = !current_.nodes.loops.empty() || !current_.nodes.blocks.empty();
  LinkedSelection moved;
  moved.buffer = current_.buffer;
  const auto carry = [&](auto id, const auto& candidates, auto& list) {
    using Id = decltype(id);
    if (after.program().contains(id)) return list.push_back(id);
    if (to >= from && before.program().contains(id)) {
      const std::vector<Id> became = after.follow(id, from, to);
      if (!became.empty() && after.program().contains(became.front())) list.push_back(became.front());
      return;
    }
    for (const Id old : candidates)
      for (const Id now : before.follow(old, to, from))
        if (now == id) return list.push_back(old);
  };
  for (const LoopId loop : current_.nodes.loops)
    carry(loop, ofAllFunctions<LoopId>(after.program(), &Snapshot::loops), moved.nodes.loops);
  for (const BlockId block : current_.nodes.blocks)
    carry(block, ofAllFunctions<BlockId>(after.program(), &Snapshot::blocks), moved.nodes.blocks);
  current_ = std::move(moved);
  return !had || !current_.nodes.loops.empty() || !current_.nodes.blocks.empty();
}

// The difference between the ids of the shown function in the program and in the source text, which number the
// functions of a class differently.
uint32_t SelectionModel::idShift() const {
  const Snapshot& program = document_.history().node(0).schedule.program();
  const Result<PrimFunc> written = document_.workspace().source->select(document_.session()->function());
  const BlockId root = program.rootBlock(document_.shownFunction());
  const Block* first = written ? written->body.as<Block>() : nullptr;
  return first && root.valid() ? root.value - first->id.value : 0;
}

BlockId SelectionModel::inSource(BlockId block) const {
  const bool written =
      document_.hasProgram() && block.valid() && document_.history().node(0).schedule.program().contains(block);
  return written ? BlockId{block.value - idShift()} : BlockId();
}

Selection SelectionModel::inSource() const {
  Selection found;
  if (!document_.hasProgram()) return found;
  const Schedule& now = document_.schedule();
  const uint32_t shift = idShift();
  for (const LoopId loop : now.source().loops(document_.shownFunction()))
    for (const LoopId became : now.follow(loop, 0, now.stepCount()))
      if (current_.holds(became)) found.loops.push_back(LoopId{loop.value - shift});
  for (const BlockId block : now.source().blocks(document_.shownFunction()))
    for (const BlockId became : now.follow(block, 0, now.stepCount()))
      if (current_.holds(became)) found.blocks.push_back(BlockId{block.value - shift});
  return found;
}

void SelectionModel::selectFromSource(LoopId loop, BlockId block) {
  if (!document_.hasProgram()) return;
  const Schedule& now = document_.schedule();
  const uint32_t shift = idShift();
  const auto here = [&](auto id) {
    id.value += shift;
    return id;
  };
  const auto shown = [&](auto id) {
    return now.source().contains(id) && now.source().functionOf(id) == document_.shownFunction();
  };
  LinkedSelection next;
  if (loop.valid() && shown(here(loop)))
    next.nodes.loops = now.follow(here(loop), 0, now.stepCount());
  else if (block.valid() && shown(here(block)))
    next.nodes.blocks = now.follow(here(block), 0, now.stepCount());
  if (next.nodes.loops.size() > 1) next.nodes.loops.resize(1);
  if (next.empty()) return;
  select(next);
}

}  // namespace lw
