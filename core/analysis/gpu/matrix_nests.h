// The nests of loops that operations on matrices compute (core/ir/warp_matrix.h), over elements of buffers.
#pragma once

#include <functional>

#include "core/analysis/gpu/pointed_buffers.h"
#include "core/ir/warp_matrix.h"

namespace lw {

// An element of a matrix, by row and column: a BufferLoad.
using MatrixElements = std::function<Expr(const Expr& row, const Expr& column)>;

// The matrix whose first row begins at a pointer (of access_ptr or address_of); `stride` is the distance of its rows in
// elements. nullopt: the pointer is not understood, or its buffer has other distances.
std::optional<MatrixElements> matrixAt(const PointedBuffers& buffers, const Expr& pointer, const Expr& stride);
// Of a compact buffer, from its element number `start` on.
MatrixElements matrixInCompact(const Buffer& b, const Expr& start, const Expr& stride);
// The last two dimensions of a view.
MatrixElements matrixOfView(const Buffer& b);

// Remembers for each place of a matrix how its elements are found.
class MatrixNests {
 public:
  MatrixPlace place(const MatrixElements& elements) { return place(elements, elements(0, 0), elements(1, 0)); }
  MatrixPlace place(MatrixElements elements, Expr first, Expr below);

  // The attribute of the operation around its nest. Gives the loops ids of the function.
  Stmt written(const WarpMatrix& operation, Origin origin, PrimFunc& function) const;

 private:
  Expr element(const MatrixPlace& p, const Expr& row, const Expr& column) const;

  std::vector<std::pair<Expr, MatrixElements>> elements_;  // by the first element of a place
};

}  // namespace lw
