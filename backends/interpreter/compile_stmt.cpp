// Statements -> closures.
#include "backends/interpreter/access.h"
#include "backends/interpreter/compiler.h"
#include "core/ir/async_copies.h"
#include "core/ir/debug_text.h"
#include "core/ir/jumps.h"
#include "core/ir/lane_operations.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/python_values.h"
#include "core/ir/row_span.h"
#include "core/ir/update.h"
#include "core/ir/wide_index.h"

namespace lw::interpreter {
namespace {

int64_t integer(const Eval& e, Machine& m) { return e(m, 0).i; }

std::vector<int64_t> compactStrides(const std::vector<int64_t>& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

constexpr double kMaxBytes = 0x1p34;

std::shared_ptr<Memory> newMemory(Machine& m, const std::string& name, DataType type,
                                  const std::vector<int64_t>& extents) {
  double bytes = type.bytes();
  for (int64_t extent : extents) bytes *= static_cast<double>(std::max<int64_t>(extent, 0));
  if (bytes > kMaxBytes)
    m.fail(kTooLarge(name, static_cast<int64_t>(std::min(bytes, 9e18)), m.where()), "run it with smaller sizes");
  auto memory = std::make_shared<Memory>();
  memory->name = name;
  memory->bytes.resize(static_cast<size_t>(bytes));
  memory->written.resize(memory->bytes.size() + 1);  // never empty, because empty means that all bytes are written
  return memory;
}

}  // namespace

void Compiler::refuse(Explanation e, Message hint) const { throw Failure{explain(std::move(e), std::move(hint))}; }

size_t Compiler::defineValue(const Var& v) {
  const size_t slot = valueCount_;
  valueCount_ += v.dtype().lanes;
  values_.insert_or_assign(v.key(), slot);
  return slot;
}
size_t Compiler::definePointer(const Var& v) {
  pointers_.insert_or_assign(v.key(), pointerCount_);
  return pointerCount_++;
}
std::optional<size_t> Compiler::slotIfKnown(const Var& v) const {
  const auto found = values_.find(v.key());
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}
size_t Compiler::slotOf(const Var& v) const {
  const auto found = slotIfKnown(v);
  if (!found) refuse(kUnknownVariable(v.name()));
  return *found;
}
size_t Compiler::pointerOf(const Var& v) const {
  const auto found = pointers_.find(v.key());
  if (found == pointers_.end()) refuse(kUnknownVariable(v.name()));
  return found->second;
}
size_t Compiler::addView(const Buffer& b) {
  views_.insert_or_assign(b.key(), viewCount_);
  return viewCount_++;
}
size_t Compiler::viewSlot(const Buffer& b) const {
  const auto found = views_.find(b.key());
  if (found == views_.end()) refuse(kUnknownBuffer(b->name));
  return found->second;
}

Run Compiler::compile() { return stmt(function_.body); }

Run Compiler::sequence(std::vector<Run> runs) {
  if (runs.size() == 1) return runs.front();
  return [runs = std::move(runs)](Machine& m) {
    for (const Run& run : runs) run(m);
  };
}

// The data pointer of the buffer is set; its sizes are computed where the buffer is declared.
Run Compiler::defineView(const Buffer& b) {
  const size_t pointer = pointerOf(b->data), view = addView(b);
  return
      [pointer, view, shape = exprs(b->shape), strides = exprs(b->strides), offset = expr(b->elemOffset)](Machine& m) {
        View v{m.pointers[pointer].memory, {}, {}, integer(offset, m)};
        for (const Eval& extent : shape) v.shape.push_back(integer(extent, m));
        for (const Eval& stride : strides) v.strides.push_back(integer(stride, m));
        if (v.strides.size() != v.shape.size()) v.strides = compactStrides(v.shape);
        m.views[view] = std::move(v);
      };
}

// Allocates a buffer's memory: its elements or, with strides, everything up to its last element.
Run Compiler::allocate(const Buffer& b) {
  const size_t pointer = definePointer(b->data);
  Run define = defineView(b);
  const size_t view = viewSlot(b);
  return [pointer, view, define, b](Machine& m) {
    m.pointers[pointer].memory = std::make_shared<Memory>();
    define(m);
    View& v = m.views[view];
    for (int64_t& extent : v.shape) extent = std::max<int64_t>(extent, 0);  // a negative extent is a count of 0
    if (b->strides.empty()) v.strides = compactStrides(v.shape);
    bool empty = false;
    int64_t last = v.offset;
    for (size_t d = 0; d < v.shape.size(); ++d) {
      empty |= v.shape[d] == 0;
      last += (v.shape[d] - 1) * v.strides[d];
    }
    m.pointers[pointer].memory = v.memory = newMemory(m, b->name, b->dtype, {empty ? 0 : last + 1});
  };
}

// Runs one iteration. False: it left the loop. What a jump skips is not undone, except for the places of messages.
static bool iteration(const Run& body, Machine& m) {
  const size_t places = m.places.size();
  try {
    body(m);
  } catch (const Jump& jump) {
    m.places.resize(places);
    return !jump.leaves;
  }
  return true;
}

Run Compiler::loop(const For& n) {
  Eval min = expr(n.min), extent = expr(n.extent);
  const size_t slot = defineValue(n.var);
  return [min, extent, slot, body = stmt(n.body), loop = &n, jumping = jumps(n.body) != nullptr](Machine& m) {
    const int64_t first = integer(min, m), count = integer(extent, m);
    m.places.push_back({loop, nullptr, first});
    for (int64_t i = first; i < first + count; ++i) {
      m.places.back().value = i;
      m.values[slot] = ofInt(i);
      m.step();
      if (m.options.observer) m.options.observer->onLoop(*loop, i);
      if (!jumping)
        body(m);
      else if (!iteration(body, m))
        break;
    }
    m.places.pop_back();
  };
}

// Inside the block the new name refers to a part of the source: same strides, moved start.
Run Compiler::matchBuffer(const MatchBuffer& match) {
  const Buffer &b = match.buffer, &source = match.source.buffer;
  const size_t from = viewSlot(source);
  const size_t lead = match.source.ranges.size() - std::min(match.source.ranges.size(), b->shape.size());
  std::vector<Eval> mins;
  for (const Range& range : match.source.ranges) mins.push_back(expr(range.min));
  // A shape, stride or offset that is just a new variable is bound; others are checked.
  struct Bound {
    Eval value;
    std::optional<size_t> slot;
  };
  const auto bind = [&](const Expr& e) -> Bound {
    if (const auto* v = e.as<Var>(); v && !slotIfKnown(*v)) return {{}, defineValue(*v)};
    return {expr(e), {}};
  };
  std::vector<Bound> strides, shape;
  std::vector<Eval> extents;
  for (const Expr& stride : b->strides) strides.push_back(bind(stride));
  for (const Expr& extent : b->shape) shape.push_back(bind(extent));
  for (size_t d = lead; d < match.source.ranges.size(); ++d) extents.push_back(expr(match.source.ranges[d].extent));
  if (extents.size() != shape.size() || (!strides.empty() && strides.size() != shape.size()))
    refuse(kWrongRank(b->name, shape.size(), extents.size()));
  std::optional<size_t> offset;
  if (const auto* v = b->elemOffset.as<Var>(); v && !slotIfKnown(*v)) offset = defineValue(*v);
  const size_t pointer = definePointer(b->data), view = addView(b);
  return [=, name = b->name, sourceName = source->name](Machine& m) {
    const View& whole = m.views[from];
    View part{whole.memory, {}, {}, whole.offset};
    for (size_t d = 0; d < mins.size(); ++d) part.offset += integer(mins[d], m) * whole.strides[d];
    const auto settle = [&](const Bound& bound, int64_t value, const char* what, size_t d) {
      if (bound.slot)
        m.values[*bound.slot] = ofInt(value);
      else if (const int64_t said = integer(bound.value, m); said != value)
        m.fail(kMatchFailed(name, what, said, d, sourceName, value, m.where()));
    };
    for (size_t d = 0; d < shape.size(); ++d) {
      part.shape.push_back(integer(extents[d], m));
      part.strides.push_back(whole.strides[lead + d]);
      settle(shape[d], part.shape[d], "extent", d);
      if (!strides.empty()) settle(strides[d], part.strides[d], "stride", d);
    }
    if (offset) m.values[*offset] = ofInt(part.offset);
    m.pointers[pointer].memory = part.memory;
    m.views[view] = std::move(part);
  };
}

Run Compiler::block(const Block& b) {
  std::vector<Eval> bindings = exprs(b.bindings);
  Eval predicate = expr(b.predicate);
  if (b.bindings.size() != b.iters.size())
    refuse(kUnsupported(say("block {0} with {1} bindings for {2} iteration variables", Ident(b.name), b.bindings.size(),
                            b.iters.size())));
  std::vector<size_t> slots;
  std::vector<std::pair<size_t, Eval>> starts;  // reduce iters and the start of their domain
  for (const IterVar& iter : b.iters) {
    Eval start = expr(iter.domain.min);
    slots.push_back(defineValue(iter.var));
    if (iter.kind == IterKind::Reduce) starts.emplace_back(slots.back(), start);
  }
  std::vector<Run> prologue;
  for (const Buffer& buffer : b.allocs) prologue.push_back(allocate(buffer));
  for (const MatchBuffer& match : b.matches) prologue.push_back(matchBuffer(match));
  Run init = b.init ? stmt(*b.init) : Run{};
  return [=, enter = sequence(std::move(prologue)), body = stmt(b.body), block = &b](Machine& m) {
    if (!predicate(m, 0).i) return;
    std::vector<int64_t> values;
    for (const Eval& binding : bindings) values.push_back(integer(binding, m));
    for (size_t i = 0; i < slots.size(); ++i) m.values[slots[i]] = ofInt(values[i]);
    m.places.push_back({nullptr, block, 0});
    if (m.options.observer) m.options.observer->onBlock(*block, values);
    enter(m);
    bool first = static_cast<bool>(init);
    for (const auto& [slot, start] : starts) first = first && m.values[slot].i == integer(start, m);
    if (first) init(m);
    try {
      body(m);
    } catch (const Jump&) {
      if (m.options.observer) m.options.observer->onBlockEnd(*block);
      throw;
    }
    if (m.options.observer) m.options.observer->onBlockEnd(*block);
    m.places.pop_back();
  };
}

// Whether the stored value is a copy of memory or a constant, perhaps with bits changed by a constant mask.
static bool isCopy(const Expr& value) {
  if (value.as<BufferLoad>() || value.as<IntImm>() || value.as<FloatImm>()) return true;
  const auto* call = value.as<Call>();
  if (!call) return false;
  if (call->op == Intrinsic::BitwiseXor || call->op == Intrinsic::BitwiseAnd || call->op == Intrinsic::BitwiseOr) {
    const auto* many = call->args[1].as<Broadcast>();
    return isCopy(call->args[0]) && asInt(many ? many->value : call->args[1]);
  }
  return call->op == Intrinsic::IfThenElse && call->args.size() == 3 && isCopy(call->args[1]) && isCopy(call->args[2]);
}

// An element that was never written may be copied between buffers that the program allocates: the copy then counts as
// never written, and only a use is an error (as in memory checkers: Seward and Nethercote, "Using Valgrind to Detect
// Undefined Value Errors with Bit-Precision", 2005). All lanes are computed before any is stored.
Run Compiler::store(const BufferStore& n) {
  const Access access{&n.buffer, viewSlot(n.buffer)};
  if (static_cast<int>(n.indices.size()) != n.buffer.rank() || n.indices.size() > kMaxRank)
    refuse(kWrongRank(n.buffer->name, n.indices.size(), n.buffer.rank()));
  std::vector<bool> isVector;
  int indexLanes = 1;
  const std::vector<Expr> places = spansRows(n.buffer, n.indices) ? spannedIndices(n.buffer, n.indices) : n.indices;
  for (const Expr& index : places) {
    isVector.push_back(index.dtype().lanes > 1);
    indexLanes = std::max(indexLanes, int{index.dtype().lanes});
  }
  const DataType element = n.buffer->dtype.element();
  const int inner = n.buffer->dtype.lanes, lanes = indexLanes * inner, valueLanes = n.value.dtype().lanes;
  const bool copy = isCopy(n.value);
  return [=, indices = exprs(placesIn(n.buffer, places)), value = expr(n.value), origin = origin_,
          atomic = atomic_](Machine& m) {
    m.step();
    m.origin = origin;
    m.updating = atomic ? m.views[access.view].memory.get() : nullptr;
    Scalar single;
    std::vector<Scalar> many;
    std::vector<bool> absent(copy && lanes > 1 ? static_cast<size_t>(lanes) : 0);
    const bool mayBeAbsent = copy && !m.views[access.view].memory->written.empty();
    const auto valueOf = [&](int lane) {
      m.copying = mayBeAbsent;
      m.absent = false;
      const Scalar v = value(m, lane);
      m.copying = false;
      return v;
    };
    if (lanes == 1)
      single = valueOf(0);
    else
      for (int lane = 0; lane < lanes; ++lane) {
        many.push_back(valueOf(valueLanes > 1 ? lane : 0));
        if (copy) absent[static_cast<size_t>(lane)] = m.absent;
      }
    for (int lane = 0; lane < lanes; ++lane) {
      int64_t at[kMaxRank];
      for (size_t d = 0; d < indices.size(); ++d) at[d] = indices[d](m, isVector[d] ? lane / inner : 0).i;
      std::byte* address = access.locate(m, at, true);
      const Scalar stored = lanes == 1 ? single : many[static_cast<size_t>(lane)];
      if (m.options.observer && lane % inner == 0) {
        m.options.observer->onStore(*access.buffer, {at, indices.size()});
        access.report(m, address, true, stored, lane);
      }
      writeScalar(element, address + element.bytes() * (lane % inner), stored);
      access.markWritten(m, address, !(absent.empty() ? m.absent : absent[static_cast<size_t>(lane)]));
    }
    m.updating = nullptr;
  };
}

struct StmtCompiler {
  Compiler& c;

