// Tensors in another layout: an index map says where each element goes.
#include "core/schedule/support/index_maps.h"
#include "core/text/graph/index_map_text.h"
#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

// The map is one-to-one; places to which no element goes get the padding value, or 0.
std::optional<Outputs> layoutTransform(Lowering& l) {
  const auto* text = l.call.attribute("index_map").as<graph::SourceAttribute>();
  const auto written = text ? indexMapFrom(text->text) : std::nullopt;
  const Operand& x = l[0];
  const auto given = l.real("pad_value");
  if (!written || written->inputs.size() != x.rank() || !x.tensor || (!given && !l.call.isNone("pad_value")))
    return std::nullopt;
  std::vector<Range> ranges;
  for (const Expr& size : x.shape) ranges.push_back({l.at(0), size});
  const auto inverse = inverseOf(IndexMap{written->inputs, written->results, {}, false}, ranges);
  if (!inverse) return std::nullopt;
  Sizes shape;
  for (const Range& range : inverse->ranges) {
    if (!isZero(range.min)) return std::nullopt;
    shape.push_back(cast(l.index, range.extent));
  }
  const Expr pad = x.type.isFloat() ? makeFloat(x.type, given.value_or(0))
                                    : makeConst(x.type, static_cast<int64_t>(given.value_or(0)));
  return Outputs{l.compute("T_layout_transform", shape, [&](const Point& p) {
    VarMap at;
    for (size_t i = 0; i < p.size(); ++i)
      at.emplace(inverse->outputs[i].key(), cast(inverse->outputs[i].dtype(), p[i]));
    Point from;
    for (const Expr& input : inverse->inputs) from.push_back(simplify(substitute(input, at)));
    const Expr padded = simplify(substitute(inverse->padding, at));
    return isZero(padded) ? x.at(from) : choose(padded, pad, x.at(from));
  })};
}

}  // namespace

std::vector<Entry> layoutEntries() { return {{"layout_transform", layoutTransform}}; }

}  // namespace lw::legalize
