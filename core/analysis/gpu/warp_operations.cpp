#include "core/analysis/gpu/warp_operations.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/analysis/gpu/matrix_nests.h"
#include "core/analysis/gpu/mma_operations.h"
#include "core/arith/analyzer.h"
#include "core/ir/matrix_instructions.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"

namespace lw {
namespace {

const Call* warpCall(const Stmt& s) {
  const auto* evaluate = s.as<Evaluate>();
  const auto* call = evaluate ? evaluate->value.as<Call>() : nullptr;
  const MatrixCall* known = call ? matrixCall(call->op) : nullptr;
  return known && known->family == MatrixFamily::Wmma ? call : nullptr;
}
WarpMatrix::Kind kindOf(const Call& call) { return matrixCall(call.op)->kind; }

class DescribeOperations : public Rewriter {
 public:
  explicit DescribeOperations(const PrimFunc& f) : result(f), buffers_(f) {
    forEachStmt(f.body, [&](const Stmt& s) {
      const Call* call = warpCall(s);
      if (!call || kindOf(*call) != WarpMatrix::Kind::Load || call->args.size() != 8) return;
      const auto* data = call->args[0].as<Var>();
      const auto* word = call->args[7].as<StringImm>();
      if (!data || !word) return;
      const auto [known, fresh] = layouts_.try_emplace(buffers_.owner(*data).key(), word->value);
      if (!fresh && known->second != word->value) mixed_.insert(buffers_.owner(*data).key());
    });
    // What a product says counts: a load only moves elements in the order of memory, and a fragment that is loaded for
    // a product by columns is the one that a load by columns makes.
    forEachStmt(f.body, [&](const Stmt& s) {
      const Call* call = warpCall(s);
      if (!call || kindOf(*call) != WarpMatrix::Kind::Multiply || call->args.size() != 10) return;
      for (const size_t operand : {2, 4}) {
        const auto* data = call->args[operand].as<Var>();
        const auto* word = call->args[operand / 2 + 7].as<StringImm>();
        if (!data || !word || !multiplied_.insert(buffers_.owner(*data).key()).second) continue;
        layouts_.insert_or_assign(buffers_.owner(*data).key(), word->value);
        mixed_.erase(buffers_.owner(*data).key());
      }
    });
  }
  PrimFunc result;

  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const Call* call = warpCall(s);
    if (!call) return children(s);
    std::optional<WarpMatrix> operation = read(*call);
    if (!operation) return s;
    const auto moved = std::exchange(moveFirst_, std::nullopt);
    const Stmt done = written(*operation, s.origin());
    return moved ? sequence({written(*moved, s.origin()), done}) : done;
  }

 private:
  Stmt written(const WarpMatrix& operation, Origin origin) { return nests_.written(operation, origin, result); }

  std::optional<WarpMatrix> read(const Call& call) {
    const size_t count = call.args.size();
    WarpMatrix operation{.kind = kindOf(call)};
    const bool fill = operation.kind == WarpMatrix::Kind::Fill, load = operation.kind == WarpMatrix::Kind::Load;
    if (operation.kind == WarpMatrix::Kind::Multiply) return count == 8 || count == 10 ? multiply(call) : std::nullopt;
    if (count != (fill ? 6 : 8)) return std::nullopt;
    for (size_t i = 0; i < 3; ++i) operation.shape[i] = asInt(call.args[i + 1]).value_or(0);
    const Buffer* fragment = buffers_.find(call.args[0]);
    const auto role = fragment ? fragmentRole((*fragment)->scope) : std::nullopt;
    if (!role || std::any_of(operation.shape.begin(), operation.shape.end(), [](int64_t e) { return e % 8 || e <= 0; }))
      return std::nullopt;
    shape_ = operation.shape;
    if (fill) {
      operation.value = cast((*fragment)->dtype, call.args[5]);
      const auto to = placeOf(*fragment, *role, false, call.args[4]);
      if (!to || role != FragmentRole::Accumulator) return std::nullopt;
      operation.to = *to;
      return operation;
    }
    const auto* layout = call.args[7].as<StringImm>();
    if (!layout) return std::nullopt;
    operation.columns = layout->value.starts_with("col");
    if (mixed_.contains(buffers_.owner(*call.args[0].as<Var>()).key())) return std::nullopt;
    if (load && role != FragmentRole::Accumulator)
      operation.columns = layouts_.at(buffers_.owner(*call.args[0].as<Var>()).key()).starts_with("col");
    // An accumulator keeps its order; a and b have that of memory.
    const auto own = placeOf(*fragment, *role, role != FragmentRole::Accumulator && operation.columns, call.args[4]);
    const auto memory = memoryAt(call.args[5], call.args[6]);
    if (!own || !memory || (!load && role != FragmentRole::Accumulator)) return std::nullopt;
    operation.to = load ? *own : *memory;
    operation.from = {load ? *memory : *own};
    return operation;
  }