  Run operator()(const For& n) const { return c.loop(n); }
  Run operator()(const Block& n) const { return c.block(n); }
  Run operator()(const BufferStore& n) const { return c.store(n); }
  Run operator()(const Evaluate& n) const {
    return [value = c.expr(n.value), lanes = int{n.value.dtype().lanes}, origin = c.origin_](Machine& m) {
      m.origin = origin;
      for (int lane = 0; lane < lanes; ++lane) value(m, lane);
    };
  }
  Run operator()(const Seq& n) const {
    std::vector<Run> runs;
    for (const Stmt& s : n.stmts) runs.push_back(c.stmt(s));
    return c.sequence(std::move(runs));
  }
  Run operator()(const IfThenElse& n) const {
    Eval condition = c.expr(n.condition);
    Run yes = c.stmt(n.thenBody), no = n.elseBody ? c.stmt(*n.elseBody) : Run{};
    return [condition, yes, no, origin = c.origin_](Machine& m) {
      m.origin = origin;
      if (condition(m, 0).i)
        yes(m);
      else if (no)
        no(m);
    };
  }
  Run operator()(const While& n) const {
    return [condition = c.expr(n.condition), body = c.stmt(n.body), jumping = jumps(n.body) != nullptr](Machine& m) {
      while (condition(m, 0).i) {
        m.step();
        if (!jumping)
          body(m);
        else if (!iteration(body, m))
          break;
      }
    };
  }
  Run operator()(const LetStmt& n) const {
    if (n.var.dtype().isHandle()) return letPointer(n);
    Eval value = c.expr(n.value);
    const size_t slot = c.defineValue(n.var);
    return [value, slot, lanes = int{n.value.dtype().lanes}, origin = c.origin_, body = c.stmt(n.body)](Machine& m) {
      m.origin = origin;
      for (int lane = 0; lane < lanes; ++lane) m.values[slot + static_cast<size_t>(lane)] = value(m, lane);
      body(m);
    };
  }
  Run letPointer(const LetStmt& n) const {
    const auto* source = n.value.as<Var>();
    if (!source) c.refuse(kUnsupported(say("the pointer {0} = {1}", Ident(n.var.name()), debugText(n.value))));
    const size_t from = c.pointerOf(*source), to = c.definePointer(n.var);
    return [from, to, body = c.stmt(n.body)](Machine& m) {
      m.pointers[to] = m.pointers[from];
      body(m);
    };
  }
  Run operator()(const Allocate& n) const {
    std::vector<Eval> extents = c.exprs(n.extents);
    const size_t pointer = c.definePointer(n.data);
    return [extents, pointer, body = c.stmt(n.body), type = n.type, name = n.data.name(), data = n.data,
            shared = n.scope.starts_with("shared") || n.scope == "warp"](Machine& m) {
      std::vector<int64_t> sizes;
      for (const Eval& extent : extents) sizes.push_back(integer(extent, m));
      const auto make = [&] { return newMemory(m, name, type, sizes); };
      m.pointers[pointer].memory = m.together && shared ? m.together->shared(data, make) : make();
      body(m);
    };
  }
  Run operator()(const DeclBuffer& n) const {
    Run define = c.defineView(n.buffer);
    return [define, body = c.stmt(n.body)](Machine& m) {
      define(m);
      body(m);
    };
  }
  // Threads run one after the other; other attributes do not affect the results.
  Run operator()(const AttrStmt& n) const {
    if (n.key == kAsyncScope || n.key == kAsyncWait) return copies(n);
    if (n.key == kBulkCopy) return bulkCopy(n);
    if (n.key == kBulkStore)
      return [site = &n, origin = c.origin_, body = c.stmt(n.body)](Machine& m) {
        if (m.together) m.together->bulkStore(*site, origin, true);
        body(m);
        if (m.together) m.together->bulkStore(*site, origin, false);
      };
    if (isOfWarp(n.key))
      return [site = &n, origin = c.origin_, body = c.stmt(n.body)](Machine& m) {
        if (m.together) m.together->operation(*site, origin, true);
        body(m);
        if (m.together) m.together->operation(*site, origin, false);
      };
    if (n.key == kLayout) c.refuse(kUnsupported("a buffer with a layout"), "state its strides instead of a layout");
    const auto* thread = n.node.as<Var>();
    if (!n.key.starts_with(kThreadExtent) || !thread || c.slotIfKnown(*thread)) {
      const bool outer = std::exchange(c.atomic_, c.atomic_ || isAtomic(n));
      Run body = c.stmt(n.body);
      c.atomic_ = outer;
      return body;
    }
    Eval extent = c.expr(n.value);
    const size_t slot = c.defineValue(*thread);
    return [extent, slot, body = c.stmt(n.body)](Machine& m) {
      for (int64_t i = 0, count = integer(extent, m); i < count; ++i) {
        m.values[slot] = ofInt(i);
        m.step();
        body(m);
      }
    };
  }
  Run bulkCopy(const AttrStmt& n) const {
    const std::vector<Expr>& args = n.value.as<Call>()->args;
    return [site = &n, origin = c.origin_, body = c.stmt(n.body), barrier = c.expr(args[0]),
            bytes = asInt(args[3]).value_or(0)](Machine& m) {
      if (!m.together) return body(m);
      const int64_t number = integer(barrier, m);
      m.together->bulkCopy(*site, origin, number, bytes, true);
      body(m);
      m.together->bulkCopy(*site, origin, number, bytes, false);
    };
  }
  Run copies(const AttrStmt& n) const {
    const Run body = c.stmt(n.body);
    if (n.key == kAsyncWait)
      return [body, site = &n, origin = c.origin_, left = asInt(n.value).value_or(0)](Machine& m) {
        if (m.together) m.together->waitForCopies(*site, origin, left);
        body(m);
      };
    return [body, site = &n, origin = c.origin_](Machine& m) {
      if (m.together) m.together->copies(*site, origin, true);
      body(m);
      if (m.together) m.together->copies(*site, origin, false);
    };
  }
  Run operator()(const AssertStmt& n) const {
    return [condition = c.expr(n.condition), body = c.stmt(n.body), message = n.message](Machine& m) {
      if (!condition(m, 0).i) m.fail(kAssertion(message, m.where()));
      body(m);
    };
  }
};

Run Compiler::stmt(const Stmt& s) {
  const Origin outer = origin_;
  if (s.origin() != Origin{}) origin_ = s.origin();
  Run run = s.match([&](const auto& n) { return StmtCompiler{*this}(n); });
  origin_ = outer;
  return run;
}

}  // namespace lw::interpreter
