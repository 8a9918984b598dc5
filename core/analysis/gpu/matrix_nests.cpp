#include "core/analysis/gpu/matrix_nests.h"

#include <map>
#include <utility>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"

namespace lw {

MatrixElements matrixOfView(const Buffer& b) {
  return [b](const Expr& row, const Expr& column) -> Expr {
    std::vector<Expr> indices(b->shape.size() - 2, Expr(0));
    indices.push_back(row);
    indices.push_back(column);
    return BufferLoad{b, std::move(indices)};
  };
}

MatrixElements matrixInCompact(const Buffer& b, const Expr& start, const Expr& stride) {
  return [b, start, stride](const Expr& row, const Expr& column) -> Expr {
    return BufferLoad{b, indicesOfElement(b, start + cast(start.dtype(), row) * stride + cast(start.dtype(), column))};
  };
}

std::optional<MatrixElements> matrixAt(const PointedBuffers& buffers, const Expr& pointer, const Expr& stride) {
  const auto* call = pointer.as<Call>();
  if (!call) return std::nullopt;
  if (call->op == Intrinsic::AddressOf && call->args.size() == 1 && call->args[0].as<BufferLoad>()) {
    const auto& load = *call->args[0].as<BufferLoad>();
    if (isView(*load.buffer)) return std::nullopt;
    Expr start = makeZero(stride.dtype());
    for (size_t d = 0; d < load.indices.size(); ++d)
      start = start * cast(stride.dtype(), load.buffer->shape[d]) + cast(stride.dtype(), load.indices[d]);
    return matrixInCompact(load.buffer, Analyzer().simplify(start), stride);
  }
  if (call->op != Intrinsic::AccessPtr || call->args.size() != 5) return std::nullopt;
  const Buffer* b = buffers.find(call->args[1]);
  if (!b || (*b)->shape.empty()) return std::nullopt;
  const Expr& offset = call->args[2];
  if (!isView(**b)) return matrixInCompact(*b, cast(stride.dtype(), offset), stride);
  const size_t rank = (*b)->shape.size();
  const Analyzer analyzer;
  if (rank < 2 || (*b)->strides.size() != rank || !analyzer.canProveEqual(offset, (*b)->elemOffset) ||
      !analyzer.canProveEqual(stride, cast(stride.dtype(), (*b)->strides[rank - 2])))
    return std::nullopt;
  return matrixOfView(*b);
}

MatrixPlace MatrixNests::place(MatrixElements elements, Expr first, Expr below) {
  MatrixPlace p{std::move(first), std::move(below)};
  elements_.emplace_back(p.first, std::move(elements));
  return p;
}

Expr MatrixNests::element(const MatrixPlace& p, const Expr& row, const Expr& column) const {
  for (const auto& [first, elements] : elements_)
    if (first.sameAs(p.first)) return elements(row, column);
  return p.first;
}

Stmt MatrixNests::written(const WarpMatrix& operation, Origin origin, PrimFunc& function) const {
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
  // Memory has the order of the loops; so has a fragment of a or b.
  const auto moved = [&](const MatrixPlace& fragment) {
    const Expr outer = vars.at(loops[0]), inner = vars.at(loops[1]);
    const bool swapped = operation.columns && fragmentRole(fragment.buffer()->scope) == FragmentRole::Accumulator;
    const auto elementOf = [&](const MatrixPlace& p, bool ofFragment) {
      return ofFragment && swapped ? element(p, inner, outer) : element(p, outer, inner);
    };
    const bool load = operation.kind == WarpMatrix::Kind::Load;
    return store(elementOf(operation.to, load), elementOf(operation.from[0], !load));
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
      body = moved(operation.to);
      break;
    case WarpMatrix::Kind::Store:
      body = moved(operation.from[0]);
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
    body = For{function.freshLoop(),
               vars.at(loops[i]),
               0,
               makeConst(dtype::Int32, extentOf(operation, loops[i])),
               ForKind::Serial,
               "",
               {},
               *body};
  return warpMatrixStmt(operation, *body, origin);
}

}  // namespace lw
