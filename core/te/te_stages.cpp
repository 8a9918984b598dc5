// The stages of tensor-expression schedules: converts each of their methods to schedule steps.
#include "core/ir/visit.h"
#include "core/te/errors.h"
#include "core/te/te_stage_object.h"

namespace lw::te {

bool isBuffer(const Schedule& schedule, const std::string& name) {
  const PrimFunc& f = schedule.program().function(schedule.currentFunction());
  return std::any_of(f.buffers.begin(), f.buffers.end(), [&](const auto& entry) { return entry.second->name == name; });
}

void attach(ScheduleObject& object, const StepValue& block, const StepValue& consumer) {
  const Result<BlockId> a = object.schedule.resolve(*block.as<BlockRv>()),
                        b = object.schedule.resolve(*consumer.as<BlockRv>());
  if (a && b) object.tensors.attached.insert_or_assign(a->value, b->value);
}

std::optional<BlockId> writerOf(const Schedule& schedule, const std::string& buffer) {
  std::vector<BlockId> writers;
  const Snapshot& program = schedule.program();
  for (const BlockId id : program.blocks(schedule.currentFunction())) {
    const std::vector<BufferRegion>& writes = program.block(id).writes;
    if (id != program.rootBlock(schedule.currentFunction()) &&
        std::any_of(writes.begin(), writes.end(), [&](const BufferRegion& w) { return w.buffer->name == buffer; }))
      writers.push_back(id);
  }
  return writers.size() == 1 ? std::optional(writers.front()) : std::nullopt;
}

Value listOf(std::vector<Value> items) { return Value(ListRef{std::make_shared<ListObject>(std::move(items))}); }

namespace {

Result<Value> asTuple(Result<Value> list) {
  if (!list || !list->items()) return list;
  return script::makeTuple(*list->items());
}

// A thread axis is given as an object or by its name.
Value axisName(const Value& value) {
  const auto* axis = value.hostAs<ThreadAxisObject>();
  return axis ? Value(axis->axis) : value;
}

}  // namespace

Result<Value> StageObject::step(const Primitive& p, std::vector<Value> positional, const CallArgs& call, Caller& caller,
                                std::vector<std::pair<std::string, Value>> named) {
  CallArgs args{std::move(positional), std::move(named), {}, call.span};
  return schedule_->apply(p, args, caller);
}

// split(axis, factor): the inner loop has `factor` iterations; with nparts, the outer loop has `nparts` iterations.
Result<Value> StageObject::split(CallArgs& args, Caller& caller) {
  const MethodArguments given("split", {"parent", "factor", "nparts", "disable_predication"}, args);
  if (Status ok = given.check(1); !ok) return ok.error();
  const Value *factor = given.find(1), *nparts = given.find(2), *unguarded = given.find(3);
  const bool byFactor = factor && !factor->isNone(), byParts = nparts && !nparts->isNone();
  if (byFactor == byParts)
    return explain(byFactor ? err::kSplitFactorAndParts() : err::kSplitNeedsFactor(),
                   "factor=4: four iterations inside; nparts=4: four outside");
  Value factors = byFactor ? listOf({Value(), *factor}) : listOf({*nparts, Value()});
  std::vector<std::pair<std::string, Value>> named;
  if (unguarded) named.emplace_back("disable_predication", *unguarded);
  return asTuple(step(kSplit, {*given.find(0), std::move(factors)}, args, caller, std::move(named)));
}

Result<Value> StageObject::tile(CallArgs& args, Caller& caller) {
  const MethodArguments given("tile", {"x_parent", "y_parent", "x_factor", "y_factor"}, args);
  if (Status ok = given.check(4); !ok) return ok.error();
  return asTuple(
      step(kTile, {listOf({*given.find(0), *given.find(1)}), listOf({*given.find(2), *given.find(3)})}, args, caller));
}

Result<Value> StageObject::computeAt(CallArgs& args, Caller& caller) {
  const MethodArguments given("compute_at", {"parent", "scope"}, args);
  if (Status ok = given.check(2); !ok) return ok.error();
  const auto* parent = given.find(0)->hostAs<StageObject>();
  if (!parent)
    return explain(err::kComputeAtNeedsStage(script::typeName(*given.find(0))), "write s[B].compute_at(s[C], axis)");
  if (Status own = parent->belongs(*given.find(1)); !own) return own.error();
  if (const std::optional<std::string> scope = scopeBelow(*given.find(1)))
    if (Result<Value> set = setScope(*scope, true, args, caller); !set) return set;
  const LoopSteps work = loopSteps(*schedule_, block_);
  // Keeps loops of one iteration, because later calls may name them as axes.
  Result<Value> moved = step(kComputeAt, {self(), *given.find(1), Value(true)}, args, caller);
  if (!moved) return moved;
  attach(*schedule_, block_, parent->block_);
  const Result<std::string> lost = repeatSteps(schedule_, block_, work, args.span);
  if (!lost) return lost.error();
  if (!lost->empty())
    schedule_->notes.push_back(
        say("compute_at makes the loops of {0} anew, and this could not be done again there: {1}", Ident(tensor_->name),
            Snippet(*lost)));
  return moved;
}

// The outermost loop of the stage's reduction above `loop`.
std::optional<LoopId> StageObject::reductionOutside(LoopId loop) const {
  const Result<BlockId> id = schedule_->schedule.resolve(*block_.as<BlockRv>());
  if (!id) return std::nullopt;
  const Snapshot& program = schedule_->schedule.program();
  const Block& block = program.block(*id);
  for (const LoopId above : program.loopsAbove(loop))
    for (size_t i = 0; i < block.iters.size(); ++i)
      if (block.init && block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], program.loop(above).var))
        return above;
  return std::nullopt;
}

