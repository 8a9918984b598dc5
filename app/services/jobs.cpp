#include "app/services/jobs.h"

#include <QStringList>
#include <algorithm>
#include <chrono>

#include "app/shared/repair_limits.h"
#include "core/analysis/proof_budget.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

constexpr std::chrono::seconds kRepairTime{3};
constexpr ErrorKind kUndecided{"offer.undecided", "not decided yet: it is checked exactly on the click"};

template <class T>
bool holds(const std::vector<T>& list, const T& item) {
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
    if (!holds(to.loops, *loop)) to.loops.push_back(*loop);
    children = program.children(*loop);
  } else if (const auto* block = std::get_if<BlockId>(&node)) {
    if (!holds(to.blocks, *block)) to.blocks.push_back(*block);
    children = program.children(*block);
  }
  for (const NodeRef& child : children) addBelow(program, child, to);
}

// What the first loop or block parameter wants and the selection lacks; empty: nothing.
std::string missingPick(const Primitive& primitive, const Selection& selection) {
  if (primitive.params.empty()) return {};
  const ParamTypeInfo& type = infoOf(primitive.params.front().type);
  const bool loop = !selection.loops.empty(), block = !selection.blocks.empty();
  if (type.loops && type.blocks) return loop || block ? "" : "select a loop or a block";
  if (type.loops && !loop) return type.list ? "select loops (Ctrl+click adds one)" : "select a loop";
  if (type.blocks && !block) return "select a block";
  return {};
}

bool complete(const Primitive& primitive, const Arguments& args) {
  for (size_t i = 0; i < args.size(); ++i)
    if (args[i].isNone() && !primitive.params[i].defaultValue) return false;
  return true;
}

}  // namespace

StepOffer offerOf(const Primitive& primitive, const Schedule& schedule, const Selection& selection,
                  const CheckStep& check) {
  StepOffer offer;
  offer.primitive = &primitive;
  offer.call = primitive.name;
  if (std::string wish = missingPick(primitive, selection); !wish.empty()) {
    offer.reason.message = std::move(wish);
    return offer;
  }
  const Snapshot& program = schedule.program();
  offer.candidates = primitive.candidates(program, selection);
  // One loop, and none inside it to take as the second: that is no refusal yet.
  const bool list = takesSeveralLoops(primitive);
  if (list && selection.loops.size() < 2 && offer.candidates.empty()) {
    offer.reason.message = "select two loops or more (Ctrl+click adds one)";
    return offer;
  }
  std::vector<Arguments> tries;
  for (const Candidate& candidate : offer.candidates) tries.push_back(candidate.args);
  if (tries.empty()) tries.push_back(argumentsFor(primitive, selection));
  for (const Arguments& args : tries) {
    if (!complete(primitive, args)) {
      offer.state = StepOffer::State::NeedsInput;
      offer.args = args;
      return offer;
    }
    const Status verdict = check(args);
    const bool undecided = !verdict && verdict.error().kind == kUndecided.id;
    // The first refusal is the one to tell, and what may be legal comes before it.
    if (!verdict &&
        (offer.state == StepOffer::State::Undecided || (offer.state == StepOffer::State::Refused && !undecided)))
      continue;
    offer.state = verdict     ? StepOffer::State::Legal
                  : undecided ? StepOffer::State::Undecided
                              : StepOffer::State::Refused;
    offer.args = args;
    offer.call = callText(program, primitive, args);
    if (!verdict) offer.reason = verdict.error();
    if (verdict) return offer;
  }
  return offer;
}

ProgramViews viewsOf(const Snapshot& program, int function, const std::vector<int64_t>& caches) {
  ProgramViews views{
      program.function(function), print(program.function(function), {}), buildLoopTree(program, function, caches), {}};
  views.choices = choicesOf(program, views.tree);
  return views;
}

Arguments argumentsFor(const Primitive& primitive, const Selection& selection) {
  Arguments args;
  size_t nextLoop = 0, nextBlock = 0;
  for (const Param& param : primitive.params) {
    Value value = param.defaultValue.value_or(Value());
    const ParamTypeInfo& type = infoOf(param.type);
    const auto& [loops, blocks] = selection;
    if (type.loops && type.blocks) {
      if (!loops.empty())
        value = loops.back();
      else if (!blocks.empty())
        value = blocks.back();
    } else if (type.loops && type.list) {
      if (!loops.empty()) value = Value::List(loops.begin(), loops.end());
    } else if (type.blocks && type.list) {
      if (!blocks.empty()) value = Value::List(blocks.begin(), blocks.end());
    } else if (type.loops && nextLoop < loops.size()) {
      value = loops[nextLoop++];
    } else if (type.blocks && nextBlock < blocks.size()) {
      value = blocks[nextBlock++];
    }
    args.push_back(std::move(value));
  }
  return args;
}

Status quickCheck(const Schedule& schedule, const Primitive& primitive, const Arguments& args) {
  const ProofBudget effort(kQuickOperations);
  Status status = schedule.check(primitive, args);
  return effort.exhausted() ? Status(explain(kUndecided, {})) : status;
}

bool isUndecided(const Explanation& reason) { return reason.kind == kUndecided.id; }

std::vector<StepOffer> offersAt(const Schedule& schedule, const Selection& selection, const Stop& stop) {
  std::vector<StepOffer> offers;
  for (const Primitive* primitive : allPrimitives()) {
    if (primitive->query) continue;
    if (stop()) break;
    offers.push_back(offerOf(*primitive, schedule, selection,
                             [&](const Arguments& args) { return quickCheck(schedule, *primitive, args); }));
  }
  return offers;
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
    const Schedule before = schedule.prefix(i);
    Arguments args;
    for (const Value& value : step.args) {
      Result<Value> resolved = before.resolve(value);
      args.push_back(resolved ? std::move(*resolved) : value);
    }
    states.push_back({schedule.prefix(i + 1), callText(before.program(), *step.primitive, args)});
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

Explanation repairsWithin(const Stop& stop, const Schedule& schedule, const Primitive& wanted, const Arguments& args,
                          const Explanation& reason) {
  const auto begin = std::chrono::steady_clock::now();
  RepairLimits limits = repairLimits();
  limits.stop = [&] { return stop() || std::chrono::steady_clock::now() - begin > kRepairTime; };
  return withRepairs(schedule, wanted, args, reason, limits);
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
