#include "passes/flatten_buffer.h"

#include "core/arith/counts.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/wide_index.h"
#include "passes/support/row_major.h"

namespace lw {
namespace {

bool isFlat(const Buffer& b) { return b->shape.size() == 1 && b->strides.empty() && isZero(b->elemOffset); }

class Flatten : public Rewriter {
 public:
  explicit Flatten(Analyzer known) : known_(std::move(known)) {}
  Buffer flat(const Buffer& b) {
    if (isFlat(b)) return b;
    if (const auto found = flat_.find(b.key()); found != flat_.end()) return found->second;
    BufferNode node = *b;
    node.shape = {memorySizeOf(b)};
    node.strides.clear();
    node.elemOffset = 0;
    node.axisSeparators.clear();
    Buffer result(std::move(node));
    flat_.emplace(b.key(), result);
    return result;
  }
  Buffer buffer(const Buffer& b) override { return flat(b); }
  Expr expr(const Expr& e) override {
    const auto* load = e.as<BufferLoad>();
    if (!load || (isFlat(load->buffer) && !exceedsInt32(load->buffer))) return children(e);
    return BufferLoad{flat(load->buffer), {addressOf(load->buffer, exprs(load->indices))}};
  }
  Stmt stmt(const Stmt& s) override {
    if (const auto* store = s.as<BufferStore>(); store && (!isFlat(store->buffer) || exceedsInt32(store->buffer)))
      return Stmt(
          BufferStore{flat(store->buffer), {addressOf(store->buffer, exprs(store->indices))}, expr(store->value)},
          s.origin());
    if (const auto* loop = s.as<For>()) known_.bind(loop->var, {loop->min, loop->extent});
    Stmt done = children(s);
    const auto* allocate = done.as<Allocate>();
    if (!allocate) return done;
    Allocate one = *allocate;
    for (Expr& extent : one.extents) extent = countOf(extent, known_);
    if (one.extents.size() == 1 && one.extents[0].sameAs(allocate->extents[0])) return done;
    if (one.extents.size() > 1) one.extents = {productOf(one.extents)};
    return Stmt(std::move(one), s.origin());
  }

 private:
  Analyzer known_;
  BufferMap flat_;
};

}  // namespace

PrimFunc flattenBuffer(const PrimFunc& f) {
  Flatten flatten(knownSizes(f));
  Stmt body = flatten.stmt(f.body);
  for (size_t i = f.buffers.size(); i-- > 0;) {
    const Buffer& b = f.buffers[i].second;
    if (!isFlat(b) && usesBuffer(body, flatten.flat(b))) body = Stmt(DeclBuffer{flatten.flat(b), body}, body.origin());
  }
  return withBody(f, std::move(body));
}

const Pass kFlattenBufferPass{.name = "flatten_buffer",
                              .label = "flatten buffers",
                              .help = "Give every buffer one dimension.",
                              .run = programOnly<flattenBuffer>};

}  // namespace lw