// For an intrinsic with three parts: if the reduction continues outside of the loop, its parts for init and update are
// used.
Result<Value> StageObject::tensorize(CallArgs& args, Caller& caller) {
  const MethodArguments given("tensorize", {"var", "tensor_intrin"}, args);
  if (Status ok = given.check(2); !ok) return ok.error();
  const auto* handle = given.find(0)->hostAs<HandleObject>();
  const std::string* name = given.find(1)->text();
  const auto* rv = handle ? handle->handle.as<LoopRv>() : nullptr;
  const Result<LoopId> loop = rv ? schedule_->schedule.resolve(*rv) : Result<LoopId>(Explanation());
  const auto knows = [&](const std::string& n) {
    const auto& known = schedule_->schedule.program().intrinsics();
    return std::any_of(known.begin(), known.end(), [&](const TensorIntrin& t) { return t.name == n; });
  };
  const std::optional<LoopId> outside =
      name && loop && knows(*name + "_update") ? reductionOutside(*loop) : std::nullopt;
  if (!outside) return step(kTensorize, {*given.find(0), *given.find(1)}, args, caller);
  Result<LoopRv> first = schedule_->schedule.rvFor(*outside);
  if (!first) return first.error();
  Result<Value> start = step(kDecomposeReduction, {self(), fromStepValue(*first)}, args, caller);
  if (!start) return start;
  schedule_->tensors.stages[tensor_->name] = block_;
  if (knows(*name + "_reset")) {
    const Snapshot& program = schedule_->schedule.program();
    const Result<BlockId> init = schedule_->schedule.resolve(*start->hostAs<HandleObject>()->handle.as<BlockRv>());
    if (!init) return init.error();
    // The loops of the init are those of the update without the reduction loops, so as many of them are inside.
    const Result<BlockId> update = schedule_->schedule.resolve(*block_.as<BlockRv>());
    if (!update) return update.error();
    const Block& block = program.block(*update);
    size_t inside = 0;
    for (const LoopId l : program.loopsAbove(*update))
      for (size_t i = 0; i < block.iters.size(); ++i)
        inside += (l == *loop || program.isAncestor(*loop, l)) && block.iters[i].kind == IterKind::Spatial &&
                  usesVar(block.bindings[i], program.loop(l).var);
    const std::vector<LoopId> above = program.loopsAbove(*init);
    if (inside > 0 && inside <= above.size()) {
      Result<LoopRv> at = schedule_->schedule.rvFor(above[above.size() - inside]);
      if (!at) return at.error();
      if (Result<Value> done = step(kTensorize, {fromStepValue(*at), Value(*name + "_reset")}, args, caller); !done)
        return done;
    }
  }
  return step(kTensorize, {*given.find(0), Value(*name + "_update")}, args, caller);
}

