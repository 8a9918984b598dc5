#include "core/analysis/values/small_run.h"

#include <algorithm>

#include "core/ir/integer_value.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw::analysis {
namespace {

constexpr int64_t kMostElements = 1 << 20;  // of one buffer

int64_t product(int64_t a, int64_t b) {
  int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? INT64_MAX : result;
}

bool isDivision(BinaryOp op) {
  return op == BinaryOp::Div || op == BinaryOp::Mod || op == BinaryOp::FloorDiv || op == BinaryOp::FloorMod;
}

std::vector<int64_t> compactStrides(const std::vector<int64_t>& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

}  // namespace

int64_t SmallRun::Memory::elements() const {
  int64_t count = 1;
  for (const int64_t extent : shape) count = product(count, std::max<int64_t>(extent, 0));
  return count;
}

SmallRun::SmallRun(const PrimFunc& function, Terms& terms, InitBlock initBlock)
    : function_(function), terms_(terms), initBlock_(initBlock) {
  std::map<BlockPart, uint32_t> counts;
  survey(function.body, {}, 1, counts);
}

// Numbers the stores of each block and finds which memory is written.
void SmallRun::survey(const Stmt& s, BlockPart part, int64_t times, std::map<BlockPart, uint32_t>& counts) {
  const auto no = [&](const auto&) { usable_ = false; };
  s.match(
      [&](const For& n) {
        survey(n.body, part, product(times, std::max<int64_t>(asInt(n.extent).value_or(1), 0)), counts);
      },
      [&](const Block& n) {
        for (const Buffer& b : n.allocs) allocated_.insert(b->data.key());
        for (const MatchBuffer& m : n.matches) stored_.insert(m.source.buffer->data.key());  // perhaps
        counts[{n.id, true}] = 0;  // an init may be stated twice (core/analysis/shapes/empty_reductions.h)
        if (n.init) survey(*n.init, {n.id, true}, 1, counts);
        survey(n.body, {n.id}, times, counts);
      },
      [&](const BufferStore& n) {
        const auto [known, fresh] = ordinals_.emplace(&n, counts[part]);
        usable_ = usable_ && (fresh || (part.isInit && known->second == counts[part]));
        ++counts[part];
        stored_.insert(n.buffer->data.key());
        int64_t nodes = 4;
        const auto count = [&](const Expr&) { ++nodes; };
        forEachExpr(n.value, count);
        for (const Expr& index : n.indices) forEachExpr(index, count);
        if (__builtin_add_overflow(least_, product(times, nodes), &least_)) usable_ = false;
      },
      [&](const Seq& n) {
        for (const Stmt& inner : n.stmts) survey(inner, part, times, counts);
      },
      [&](const IfThenElse& n) {
        survey(n.thenBody, part, 1, counts);
        if (n.elseBody) survey(*n.elseBody, part, 1, counts);
      },
      [&](const LetStmt& n) { survey(n.body, part, times, counts); },
      [&](const AttrStmt& n) {
        survey(n.body, part, times, counts);
        usable_ = usable_ && isAtomic(n);
      },
      [](const Evaluate&) {}, [&](const While& n) { no(n); }, [&](const Allocate& n) { no(n); },
      [&](const DeclBuffer& n) { no(n); }, [&](const AssertStmt& n) { no(n); });
}

bool SmallRun::run(int64_t work, Observer* observer) {
  left_ = usable_ ? work - least_ : 0;
  if (!usable_ || left_ < 0) return false;
  left_ = work;
  observer_ = observer;
  iters_ = key_ = terms_.emptyList();
  try {
    stmt(function_.body);
    return true;
  } catch (const Stop&) {
    return false;
  }
}

Terms::Id SmallRun::valueOf(const Memory& memory, int64_t element) const {
  const Terms::Id value = memory.values[static_cast<size_t>(element)];
  return value != kNothing || !memory.given ? value : valueBefore(memory, element);
}
Terms::Id SmallRun::valueBefore(const Memory& memory, int64_t element) const {
  return terms_.of(Terms::Kind::Given, memory.type, terms_.numberOf(memory.data), element);
}

void SmallRun::spend(int64_t work) {
  left_ -= work;
  if (left_ < 0) throw Stop{};
}

// ---- expressions ----

std::optional<int64_t> SmallRun::integer(const Expr& e) {
  struct {
    SmallRun& run;
    std::optional<int64_t> variable(const Var& v) const {
      const auto found = run.integers_.find(v.key());
      return found == run.integers_.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<int64_t> load(const BufferLoad& n) const {
      if (n.buffer->dtype.isFloat() || n.buffer->dtype.isVector()) return std::nullopt;
      const Terms::Node& value = run.terms_[run.load(n)];
      return value.kind == Terms::Kind::Integer ? std::optional(value.a) : std::nullopt;
    }
    void visited() const { run.spend(1); }
  } values{*this};
  return integerValue(e, values);
}

int64_t SmallRun::known(const Expr& e) {
  const std::optional<int64_t> value = integer(e);
  if (!value) throw Stop{};
  return *value;
}

Terms::Id SmallRun::term(const Expr& e) {
  using Kind = Terms::Kind;
  using Id = Terms::Id;
  const DataType type = e.dtype();
  if (type.isVector()) throw Stop{};
  if (type.isInteger() || type.isBool())
    if (const auto value = integer(e)) return terms_.integer(type, *value);
  spend(1);
  const auto no = [](const auto&) -> Id { throw Stop{}; };
  return e.match([&](const IntImm& n) { return terms_.integer(n.type, n.value); },
                 [&](const FloatImm& n) { return terms_.real(n.type, n.value); },
                 [&](const StringImm& n) { return terms_.of(Kind::Text, {}, terms_.numberOf(n.value), 0); },
                 [&](const Var& v) -> Id {
                   if (const auto found = otherValues_.find(v.key()); found != otherValues_.end()) return found->second;
                   const bool given =
                       std::find(function_.params.begin(), function_.params.end(), v) != function_.params.end();
                   if (!given || type.isHandle()) throw Stop{};
                   return terms_.of(Kind::Scalar, type, terms_.numberOf(v.key()), 0);
                 },
                 [&](const Cast& n) { return terms_.cast(n.type, term(n.value)); },
                 [&](const Binary& n) {
                   const Id a = term(n.a), b = term(n.b);
                   risky_ = risky_ || (isDivision(n.op) && terms_[b].kind != Kind::Integer);
                   return terms_.binary(n.op, n.a.dtype(), a, b);
                 },
                 [&](const Not& n) { return terms_.of(Kind::Not, type, 0, term(n.value)); },
                 [&](const Select& n) {
                   const auto condition = integer(n.condition);
                   const Id yes = term(n.whenTrue), other = term(n.whenFalse);
                   if (condition) return *condition ? yes : other;
                   return terms_.of(Kind::Choice, type, 0, term(n.condition), terms_.list(yes, other));
                 },
                 [&](const BufferLoad& n) { return load(n); },
                 [&](const Let& n) {
                   define(n.var, n.value);
                   return term(n.body);
                 },
                 [&](const Call& n) { return call(n); }, [&](const Ramp& n) { return no(n); },
                 [&](const Broadcast& n) { return no(n); });
}

Terms::Id SmallRun::call(const Call& n) {
  if (n.op == Intrinsic::Likely) return term(n.args[0]);
  if (n.op == Intrinsic::IfThenElse) {
    if (const auto condition = integer(n.args[0])) return term(n.args[*condition ? 1 : 2]);
    const Terms::Id condition = term(n.args[0]), yes = term(n.args[1]), other = term(n.args[2]);
    return terms_.of(Terms::Kind::Choice, n.type, 1, condition, terms_.list(yes, other));
  }
  const IntrinsicInfo* intrinsic = n.op.info();
  if (!intrinsic || intrinsic->effect != Effect::Pure || n.type.isHandle()) throw Stop{};
  risky_ = risky_ || !intrinsic->elementwise();
  Terms::Id list = terms_.emptyList();
  for (size_t i = n.args.size(); i-- > 0;) list = terms_.list(term(n.args[i]), list);
  return terms_.of(Terms::Kind::Call, n.type, terms_.numberOf(n.op.name()), list);
}

void SmallRun::define(const Var& v, const Expr& value) {
  const auto number = integer(value);
  if (number) {
    integers_[v.key()] = *number;
    return;
  }
  const Terms::Id other = term(value);
  integers_.erase(v.key());
  otherValues_[v.key()] = other;
}

// ---- memory ----

SmallRun::Memory& SmallRun::memoryOf(const Buffer& b) {
  std::vector<int64_t> shape;
  for (const Expr& extent : b->shape) shape.push_back(known(extent));
  Memory& memory = memory_[b->data.key()];
  if (memory.data) {
    if (memory.shape != shape || memory.type != b->dtype) throw Stop{};
    return memory;
  }
  memory = {.data = b->data.key(), .shape = std::move(shape), .type = b->dtype};
  memory.given = std::any_of(function_.buffers.begin(), function_.buffers.end(),
                             [&](const auto& given) { return given.second->data == b->data; });
  memory.stored = stored_.contains(memory.data);
  const int64_t elements = memory.elements();
  if ((!memory.given && !allocated_.contains(memory.data)) || elements > kMostElements) throw Stop{};
  spend(elements / 8);
  memory.values.assign(static_cast<size_t>(elements), kNothing);
  return memory;
}

SmallRun::View& SmallRun::viewOf(const Buffer& b) {
  View& view = views_[b.key()];
  if (view.memory) return view;
  if (asInt(b->elemOffset) != 0) throw Stop{};
  Memory& memory = memoryOf(b);
  const std::vector<int64_t> strides = compactStrides(memory.shape);
  for (size_t d = 0; d < b->strides.size(); ++d)
    if (d >= strides.size() || known(b->strides[d]) != strides[d]) throw Stop{};
  return view = {&memory, memory.shape, strides};
}

// nullopt: an index is not a known number.
std::optional<int64_t> SmallRun::placeIn(const View& view, const std::vector<Expr>& indices) {
  if (indices.size() != view.shape.size()) throw Stop{};
  int64_t place = view.offset;
  for (size_t d = 0; d < indices.size(); ++d) {
    const auto index = integer(indices[d]);
    if (!index) return std::nullopt;
    if (*index < 0 || *index >= view.shape[d]) throw Stop{};
    place += *index * view.strides[d];
  }
  return place;
}

void SmallRun::access(bool write, const Memory& memory, int64_t element) {
  if (observer_) observer_->onAccess({write, memory.data == updated_ ? update_ : std::nullopt, memory.data, element});
}

Terms::Id SmallRun::load(const BufferLoad& n) {
  const View& view = viewOf(n.buffer);
  Memory& memory = *view.memory;
  if (const auto place = placeIn(view, n.indices)) {
    access(false, memory, *place);
    const Terms::Id value = valueOf(memory, *place);
    if (value == kNothing) throw Stop{};
    return value;
  }
  // The place depends on values: the result depends on all elements. A view of a part would count them differently.
  if (view.shape != memory.shape) throw Stop{};
  if (observer_) observer_->onGather(memory.data);
  risky_ = true;
  Terms::Id list = terms_.emptyList();
  for (size_t i = n.indices.size(); i-- > 0;) list = terms_.list(term(n.indices[i]), list);
  return terms_.of(Terms::Kind::Gathered, memory.type, 0, contentsOf(memory), list);
}

// The sizes and all elements, as a list.
Terms::Id SmallRun::contentsOf(Memory& memory) {
  if (memory.contents != kNothing) return memory.contents;
  spend(memory.elements());
  Terms::Id list = terms_.emptyList();
  for (int64_t i = 0; i < memory.elements(); ++i) {
    const Terms::Id value = valueOf(memory, i);
    if (value == kNothing) throw Stop{};
    list = terms_.list(value, list);
  }
  for (const int64_t extent : memory.shape) list = terms_.list(terms_.integer(dtype::Int64, extent), list);
  return memory.contents = list;
}

// ---- statements ----

void SmallRun::stmt(const Stmt& s) {
  spend(1);
  const auto no = [](const auto&) { throw Stop{}; };
  s.match([&](const For& n) { loop(n); }, [&](const Block& n) { block(n); }, [&](const BufferStore& n) { store(n); },
          [&](const Evaluate& n) {
            const auto* call = n.value.as<Call>();
            if (!n.value.as<IntImm>() && !(call && call->op == Intrinsic::Prefetch)) throw Stop{};
          },
          [&](const Seq& n) {
            for (const Stmt& part : n.stmts) stmt(part);
          },
          [&](const IfThenElse& n) {
            if (known(n.condition))
              stmt(n.thenBody);
            else if (n.elseBody)
              stmt(*n.elseBody);
          },
          [&](const LetStmt& n) {
            define(n.var, n.value);
            stmt(n.body);
          },
          [&](const AttrStmt& n) {
            const bool outer = atomic_;
            atomic_ = true;  // survey() found no other attributes
            stmt(n.body);
            atomic_ = outer;
          },
          [&](const While& n) { no(n); }, [&](const Allocate& n) { no(n); }, [&](const DeclBuffer& n) { no(n); },
          [&](const AssertStmt& n) { no(n); });
}

void SmallRun::loop(const For& n) {
  const int64_t first = known(n.min), count = known(n.extent);
  const Terms::Id outside = key_;
  if (observer_) observer_->onLoop(n);
  for (int64_t i = first; i < first + count; ++i) {
    if (observer_) observer_->onIteration(n);
    integers_[n.var.key()] = i;
    key_ = terms_.list(terms_.integer(dtype::Int64, i), outside);
    stmt(n.body);
  }
  key_ = outside;
  if (observer_) observer_->onLoopEnd(n);
}

void SmallRun::block(const Block& n) {
  if (!known(n.predicate)) return;
  std::vector<int64_t> values;
  for (const Expr& binding : n.bindings) values.push_back(known(binding));
  const Terms::Id outerIters = iters_, outerKey = key_;
  const BlockPart outerPart = part_;
  bool starts = true;
  Terms::Id initKey = iters_;
  for (size_t i = 0; i < n.iters.size(); ++i) {
    const int64_t begin = known(n.iters[i].domain.min), extent = known(n.iters[i].domain.extent);
    if (values[i] < begin || values[i] >= begin + extent) throw Stop{};
    const Terms::Id value = terms_.integer(dtype::Int64, values[i]);
    integers_[n.iters[i].var.key()] = values[i];
    iters_ = terms_.list(value, iters_);
    if (n.iters[i].kind != IterKind::Reduce)
      initKey = terms_.list(value, initKey);
    else
      starts = starts && values[i] == begin;
  }
  for (const Buffer& b : n.allocs)
    if (const auto found = memory_.find(b->data.key()); found != memory_.end() && found->second.data) {
      spend(static_cast<int64_t>(found->second.values.size()) / 8);
      std::fill(found->second.values.begin(), found->second.values.end(), kNothing);
      found->second.contents = kNothing;
    }
  for (const MatchBuffer& m : n.matches) match(m);
  const Terms::Id iters = iters_;
  if (n.init && starts) {
    part_ = {n.id, true};
    iters_ = key_ = initKey;
    stmt(*n.init);
  }
  part_ = BlockPart{n.id}.original(initBlock_);
  iters_ = key_ = iters;
  stmt(n.body);
  part_ = outerPart;
  iters_ = outerIters;
  key_ = outerKey;
}

void SmallRun::match(const MatchBuffer& m) {
  const View source = viewOf(m.source.buffer);
  const size_t rank = m.buffer->shape.size(), all = m.source.ranges.size();
  if (all != source.shape.size() || rank > all) throw Stop{};
  View view{source.memory, {}, {}, source.offset};
  for (size_t d = 0; d < all; ++d) {
    const int64_t min = known(m.source.ranges[d].min), extent = known(m.source.ranges[d].extent);
    if (min < 0 || extent < 0 || min + extent > source.shape[d] || (d < all - rank && extent != 1)) throw Stop{};
    view.offset += min * source.strides[d];
    if (d < all - rank) continue;
    view.shape.push_back(extent);
    view.strides.push_back(source.strides[d]);
  }
  views_[m.buffer.key()] = std::move(view);
}

void SmallRun::store(const BufferStore& n) {
  const View& view = viewOf(n.buffer);
  Memory& memory = *view.memory;
  const auto place = placeIn(view, n.indices);
  if (!place) throw Stop{};
  if (atomic_)
    if (const auto update = updateOf(n)) {
      update_ = update->op;
      updated_ = memory.data;
    }
  risky_ = false;
  const Terms::Id value = term(n.value);
  access(true, memory, *place);
  update_.reset();
  updated_ = nullptr;
  memory.values[static_cast<size_t>(*place)] = value;
  memory.contents = kNothing;
  bool& risky =
      executions_[part_].try_emplace(terms_.of(Terms::Kind::Execution, {}, ordinals_.at(&n), key_)).first->second;
  risky = risky || risky_;
}

}  // namespace lw::analysis