  std::optional<WarpMatrix> multiply(const Call& call) {
    std::array<const Buffer*, 4> buffers{};  // d, a, b, c
    for (size_t i = 0; i < 4; ++i) {
      buffers[i] = buffers_.find(call.args[2 * i]);
      if (!buffers[i]) return std::nullopt;
    }
    constexpr std::array kRoles{FragmentRole::Accumulator, FragmentRole::A, FragmentRole::B, FragmentRole::Accumulator};
    for (size_t i = 0; i < 4; ++i)
      if (fragmentRole((*buffers[i])->scope) != kRoles[i]) return std::nullopt;
    WarpMatrix operation{.kind = WarpMatrix::Kind::Multiply, .to = {}, .from = {}, .value = {}};
    for (const size_t operand : {2, 4})
      if (mixed_.contains(buffers_.owner(*call.args[operand].as<Var>()).key())) return std::nullopt;
    operation.columns = layoutOf(*call.args[2].as<Var>());
    operation.columnsOfB = layoutOf(*call.args[4].as<Var>());
    if (call.args.size() == 10)  // another product may take the same fragment in the other layout
      for (const size_t operand : {2, 4}) {
        const auto* word = call.args[operand / 2 + 7].as<StringImm>();
        if (!word || word->value.starts_with("col") != layoutOf(*call.args[operand].as<Var>())) return std::nullopt;
      }
    const auto shape = shapeOf(**buffers[0], **buffers[1], operation.columns);
    if (!shape) return std::nullopt;
    operation.shape = shape_ = *shape;
    const auto d = placeOf(*buffers[0], kRoles[0], false, call.args[1]);
    const auto a = placeOf(*buffers[1], kRoles[1], operation.columns, call.args[3]);
    const auto b = placeOf(*buffers[2], kRoles[2], operation.columnsOfB, call.args[5]);
    const auto c = placeOf(*buffers[3], kRoles[3], false, call.args[7]);
    if (!a || !b || !c || !d) return std::nullopt;
    operation.to = *d;
    operation.from = {*a, *b};
    if (!(*buffers[0] == *buffers[3]) || !Analyzer().canProveEqual(call.args[1], call.args[7]))
      moveFirst_ = WarpMatrix{.kind = WarpMatrix::Kind::Move, .shape = *shape, .to = *d, .from = {*c}, .value = {}};
    return operation;
  }
  // Is the fragment stored by columns?
  bool layoutOf(const Var& data) const {
    const auto known = layouts_.find(buffers_.owner(data).key());
    return known != layouts_.end() && known->second.starts_with("col");
  }
  // m, n, k: tvm_mma_sync does not name them. Views show them; otherwise a fill or load of the memory does.
  std::optional<std::array<int64_t, 3>> shapeOf(const BufferNode& accumulator, const BufferNode& a, bool columns) {
    const auto last = [](const BufferNode& b, size_t back) -> std::optional<int64_t> {
      return b.shape.size() < 2 ? std::nullopt : asInt(b.shape[b.shape.size() - back]);
    };
    if (isView(accumulator) && isView(a)) {
      const auto m = last(accumulator, 2), n = last(accumulator, 1), k = last(a, columns ? 2 : 1);
      if (m && n && k) return std::array{*m, *n, *k};
    }
    std::optional<std::array<int64_t, 3>> shape;
    forEachStmt(result.body, [&](const Stmt& s) {
      const Call* call = warpCall(s);
      if (!call || kindOf(*call) == WarpMatrix::Kind::Multiply || call->args.size() < 6 || shape) return;
      const auto* data = call->args[0].as<Var>();
      if (!data || !(buffers_.owner(*data) == buffers_.owner(accumulator.data) ||
                     buffers_.owner(*data) == buffers_.owner(a.data)))
        return;
      const auto m = asInt(call->args[1]), n = asInt(call->args[2]), k = asInt(call->args[3]);
      if (m && n && k) shape = std::array{*m, *n, *k};
    });
    return shape;
  }

