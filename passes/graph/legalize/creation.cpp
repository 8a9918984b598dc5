// Operators that make a tensor of numbers, and conversions of types.
#include <algorithm>
#include <numbers>

#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

Lowered filled(Lowering& l, const Expr& value) {
  if (!l.knows()) return std::nullopt;
  return Outputs{l.compute("T_full", l.shape(), [&](const Point&) { return cast(l.type(), value); })};
}

Lowered fullOf(Lowering& l) {
  if (!l.knows() || l[1].rank() != 0) return std::nullopt;
  return Outputs{l.compute("T_full", l.shape(), [&](const Point&) { return cast(l.type(), l[1].at({})); })};
}

Lowered arange(Lowering& l) {
  const auto first = l.number(0), second = l.number(1);
  if (!first || !l.knows() || (l.call.infos[2] && !l.number(2))) return std::nullopt;
  const DataType type = l.type();
  const Expr start = second ? cast(type, *first) : te::number(type, 0);
  const Expr step = l.number(2) ? cast(type, *l.number(2)) : te::number(type, 1);
  return Outputs{l.compute("T_arange", l.shape(), [&](const Point& p) { return start + cast(type, p[0]) * step; })};
}

// The elements on one side of a diagonal, 0 elsewhere.
Lowered triangle(Lowering& l, bool lower) {
  const Operand& x = l[0];
  const auto k = l.call.infos[1] ? l.integer(1) : std::optional<int64_t>(0);
  if (!k || x.rank() < 2) return std::nullopt;
  return Outputs{l.compute("trilu", x.shape, [&](const Point& p) {
    const Expr diagonal = p[p.size() - 2] + l.at(*k), &column = p.back();
    const Expr inside = lower ? le(column, diagonal) : ge(column, diagonal);
    return Expr(Select{inside, x.at(p), te::number(x.type, 0)});
  })};
}

Lowered converted(Lowering& l) {
  const auto type = l.call.type("dtype", std::nullopt);
  if (!type) return std::nullopt;
  return Outputs{l.compute("T_cast", l[0].shape, [&](const Point& p) { return cast(*type, l[0].at(p)); })};
}

// The bits of each element as a number of another type.
Lowered reinterpreted(Lowering& l) {
  const DataType from = l[0].type, to = l.type();
  if (from == to || from.bits != to.bits || from.isBool() || to.isBool()) return std::nullopt;
  return Outputs{l.compute("T_reinterpret", l[0].shape,
                           [&](const Point& p) { return Expr(lw::Call({to, "reinterpret", {l[0].at(p)}})); })};
}

Lowered eye(Lowering& l) {
  const auto rows = l.integer(0), columns = l.call.infos[1] ? l.integer(1) : rows;
  const auto k = l.call.infos[2] ? l.integer(2) : std::optional<int64_t>(0);
  const auto type = l.call.type("dtype", dtype::Float32);
  if (!rows || !columns || !k || !type || *rows < 0 || *columns < 0) return std::nullopt;
  return Outputs{l.compute("T_eye", {l.at(*rows), l.at(*columns)}, [&](const Point& p) {
    return Expr(Select{eq(p[1], p[0] + l.at(*k)), te::number(*type, 1), te::number(*type, 0)});
  })};
}

Lowered eyeLike(Lowering& l) {
  const auto k = l.call.infos[1] ? l.integer(1) : std::optional<int64_t>(0);
  const auto type = l.call.type("dtype", l[0].type);
  if (!k || !type || l[0].rank() != 2) return std::nullopt;
  return Outputs{l.compute("T_eye", l[0].shape, [&](const Point& p) {
    return Expr(Select{eq(p[1], p[0] + l.at(*k)), te::number(*type, 1), te::number(*type, 0)});
  })};
}

// alpha - beta * cos(2 pi i / n): of n + 1 values the first n if it is periodic.
Lowered hammingWindow(Lowering& l) {
  const auto size = l.integer(0);
  const auto periodic = l.number(1), alpha = l.number(2), beta = l.number(3);
  const auto type = l.call.type("dtype", dtype::Float32);
  if (!size || *size < 1 || !periodic || !alpha || !beta || !type || !type->isFloat()) return std::nullopt;
  const auto whole = asInt(*periodic);
  if (!whole) return std::nullopt;
  const double step = 2 * std::numbers::pi / static_cast<double>(*whole != 0 ? *size : std::max<int64_t>(*size - 1, 1));
  return Outputs{l.compute("T_hamming_window", {l.at(*size)}, [&](const Point& p) {
    if (*size == 1) return te::number(*type, 1);
    const Expr angle = cast(*type, p[0]) * makeFloat(*type, step);
    return cast(*type, *alpha) - cast(*type, *beta) * math("cos", angle);
  })};
}

// The number of the elements, and sizes as the elements of a tensor.
Lowered elementCount(Lowering& l) {
  return Outputs{l.compute("T_size", {}, [&](const Point&) { return cast(dtype::Int64, count(l[0].shape)); })};
}
Lowered sizesAsTensor(Lowering& l) {
  const auto sizes = l.sizes(0);
  if (!sizes) return std::nullopt;
  return Outputs{l.compute("T_shape", {l.at(static_cast<int64_t>(sizes->size()))}, [&](const Point& p) {
    Expr value = makeConst(dtype::Int64, 0);
    for (size_t i = sizes->size(); i-- > 0;)
      value = Select{eq(p[0], l.at(static_cast<int64_t>(i))), cast(dtype::Int64, (*sizes)[i]), value};
    return value;
  })};
}

}  // namespace

std::vector<Entry> creationEntries() {
  return {
      {"full", fullOf},
      {"full_like", fullOf},
      {"ones", [](Lowering& l) { return filled(l, Expr(1)); }},
      {"ones_like", [](Lowering& l) { return filled(l, Expr(1)); }},
      {"zeros", [](Lowering& l) { return filled(l, Expr(0)); }},
      {"zeros_like", [](Lowering& l) { return filled(l, Expr(0)); }},
      {"arange", arange},
      {"tril", [](Lowering& l) { return triangle(l, true); }},
      {"triu", [](Lowering& l) { return triangle(l, false); }},
      {"astype", converted},
      {"memory.view", reinterpreted},
      {"eye", eye},
      {"eye_like", eyeLike},
      {"hamming_window", hammingWindow},
      {"size", elementCount},
      {"shape_to_tensor", sizesAsTensor},
  };
}

}  // namespace lw::legalize
