// Walks a function and makes its statements and memories.
#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/intrin_meaning.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/prove/equations.h"
#include "core/prove/lanes.h"
#include "core/prove/normal_form.h"

namespace lw::prove {

class Reader {
 public:
  explicit Reader(Equations& equations) : e_(equations) {}

  std::optional<Obstacle> read(const PrimFunc& f) {
    for (size_t i = 0; i < f.params.size(); ++i)
      if (const Buffer* buffer = f.bufferOf(f.params[i])) {
        addMemory(*buffer, static_cast<int>(i));
        for (const Expr& extent : (*buffer)->shape)
          if (const auto* v = extent.as<Var>())
            if (const std::string* name = e_.sizeName(*v)) e_.positiveSizes_.insert(*name);
      }
    const NormalForm normal = normalForm(f);
    e_.calls_ = normal.calls;
    e_.firstOwnLoop_ = f.nextId;
    nextLoop_ = normal.function.nextId;
    walk(normal.function.body);
    return problem_;
  }

 private:
  void refuse(const Message& reason, const Message& remedy = {}) {
    if (!problem_) problem_ = Obstacle{reason, remedy};
  }

  // A variable is what it is at every place.
  void define(const Var& v, const Expr& value) {
    const auto [known, isNew] = e_.bound_.try_emplace(v.key(), value);
    if (!isNew && !equal(known->second, value)) definedTwice(v);
  }
  void definedTwice(const Var& v) { refuse(say("the variable {0} is defined twice", Ident(v.name()))); }

  void walk(const Stmt& s) {
    if (problem_) return;
    s.match([&](const For& f) { loop(f); }, [&](const Block& b) { block(b); },
            [&](const BufferStore& store) { this->store(store, s.origin()); }, [&](const Evaluate& e) { evaluate(e); },
            [&](const Seq& seq) {
              for (const Stmt& part : seq.stmts) walk(part);
            },
            [&](const IfThenElse& i) { branch(i); },
            [&](const While&) {
              refuse(say("the number of iterations of a while loop depends on data"),
                     say("only loops with bounds that are affine in the sizes can be proved"));
            },
            [&](const LetStmt& l) { let(l, s.origin()); },
            [&](const Allocate& a) { refuse(say("{0} is allocated as flat memory", Ident(a.data.name()))); },
            [&](const DeclBuffer& d) { declare(d); }, [&](const AttrStmt& a) { attribute(a); },
            [&](const AssertStmt&) { refuse(say("the function contains an assertion")); });
  }

  void loop(const For& f) {
    const int at = position_.back()++;
    places_.push_back(at);
    position_.push_back(0);
    loops_.push_back({f.id, f.var, f.min, f.extent, f.kind, f.thread});
    walk(f.body);
    loops_.pop_back();
    position_.pop_back();
    places_.pop_back();
  }

