#include "passes/lower_match_buffer.h"

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/row_span.h"
#include "core/ir/visit.h"
#include "core/ir/wide_index.h"
#include "passes/support/row_major.h"

namespace lw {
namespace {

// Replaces a matched buffer by its source, everywhere in a body.
class Unmatch : public Rewriter {
 public:
  explicit Unmatch(const MatchBuffer& match) : match_(match), source_(match.source.buffer) {
    const Buffer& b = match.buffer;
    lead_ = match.source.ranges.size() - b->shape.size();
    const std::vector<Expr> strides = stridesOf(source_);
    const bool wide = exceedsInt32(source_);
    Expr offset = wide ? widened(source_->elemOffset) : source_->elemOffset;
    for (size_t d = 0; d < strides.size(); ++d)
      offset = offset + (wide ? widened(match.source.ranges[d].min) : match.source.ranges[d].min) * strides[d];
    for (size_t d = 0; d < b->shape.size(); ++d) bind(b->shape[d], match.source.ranges[lead_ + d].extent);
    for (size_t d = 0; d < b->strides.size(); ++d) bind(b->strides[d], strides[lead_ + d]);
    bind(b->elemOffset, offset);
    values_.insert_or_assign(b->data.key(), source_->data);
  }

  Expr var(const Var& v) override {
    const auto found = values_.find(v.key());
    return found == values_.end() ? Expr(v) : found->second;
  }
  Expr expr(const Expr& e) override {
    if (const auto* n = e.as<Binary>()) {  // an offset of more than 32 bits widens the arithmetic that uses it
      Expr a = expr(n->a), b = expr(n->b);
      if (a.sameAs(n->a) && b.sameAs(n->b)) return e;
      unifyTypes(a, b);
      return rawBinary(n->op, a, b);
    }
    Expr done = children(e);
    const auto* load = done.as<BufferLoad>();
    if (!load || !(load->buffer == match_.buffer)) return done;
    return BufferLoad{source_, indices(load->indices)};
  }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    if (const auto* store = done.as<BufferStore>(); store && store->buffer == match_.buffer)
      return Stmt(BufferStore{source_, indices(store->indices), store->value}, s.origin());
    const auto* block = done.as<Block>();
    if (!block) return done;
    Block copy = *block;
    bool changed = false;
    for (BufferRegion& r : copy.reads) changed |= moveRegion(r);
    for (BufferRegion& r : copy.writes) changed |= moveRegion(r);
    for (MatchBuffer& m : copy.matches) changed |= moveRegion(m.source);
    return changed ? Stmt(std::move(copy), s.origin()) : done;
  }

 private:
  void bind(const Expr& symbol, const Expr& value) {
    const auto* v = symbol.as<Var>();
    const bool wider = v && value.dtype().bits > v->dtype().bits && exceedsInt32(source_);
    if (v) values_.insert_or_assign(v->key(), wider ? value : cast(v->dtype(), value));
  }
  // Rows that follow each other in the matched buffer do so in the source only if all of a row is matched; otherwise
  // each lane of a vector that is longer than a row gets its own place.
  std::vector<Expr> indices(const std::vector<Expr>& accessed) const {
    bool together = true;
    for (size_t d = 1; d < accessed.size(); ++d)
      together = together && equal(match_.source.ranges[lead_ + d].extent, source_->shape[lead_ + d]);
    const std::vector<Expr> inner =
        !together && spansRows(match_.buffer, accessed) ? spannedIndices(match_.buffer, accessed) : accessed;
    std::vector<Expr> result;
    for (size_t d = 0; d < lead_; ++d) result.push_back(match_.source.ranges[d].min);
    for (size_t d = 0; d < inner.size(); ++d) result.push_back(match_.source.ranges[lead_ + d].min + inner[d]);
    return result;
  }
  bool moveRegion(BufferRegion& r) const {
    if (!(r.buffer == match_.buffer)) return false;
    std::vector<Range> ranges;
    for (size_t d = 0; d < lead_; ++d) ranges.push_back({match_.source.ranges[d].min, 1});
    for (size_t d = 0; d < r.ranges.size(); ++d)
      ranges.push_back({match_.source.ranges[lead_ + d].min + r.ranges[d].min, r.ranges[d].extent});
    r = {source_, std::move(ranges)};
    return true;
  }

  const MatchBuffer& match_;
  Buffer source_;
  size_t lead_;
  VarMap values_;
};

// Handles outer blocks first, so that every source is a buffer with memory of its own.
class Lower : public Rewriter {
 public:
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const auto* block = s.as<Block>();
    if (!block || block->matches.empty()) return children(s);
    Block current = *block;
    while (!current.matches.empty()) {
      const MatchBuffer match = current.matches.front();
      current.matches.erase(current.matches.begin());
      Unmatch unmatch(match);
      const Stmt next = unmatch.stmt(Stmt(std::move(current), s.origin()));
      current = *next.as<Block>();
    }
    return children(Stmt(std::move(current), s.origin()));
  }
};

}  // namespace

PrimFunc lowerMatchBuffer(const PrimFunc& f) { return withBody(f, Lower().stmt(f.body)); }

const Pass kLowerMatchBufferPass{.name = "lower_match_buffer",
                                 .label = "match buffers",
                                 .help = "Replace match_buffers by their sources.",
                                 .run = programOnly<lowerMatchBuffer>};

}  // namespace lw
