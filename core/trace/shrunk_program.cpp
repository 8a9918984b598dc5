#include "core/trace/shrunk_program.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using ToySizes = std::vector<std::pair<int64_t, int64_t>>;

constexpr std::chrono::seconds kTimeLimit{4};  // long schedules take time to be carried out repeatedly
constexpr int64_t kSmall = 4;                  // smaller extents are kept, such as filters and channels of a picture

std::optional<Expr> smaller(const Expr& extent, const ToySizes& sizes) {
  const std::optional<int64_t> value = asInt(extent);
  if (!value) return std::nullopt;
  for (const auto& [from, to] : sizes)
    if (from == *value && from != to) return makeConst(extent.dtype(), to);
  return std::nullopt;
}

// Extents of loops and of iters.
Stmt withExtents(const Stmt& body, const ToySizes& sizes) {
  return rewriteStmts(body, [&](const Stmt& s) -> std::optional<Stmt> {
    if (const auto* loop = s.as<For>()) {
      const std::optional<Expr> extent = smaller(loop->extent, sizes);
      if (!extent) return std::nullopt;
      For changed = *loop;
      changed.extent = *extent;
      return Stmt(changed, s.origin());
    }
    const auto* block = s.as<Block>();
    if (!block) return std::nullopt;
    Block changed = *block;
    bool any = false;
    for (IterVar& iter : changed.iters)
      if (const std::optional<Expr> extent = smaller(iter.domain.extent, sizes))
        iter.domain.extent = *extent, any = true;
    return any ? std::optional(Stmt(changed, s.origin())) : std::nullopt;
  });
}

// The indices that each dimension of each buffer is accessed with, over the ranges of loops and iters.
class Reach : public Visitor {
 public:
  struct Accesses {
    std::vector<IntBound> reads, writes;  // empty (min > max): none; unbounded: unknown
  };
  std::unordered_map<const void*, Accesses> buffers;
  std::vector<Buffer> allocated;

  explicit Reach(const PrimFunc& function) { stmt(function.body); }

  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) known_.bind(loop->var, {loop->min, loop->extent});
    if (const auto* block = s.as<Block>()) {
      for (const IterVar& iter : block->iters) known_.bind(iter.var, iter.domain);
      allocated.insert(allocated.end(), block->allocs.begin(), block->allocs.end());
    }
    if (const auto* let = s.as<LetStmt>(); let && let->var.dtype().isInt()) known_.bindValue(let->var, let->value);
    if (const auto* store = s.as<BufferStore>()) see(store->buffer, store->indices, &Accesses::writes);
    children(s);
  }
  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) see(load->buffer, load->indices, &Accesses::reads);
    children(e);
  }
  // The bound for a dimension; nullopt: unknown.
  std::optional<int64_t> last(const Buffer& buffer, size_t dim) const {
    const auto found = buffers.find(buffer.key());
    if (found == buffers.end()) return std::nullopt;
    int64_t last = -1;
    for (const auto* side : {&found->second.reads, &found->second.writes}) {
      if (dim >= side->size() || (*side)[dim].isEmpty()) continue;
      if (!(*side)[dim].bounded()) return std::nullopt;
      last = std::max(last, (*side)[dim].max);
    }
    return last < 0 ? std::nullopt : std::optional(last);
  }
  // Is everything that is read of the buffer within what is written, dimension by dimension?
  bool readsWhatIsWritten(const Buffer& buffer) const {
    const auto found = buffers.find(buffer.key());
    if (found == buffers.end()) return true;
    const Accesses& a = found->second;
    for (size_t d = 0; d < a.reads.size() && d < a.writes.size(); ++d)
      if (!a.reads[d].isEmpty() && !a.reads[d].within(a.writes[d].min, a.writes[d].max)) return false;
    return true;
  }

 private:
  void see(const Buffer& buffer, const std::vector<Expr>& indices, std::vector<IntBound> Accesses::* side) {
    Accesses& all = buffers[buffer.key()];
    all.reads.resize(indices.size(), IntBound{0, -1});
    all.writes.resize(indices.size(), IntBound{0, -1});
    for (size_t d = 0; d < indices.size(); ++d) {
      IntBound& known = (all.*side)[d];
      const IntBound bound = indices[d].dtype().lanes > 1 ? IntBound{} : known_.constBound(indices[d]);
      known = known.isEmpty() ? bound : IntBound{std::min(known.min, bound.min), std::max(known.max, bound.max)};
    }
  }
  Analyzer known_;
};

