#include "app/services/schedule/step_preview.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/models/program/state_views.h"
#include "app/services/schedule/composites.h"
#include "core/te/te_stages.h"

namespace lw {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("lw", text); }

// The mark on a loop or block that the step removes. A separate function, because lupdate would take the parameter of a
// template as the context.
QString removedMark() { return tr("removed"); }
QString newMark() { return tr("new"); }
QString wasMark() { return tr("was %1"); }

std::string nameOf(const Snapshot& program, LoopId loop) { return program.loop(loop).var.name(); }
std::string nameOf(const Snapshot& program, BlockId block) { return program.block(block).name; }

// Of the elements in both lists, those that have changed places.
template <class Id>
std::vector<Id> moved(const std::vector<Id>& before, const std::vector<Id>& after) {
  std::vector<Id> was, is, other;
  for (const Id id : before)
    if (std::find(after.begin(), after.end(), id) != after.end()) was.push_back(id);
  for (const Id id : after)
    if (std::find(before.begin(), before.end(), id) != before.end()) is.push_back(id);
  for (size_t i = 0; i < was.size() && i < is.size(); ++i)
    if (was[i] != is[i]) other.push_back(was[i]);
  return other;
}

template <class Id>
QString became(const Schedule& before, const Schedule& after, Id id) {
  QStringList names;
  for (const Id now : after.follow(id, before.stepCount(), after.stepCount()))
    if (after.program().contains(now)) names << QString::fromStdString(nameOf(after.program(), now));
  return names.isEmpty() ? removedMark() : names.join(", ");
}

QString kindWord(const For& loop) {
  switch (loop.kind) {
    case ForKind::Serial:
      return tr("serial");
    case ForKind::Parallel:
      return tr("parallel");
    case ForKind::Vectorized:
      return tr("vectorized");
    case ForKind::Unrolled:
      return tr("unrolled");
    case ForKind::ThreadBinding:
      return QString::fromStdString(loop.thread);
  }
  return {};
}

QStringList parallelLoops(const Snapshot& program, int function) {
  QStringList names;
  for (const LoopId loop : program.loops(function))
    if (program.loop(loop).kind == ForKind::Parallel) names << QString::fromStdString(nameOf(program, loop));
  return names;
}

// The loops around a block that both programs have, in textual order.
std::vector<LoopId> commonAbove(const Snapshot& program, const Snapshot& other, BlockId block) {
  std::vector<LoopId> loops = program.loopsAbove(block);
  std::erase_if(loops, [&](LoopId loop) { return !other.contains(loop); });
  std::sort(loops.begin(), loops.end());
  return loops;
}

}  // namespace

std::vector<StepMark> marksBetween(const Schedule& before, const Schedule& after, int function) {
  std::vector<StepMark> marks;
  const Snapshot &was = before.program(), &is = after.program();
  const std::vector<LoopId> others = moved(was.loops(function), is.loops(function));
  for (const LoopId loop : was.loops(function)) {
    if (!is.contains(loop))
      marks.push_back({loop, {}, became(before, after, loop)});
    else if (was.loop(loop).kind != is.loop(loop).kind || was.loop(loop).thread != is.loop(loop).thread)
      marks.push_back({loop, {}, kindWord(is.loop(loop))});
    else if (std::find(others.begin(), others.end(), loop) != others.end())
      marks.push_back({loop, {}, tr("moved")});
    else if (!was.loop(loop).extent.sameAs(is.loop(loop).extent) &&
             toText(was.loop(loop).extent) != toText(is.loop(loop).extent))
      marks.push_back({loop, {}, QString::fromStdString(toText(is.loop(loop).extent))});
  }
  const std::vector<BlockId> otherBlocks = moved(was.blocks(function), is.blocks(function));
  for (const BlockId block : was.blocks(function)) {
    if (block == was.rootBlock(function)) continue;
    if (!is.contains(block))
      marks.push_back({{}, block, became(before, after, block)});
    else if (std::find(otherBlocks.begin(), otherBlocks.end(), block) != otherBlocks.end() ||
             commonAbove(was, is, block) != commonAbove(is, was, block))
      marks.push_back({{}, block, tr("moved")});
  }
  return marks;
}

StateDifference differenceFrom(const Snapshot& other, const Snapshot& shown, int function) {
  StateDifference difference;
  const std::vector<LoopId> otherLoops = moved(other.loops(function), shown.loops(function));
  for (const LoopId loop : shown.loops(function)) {
    QString words;
    if (!other.contains(loop))
      words = newMark();
    else if (const For& was = other.loop(loop), &is = shown.loop(loop); was.kind != is.kind || was.thread != is.thread)
      words = wasMark().arg(kindWord(was));
    else if (toText(was.extent) != toText(is.extent))
      words = wasMark().arg(QString::fromStdString(toText(was.extent)));
    else if (std::find(otherLoops.begin(), otherLoops.end(), loop) != otherLoops.end())
      words = tr("moved");
    if (!words.isEmpty()) difference.marks.push_back({loop, {}, words, true});
  }
  const std::vector<BlockId> otherBlocks = moved(other.blocks(function), shown.blocks(function));
  for (const BlockId block : shown.blocks(function)) {
    if (block == shown.rootBlock(function)) continue;
    if (!other.contains(block))
      difference.marks.push_back({{}, block, newMark(), true});
    else if (std::find(otherBlocks.begin(), otherBlocks.end(), block) != otherBlocks.end() ||
             commonAbove(other, shown, block) != commonAbove(shown, other, block))
      difference.marks.push_back({{}, block, tr("moved"), true});
  }
  for (const LoopId loop : other.loops(function))
    if (!shown.contains(loop)) difference.gone << QString::fromStdString(nameOf(other, loop));
  for (const BlockId block : other.blocks(function))
    if (!shown.contains(block)) difference.gone << QString::fromStdString(nameOf(other, block));
  return difference;
}

StepPreview previewOf(const Schedule& schedule, const Primitive& primitive, const Arguments& args,
                      const std::vector<Composite>& composites, int function, const Stop& stop) {
  StepPreview preview;
  preview.primitive = &primitive;
  Schedule next = schedule;
  if (const Composite* composite = compositeIn(composites, primitive)) {
    script::Limits limits = te::withTensors();
    limits.cancelled = stop;
    ScriptRun run = applyComposite(*composite, args, schedule, limits);
    if (run.error) {
      preview.conflict = conflictOf(schedule.program(), function, *run.error);
      return preview;
    }
    next = run.schedule;
  } else if (const auto done = next.apply(primitive, args); !done) {
    preview.conflict = conflictOf(schedule.program(), function, done.error());
    return preview;
  }
  if (!stop()) showResult(preview, schedule, next, function);
  return preview;
}

void showResult(StepPreview& preview, const Schedule& before, const Schedule& after, int function) {
  preview.legal = true;
  preview.before = print(before.program().function(function)).text;
  preview.after = print(after.program().function(function)).text;
  preview.change = changeBetween(before.program(), after.program());
  const QStringList were = parallelLoops(before.program(), function);
  if (!were.isEmpty() && parallelLoops(after.program(), function).isEmpty())
    preview.change += QStringLiteral(" · ") + tr("drops parallel of %1").arg(were.join(QStringLiteral(", ")));
  preview.marks = marksBetween(before, after, function);
}

}  // namespace lw