  void block(const Block& b) {
    const size_t conditions = conditions_.size();
    const std::string outer = block_;
    const BlockId outerId = blockId_;
    const bool outerReduces = reduces_, outerInstruction = instruction_;
    instruction_ = instruction_ || b.annotations.contains(std::string(kDescribed));
    if (b.name != "root") block_ = b.name;
    blockId_ = b.id;
    reduces_ = std::ranges::any_of(b.iters, [](const IterVar& v) { return v.kind == IterKind::Reduce; });
    const std::vector<Var> outerSpatial = std::exchange(spatial_, {});
    for (const IterVar& v : b.iters)
      if (v.kind != IterKind::Reduce) spatial_.push_back(v.var);
    if (!isTrue(b.predicate)) conditions_.push_back(b.predicate);
    if (loadsMemory(b.predicate)) refuse(say("whether block {0} runs depends on data", Ident(b.name)));
    for (const Expr& binding : b.bindings)
      if (loadsMemory(binding)) refuse(say("a binding of block {0} reads memory", Ident(b.name)));
    iters_.emplace_back();
    for (size_t i = 0; i < b.iters.size(); ++i) {
      define(b.iters[i].var, b.bindings[i]);
      iters_.back().push_back(b.iters[i].var);
    }
    for (const Buffer& buffer : b.allocs) addMemory(buffer, -1);
    for (const MatchBuffer& m : b.matches) view(m);
    if (b.init) {
      const size_t before = conditions_.size();
      for (const IterVar& iter : b.iters)
        if (iter.kind == IterKind::Reduce)
          conditions_.push_back(rawBinary(BinaryOp::EQ, iter.var, cast(iter.var.dtype(), iter.domain.min)));
      const bool outerInit = std::exchange(init_, true);
      walk(*b.init);
      init_ = outerInit;
      conditions_.erase(conditions_.begin() + static_cast<std::ptrdiff_t>(before), conditions_.end());
    }
    walk(b.body);
    conditions_.erase(conditions_.begin() + static_cast<std::ptrdiff_t>(conditions), conditions_.end());
    iters_.pop_back();
    block_ = outer;
    blockId_ = outerId;
    reduces_ = outerReduces;
    spatial_ = outerSpatial;
    instruction_ = outerInstruction;
  }

  void branch(const IfThenElse& i) {
    if (loadsMemory(i.condition)) {
      // What the branches write may change the condition, which was evaluated before them.
      const bool once = i.thenBody.as<BufferStore>() && !i.elseBody;
      if (!once) return refuse(say("several statements depend on a condition that reads memory"));
    }
    conditions_.push_back(i.condition);
    walk(i.thenBody);
    conditions_.pop_back();
    if (!i.elseBody) return;
    conditions_.push_back(logicalNot(i.condition));
    walk(*i.elseBody);
    conditions_.pop_back();
  }

  void store(const BufferStore& store, Origin origin) {
    const bool vector = !store.indices.empty() && store.indices.back().dtype().isVector();
    if (vector) return storeLanes(store, origin);
    if (store.value.dtype().isVector()) return refuse(say("{0} is written by a vector", Ident(store.buffer->name)));
    const Place place = e_.placeOf(BufferLoad{store.buffer, store.indices});
    if (place.memory < 0)
      return refuse(say("{0} is a view that is not a part of its source", Ident(store.buffer->name)));
    for (size_t i = 0; i < place.indices.size(); ++i)
      if (loadsMemory(place.indices[i])) return storeSomewhere(place, i, store, origin);
    add(place, store.value, origin);
    if (e_.viewOf(store.buffer)) e_.statements_.back().view = BufferLoad{store.buffer, store.indices};
  }

  // A loop that the program does not have.
  template <class Body>
  void inLoop(const Var& v, const Expr& extent, ForKind kind, Body body) {
    places_.push_back(position_.back()++);
    position_.push_back(0);
    loops_.push_back({LoopId{nextLoop_++}, v, makeZero(v.dtype()), extent, kind, {}});
    body();
    loops_.pop_back();
    position_.pop_back();
    places_.pop_back();
  }

  void storeLanes(const BufferStore& store, Origin origin) {
    const DataType type = store.indices.back().dtype();
    const Var lane("lane", type.element());
    BufferStore one{store.buffer, {}, store.value};
    std::optional<Expr> value = laneOf(store.value, lane);
    for (const Expr& index : store.indices)
      if (const std::optional<Expr> part = laneOf(index, lane)) one.indices.push_back(*part);
    if (!value || one.indices.size() != store.indices.size())
      return refuse(say("{0} is written by a vector", Ident(store.buffer->name)));
    one.value = *value;
    inLoop(lane, makeConst(lane.dtype(), type.lanes), ForKind::Vectorized, [&] { this->store(one, origin); });
  }

