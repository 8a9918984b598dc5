// Kernels that go step by step where no nest of loops over the elements of the result will do: a statement runs at each
// point of some sizes, and writes its part of the results.
#pragma once

#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {

// A tensor that a statement writes: a result, or values that it keeps between its steps.
struct Written {
  std::string name;
  Sizes shape;
  DataType type;
};
using Buffers = std::vector<Buffer>;  // of the tensors that are written, in their order

// Points do not see what others write. Elements that no step writes have no value.
Outputs atEachPoint(Lowering& l, const std::string& name, const Sizes& points, const std::vector<Written>& written,
                    const std::function<Stmt(const Point&, const Buffers&)>& statement);

Stmt loop(Lowering& l, const std::string& name, const Expr& extent, const std::function<Stmt(const Expr&)>& body);
Stmt when(const Expr& condition, Stmt body, std::optional<Stmt> otherwise = std::nullopt);
Stmt store(const Buffer& buffer, Point point, const Expr& value);  // the value is converted to the buffer's type
Expr load(const Buffer& buffer, Point point);

// Numbers that a statement keeps: the last dimension of a tensor that it writes, at one point.
class Cells {
 public:
  Cells(Buffer buffer, Point point) : buffer_(std::move(buffer)), point_(std::move(point)) {}
  Expr get(int64_t number) const { return load(buffer_, at(number)); }
  Stmt set(int64_t number, const Expr& value) const { return store(buffer_, at(number), value); }
  Stmt add(int64_t number, int64_t value) const;

 private:
  Point at(int64_t number) const;
  Buffer buffer_;
  Point point_;
};

// A tensor seen as rows of the elements along some dimensions, in row-major order.
struct Rows {
  std::vector<size_t> axes, kept;
  Sizes keptShape, extents;
  Expr length = 0;  // of a row
  Rows(Lowering& l, const Sizes& shape, std::vector<size_t> along);
  Point at(const Point& keptPoint, const Expr& place) const;
  Point keptOf(const Point& whole) const;
};
Point joined(Point a, const Point& b);
// The places of the numbers 0 to the product of the sizes, in row-major order.
Point unravelled(const Sizes& sizes, const Expr& number);

// For each row the places of its elements in sorted order: a tensor of kept sizes and the length of a row. Merges
// longer and longer runs, n log n steps for n elements; equal elements keep their order, and NaN comes last.
using RowElement = std::function<Expr(const Point& keptPoint, const Expr& place)>;
struct Order {
  Tensor places;
  Expr at(const Point& keptPoint, const Expr& rank) const;  // the place of the element that has this rank
};
Order orderOf(Lowering& l, const Rows& rows, const RowElement& element, bool descending);

}  // namespace lw::legalize
