#include "passes/compact_buffer_allocation.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "core/arith/int_set.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/row_span.h"
#include "core/ir/swizzle.h"
#include "core/ir/visit.h"
#include "core/ir/wide_index.h"
#include "passes/support/row_major.h"

namespace lw {
namespace {

constexpr const char* kDimAlign = "buffer_dim_align";

// The elements of one buffer that a body accesses, per dimension, in terms of variables from outside of the body.
struct Use {
  bool escapes = false;  // its address is taken
  std::vector<std::vector<IntSet>> sets;
};

// The uses of several buffers, found in one walk.
class Touched : public Visitor {
 public:
  // `around`: enclosing loops whose iterations share the buffers.
  Touched(const std::vector<Buffer>& buffers, Analyzer& analyzer, const std::vector<const For*>& around = {})
      : analyzer_(analyzer) {
    for (const For* loop : around) loops_.insert_or_assign(loop->var.key(), IntSet::of({loop->min, loop->extent}));
    for (const Buffer& b : buffers) {
      Use& use = uses_[b.key()];
      use.sets.resize(b->shape.size());
      byData_[b->data.key()].push_back(&use);  // valid later too: nodes of the map do not move
    }
  }
  const Use& of(const Buffer& b) const { return uses_.at(b.key()); }
  bool bindsAnyOf(const Expr& e) const {
    const std::vector<Var> free = freeVars(e);
    return std::any_of(free.begin(), free.end(), [&](const Var& v) { return inside_.contains(v.key()); });
  }

  void expr(const Expr& e) override {
    // A prefetch reads nothing, so any address is allowed.
    if (const Expr* hint = prefetched(e)) return children(*hint);
    if (const auto* load = e.as<BufferLoad>()) add(load->buffer, load->indices);
    if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::AddressOf)
      if (const auto* load = call->args[0].as<BufferLoad>()) escape(load->buffer->data);
    children(e);
  }
  void stmt(const Stmt& s) override {
    if (const auto* n = s.as<BufferStore>()) add(n->buffer, n->indices);
    // Its bytes follow each other in the layout that the program states.
    if (const auto* n = s.as<AttrStmt>(); n && n->key == kBulkCopy)
      forEachExpr(n->value, [&](const Expr& e) {
        if (const auto* load = e.as<BufferLoad>()) escape(load->buffer->data);
      });
    if (const auto* n = s.as<For>()) {
      loops_.insert_or_assign(n->var.key(), IntSet::of({n->min, n->extent}));
      analyzer_.bind(n->var, {n->min, n->extent});
    }
    if (const auto* n = s.as<Block>())
      for (const MatchBuffer& m : n->matches)
        if (const auto use = uses_.find(m.source.buffer.key()); use != uses_.end())
          for (size_t d = 0; d < use->second.sets.size(); ++d)
            use->second.sets[d].push_back(evalSet(m.source.ranges[d], loops_, analyzer_));
    children(s);
  }
  void varUse(const Var& v) override { escape(v); }
  void varDef(const Var& v) override { inside_.insert(v.key()); }
  void bufferDef(const Buffer& b) override { escape(b->data); }

 private:
  static const Expr* prefetched(const Expr& e) {
    const auto* call = e.as<Call>();
    const auto* address = call && call->op == Intrinsic::Prefetch ? call->args[0].as<Call>() : nullptr;
    return address && address->op == Intrinsic::AddressOf && address->args[0].as<BufferLoad>() ? &address->args[0]
                                                                                               : nullptr;
  }
  void add(const Buffer& buffer, const std::vector<Expr>& indices) {
    const auto use = uses_.find(buffer.key());
    if (use == uses_.end()) return;
    if (spansRows(buffer, indices)) {
      const std::vector<Range> region = spannedRegion(buffer, indices);
      for (size_t d = 0; d < region.size(); ++d) use->second.sets[d].push_back(evalSet(region[d], loops_, analyzer_));
      return;
    }
    for (size_t d = 0; d < indices.size(); ++d) use->second.sets[d].push_back(evalSet(indices[d], loops_, analyzer_));
  }
  void escape(const Var& data) {
    const auto found = byData_.find(data.key());
    if (found == byData_.end()) return;
    for (Use* use : found->second) use->escapes = true;
  }
  std::unordered_map<const void*, Use> uses_;                  // Buffer::key()
  std::unordered_map<const void*, std::vector<Use*>> byData_;  // Var::key() of the pointer
  Analyzer& analyzer_;
  IntSetMap loops_;
  std::unordered_set<const void*> inside_;  // Var::key(); only looked up
};

struct Move {
  Buffer to;
  std::vector<Expr> start;  // per dimension, subtracted from the index
};

using Alignment = std::vector<std::array<int64_t, 3>>;  // axis, factor, offset

class Compact : public Rewriter {
 public:
  explicit Compact(const Stmt& root) { collectAlignments(root); }

