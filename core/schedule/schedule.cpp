#include "core/schedule/schedule.h"

#include <algorithm>
#include <cassert>

#include "core/ir/verify.h"
#include "core/schedule/errors.h"
#include "core/schedule/step_cache.h"
#include "core/schedule/support/buffer_arguments.h"
#include "core/schedule/support/exchange_steps.h"
#include "core/support/text.h"

namespace lw {
namespace {

// "C.i": the loop i above the block C, for messages and as a way to name a loop.
std::string qualifiedName(const Snapshot& program, LoopId loop) {
  const std::vector<BlockId> below = program.blocksBelow(loop);
  return (below.empty() ? "" : program.name(below.front()) + ".") + program.name(loop);
}

Result<LoopId> loopByName(const Snapshot& program, const std::string& name, int function) {
  std::vector<LoopId> found;
  for (const LoopId id : program.loops(function)) {
    bool matches = program.name(id) == name;
    for (const BlockId block : program.blocksBelow(id))
      matches = matches || program.name(block) + "." + program.name(id) == name;
    if (matches) found.push_back(id);
  }
  if (found.size() == 1) return found.front();
  std::vector<std::string> names;
  if (found.empty()) {
    for (const LoopId id : program.loops(function)) names.push_back(program.name(id));
    return explain(err::kScheduleUnknownLoop(name),
                   names.empty() ? "the function has no loops" : say("the loops are {0}", join(names)));
  }
  for (const LoopId id : found) names.push_back('"' + qualifiedName(program, id) + '"');
  Explanation e = explain(err::kAmbiguousLoop(found.size(), name), say("say which: {0}", join(names)));
  e.loops = found;
  return e;
}

template <class Id>
std::vector<Id> missingIn(const std::vector<Id>& ids, const Snapshot& program) {
  std::vector<Id> missing;
  std::copy_if(ids.begin(), ids.end(), std::back_inserter(missing), [&](Id id) { return !program.contains(id); });
  return missing;
}

StepChange difference(const Snapshot& before, const Snapshot& after, int function, NodeReplacement fate) {
  return {missingIn(after.loops(function), before), missingIn(before.loops(function), after),
          missingIn(after.blocks(function), before), missingIn(before.blocks(function), after), std::move(fate)};
}

// "compute_at and reverse_compute_at"
std::string stepsForSampledPlaces() {
  std::string names;
  for (const Primitive* p : allPrimitives())
    if (std::any_of(p->params.begin(), p->params.end(), [](const Param& param) { return param.sampledPlace; }))
      addItem(names, p->name, " and ");
  return names;
}

}  // namespace

// Shares everything before its step with the previous state, so a state costs only what its own step made.
struct Schedule::State {
  Snapshot program;
  std::shared_ptr<const State> before = nullptr;  // null: the source
  // An ancestor further up, so that a distant ancestor is reached in few hops (E. W. Myers, "An applicative
  // random-access stack", 1983). `before` keeps it alive.
  const State* jump = nullptr;
  int steps = 0;
  int function = 0;  // in which get_block searches if no function is named
  Instruction step = {};
  StepChange change = {};
  std::vector<ProofRecord> proofs = {};
  uint64_t random = 42;  // state of the random numbers
  int changes = 0;       // the number of steps that are not queries, which is the row number of this step in a trace
  std::vector<uint32_t> removed = {};  // handles that must not be used any more
  uint32_t firstHandle = 0;            // number of the first handle that the step defined
  std::shared_ptr<StepCache> cache = nullptr;
  std::vector<StepValue> defined = {};  // the values of its handles: LoopId, BlockId or int64_t
  std::shared_ptr<const std::vector<LoopId>> exchanging = nullptr;  // of the source: null if there are none
  bool assumes = false;                                             // steps that are undecided are accepted

  State(Snapshot p, int f) : program(std::move(p)), function(f) {}
  State(const State&) = default;
  ~State() {  // a long chain must not be destroyed by recursion: the next state is held while one is released
    std::shared_ptr<const State> at = std::move(before);
    while (at && at.use_count() == 1) at = std::shared_ptr(at->before);
  }

  void follow(const std::shared_ptr<const State>& previous) {
    before = previous;
    steps = previous->steps + 1;
    changes = previous->changes;
    firstHandle = previous->handleCount();
    random = previous->random;
    cache = previous->cache;
    removed = previous->removed;
    exchanging = previous->exchanging;
    assumes = previous->assumes;
    const State* far = previous->jump;
    const bool join = far && far->jump && previous->steps - far->steps == far->steps - far->jump->steps;
    jump = join ? far->jump : previous.get();
  }