  // At an index that memory tells: of all elements, those at other indices stay as they are.
  void storeSomewhere(const Place& place, size_t dimension, const BufferStore& store, Origin origin) {
    const Memory& memory = e_.memories_[static_cast<size_t>(place.memory)];
    const Expr index = place.indices[dimension];
    if (anyExpr(index, [&](const Expr& e) {
          const auto* load = e.as<BufferLoad>();
          return load && e_.placeOf(*load).memory == place.memory;
        }))
      return refuse(say("the element of {0} that is written is not affine in loops and sizes", Ident(memory.name)));
    const Var element("element", index.dtype());
    const Buffer buffer = memory.buffer;
    BufferLoad own{buffer, place.indices};
    own.indices[dimension] = element;
    const BufferStore whole{buffer, place.indices, store.value};
    const Expr here = rawBinary(BinaryOp::EQ, element, index);
    const BufferStore one{buffer, own.indices, scattered(own, here, inPlace(whole, store))};
    inLoop(element, cast(index.dtype(), buffer->shape[dimension]), ForKind::Serial, [&] { this->store(one, origin); });
  }
  // The statement as it is written, whose own loads are compared with where it stores.
  static const BufferStore& inPlace(const BufferStore& whole, const BufferStore& written) {
    return whole.buffer.sameAs(written.buffer) ? whole : written;
  }

  void add(const Place& place, const Expr& value, Origin origin) {
    Statement s;
    s.block = block_;
    s.blockId = blockId_;
    s.reduces = reduces_;
    s.spatial = spatial_;
    s.origin = origin;
    s.loops = loops_;
    s.iters = iters_;
    s.conditions = conditions_;
    s.position = places_;
    s.position.push_back(position_.back()++);
    s.memory = place.memory;
    s.indices = place.indices;
    s.value = value;
    s.atomic = atomic_;
    s.init = init_;
    s.instruction = instruction_;
    s.tuple = e_.side_ + std::to_string(e_.statements_.size());
    s.domain = emptyLike(e_.domainSpace(s));
    s.time = s.write = s.domain.identity();
    s.loopsAt = s.domain.space().identity_multi_aff_on_domain();
    e_.statements_.push_back(std::move(s));
    lookAt(value);
    for (const Expr& index : place.indices) lookAt(index);
    for (const Expr& condition : conditions_) lookAt(condition);
  }

  // Lets inside expressions define variables; their values are as they are where the statement runs.
  void lookAt(const Expr& root) {
    forEachExpr(root, [&](const Expr& e) {
      if (const auto* l = e.as<Let>()) define(l->var, l->value);
      if (e.dtype().isVector()) refuse(say("block {0} computes with vectors", Ident(block_)));
      if (const auto* load = e.as<BufferLoad>())
        if (e_.placeOf(*load).memory < 0)
          refuse(say("{0} is a view that is not a part of its source", Ident(load->buffer->name)));
      const auto* call = e.as<Call>();
      if (call && !understood(*call)) refuse(say("what {0} computes is not known", Snippet(call->op.name())));
    });
  }
  static bool understood(const Call& call) {
    if (!call.op.info()) return call.op.view().starts_with(kUnknownFunction);
    // Functions of their arguments.
    if (call.op == Intrinsic::QMultiplyShift || call.op == Intrinsic::QMultiplyShiftPerAxis) return true;
    return call.op.info()->effect == Effect::Pure &&
           (call.op.info()->elementwise() || call.op == Intrinsic::IfThenElse);
  }

  void evaluate(const Evaluate& e) {
    const auto* call = e.value.as<Call>();
    if (call && call->op == Intrinsic::Prefetch) return;
    if (loadsMemory(e.value)) return refuse(say("what {0} does is not known", Snippet("T.evaluate")));
    if (!call) return;
    if (!understood(*call)) refuse(say("what {0} does is not known", Snippet(call->op.name())));
  }