// `byPlace`: the scope follows from the place of the stage, so it is reset when the stage moves to the root.
Result<Value> StageObject::setScope(const std::string& scope, bool byPlace, CallArgs& args, Caller& caller) {
  Result<Value> set = step(kSetScope, {self(), Value(0), Value(scope)}, args, caller);
  const Result<BlockId> id = schedule_->schedule.resolve(*block_.as<BlockRv>());
  if (set && id && byPlace) schedule_->tensors.scopedByPlace.insert(id->value);
  if (set && id && !byPlace) schedule_->tensors.scopedByPlace.erase(id->value);
  return set;
}

// Unless the schedule sets a scope, a stage inside a thread loop is local to the thread, and a stage inside a thread
// block is shared.
std::optional<std::string> StageObject::scopeBelow(const Value& place) const {
  const auto* handle = place.hostAs<HandleObject>();
  const auto* rv = handle ? handle->handle.as<LoopRv>() : nullptr;
  if (!rv) return std::nullopt;
  const Result<LoopId> loop = schedule_->schedule.resolve(*rv);
  const Result<BlockId> id = schedule_->schedule.resolve(*block_.as<BlockRv>());
  const Snapshot& program = schedule_->schedule.program();
  if (!loop || !id || !program.contains(*loop)) return std::nullopt;
  const std::vector<BufferRegion>& writes = program.block(*id).writes;
  if (writes.size() != 1 || writes[0].buffer->scope != "global" ||
      isBuffer(schedule_->schedule, writes[0].buffer->name))
    return std::nullopt;
  std::vector<LoopId> around = program.loopsAbove(*loop);
  around.push_back(*loop);
  std::optional<std::string> scope;
  for (const LoopId l : around) {
    const std::string& thread = program.loop(l).thread;
    if (thread.starts_with("threadIdx")) return "local";
    if (thread.starts_with("blockIdx")) scope = "shared";
  }
  return scope;
}

Result<Value> StageObject::computeRoot(CallArgs& args, Caller& caller) {
  if (const Result<BlockId> at = schedule_->schedule.resolve(*block_.as<BlockRv>()))
    schedule_->tensors.attached.erase(at->value);
  Result<Value> moved = step(kComputeRoot, {self()}, args, caller);
  const Result<BlockId> id = schedule_->schedule.resolve(*block_.as<BlockRv>());
  return moved && id && schedule_->tensors.scopedByPlace.contains(id->value) ? setScope("global", false, args, caller)
                                                                             : moved;
}

// A loop argument must be a loop around the block of the stage.
Status StageObject::belongs(const Value& value) const {
  if (value.items()) {
    for (const Value& item : *value.items())
      if (Status one = belongs(item); !one) return one;
    return success();
  }
  const auto* handle = value.hostAs<HandleObject>();
  const auto* rv = handle ? handle->handle.as<LoopRv>() : nullptr;
  if (!rv) return success();
  const Result<LoopId> loop = schedule_->schedule.resolve(*rv);
  const Result<BlockId> id = schedule_->schedule.resolve(*block_.as<BlockRv>());
  if (!loop || !id || !schedule_->schedule.program().contains(*loop)) return success();  // the step reports the error
  const std::vector<LoopId> around = schedule_->schedule.program().loopsAbove(*id);
  if (std::find(around.begin(), around.end(), *loop) != around.end()) return success();
  std::vector<std::string> names;
  for (const LoopId l : around) names.push_back(schedule_->schedule.program().name(l));
  return explain(err::kLoopNotAroundStage(schedule_->schedule.program().name(*loop), tensor_->name),
                 names.empty() ? "no loop is" : say("the loops around it are {0}", joined(names, ", ")));
}