  // The latest state, from this one backwards, for which `reached` holds. If `reached` holds for a state, it must hold
  // for all earlier states.
  template <class F>
  const State* ancestor(F reached) const {
    const State* at = this;
    while (!reached(*at)) at = at->jump && !reached(*at->jump) ? at->jump : at->before.get();
    return at;
  }

  uint32_t handleCount() const { return firstHandle + static_cast<uint32_t>(defined.size()); }
  const StepValue* find(uint32_t number) const {
    if (number >= handleCount()) return nullptr;
    const State* at = ancestor([&](const State& s) { return s.firstHandle <= number; });
    return &at->defined[number - at->firstHandle];
  }
  // The latest handle of a loop or block.
  template <class Id>
  std::optional<uint32_t> handleOf(Id id) const {
    for (const State* at = this; at; at = at->before.get())
      for (size_t i = 0; i < at->defined.size(); ++i)
        if (const auto* other = at->defined[i].as<Id>(); other && *other == id)
          return at->firstHandle + static_cast<uint32_t>(i);
    return std::nullopt;
  }
};

Schedule::Schedule(Snapshot program) {
  int function = program.findFunction("main").value_or(0);
  State first(std::move(program), function);
  if (std::vector<LoopId> exchanging = exchangingLoops(first.program); !exchanging.empty())
    first.exchanging = std::make_shared<const std::vector<LoopId>>(std::move(exchanging));
  state_ = std::make_shared<const State>(std::move(first));
}

const Snapshot& Schedule::program() const { return state_->program; }
const Snapshot& Schedule::source() const { return prefix(0).program(); }
int Schedule::stepCount() const { return state_->steps; }

Schedule Schedule::prefix(int steps) const {
  assert(steps >= 0 && steps <= stepCount());
  if (steps == stepCount()) return *this;
  const State* next = state_->ancestor([&](const State& s) { return s.steps <= steps + 1; });
  return Schedule(next->before);
}

const Instruction& Schedule::step(int index) const { return prefix(index + 1).state_->step; }
const StepChange& Schedule::change(int index) const { return prefix(index + 1).state_->change; }
const std::vector<ProofRecord>& Schedule::proofs(int index) const { return prefix(index + 1).state_->proofs; }
const Snapshot& Schedule::programAfter(int index) const { return prefix(index + 1).state_->program; }

std::vector<Instruction> Schedule::instructions() const {
  std::vector<Instruction> all;
  for (const State* at = state_.get(); at->before; at = at->before.get()) all.push_back(at->step);
  std::reverse(all.begin(), all.end());
  return all;
}

Result<StepValue> Schedule::handleFor(const Param& param, const StepValue& value) {
  if (const auto* loop = value.as<LoopId>()) {
    Result<LoopRv> rv = rvFor(*loop);
    return rv ? Result<StepValue>(*rv) : Result<StepValue>(rv.error());
  }
  if (const auto* block = value.as<BlockId>()) {
    Result<BlockRv> rv = rvFor(*block);
    return rv ? Result<StepValue>(*rv) : Result<StepValue>(rv.error());
  }
  if (const auto* list = value.as<StepValue::List>()) {
    StepValue::List items;
    for (const StepValue& item : *list) {
      Result<StepValue> one = handleFor(param, item);
      if (!one) return one;
      items.push_back(*one);
    }
    return StepValue(std::move(items));
  }
  if (param.type == ParamType::Function && value.isNone())
    return StepValue(state_->program.functionName(state_->function));
  const auto* name = value.as<std::string>();
  if (!name) return value;
  const ParamTypeInfo& type = infoOf(param.type);
  const bool isBlock = type.blocks && (!type.loops || !program().blocksNamed(*name, state_->function).empty());
  if (isBlock) return blockNamed(*name);
  if (!type.loops) return value;
  Result<LoopId> loop = loopNamed(*name);
  return loop ? handleFor(param, *loop) : Result<StepValue>(loop.error());
}

// Completes arguments that name or abbreviate buffers of the block; handles must be resolved before, because this needs
// the block.
Status Schedule::resolveBuffers(const Primitive& primitive, Arguments& args) const {
  for (size_t i = 0; i < args.size(); ++i) {
    const auto* rv = args[i].as<BlockRv>();
    if (primitive.params[i].type != ParamType::Block || !rv) continue;
    Result<BlockId> block = resolve(*rv);
    return block ? completeBufferArguments(program(), primitive, *block, args) : Status(block.error());
  }
  return success();
}

Result<Arguments> Schedule::prepare(const Primitive& primitive, Arguments args) {
  Result<Arguments> complete = completeArguments(primitive, std::move(args));
  if (!complete) return complete;
  for (size_t i = 0; i < complete->size(); ++i) {
    Result<StepValue> handle = handleFor(primitive.params[i], (*complete)[i]);
    if (!handle) return handle.error();
    (*complete)[i] = *handle;
  }
  Status buffers = resolveBuffers(primitive, *complete);
  if (!buffers) return buffers.error();
  return complete;
}

Result<Arguments> Schedule::resolveAll(const Arguments& args) const {
  Arguments resolved;
  for (const StepValue& arg : args) {
    Result<StepValue> one = resolve(arg);
    if (!one) return one.error();
    resolved.push_back(std::move(*one));
  }
  return resolved;
}

Result<StepValue> Schedule::apply(const Primitive& primitive, Arguments args) {
  Schedule next = *this;
  Result<Arguments> recorded = next.prepare(primitive, std::move(args));
  if (!recorded) return recorded.error();
  const std::optional<StepCall> second =
      primitive.traits.followUp ? primitive.traits.followUp(*recorded) : std::nullopt;
  Result<StepValue> out = next.run(primitive, std::move(*recorded));
  if (out && second)
    if (Result<StepValue> done = next.run(*second->primitive, second->args); !done) return done;
  if (out) *this = next;
  return out;
}

Result<StepValue> Schedule::apply(std::string_view primitive, Arguments args) {
  const Primitive* found = findPrimitive(primitive);
  if (!found) return explain(err::kNoSuchPrimitive(std::string(primitive)), "`lw primitives` lists them");
  return apply(*found, std::move(args));
}

Status Schedule::check(const Primitive& primitive, const Arguments& args, const ProofBudget& budget) const {
  Schedule copy = *this;
  Result<Arguments> recorded = copy.prepare(primitive, args);
  if (!recorded) return recorded.error();
  if (primitive.traits.followUp) primitive.traits.followUp(*recorded);
  Result<Prepared> prepared = copy.decided(primitive, std::move(*recorded));
  if (!prepared) return prepared.error();
  if (state_->exchanging)
    if (auto error = stepsAndExchange(program(), *state_->exchanging, primitive, prepared->resolved))
      return std::move(*error);
  Result<Checked> checked = primitive.check(program().withBudget(budget), prepared->resolved);
  return checked ? success() : Status(checked.error());
}

Result<Schedule::Prepared> Schedule::decided(const Primitive& primitive, Arguments recorded) const {
  Result<Arguments> resolved = resolveAll(recorded);
  if (!resolved) return resolved.error();
  Prepared prepared{std::move(recorded), std::move(*resolved), state_->random};
  for (size_t i = 0; i < prepared.resolved.size(); ++i) {
    const auto* loop = prepared.resolved[i].as<LoopId>();
    if (!loop || (*loop != kAtRoot && *loop != kInlined) || primitive.params[i].sampledPlace) continue;
    return explain(err::kNoLoopSampled(*loop == kAtRoot ? "the root" : "inside the consumer", primitive.name),
                   stepsForSampledPlaces() + " take it");
  }
  if (!primitive.decide) return prepared;
  Random random(prepared.random);
  Result<StepValue> decision = primitive.decide(program(), prepared.resolved, random);
  if (!decision) return decision.error();
  const size_t index = *primitive.decisionIndex();
  prepared.recorded[index] = prepared.resolved[index] = *decision;
  prepared.random = random.state();
  return prepared;
}

namespace {

// The program after the step, or why it is refused.
Result<StepCache::Entry> effectOf(const Snapshot& program, const Primitive& primitive, const Arguments& resolved,
                                  bool assumes) {
  const ProofBudget limits = assumes ? program.budget().assumingUndecided() : program.budget();
  const ProofBudget budget = limits.recording();
  Result<Checked> checked = primitive.check(program.withBudget(budget), resolved);
  if (!checked) return StepCache::Entry{program, program, {}, {}, std::move(checked).error(), budget.proofs()};
  Edit edit = checked->rewrite();
  Snapshot after = edit.changed ? program.withFunction(edit.function, std::move(*edit.changed)) : program;
  if (after.sameAs(program))
    return StepCache::Entry{program, program, std::move(edit.outputs), {}, {}, budget.proofs()};
  // An invalid program is never shown or passed on, even if a rewrite has a bug.
  if (const std::vector<std::string> broken = verify(after.function(edit.function)); !broken.empty())
    return explain(err::kScheduleBroken(primitive.name, broken.front()),
                   "the step was not applied; please report this program with the step");
  StepChange change = difference(program, after, edit.function, std::move(edit.fate));
  return StepCache::Entry{program, std::move(after), std::move(edit.outputs), std::move(change), {}, budget.proofs()};
}

}  // namespace

void Schedule::assumeUndecided(bool assumes) {
  State next = *state_;
  next.assumes = assumes;
  state_ = std::make_shared<const State>(std::move(next));
}

void Schedule::cacheSteps(std::shared_ptr<StepCache> cache) {
  State next = *state_;
  next.cache = std::move(cache);
  state_ = std::make_shared<const State>(std::move(next));
}

Result<StepValue> Schedule::run(const Primitive& primitive, Arguments recorded) {
  Result<Prepared> prepared = decided(primitive, std::move(recorded));
  if (!prepared) return prepared.error();
  if (state_->exchanging)
    if (auto error = stepsAndExchange(program(), *state_->exchanging, primitive, prepared->resolved))
      return std::move(*error);
  StepCache* cache = state_->assumes ? nullptr : state_->cache.get();
  const std::shared_ptr<const StepCache::Entry> known =
      cache ? cache->find(program(), primitive, prepared->resolved) : nullptr;
  Result<StepCache::Entry> done =
      known ? Result<StepCache::Entry>(*known) : effectOf(program(), primitive, prepared->resolved, state_->assumes);
  if (!done) return std::move(done).error();
  if (cache && !known) cache->add(primitive, prepared->resolved, *done);
  if (done->refused) return std::move(*done->refused);
  State next(std::move(done->after), state_->function);
  next.follow(state_);
  next.random = prepared->random;
  next.defined = std::move(done->outputs);
  next.change = std::move(done->change);
  next.proofs = std::move(done->proofs);
  StepValue::List handles;
  for (const StepValue& output : next.defined) {
    const auto number = next.firstHandle + static_cast<uint32_t>(handles.size());
    if (output.isNone())
      handles.push_back(StepValue());  // a number that is not known has no handle
    else if (output.as<LoopId>())
      handles.push_back(LoopRv{number});
    else if (output.as<BlockId>())
      handles.push_back(BlockRv{number});
    else
      handles.push_back(ExprRv{number});
  }
  next.changes += primitive.query ? 0 : 1;
  next.step = {&primitive, std::move(prepared->recorded), handles,
               std::ranges::any_of(next.proofs, &ProofRecord::assumed)};
  state_ = std::make_shared<const State>(std::move(next));
  switch (primitive.returns) {
    case Returns::Nothing:
      return StepValue();
    case Returns::Loop:
    case Returns::Block:
    case Returns::Int:
      assert(handles.size() == 1);
      return handles.front();
    case Returns::Loops:
    case Returns::Blocks:
    case Returns::Ints:
      return StepValue(std::move(handles));
  }
  return StepValue();
}

// Finds the latest step that removed the only loop or block of this name.
template <class Find>
std::optional<Explanation> Schedule::consumed(const char* what, const std::string& name, Find find) const {
  for (const State* at = state_.get(); at->before; at = at->before.get()) {
    const auto id = find(at->before->program);
    if (!id) continue;
    std::vector<std::string> now;
    for (const auto next : follow(*id, at->before->steps, stepCount())) now.push_back(program().name(next));
    return explain(err::kScheduleConsumed(what + (" " + name), at->changes, at->step.primitive->name),
                   now.empty() ? "go back to before that step to use it" : say("it became {0}", join(now)));
  }
  return std::nullopt;
}

Result<LoopId> Schedule::loopNamed(const std::string& name) const {
  Result<LoopId> found = loopByName(program(), name, state_->function);
  if (found || found.error().kind != err::kScheduleUnknownLoop.id) return found;
  const auto gone = consumed("loop", name, [&](const Snapshot& earlier) -> std::optional<LoopId> {
    const Result<LoopId> then = loopByName(earlier, name, state_->function);
    return then ? std::optional(*then) : std::nullopt;
  });
  return gone ? *gone : found.error();
}

Result<StepValue> Schedule::blockNamed(const std::string& name) {
  Result<StepValue> found = apply(kGetBlock, {name});
  if (found || !program().blocksNamed(name, state_->function).empty()) return found;
  const auto gone = consumed("block", name, [&](const Snapshot& earlier) -> std::optional<BlockId> {
    const std::vector<BlockId> then = earlier.blocksNamed(name, state_->function);
    return then.size() == 1 ? std::optional(then.front()) : std::nullopt;
  });
  return gone ? *gone : found.error();
}

Result<BlockRv> Schedule::rvFor(BlockId block) {
  if (!program().contains(block)) return err::kScheduleNotInProgram("the block");
  if (const std::optional<uint32_t> number = state_->handleOf(block)) return BlockRv{*number};
  const int function = program().functionOf(block);
  const std::string name = program().name(block);
  if (program().blocksNamed(name, function).size() == 1) {
    Result<StepValue> found = apply(kGetBlock, {name, program().functionName(function)});
    if (!found) return found.error();
    return *found->as<BlockRv>();
  }
  const BlockId scope = program().scopeOf(block);  // the name is not unique: find the block through the block around it
  if (!scope.valid()) return err::kScheduleNotInProgram(say("a block with the unique name \"{0}\"", Ident(name)));
  Result<BlockRv> outer = rvFor(scope);
  if (!outer) return outer;
  Result<StepValue> list = apply(kGetChildBlocks, {*outer});
  if (!list) return list.error();
  for (const StepValue& child : *list->as<StepValue::List>())
    if (Result<BlockId> id = resolve(*child.as<BlockRv>()); id && *id == block) return *child.as<BlockRv>();
  return err::kScheduleNotInProgram(say("block \"{0}\"", Ident(name)));
}

Result<LoopRv> Schedule::rvFor(LoopId loop) {
  if (!program().contains(loop)) return err::kScheduleNotInProgram("the loop");
  if (const std::optional<uint32_t> number = state_->handleOf(loop)) return LoopRv{*number};
  const std::vector<BlockId> below = program().blocksBelow(loop);
  if (below.empty())
    return explain(err::kNoBlockBelow(program().name(loop)), "put the statements below it into a block");
  Result<BlockRv> block = rvFor(below.front());
  if (!block) return block.error();
  Result<StepValue> list = apply(kGetLoops, {*block});
  if (!list) return list.error();
  for (const StepValue& each : *list->as<StepValue::List>())
    if (Result<LoopId> id = resolve(*each.as<LoopRv>()); id && *id == loop) return *each.as<LoopRv>();
  return err::kScheduleNotInProgram(say("loop {0}", Ident(program().name(loop))));
}

template <class Id, class Rv>
Result<Id> Schedule::resolveNode(Rv rv, const char* what, const std::vector<Id> StepChange::* removed) const {
  if (std::find(state_->removed.begin(), state_->removed.end(), rv.number) != state_->removed.end())
    return explain(err::kRemovedHandle(toText(StepValue(rv))), "look it up again");
  const StepValue* value = state_->find(rv.number);
  const Id* id = value ? value->template as<Id>() : nullptr;
  if (!id) return explain(err::kForeignHandle(toText(StepValue(rv))), "take it from a step of this schedule");
  if (program().contains(*id)) return *id;
  if constexpr (std::is_same_v<Id, LoopId>)
    if (*id == kAtRoot || *id == kInlined) return *id;
  for (const State* at = state_.get(); at->before; at = at->before.get()) {
    const std::vector<Id>& gone = at->change.*removed;
    if (std::find(gone.begin(), gone.end(), *id) == gone.end()) continue;
    const std::string name = std::string(what) + " " + at->before->program.name(*id);
    const bool hasOutputs = !at->step.outputs.empty();
    return explain(err::kScheduleConsumed(Ident(name), at->changes, at->step.primitive->name),
                   hasOutputs ? say("use what {0} returned", Ident(at->step.primitive->name)) : "look it up again");
  }
  return err::kScheduleNotInProgram(Snippet(toText(StepValue(rv))));
}

Result<LoopId> Schedule::resolve(LoopRv rv) const { return resolveNode<LoopId>(rv, "loop", &StepChange::loopsRemoved); }
Result<BlockId> Schedule::resolve(BlockRv rv) const {
  return resolveNode<BlockId>(rv, "block", &StepChange::blocksRemoved);
}

Result<int64_t> Schedule::resolve(ExprRv rv) const {
  if (std::find(state_->removed.begin(), state_->removed.end(), rv.number) != state_->removed.end())
    return explain(err::kRemovedHandle(toText(StepValue(rv))), "look it up again");
  const StepValue* found = state_->find(rv.number);
  const int64_t* value = found ? found->as<int64_t>() : nullptr;
  if (!value) return explain(err::kForeignHandle(toText(StepValue(rv))), "take it from a step of this schedule");
  return *value;
}

Result<StepValue> Schedule::resolve(const StepValue& value) const {
  const auto lift = [](const auto& r) -> Result<StepValue> {
    if (r) return StepValue(*r);
    return r.error();
  };
  if (const auto* loop = value.as<LoopRv>()) return lift(resolve(*loop));
  if (const auto* block = value.as<BlockRv>()) return lift(resolve(*block));
  if (const auto* number = value.as<ExprRv>()) return lift(resolve(*number));
  if (const auto* list = value.as<StepValue::List>()) {
    Result<Arguments> items = resolveAll(*list);
    return lift(items);
  }
  return value;
}

Status Schedule::workOn(std::string_view function) {
  const std::optional<int> found = program().findFunction(function);
  if (!found) {
    std::vector<std::string> names;
    for (int i = 0; i < program().functionCount(); ++i) names.push_back(program().functionName(i));
    return explain(err::kNoSuchFunction(std::string(function)), say("the functions are {0}", join(names)));
  }
  State next = *state_;
  next.function = *found;
  state_ = std::make_shared<const State>(std::move(next));
  return success();
}

int Schedule::currentFunction() const { return state_->function; }

void Schedule::seed(uint64_t seed) {
  State next = *state_;
  next.random = seed;
  state_ = std::make_shared<const State>(std::move(next));
}

uint64_t Schedule::forkSeed() {
  Random random(state_->random);
  const uint64_t forked = random.next() >> 33;  // within the range of seeds that TVM accepts
  seed(random.state());
  return forked;
}

Status Schedule::removeHandle(const StepValue& handle) {
  uint32_t number = 0;
  if (const auto* loop = handle.as<LoopRv>())
    number = loop->number;
  else if (const auto* block = handle.as<BlockRv>())
    number = block->number;
  else if (const auto* sampled = handle.as<ExprRv>())
    number = sampled->number;
  else
    return explain(err::kScheduleNoHandle(kindOf(handle)), "give a loop, a block or a sampled number of this schedule");
  if (number >= state_->handleCount())
    return explain(err::kForeignHandle(toText(handle)), "take it from a step of this schedule");
  State next = *state_;
  next.removed.push_back(number);
  state_ = std::make_shared<const State>(std::move(next));
  return success();
}

namespace {

template <class Id, class Fates>
std::vector<Id> followed(std::vector<Id> ids, const Fates& fates) {
  std::vector<Id> next;
  for (const Id id : ids) {
    const auto found = std::find_if(fates.begin(), fates.end(), [&](const auto& f) { return f.first == id; });
    if (found == fates.end())
      next.push_back(id);
    else
      next.insert(next.end(), found->second.begin(), found->second.end());
  }
  return next;
}

template <class Id>
void keepExisting(std::vector<Id>& ids, const Snapshot& program) {
  std::erase_if(ids, [&](Id id) { return !program.contains(id); });
}

}  // namespace

int Schedule::madeBy(LoopId loop) const {
  for (const State* at = state_.get(); at->before; at = at->before.get())
    if (!at->before->program.contains(loop)) return at->steps - 1;
  return -1;
}

int Schedule::madeBy(BlockId block) const {
  for (const State* at = state_.get(); at->before; at = at->before.get())
    if (!at->before->program.contains(block)) return at->steps - 1;
  return -1;
}

std::vector<LoopId> Schedule::follow(LoopId loop, int from, int to) const {
  std::vector<LoopId> ids{loop};
  for (int i = from; i < to; ++i) ids = followed(std::move(ids), change(i).fate.loops);
  keepExisting(ids, programAfter(to - 1));
  return ids;
}

std::vector<BlockId> Schedule::follow(BlockId block, int from, int to) const {
  std::vector<BlockId> ids{block};
  for (int i = from; i < to; ++i) ids = followed(std::move(ids), change(i).fate.blocks);
  keepExisting(ids, programAfter(to - 1));
  return ids;
}

int Schedule::changeCount() const {
  int count = 0;
  for (int i = 0; i < stepCount(); ++i) count += !step(i).primitive->query;
  return count;
}

}  // namespace lw