Buffer fitted(const Buffer& buffer, const Reach& reach) {
  BufferNode node = *buffer;
  if (!node.strides.empty()) return buffer;
  bool changed = false;
  for (size_t d = 0; d < node.shape.size(); ++d) {
    const std::optional<int64_t> extent = asInt(node.shape[d]), last = reach.last(buffer, d);
    if (!extent || !last || *last + 1 >= *extent) continue;
    node.shape[d] = makeConst(node.shape[d].dtype(), *last + 1);
    changed = true;
  }
  return changed ? Buffer(std::move(node)) : buffer;
}

// A region that covered the whole buffer covers the whole smaller buffer.
Stmt clipRegions(const Stmt& body) {
  return rewriteStmts(body, [](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block) return std::nullopt;
    Block changed = *block;
    bool any = false;
    for (auto* regions : {&changed.reads, &changed.writes})
      for (BufferRegion& region : *regions)
        for (size_t d = 0; d < region.ranges.size() && d < region.buffer->shape.size(); ++d) {
          const auto whole = asInt(region.buffer->shape[d]), extent = asInt(region.ranges[d].extent);
          if (whole && extent && *extent > *whole) region.ranges[d].extent = region.buffer->shape[d], any = true;
        }
    return any ? std::optional(Stmt(changed, s.origin())) : std::nullopt;
  });
}

// What must stay the same: the nest of loops and blocks, which loops have one iteration, which blocks are guarded.
class Shape : public Visitor {
 public:
  std::vector<int> words;
  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) words.insert(words.end(), {1, int(loop->kind), isOne(loop->extent)});
    if (const auto* block = s.as<Block>())
      words.insert(words.end(), {2, isTrue(block->predicate), block->init.has_value()});
    if (s.as<IfThenElse>()) words.push_back(3);
    children(s);
    words.push_back(0);
  }
  void expr(const Expr&) override {}
};

std::vector<int> shapeOf(const PrimFunc& function) {
  Shape shape;
  shape.stmt(function.body);
  return std::move(shape.words);
}

// Constants that indices are compared with, as at the border of a padding: extents close to them must stay.
std::vector<int64_t> rimsOf(const PrimFunc& source) {
  std::vector<int64_t> rims;
  forEachExpr(source.body, [&](const Expr& e) {
    const auto* b = e.as<Binary>();
    if (!b || !(isComparison(b->op) || b->op == BinaryOp::Min || b->op == BinaryOp::Max)) return;
    for (const Expr& side : {b->a, b->b})
      if (const auto value = asInt(side); value && *value > kSmall) rims.push_back(*value);
  });
  return rims;
}

std::vector<int64_t> extentsOf(const PrimFunc& source) {
  std::set<int64_t, std::greater<>> extents;
  forEachStmt(source.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (const auto extent = loop ? asInt(loop->extent) : std::nullopt; extent && *extent > kSmall)
      extents.insert(*extent);
  });
  for (const int64_t rim : rimsOf(source))
    std::erase_if(extents, [rim](int64_t extent) { return std::abs(extent - rim) <= kSmall; });
  return {extents.begin(), extents.end()};
}

// In the copy a stage must not read what earlier stages have not written; related sizes may be constants in indices.
bool staysWhole(const PrimFunc& source, const ToySizes& sizes) {
  PrimFunc same = source;  // with the buffers of the source, for comparison
  same.body = withExtents(source.body, sizes);
  const Reach before(source), after(same);
  return std::all_of(before.allocated.begin(), before.allocated.end(),
                     [&](const Buffer& b) { return !before.readsWhatIsWritten(b) || after.readsWhatIsWritten(b); });
}