  // A value that loads memory is read where the let statement is, not where its variable is used.
  void let(const LetStmt& l, Origin origin) {
    if (!loadsMemory(l.value)) {
      lookAt(l.value);
      define(l.var, l.value);
    } else {
      const Buffer cell = makeBuffer(l.var.name(), {}, l.var.dtype());
      addMemory(cell, -1);
      if (!e_.lets_.emplace(l.var.key(), e_.memoryOf_.at(cell->data.key())).second) definedTwice(l.var);
      add({e_.memoryOf_.at(cell->data.key()), {}}, l.value, origin);
    }
    walk(l.body);
  }

  void declare(const DeclBuffer& d) {
    if (e_.memoryOf_.contains(d.buffer->data.key()) && sameLayout(d.buffer)) return walk(d.body);
    refuse(say("{0} is another view of flat memory", Ident(d.buffer->name)));
  }

  void attribute(const AttrStmt& a) {
    const bool wasAtomic = atomic_;
    if (isAtomic(a))
      atomic_ = true;
    else if (!a.key.starts_with("pragma_"))
      return refuse(say("the meaning of the attribute {0} is not known", Snippet(a.key)));
    walk(a.body);
    atomic_ = wasAtomic;
  }

  bool sameLayout(const Buffer& b) const {
    const Buffer& known = e_.memories_[static_cast<size_t>(e_.memoryOf_.at(b->data.key()))].buffer;
    return known->dtype == b->dtype && equal(known->shape, b->shape) && equal(known->strides, b->strides) &&
           equal(known->elemOffset, b->elemOffset);
  }

  void addMemory(const Buffer& buffer, int parameter) {
    if (e_.memoryOf_.contains(buffer->data.key()))
      return refuse(say("{0} has its memory in common with another buffer", Ident(buffer->name)));
    if (!distinctElements(*buffer))
      return refuse(say("the strides of {0} may give two of its elements one place in memory", Ident(buffer->name)));
    if (buffer->dtype.isVector()) return refuse(say("the elements of {0} are vectors", Ident(buffer->name)));
    const int number = static_cast<int>(e_.memories_.size());
    e_.memoryOf_.emplace(buffer->data.key(), number);
    e_.memories_.push_back({buffer->name, e_.side_ + "m" + std::to_string(number), buffer, parameter,
                            parameter >= 0 ? 0 : loopsAround(buffer), buffer->shape.empty(), buffer->shape});
  }
  // Those that have a memory for each iteration. Threads have one in common, wherever it is allocated.
  size_t loopsAround(const Buffer& buffer) const {
    const auto common =
        std::ranges::find_if(loops_, [&](const LoopAround& loop) { return shareMemory(loop, buffer->scope); });
    return static_cast<size_t>(common - loops_.begin());
  }

  // Whether each element has a place of its own in memory, which is known where strides are constants: a step in one
  // dimension is longer than all steps in those with smaller strides.
  static bool distinctElements(const BufferNode& b) {
    if (b.strides.empty()) return true;
    std::vector<std::pair<int64_t, int64_t>> steps;  // stride, extent
    for (size_t i = 0; i < b.strides.size() && i < b.shape.size(); ++i) {
      const std::optional<int64_t> stride = asInt(b.strides[i]), extent = asInt(b.shape[i]);
      if (!stride || (!extent && b.shape.size() > 1)) return false;
      steps.emplace_back(*stride, extent.value_or(2));
    }
    std::ranges::sort(steps);
    int64_t reach = 0;
    for (const auto& [stride, extent] : steps) {
      if (stride <= reach && extent != 1) return false;
      reach += stride * (extent - 1);
    }
    return true;
  }

  void view(const MatchBuffer& m) {
    const size_t rank = m.buffer->shape.size(), whole = m.source.ranges.size();
    bool fits = rank <= whole && m.buffer->dtype == m.source.buffer->dtype;
    for (size_t i = 0; fits && i < rank; ++i)
      fits = equal(m.source.ranges[whole - rank + i].extent, m.buffer->shape[i]);
    if (!fits || !hasStridesOfSource(m))
      return refuse(say("{0} is a view that is not a part of its source", Ident(m.buffer->name)));
    e_.views_.insert_or_assign(m.buffer.key(), m);
  }