  Buffer buffer(const Buffer& b) override {
    const auto found = moves_.find(b.key());
    return found == moves_.end() ? b : found->second.to;
  }
  Expr expr(const Expr& e) override {
    Expr done = children(e);
    const auto* before = e.as<BufferLoad>();
    const Move* move = before ? find(before->buffer) : nullptr;
    if (!move) return done;
    BufferLoad load = *done.as<BufferLoad>();
    shift(load.indices, *move);
    return load;
  }
  Stmt stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    const bool isThread = loop && loop->kind == ForKind::ThreadBinding && !loop->thread.starts_with("blockIdx");
    if (loop) analyzer_.bind(loop->var, {loop->min, loop->extent});
    if (isThread) threads_.push_back(loop);
    if (const auto* n = s.as<Block>()) return block(*n, s);
    Stmt done = children(s);
    if (isThread) threads_.pop_back();
    const auto* before = s.as<BufferStore>();
    const Move* move = before ? find(before->buffer) : nullptr;
    if (!move) return done;
    BufferStore store = *done.as<BufferStore>();
    shift(store.indices, *move);
    return Stmt(std::move(store), s.origin());
  }

 private:
  const Move* find(const Buffer& b) const {
    const auto found = moves_.find(b.key());
    return found == moves_.end() ? nullptr : &found->second;
  }
  void shift(std::vector<Expr>& indices, const Move& move) const {
    for (size_t d = 0; d < indices.size(); ++d)
      if (!isZero(move.start[d])) indices[d] = difference(indices[d], move.start[d]);
  }
  Expr difference(const Expr& index, const Expr& start) const {
    return index.dtype().isVector() ? subLanes(index, start) : analyzer_.simplify(index - start);
  }

  void collectAlignments(const Stmt& root) {
    forEachStmt(root, [&](const Stmt& s) {
      const auto* block = s.as<Block>();
      if (!block) return;
      for (const std::vector<int64_t>& numbers : entriesOf(*block, kDimAlign, 4))
        if (numbers[2] > 0)
          alignments_[block->writes[static_cast<size_t>(numbers[0])].buffer.key()].push_back(
              {numbers[1], numbers[2], numbers[3]});
      for (const std::vector<int64_t>& numbers : entriesOf(*block, std::string(kSwizzleNote), 2))
        if (const Buffer& b = block->writes[static_cast<size_t>(numbers[0])].buffer;
            isSwizzle(numbers[1]) && canBeSwizzled(b->dtype) && b->scope.starts_with("shared"))
          swizzles_.insert_or_assign(b.key(), numbers[1]);
    });
  }
  // The lists of `count` numbers in an annotation; the first number is that of a written buffer.
  static std::vector<std::vector<int64_t>> entriesOf(const Block& block, const std::string& key, size_t count) {
    std::vector<std::vector<int64_t>> entries;
    const auto found = block.annotations.find(key);
    const auto* list =
        found == block.annotations.end() ? nullptr : std::get_if<AnnotationValue::List>(&found->second.value);
    if (!list) return entries;
    for (const AnnotationValue& entry : *list) {
      const auto* tuple = std::get_if<AnnotationValue::List>(&entry.value);
      std::vector<int64_t> numbers;
      if (tuple)
        for (const AnnotationValue& v : *tuple)
          if (const auto* i = std::get_if<int64_t>(&v.value)) numbers.push_back(*i);
      if (numbers.size() == count && numbers[0] >= 0 && numbers[0] < static_cast<int64_t>(block.writes.size()))
        entries.push_back(std::move(numbers));
    }
    return entries;
  }
  static bool isNoted(const Block& block) {
    return block.annotations.contains(kDimAlign) || block.annotations.contains(std::string(kSwizzleNote));
  }