// The step takes a dimension of the buffer, TVM's method the axis that runs over it.
Result<Value> StageObject::storageAlign(CallArgs& args, Caller& caller) {
  const MethodArguments given("storage_align", {"axis", "factor", "offset"}, args);
  if (Status ok = given.check(3); !ok) return ok.error();
  Value axis = *given.find(0);
  if (const auto* handle = axis.hostAs<HandleObject>(); handle && handle->handle.as<LoopRv>()) {
    const Result<LoopId> loop = schedule_->schedule.resolve(*handle->handle.as<LoopRv>());
    if (!loop) return loop.error();
    const Result<BlockId> id = schedule_->schedule.resolve(*block_.as<BlockRv>());
    if (!id) return id.error();
    const Snapshot& program = schedule_->schedule.program();
    const Block& block = program.block(*id);
    for (size_t i = 0; i < block.iters.size(); ++i)
      for (size_t d = 0; usesVar(block.bindings[i], program.loop(*loop).var) && !block.writes.empty() &&
                         d < block.writes.front().ranges.size();
           ++d)
        if (usesVar(block.writes.front().ranges[d].min, block.iters[i].var)) axis = Value(static_cast<int64_t>(d));
  }
  return step(kStorageAlign, {self(), Value(0), axis, *given.find(1), *given.find(2)}, args, caller);
}

Result<Value> StageObject::prefetch(CallArgs& args, Caller& caller) {
  const MethodArguments given("prefetch", {"tensor", "var", "offset"}, args);
  if (Status ok = given.check(3); !ok) return ok.error();
  const auto* tensor = given.find(0)->hostAs<TensorObject>();
  return step(kPrefetch, {tensor ? Value(tensor->name) : *given.find(0), *given.find(1), *given.find(2)}, args, caller);
}

// In TVM, a reduction loop that runs in parallel, or on several thread blocks, is left as it is, which is a race. Here
// the init of the reduction becomes a block of its own in this case, and the updates become atomic.
Result<Value> StageObject::withAtomicUpdates(const Primitive& p, std::vector<Value> positional, CallArgs& args,
                                             Caller& caller) {
  const std::string* axis = positional.size() > 1 ? positional[1].text() : nullptr;
  const bool inKernel = &p == &kBind && axis && axis->starts_with("blockIdx");
  const Schedule before = schedule_->schedule;
  const size_t spans = schedule_->stepSpans.size();
  Result<Value> done = step(p, positional, args, caller);
  if (done || (&p != &kParallel && !inKernel)) return done;
  if (makeUpdatesAtomic(schedule_, block_, positional[0], inKernel, args.span, caller))
    if (Result<Value> shared = step(p, std::move(positional), args, caller); shared) {
      schedule_->tensors.stages[tensor_->name] = block_;
      schedule_->notes.push_back(say(
          "iterations that run at the same time update the same elements of {0}, so its init became a separate block "
          "and its updates atomic; rfactor is faster",
          Ident(tensor_->name)));
      return shared;
    }
  schedule_->schedule = before;
  schedule_->stepSpans.resize(spans);
  return done;
}

// A condition on thread axes becomes a condition on the loops that are bound to them. If no loop is bound to an axis,
// the axis has one thread.
Result<Value> StageObject::storePredicate(CallArgs& args, Caller& caller) {
  const MethodArguments given("set_store_predicate", {"predicate"}, args);
  if (Status ok = given.check(1); !ok) return ok.error();
  const auto* condition = given.find(0)->hostAs<ExprObject>();
  if (!condition) return step(kSetStorePredicate, {self(), *given.find(0)}, args, caller);
  const std::vector<Var> free = freeVars(condition->expr);
  for (const Var& v : free)
    if (Status one = boundTo(schedule_, block_, v.name(), args.span, caller); !one) return one.error();
  return guarded(condition->expr, free, args);
}

