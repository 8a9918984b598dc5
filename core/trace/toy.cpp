#include "core/trace/toy.h"

#include <algorithm>
#include <set>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using ToySizes = std::vector<std::pair<int64_t, int64_t>>;

constexpr int64_t kSmall = 4;  // smaller extents stay: filters, channels of a picture

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
      if (const std::optional<Expr> extent = smaller(iter.domain.extent, sizes)) iter.domain.extent = *extent, any = true;
    return any ? std::optional(Stmt(changed, s.origin())) : std::nullopt;
  });
}

// The last index that each dimension of each buffer is accessed with, over the ranges of loops and iters.
class Reach : public Visitor {
 public:
  std::unordered_map<const void*, std::vector<std::optional<int64_t>>> last;  // nullopt: not known

  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) known_.bind(loop->var, {loop->min, loop->extent});
    if (const auto* block = s.as<Block>())
      for (const IterVar& iter : block->iters) known_.bind(iter.var, iter.domain);
    if (const auto* let = s.as<LetStmt>(); let && let->var.dtype().isInt()) known_.bindValue(let->var, let->value);
    if (const auto* store = s.as<BufferStore>()) see(store->buffer, store->indices);
    children(s);
  }
  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) see(load->buffer, load->indices);
    children(e);
  }

 private:
  void see(const Buffer& buffer, const std::vector<Expr>& indices) {
    auto& known = last.try_emplace(buffer.key(), indices.size(), -1).first->second;
    for (size_t d = 0; d < indices.size() && d < known.size(); ++d) {
      const IntBound bound = known_.constBound(indices[d]);
      if (!known[d]) continue;
      if (indices[d].dtype().lanes > 1 || bound.max >= (int64_t{1} << 40)) known[d].reset();
      else known[d] = std::max(*known[d], bound.max);
    }
  }
  Analyzer known_;
};

Buffer fitted(const Buffer& buffer, const std::vector<std::optional<int64_t>>& last) {
  BufferNode node = *buffer;
  if (!node.strides.empty()) return buffer;
  bool changed = false;
  for (size_t d = 0; d < node.shape.size() && d < last.size(); ++d) {
    const std::optional<int64_t> extent = asInt(node.shape[d]);
    if (!extent || !last[d] || *last[d] < 0 || *last[d] + 1 >= *extent) continue;
    node.shape[d] = makeConst(node.shape[d].dtype(), *last[d] + 1);
    changed = true;
  }
  return changed ? Buffer(std::move(node)) : buffer;
}

// A region that was the whole of a buffer is the whole of the smaller one.
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

// What must not change: the nest of loops and blocks, which loops run once, which blocks are guarded.
class Shape : public Visitor {
 public:
  std::vector<int> words;
  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) words.insert(words.end(), {1, int(loop->kind), isOne(loop->extent)});
    if (const auto* block = s.as<Block>()) words.insert(words.end(), {2, isTrue(block->predicate), block->init.has_value()});
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

std::vector<int64_t> extentsOf(const PrimFunc& source) {
  std::set<int64_t, std::greater<>> extents;
  forEachStmt(source.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (const auto extent = loop ? asInt(loop->extent) : std::nullopt; extent && *extent > kSmall) extents.insert(*extent);
  });
  return {extents.begin(), extents.end()};
}

// Stores of a whole run, guards not looked at.
double storesOf(const Stmt& s) {
  return s.match([](const For& n) { return static_cast<double>(asInt(n.extent).value_or(kSmall)) * storesOf(n.body); },
                 [](const Block& n) { return storesOf(n.body); }, [](const BufferStore&) { return 1.0; }, [](const Evaluate&) { return 0.0; },
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

// Divisors of every extent from `least` on are tried; the widest extent first: it matters most.
ToyProgram copyWith(const Schedule& schedule, int function, int64_t least, const std::function<bool()>& cancelled) {
  const Snapshot& source = schedule.source();
  const PrimFunc& original = schedule.program().function(function);
  ToyProgram toy{original, {}};
  const std::vector<int> shape = shapeOf(original);
  for (const int64_t extent : extentsOf(source.function(function))) toy.sizes.emplace_back(extent, extent);
  const auto madeWith = [&](const ToySizes& sizes) -> std::optional<PrimFunc> {
    const Replayed replayed = replayOnto(source.withFunction(function, shrinkSource(source.function(function), sizes)), schedule);
    if (!replayed.casualties.empty()) return std::nullopt;
    const PrimFunc& made = replayed.schedule.program().function(function);
    return shapeOf(made) == shape ? std::optional(made) : std::nullopt;
  };
  for (auto& [from, to] : toy.sizes)
    for (int64_t candidate = least; candidate < from; ++candidate) {
      if (from % candidate != 0) continue;
      if (cancelled && cancelled()) return toy;
      to = candidate;
      if (std::optional<PrimFunc> made = madeWith(toy.sizes)) {
        toy.function = std::move(*made);
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
  Reach reach;
  reach.stmt(small.body);
  BufferMap buffers;
  const auto fit = [&](const Buffer& buffer) {
    const auto found = reach.last.find(buffer.key());
    if (found == reach.last.end()) return buffer;
    const Buffer fit = fitted(buffer, found->second);
    if (!fit.sameAs(buffer)) buffers.insert_or_assign(buffer.key(), fit);
    return fit;
  };
  for (auto& [handle, buffer] : small.buffers) buffer = fit(buffer);
  forEachStmt(small.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>())
      for (const Buffer& buffer : block->allocs) fit(buffer);
  });
  small.body = clipRegions(substituteBuffers(small.body, buffers));
  return small;
}

ToyProgram toyOf(const Schedule& schedule, int function, const std::function<bool()>& cancelled) {
  constexpr double kEnough = 40'000;  // stores that can still be looked at one by one
  ToyProgram toy = copyWith(schedule, function, 16, cancelled);
  for (const int64_t least : {8, 4, 2})
    if (storesOf(toy.function.body) > kEnough && !(cancelled && cancelled())) toy = copyWith(schedule, function, least, cancelled);
  return toy;
}

}  // namespace lw