  // A fragment, by its number in its buffer. `columns`: the buffer's rows are the matrix's columns.
  std::optional<MatrixPlace> placeOf(const Buffer& b, FragmentRole role, bool columns, const Expr& number) {
    int64_t rows = role == FragmentRole::B ? shape_[2] : shape_[0];
    int64_t width = role == FragmentRole::A ? shape_[2] : shape_[1];
    if (columns) std::swap(rows, width);
    const Expr height = makeConst(number.dtype(), rows), across = makeConst(number.dtype(), width);
    if (isView(*b)) {
      if (b->shape.size() < 2 || b->strides.size() != b->shape.size()) return std::nullopt;
      const Expr stride = cast(number.dtype(), b->strides[b->shape.size() - 2]),
                 offset = cast(number.dtype(), b->elemOffset);
      const Expr counted = floordiv(floordiv(offset, stride), height) * floordiv(stride, across) +
                           floordiv(floormod(offset, stride), across);
      const bool whole = asInt(b->shape[b->shape.size() - 2]) == rows && asInt(b->shape.back()) == width;
      if (!whole || !Analyzer().canProveEqual(number, counted)) return std::nullopt;
      return nests_.place(matrixOfView(b));
    }
    const auto row = b->shape.empty() ? std::nullopt : asInt(b->shape.back());
    const Analyzer analyzer;
    if (!row) return std::nullopt;
    Expr start = number * (height * across), distance = across;
    if (b->shape.size() > 1) {
      if (*row % width) return std::nullopt;
      const Expr perRow = makeConst(number.dtype(), *row / width);
      distance = makeConst(number.dtype(), *row);
      start = floordiv(number, perRow) * height * distance + floormod(number, perRow) * across;
    }
    return nests_.place(matrixInCompact(b, start, distance));
  }

  std::optional<MatrixPlace> memoryAt(const Expr& pointer, const Expr& stride) {
    const auto elements = matrixAt(buffers_, pointer, stride);
    return elements ? std::optional(nests_.place(*elements)) : std::nullopt;
  }

  PointedBuffers buffers_;
  MatrixNests nests_;
  // By data pointer of the memory:
  std::unordered_map<const void*, std::string> layouts_;
  std::unordered_set<const void*> multiplied_;  // a product names the layout
  std::unordered_set<const void*> mixed_;       // loads name several
  std::array<int64_t, 3> shape_{};              // of the current call
  std::optional<WarpMatrix> moveFirst_;
};

}  // namespace

bool callsWarpOperations(const Stmt& body) {
  const bool found = anyStmt(body, [&](const Stmt& s) { return warpCall(s); });
  return found || callsMmaOperations(body);
}

PrimFunc describeWarpOperations(const PrimFunc& called) {
  const PrimFunc function = describeMmaOperations(called);
  if (!callsWarpOperations(function.body)) return function;
  DescribeOperations describe(function);
  const Stmt body = describe.stmt(function.body);
  if (body.sameAs(function.body)) return function;
  describe.result.body = body;
  return std::move(describe.result);
}

}  // namespace lw