// Stores of a whole run, ignoring guards.
double storesOf(const Stmt& s) {
  return s.match(
      [](const For& n) { return static_cast<double>(asInt(n.extent).value_or(kSmall)) * storesOf(n.body); },
      [](const Block& n) { return storesOf(n.body); }, [](const BufferStore&) { return 1.0; },
      [](const Evaluate&) { return 0.0; },
      [](const Seq& n) {
        double sum = 0;
        for (const Stmt& child : n.stmts) sum += storesOf(child);
        return sum;
      },
      [](const IfThenElse& n) { return storesOf(n.thenBody) + (n.elseBody ? storesOf(*n.elseBody) : 0); },
      [](const While& n) { return storesOf(n.body); }, [](const LetStmt& n) { return storesOf(n.body); },
      [](const Allocate& n) { return storesOf(n.body); }, [](const DeclBuffer& n) { return storesOf(n.body); },
      [](const AttrStmt& n) { return storesOf(n.body); }, [](const AssertStmt& n) { return storesOf(n.body); });
}

// The programs that the schedule makes with these sizes, if it can be carried out: to carry it out is what takes time.
using KnownCopies = std::map<ToySizes, std::optional<PrimFunc>>;

// Tries the divisors of every extent from `least` on, the widest extent first, because it matters most.
ToyProgram copyWith(const Schedule& schedule, int function, int64_t least, KnownCopies& known,
                    const std::function<bool()>& cancelled) {
  const Snapshot& source = schedule.source();
  const PrimFunc& original = schedule.program().function(function);
  ToyProgram toy{original, {}};
  const std::vector<int> shape = shapeOf(original);
  const Trace trace = traceOf(schedule);
  for (const int64_t extent : extentsOf(source.function(function))) toy.sizes.emplace_back(extent, extent);
  const auto madeWith = [&](const ToySizes& sizes) -> std::optional<PrimFunc> {
    if (!staysWhole(source.function(function), sizes)) return std::nullopt;
    const Result<Schedule> replayed =
        replay(source.withFunction(function, shrinkSource(source.function(function), sizes)), trace);
    if (!replayed) return std::nullopt;
    const PrimFunc& made = replayed->program().function(function);
    return shapeOf(made) == shape ? std::optional(made) : std::nullopt;
  };
  for (auto& [from, to] : toy.sizes)
    for (int64_t candidate = least; candidate < from; ++candidate) {
      if (from % candidate != 0) continue;
      if (cancelled && cancelled()) return toy;
      to = candidate;
      const auto [at, added] = known.try_emplace(toy.sizes);
      if (added) at->second = madeWith(toy.sizes);
      if (at->second) {
        toy.function = *at->second;
        break;
      }
      to = from;
    }
  return toy;
}

}  // namespace

PrimFunc shrinkSource(const PrimFunc& source, const ToySizes& sizes) {
  PrimFunc small = source;
  small.body = withExtents(source.body, sizes);
  const Reach reach(small);
  BufferMap buffers;
  const auto fit = [&](const Buffer& buffer) {
    const Buffer fit = fitted(buffer, reach);
    if (!fit.sameAs(buffer)) buffers.insert_or_assign(buffer.key(), fit);
    return fit;
  };
  for (auto& [handle, buffer] : small.buffers) buffer = fit(buffer);
  for (const Buffer& buffer : reach.allocated) fit(buffer);
  small.body = clipRegions(substituteBuffers(small.body, buffers));
  return small;
}

double storesOf(const PrimFunc& function) { return storesOf(function.body); }

ToyProgram toyOf(const Schedule& schedule, int function, const std::function<bool()>& cancelled) {
  constexpr double kEnough = 40'000;  // stores that a user can still step through
  const auto end = std::chrono::steady_clock::now() + kTimeLimit;
  const auto stop = [&] { return std::chrono::steady_clock::now() > end || (cancelled && cancelled()); };
  KnownCopies known;
  ToyProgram toy = copyWith(schedule, function, 16, known, stop);
  for (const int64_t least : {8, 4, 2})
    if (storesOf(toy.function.body) > kEnough && !stop()) {
      ToyProgram smaller = copyWith(schedule, function, least, known, stop);
      if (storesOf(smaller.function.body) < storesOf(toy.function.body)) toy = std::move(smaller);
    }
  return toy;
}

}  // namespace lw