  // Strides of a view that are no variables are a condition.
  bool hasStridesOfSource(const MatchBuffer& m) const {
    Buffer root = m.source.buffer;
    while (const MatchBuffer* view = e_.viewOf(root)) root = view->source.buffer;
    std::optional<int64_t> compact = 1;
    for (size_t back = 1; back <= m.buffer->strides.size(); ++back) {
      const size_t dimension = root->shape.size() - back;
      const std::optional<int64_t> known = root->strides.empty() ? compact : asInt(root->strides[dimension]);
      const Expr& stride = m.buffer->strides[m.buffer->strides.size() - back];
      if (!stride.as<Var>() && (!known || asInt(stride) != known)) return false;
      const std::optional<int64_t> extent = asInt(root->shape[dimension]);
      compact = compact && extent ? std::optional(*compact * *extent) : std::nullopt;
    }
    return true;
  }

  Equations& e_;
  std::optional<Obstacle> problem_;
  std::vector<LoopAround> loops_;
  std::vector<std::vector<Var>> iters_;
  std::vector<Expr> conditions_;
  std::vector<int> places_, position_ = {0};
  std::string block_;
  BlockId blockId_;
  std::vector<Var> spatial_;
  uint32_t nextLoop_ = 0;  // of loops that the program does not have
  bool reduces_ = false;
  bool atomic_ = false, init_ = false, instruction_ = false;
};

const MatchBuffer* Equations::viewOf(const Buffer& buffer) const {
  const auto it = views_.find(buffer.key());
  return it == views_.end() ? nullptr : &it->second;
}

BufferLoad Equations::inSource(const MatchBuffer& view, const std::vector<Expr>& indices) {
  const std::vector<Range>& ranges = view.source.ranges;
  const size_t dropped = ranges.size() - indices.size();
  BufferLoad made{view.source.buffer, {}};
  for (size_t i = 0; i < ranges.size(); ++i)
    made.indices.push_back(i < dropped ? ranges[i].min : ranges[i].min + indices[i - dropped]);
  return made;
}

Place Equations::placeOf(const BufferLoad& load) const {
  Buffer buffer = load.buffer;
  std::vector<Expr> indices = load.indices;
  while (const MatchBuffer* view = viewOf(buffer)) {
    indices = inSource(*view, indices).indices;
    buffer = view->source.buffer;
  }
  const auto it = memoryOf_.find(buffer->data.key());
  if (it == memoryOf_.end()) return {-1, {}};
  const Buffer& known = memories_[static_cast<size_t>(it->second)].buffer;
  if (!known.sameAs(buffer) && !(known->dtype == buffer->dtype && equal(known->shape, buffer->shape))) return {-1, {}};
  if (const std::optional<Layout>& layout = memories_[static_cast<size_t>(it->second)].layout)
    indices = layout->renamed(indices);
  return {it->second, std::move(indices)};
}

const Expr* Equations::bound(const Var& v) const {
  const auto it = bound_.find(v.key());
  return it == bound_.end() ? nullptr : &it->second;
}
std::optional<int> Equations::letMemory(const Var& v) const {
  const auto it = lets_.find(v.key());
  return it == lets_.end() ? std::nullopt : std::optional(it->second);
}
const std::string* Equations::sizeName(const Var& v) const {
  const auto it = sizes_.find(v.key());
  return it == sizes_.end() ? nullptr : &it->second;
}
bool Equations::writes(int memory) const {
  for (const Statement& s : statements_)
    if (s.memory == memory) return true;
  return false;
}

std::optional<Obstacle> Equations::read(const PrimFunc& function) {
  if (std::optional<Obstacle> problem = Reader(*this).read(function)) return problem;
  nameByLayouts();
  if (std::optional<Obstacle> problem = addRelations()) return problem;
  if (std::optional<Obstacle> problem = checkAccesses()) return problem;
  return checkOrder();
}

}  // namespace lw::prove
