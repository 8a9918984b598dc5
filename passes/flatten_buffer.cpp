#include "passes/flatten_buffer.h"

#include <utility>

#include "core/arith/counts.h"
#include "core/ir/ops.h"
#include "core/ir/swizzle.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "core/ir/wide_index.h"
#include "passes/support/row_major.h"

namespace lw {
namespace {

bool isFlat(const Buffer& b) {
  return b->shape.size() == 1 && b->strides.empty() && isZero(b->elemOffset) && swizzleOf(b->scope) == 0;
}

// Where a swizzled layout of `bytes` has the element at `index` of the row-major order (core/ir/swizzle.h).
Expr swizzled(const Expr& index, int64_t bytes, DataType element, const Analyzer& known) {
  const DataType type = index.dtype();
  const auto number = [&](int64_t n) { return makeConst(type, n); };
  const int64_t piece = kSwizzlePiece / element.bytes(), line = kSwizzleLine / element.bytes(),
                pieces = bytes / kSwizzlePiece;
  const auto simple = [&](const Expr& e) { return type.isVector() ? e : known.simplify(e); };
  const Expr own = simple(floormod(floordiv(index, number(piece)), number(pieces)));
  const Expr row = simple(floormod(floordiv(index, number(line)), number(pieces)));
  return simple(floordiv(index, number(piece * pieces))) * number(piece * pieces) +
         Expr(Call{type, Intrinsic::BitwiseXor, {own, row}}) * number(piece) + simple(floormod(index, number(piece)));
}

class Flatten : public Rewriter {
 public:
  explicit Flatten(Analyzer known) : known_(std::move(known)) {}
  Buffer flat(const Buffer& b) {
    if (isFlat(b)) return b;
    if (const auto found = flat_.find(b.key()); found != flat_.end()) return found->second;
    BufferNode node = *b;
    node.shape = {roundedUp(memorySizeOf(b), b->scope, b->dtype)};
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
    return BufferLoad{flat(load->buffer), {placeOf(load->buffer, exprs(load->indices))}};
  }
  Stmt stmt(const Stmt& s) override {
    if (const auto* store = s.as<BufferStore>(); store && (!isFlat(store->buffer) || exceedsInt32(store->buffer)))
      return Stmt(BufferStore{flat(store->buffer), {placeOf(store->buffer, exprs(store->indices))}, expr(store->value)},
                  s.origin());
    if (const auto* n = s.as<AttrStmt>(); n && n->key == kWarpMatrix) return operation(*n, s);
    const auto* loop = s.as<For>();
    if (loop) known_.bind(loop->var, {loop->min, loop->extent});
    const bool vector = loop && loop->kind == ForKind::Vectorized;
    const For* outer = vector ? std::exchange(lanes_, loop) : lanes_;
    Stmt done = children(s);
    lanes_ = outer;
    const auto* allocate = done.as<Allocate>();
    if (!allocate) return done;
    Allocate one = *allocate;
    for (Expr& extent : one.extents) extent = countOf(extent, known_);
    if (swizzleOf(one.scope) > 0) one.extents = {roundedUp(productOf(one.extents), one.scope, one.type)};
    if (one.extents.size() == 1 && one.extents[0].sameAs(allocate->extents[0])) return done;
    if (one.extents.size() > 1) one.extents = {productOf(one.extents)};
    return Stmt(std::move(one), s.origin());
  }

 private:
  // The elements that its value names tell start and distance of rows, which a swizzled layout does not have: they stay
  // those of the row-major order, and code generators swizzle the addresses of an instruction.
  Stmt operation(const AttrStmt& n, const Stmt& s) {
    AttrStmt copy = n;
    const bool outer = std::exchange(rowMajor_, true);
    copy.value = expr(n.value);
    rowMajor_ = outer;
    copy.body = stmt(n.body);
    if (copy.value.sameAs(n.value) && copy.body.sameAs(n.body)) return s;
    return Stmt(std::move(copy), s.origin());
  }
  Expr placeOf(const Buffer& b, const std::vector<Expr>& indices) const {
    const Expr address = addressOf(b, indices);
    const int64_t bytes = rowMajor_ ? 0 : swizzleOf(b->scope);
    if (bytes == 0) return address;
    const int64_t piece = kSwizzlePiece / b->dtype.bytes();
    // Elements beside each other stay so if a vector of them is a part of a piece.
    const auto isPart = [&](int64_t lanes, const Expr& first) {
      return lanes > 0 && piece % lanes == 0 && known_.canProveDivisible(first, makeConst(first.dtype(), lanes));
    };
    if (const auto* ramp = address.as<Ramp>();
        ramp && !ramp->base.dtype().isVector() && asInt(ramp->stride) == 1 && isPart(ramp->lanes, ramp->base))
      return Ramp{swizzled(ramp->base, bytes, b->dtype, known_), ramp->stride, ramp->lanes};
    if (lanes_ && isZero(lanes_->min) && !address.dtype().isVector()) {
      const Expr first = known_.simplify(substitute(address, {{lanes_->var.key(), makeZero(lanes_->var.dtype())}}));
      const Expr lane = cast(address.dtype(), lanes_->var);
      if (known_.canProveEqual(address, first + lane) && isPart(asInt(lanes_->extent).value_or(0), first))
        return swizzled(first, bytes, b->dtype, known_) + lane;
    }
    return swizzled(address, bytes, b->dtype, known_);
  }
  // Pieces change places within so many bytes.
  static Expr roundedUp(const Expr& elements, const std::string& scope, DataType type) {
    const int64_t bytes = swizzleOf(scope);
    if (bytes == 0) return elements;
    const Expr unit = makeConst(elements.dtype(), bytes / type.bytes());
    return floordiv(elements + unit - 1, unit) * unit;
  }

  Analyzer known_;
  BufferMap flat_;
  const For* lanes_ = nullptr;  // the enclosing loop that becomes a vector
  bool rowMajor_ = false;
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
