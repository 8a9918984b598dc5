#include "core/analysis/warp_operations.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"

namespace lw {
namespace {

constexpr std::string_view kFillCall = "tvm_fill_fragment", kLoadCall = "tvm_load_matrix_sync",
                           kMultiplyCall = "tvm_mma_sync", kStoreCall = "tvm_store_matrix_sync";

const Call* warpCall(const Stmt& s) {
  const auto* evaluate = s.as<Evaluate>();
  const auto* call = evaluate ? evaluate->value.as<Call>() : nullptr;
  if (!call) return nullptr;
  return call->op == kFillCall || call->op == kLoadCall || call->op == kMultiplyCall || call->op == kStoreCall
             ? call
             : nullptr;
}

// An element of a matrix, by row and column.
using MatrixElements = std::function<Expr(const Expr& row, const Expr& column)>;

bool isMatrixView(const BufferNode& b) { return !b.strides.empty() || !isZero(b.elemOffset); }

// The indices of an element of a compact buffer.
std::vector<Expr> indicesOfNumber(const Buffer& b, const Expr& element, const Analyzer& analyzer) {
  std::vector<Expr> indices(b->shape.size(), element);
  Expr rest = element;
  for (size_t d = b->shape.size(); d-- > 1;) {
    const Expr extent = cast(rest.dtype(), b->shape[d]);
    indices[d] = analyzer.simplify(floormod(rest, extent));
    rest = floordiv(rest, extent);
  }
  if (!indices.empty()) indices[0] = analyzer.simplify(rest);
  return indices;
}

// The last two dimensions of a view are the matrix.
MatrixElements elementsOfMatrixView(const Buffer& b) {
  return [b](const Expr& row, const Expr& column) -> Expr {
    std::vector<Expr> indices(b->shape.size() - 2, Expr(0));
    indices.push_back(row);
    indices.push_back(column);
    return BufferLoad{b, std::move(indices)};
  };
}

class DescribeOperations : public Rewriter {
 public:
  explicit DescribeOperations(const PrimFunc& f) : result(f) {
    for (const auto& [handle, buffer] : f.buffers) know(buffer);
    forEachStmt(f.body, [&](const Stmt& s) {
      if (const auto* n = s.as<DeclBuffer>()) know(n->buffer);
      const auto* block = s.as<Block>();
      if (!block) return;
      for (const Buffer& b : block->allocs) know(b);
      for (const MatchBuffer& m : block->matches)
        know(m.buffer), sources_.insert_or_assign(m.buffer->data.key(), m.source.buffer->data);
    });
    forEachStmt(f.body, [&](const Stmt& s) {
      const Call* call = warpCall(s);
      if (!call || call->op != kLoadCall || call->args.size() != 8) return;
      const auto* data = call->args[0].as<Var>();
      const auto* word = call->args[7].as<StringImm>();
      if (!data || !word) return;
      const auto [known, fresh] = layouts_.try_emplace(owner(*data).key(), word->value);
      if (!fresh && known->second != word->value) mixed_.insert(owner(*data).key());
    });
    // What a product says counts: a load only moves elements in the order of memory, and a fragment that is loaded for
    // a product by columns is the one that a load by columns makes.
    forEachStmt(f.body, [&](const Stmt& s) {
      const Call* call = warpCall(s);
      if (!call || call->op != kMultiplyCall || call->args.size() != 10) return;
      for (const size_t operand : {2, 4}) {
        const auto* data = call->args[operand].as<Var>();
        const auto* word = call->args[operand / 2 + 7].as<StringImm>();
        if (!data || !word || !multiplied_.insert(owner(*data).key()).second) continue;
        layouts_.insert_or_assign(owner(*data).key(), word->value);
        mixed_.erase(owner(*data).key());
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
  void know(const Buffer& b) { buffers_.insert_or_assign(b->data.key(), b); }
  // The pointer of the memory, for the pointer of a view.
  Var owner(Var data) const {
    for (auto found = sources_.find(data.key()); found != sources_.end(); found = sources_.find(data.key()))
      data = found->second;
    return data;
  }
  const Buffer* bufferOf(const Expr& pointer) const {
    const auto* data = pointer.as<Var>();
    const auto found = data ? buffers_.find(data->key()) : buffers_.end();
    return found == buffers_.end() ? nullptr : &found->second;
  }

  std::optional<WarpMatrix> read(const Call& call) {
    const size_t count = call.args.size();
    if (call.op == kMultiplyCall) return count == 8 || count == 10 ? multiply(call) : std::nullopt;
    if (count != (call.op == kFillCall ? 6 : 8)) return std::nullopt;
    WarpMatrix operation;
    for (size_t i = 0; i < 3; ++i) operation.shape[i] = asInt(call.args[i + 1]).value_or(0);
    const Buffer* fragment = bufferOf(call.args[0]);
    const auto role = fragment ? fragmentRole((*fragment)->scope) : std::nullopt;
    if (!role || std::any_of(operation.shape.begin(), operation.shape.end(), [](int64_t e) { return e % 8 || e <= 0; }))
      return std::nullopt;
    shape_ = operation.shape;
    if (call.op == kFillCall) {
      operation.kind = WarpMatrix::Kind::Fill;
      operation.value = cast((*fragment)->dtype, call.args[5]);
      const auto to = placeOf(*fragment, *role, false, call.args[4]);
      if (!to || role != FragmentRole::Accumulator) return std::nullopt;
      operation.to = *to;
      return operation;
    }
    const auto* layout = call.args[7].as<StringImm>();
    if (!layout) return std::nullopt;
    operation.columns = layout->value.starts_with("col");
    if (mixed_.contains(owner(*call.args[0].as<Var>()).key())) return std::nullopt;
    if (call.op == kLoadCall && role != FragmentRole::Accumulator)
      operation.columns = layouts_.at(owner(*call.args[0].as<Var>()).key()).starts_with("col");
    const bool load = call.op == kLoadCall;
    operation.kind = load ? WarpMatrix::Kind::Load : WarpMatrix::Kind::Store;
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
      buffers[i] = bufferOf(call.args[2 * i]);
      if (!buffers[i]) return std::nullopt;
    }
    constexpr std::array kRoles{FragmentRole::Accumulator, FragmentRole::A, FragmentRole::B, FragmentRole::Accumulator};
    for (size_t i = 0; i < 4; ++i)
      if (fragmentRole((*buffers[i])->scope) != kRoles[i]) return std::nullopt;
    WarpMatrix operation{.kind = WarpMatrix::Kind::Multiply, .to = {}, .from = {}, .value = {}};
    for (const size_t operand : {2, 4})
      if (mixed_.contains(owner(*call.args[operand].as<Var>()).key())) return std::nullopt;
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
    const auto known = layouts_.find(owner(data).key());
    return known != layouts_.end() && known->second.starts_with("col");
  }
  // m, n, k: tvm_mma_sync does not name them. Views show them; otherwise a fill or load of the memory does.
  std::optional<std::array<int64_t, 3>> shapeOf(const BufferNode& accumulator, const BufferNode& a, bool columns) {
    const auto last = [](const BufferNode& b, size_t back) -> std::optional<int64_t> {
      return b.shape.size() < 2 ? std::nullopt : asInt(b.shape[b.shape.size() - back]);
    };
    if (isMatrixView(accumulator) && isMatrixView(a)) {
      const auto m = last(accumulator, 2), n = last(accumulator, 1), k = last(a, columns ? 2 : 1);
      if (m && n && k) return std::array{*m, *n, *k};
    }
    std::optional<std::array<int64_t, 3>> shape;
    forEachStmt(result.body, [&](const Stmt& s) {
      const Call* call = warpCall(s);
      if (!call || call->op == kMultiplyCall || call->args.size() < 6 || shape) return;
      const auto* data = call->args[0].as<Var>();
      if (!data || !(owner(*data) == owner(accumulator.data) || owner(*data) == owner(a.data))) return;
      const auto m = asInt(call->args[1]), n = asInt(call->args[2]), k = asInt(call->args[3]);
      if (m && n && k) shape = std::array{*m, *n, *k};
    });
    return shape;
  }

  // A fragment, by its number in its buffer. `columns`: the buffer's rows are the matrix's columns.
  std::optional<MatrixPlace> placeOf(const Buffer& b, FragmentRole role, bool columns, const Expr& number) const {
    int64_t rows = role == FragmentRole::B ? shape_[2] : shape_[0];
    int64_t width = role == FragmentRole::A ? shape_[2] : shape_[1];
    if (columns) std::swap(rows, width);
    const Expr height = makeConst(number.dtype(), rows), across = makeConst(number.dtype(), width);
    if (isMatrixView(*b)) {
      if (b->shape.size() < 2 || b->strides.size() != b->shape.size()) return std::nullopt;
      const Expr stride = cast(number.dtype(), b->strides[b->shape.size() - 2]),
                 offset = cast(number.dtype(), b->elemOffset);
      const Expr counted = floordiv(floordiv(offset, stride), height) * floordiv(stride, across) +
                           floordiv(floormod(offset, stride), across);
      const bool whole = asInt(b->shape[b->shape.size() - 2]) == rows && asInt(b->shape.back()) == width;
      if (!whole || !Analyzer().canProveEqual(number, counted)) return std::nullopt;
      return place(elementsOfMatrixView(b));
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
    return place(elementsOfCompact(b, start, distance));
  }

  static MatrixElements elementsOfCompact(const Buffer& b, const Expr& start, const Expr& distance) {
    return [b, start, distance](const Expr& row, const Expr& column) -> Expr {
      return BufferLoad{
          b, indicesOfNumber(b, start + cast(start.dtype(), row) * distance + cast(start.dtype(), column), {})};
    };
  }
  std::optional<MatrixPlace> memoryAt(const Expr& pointer, const Expr& stride) {
    const auto* call = pointer.as<Call>();
    if (!call) return std::nullopt;
    if (call->op == "address_of" && call->args.size() == 1 && call->args[0].as<BufferLoad>()) {
      const auto& load = *call->args[0].as<BufferLoad>();
      if (isMatrixView(*load.buffer)) return std::nullopt;
      Expr start = makeZero(stride.dtype());
      for (size_t d = 0; d < load.indices.size(); ++d)
        start = start * cast(stride.dtype(), load.buffer->shape[d]) + cast(stride.dtype(), load.indices[d]);
      return place(elementsOfCompact(load.buffer, Analyzer().simplify(start), stride));
    }
    if (call->op != "tvm_access_ptr" || call->args.size() != 5) return std::nullopt;
    const Buffer* b = bufferOf(call->args[1]);
    if (!b || (*b)->shape.empty()) return std::nullopt;
    const Expr& offset = call->args[2];
    if (!isMatrixView(**b)) return place(elementsOfCompact(*b, cast(stride.dtype(), offset), stride));
    const size_t rank = (*b)->shape.size();
    const Analyzer analyzer;
    if (rank < 2 || (*b)->strides.size() != rank || !analyzer.canProveEqual(offset, (*b)->elemOffset) ||
        !analyzer.canProveEqual(stride, cast(stride.dtype(), (*b)->strides[rank - 2])))
      return std::nullopt;
    return place(elementsOfMatrixView(*b));
  }

  MatrixPlace place(MatrixElements elements) const {
    MatrixPlace p{elements(0, 0), elements(1, 0)};
    elements_.push_back({p.first, std::move(elements)});
    return p;
  }
  Expr element(const MatrixPlace& p, const Expr& row, const Expr& column) const {
    for (const auto& [first, elements] : elements_)
      if (first.sameAs(p.first)) return elements(row, column);
    return p.first;
  }

  Stmt written(const WarpMatrix& operation, Origin origin) {
    using enum MatrixLoop;
    const std::vector<MatrixLoop> loops = loopsOf(operation);
    std::map<MatrixLoop, Var> vars;
    for (const MatrixLoop l : loops) vars.emplace(l, Var(l == Rows ? "i" : l == Columns ? "j" : "k", dtype::Int32));
    const auto at = [&](const MatrixPlace& p, MatrixLoop row, MatrixLoop column, bool swapped = false) {
      return element(p, vars.at(swapped ? column : row), vars.at(swapped ? row : column));
    };
    const auto store = [](const Expr& target, const Expr& value) -> Stmt {
      const auto& load = *target.as<BufferLoad>();
      return BufferStore{load.buffer, load.indices, value};
    };
    std::optional<Stmt> body;
    switch (operation.kind) {
      case WarpMatrix::Kind::Fill:
        body = store(at(operation.to, Rows, Columns), *operation.value);
        break;
      case WarpMatrix::Kind::Move:
        body = store(at(operation.to, Rows, Columns), at(operation.from[0], Rows, Columns));
        break;
      case WarpMatrix::Kind::Load:
        body = moved(operation, operation.to, operation.from[0], operation.to, vars, loops, store);
        break;
      case WarpMatrix::Kind::Store:
        body = moved(operation, operation.to, operation.from[0], operation.from[0], vars, loops, store);
        break;
      case WarpMatrix::Kind::Multiply: {
        const Expr sum = at(operation.to, Rows, Columns);
        const Expr a = at(operation.from[0], Rows, Common, operation.columns);
        const Expr b = at(operation.from[1], Common, Columns, operation.columnsOfB);
        body = store(sum, sum + cast(sum.dtype(), a) * cast(sum.dtype(), b));
        break;
      }
    }
    for (size_t i = loops.size(); i-- > 0;)
      body = For{result.freshLoop(),
                 vars.at(loops[i]),
                 0,
                 makeConst(dtype::Int32, extentOf(operation, loops[i])),
                 ForKind::Serial,
                 "",
                 {},
                 *body};
    return warpMatrixStmt(operation, *body, origin);
  }
  // Memory has the order of the loops; so has a fragment of a or b.
  template <class StoreTo>
  Stmt moved(const WarpMatrix& operation, const MatrixPlace& to, const MatrixPlace& from, const MatrixPlace& fragment,
             const std::map<MatrixLoop, Var>& vars, const std::vector<MatrixLoop>& loops, const StoreTo& store) const {
    const Expr outer = vars.at(loops[0]), inner = vars.at(loops[1]);
    const bool swapped = operation.columns && fragmentRole(fragment.buffer()->scope) == FragmentRole::Accumulator;
    const auto at = [&](const MatrixPlace& p, bool ofFragment) {
      return ofFragment && swapped ? element(p, inner, outer) : element(p, outer, inner);
    };
    const bool load = operation.kind == WarpMatrix::Kind::Load;
    return store(at(to, load), at(from, !load));
  }

  std::unordered_map<const void*, Buffer> buffers_;  // by data pointer
  std::unordered_map<const void*, Var> sources_;     // of views: the pointer that they view
  // By data pointer of the memory:
  std::unordered_map<const void*, std::string> layouts_;
  std::unordered_set<const void*> multiplied_;  // a product names the layout
  std::unordered_set<const void*> mixed_;       // loads name several
  std::array<int64_t, 3> shape_{};              // of the current call
  std::optional<WarpMatrix> moveFirst_;
  mutable std::vector<std::pair<Expr, MatrixElements>> elements_;
};

}  // namespace

bool callsWarpOperations(const Stmt& body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& s) { found = found || warpCall(s); });
  return found;
}

PrimFunc describeWarpOperations(const PrimFunc& function) {
  if (!callsWarpOperations(function.body)) return function;
  DescribeOperations describe(function);
  const Stmt body = describe.stmt(function.body);
  if (body.sameAs(function.body)) return function;
  describe.result.body = body;
  return std::move(describe.result);
}

}  // namespace lw