  Stmt block(const Block& n, const Stmt& s) {
    std::vector<Buffer> candidates;
    for (const Buffer& b : n.allocs)
      if (b->strides.empty() && !b->shape.empty()) candidates.push_back(b);
    if (!candidates.empty()) {
      Analyzer inner = analyzer_;
      Touched own(candidates, inner), together(candidates, inner, threads_);
      own.stmt(n.body);
      if (!threads_.empty()) together.stmt(n.body);
      for (const Buffer& b : candidates) {
        const bool shared = !threads_.empty() && (b->scope.starts_with("shared") || b->scope == "warp");
        if (auto move = plan(b, shared ? together : own, inner)) moves_.insert_or_assign(b.key(), std::move(*move));
      }
    }
    Stmt done = children(s);
    const auto moves = [&](const BufferRegion& region) { return find(region.buffer) != nullptr; };
    if (!isNoted(n) && std::none_of(n.reads.begin(), n.reads.end(), moves) &&
        std::none_of(n.writes.begin(), n.writes.end(), moves) &&
        std::none_of(n.matches.begin(), n.matches.end(), [&](const MatchBuffer& m) { return moves(m.source); }))
      return done;
    Block copy = *done.as<Block>();
    bool changed = copy.annotations.erase(kDimAlign) + copy.annotations.erase(std::string(kSwizzleNote)) > 0;
    const auto moveRegions = [&](std::vector<BufferRegion>& after, const std::vector<BufferRegion>& before) {
      for (size_t i = 0; i < before.size(); ++i) changed |= moveRegion(after[i], before[i]);
    };
    moveRegions(copy.reads, n.reads);
    moveRegions(copy.writes, n.writes);
    for (size_t i = 0; i < n.matches.size(); ++i) changed |= moveRegion(copy.matches[i].source, n.matches[i].source);
    return changed ? Stmt(std::move(copy), s.origin()) : done;
  }
  bool moveRegion(BufferRegion& after, const BufferRegion& before) const {
    const Move* move = find(before.buffer);
    if (!move) return false;
    for (size_t d = 0; d < after.ranges.size(); ++d)
      if (!isZero(move->start[d])) after.ranges[d].min = difference(after.ranges[d].min, move->start[d]);
    return true;
  }

  std::optional<Move> plan(const Buffer& b, const Touched& touched, const Analyzer& inner) const {
    const auto aligned = alignments_.find(b.key());
    if (touched.of(b).escapes) return std::nullopt;
    Move move{b, std::vector<Expr>(b->shape.size(), Expr(0))};
    BufferNode node = *b;
    bool changed = false;
    for (size_t d = 0; d < b->shape.size(); ++d)
      changed |= shrink(touched, touched.of(b).sets[d], d, node, move, inner);
    if (aligned != alignments_.end()) changed |= align(node, aligned->second);
    if (const auto swizzle = swizzles_.find(b.key()); swizzle != swizzles_.end())
      node.scope = swizzledScope(swizzle->second), changed = true;
    if (!changed) return std::nullopt;
    move.to = Buffer(std::move(node));
    return move;
  }

  static bool shrink(const Touched& touched, const std::vector<IntSet>& sets, size_t d, BufferNode& node, Move& move,
                     const Analyzer& analyzer) {
    if (sets.empty()) return false;
    const IntSet all = unite(sets, analyzer);
    if (!all.bounded() || touched.bindsAnyOf(*all.min) || touched.bindsAnyOf(*all.max)) return false;
    const auto extent = asInt(analyzer.simplify(*all.max - *all.min + 1));
    const auto whole = asInt(node.shape[d]);
    if (!extent || *extent <= 0 || (whole && *extent >= *whole)) return false;
    node.shape[d] = makeConst(node.shape[d].dtype(), *extent);
    move.start[d] = analyzer.simplify(*all.min);
    return true;
  }

  static bool align(BufferNode& node, const Alignment& alignment) {
    std::vector<Expr> strides(node.shape.size(), Expr(1));
    for (size_t d = strides.size(); d-- > 0;) {
      if (d + 1 < strides.size()) strides[d] = productOf({strides[d + 1], node.shape[d + 1]});
      for (const auto& [axis, factor, offset] : alignment) {
        const int64_t at = axis < 0 ? axis + static_cast<int64_t>(strides.size()) : axis;
        const auto stride = asInt(strides[d]);
        if (at == static_cast<int64_t>(d) && stride)
          strides[d] = makeConst(strides[d].dtype(), *stride + floorModulo(offset - *stride, factor));
      }
    }
    node.strides = std::move(strides);
    return true;
  }

  Analyzer analyzer_;
  std::vector<const For*> threads_;  // enclosing loops over threads of a GPU that share shared memory
  std::unordered_map<const void*, Move> moves_;
  std::unordered_map<const void*, Alignment> alignments_;
  std::unordered_map<const void*, int64_t> swizzles_;  // bytes
};

}  // namespace

PrimFunc compactBufferAllocation(const PrimFunc& f) { return withBody(f, Compact(f.body).stmt(f.body)); }

const Pass kCompactBufferAllocationPass{.name = "compact_buffer_allocation",
                                        .label = "compact buffers",
                                        .help = "Shrink buffers to the region that is accessed.",
                                        .run = programOnly<compactBufferAllocation>};

}  // namespace lw