Result<Value> StageObject::guarded(const Expr& condition, const std::vector<Var>& free, CallArgs& args) {
  const Result<BlockId> id = schedule_->schedule.resolve(*block_.as<BlockRv>());
  if (!id) return id.error();
  const Snapshot& program = schedule_->schedule.program();
  IndexMap map;
  VarMap vars;
  for (const LoopId loop : program.loopsAbove(*id)) {
    map.initial.emplace_back(program.name(loop));
    for (const Var& v : free)
      if (v.name() == program.loop(loop).thread) vars.emplace(v.key(), map.initial.back());
  }
  for (const Var& v : free)
    if (!vars.contains(v.key()))
      return explain(err::kNoLoopBoundTo(program.name(*id), v.name()),
                     say("bind one first: s[B].bind(axis, thread_axis(\"{0}\"))", Ident(v.name())));
  map.final = {substitute(condition, vars)};
  Result<StepValue> out = schedule_->schedule.apply(kSetStorePredicate, {block_, StepValue(std::move(map))});
  while (static_cast<int>(schedule_->stepSpans.size()) < schedule_->schedule.stepCount())
    schedule_->stepSpans.push_back(args.span);
  return out ? Result<Value>(Value()) : Result<Value>(std::move(out).error());
}

Result<Value> StageObject::attribute(std::string_view part) {
  if (part == "op")
    return Value(std::make_shared<OpObject>(std::make_shared<TensorObject>(schedule_, tensor_->name, block_)));
  return explain(err::kStageHasNoAttribute(part), "it has op, and methods such as split");
}

std::vector<std::string> stageMethods() {
  return {"split",  "tile",      "compute_at",     "storage_align", "prefetch",  "set_store_predicate",
          "fuse",   "reorder",   "compute_inline", "compute_root",  "tensorize", "set_scope",
          "unroll", "vectorize", "parallel",       "bind",          "pragma"};
}

Result<Value> StageObject::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (Status known = tensorCalls().understand(schedule_, args, tensor_->name); !known) return known.error();
  constexpr std::string_view kElsewhere[] = {
      "compute_at", "storage_align",
      "set_store_predicate"};  // their arguments are loops of another stage, or not loops
  if (std::find(std::begin(kElsewhere), std::end(kElsewhere), name) == std::end(kElsewhere))
    for (const Value& value : args.positional)
      if (Status own = belongs(value); !own) return own.error();
  if (name == "split") return split(args, caller);
  if (name == "tile") return tile(args, caller);
  if (name == "compute_at") return computeAt(args, caller);
  if (name == "storage_align") return storageAlign(args, caller);
  if (name == "prefetch") return prefetch(args, caller);
  if (name == "set_store_predicate") return storePredicate(args, caller);
  if (name == "fuse") return schedule_->apply(kFuse, args, caller);
  if (name == "reorder") return schedule_->apply(kReorder, args, caller);
  if (name == "compute_root") return computeRoot(args, caller);
  if (name == "tensorize") return tensorize(args, caller);
  if (name == "compute_inline") return step(kComputeInline, {self()}, args, caller);
  struct Simple {
    std::string_view name;
    std::vector<std::string> params;
    size_t needed;
    const Primitive& primitive;
  };
  const Simple simple[] = {{"unroll", {"var"}, 1, kUnroll},
                           {"vectorize", {"var"}, 1, kVectorize},
                           {"parallel", {"var"}, 1, kParallel},
                           {"bind", {"ivar", "thread_ivar"}, 2, kBind},
                           {"pragma", {"var", "pragma_type", "pragma_value"}, 2, kPragma}};
  for (const Simple& s : simple) {
    if (s.name != name) continue;
    const MethodArguments given(s.name, s.params, args);
    if (Status ok = given.check(s.needed); !ok) return ok.error();
    std::vector<Value> positional;
    for (size_t i = 0; i < s.params.size() && given.find(i) && !(i >= s.needed && given.find(i)->isNone()); ++i)
      positional.push_back(axisName(*given.find(i)));
    return withAtomicUpdates(s.primitive, std::move(positional), args, caller);
  }
  if (name == "set_scope") {
    const MethodArguments given("set_scope", {"scope"}, args);
    if (Status ok = given.check(1); !ok) return ok.error();
    if (!given.find(0)->text())
      return explain(err::kSetScopeNeedsName(script::typeName(*given.find(0))), "write set_scope(\"shared\")");
    return setScope(*given.find(0)->text(), false, args, caller);
  }
  const Message near = script::didYouMean(name, stageMethods());
  return explain(err::kStageHasNoMethod(name),
                 near.empty() ? say("blocks and loops have it: sch.{0}(...)", Ident(name)) : near);
}

}  // namespace lw::te
