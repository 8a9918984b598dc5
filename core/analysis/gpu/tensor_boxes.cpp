#include "core/analysis/gpu/tensor_boxes.h"

#include <algorithm>
#include <map>

#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/wide_index.h"

namespace lw {
namespace {

Analyzer rangesOf(const ProducerCopy& copy) {
  Analyzer known;
  for (const For* loop : copy.loops) known.bind(loop->var, {loop->min, loop->extent});
  return known;
}

// An expression as a sum of its value at the start of all loops and constant steps of some of them.
struct Steps {
  Expr start;
  std::map<size_t, int64_t> of;  // by loop
};
std::optional<Steps> stepsOf(const Expr& e, const ProducerCopy& copy, const Analyzer& known) {
  VarMap atStart;
  for (const For* loop : copy.loops) atStart.insert_or_assign(loop->var.key(), loop->min);
  Steps steps{known.simplify(substitute(e, atStart)), {}};
  Expr sum = steps.start;
  for (size_t i = 0; i < copy.loops.size(); ++i) {
    const For& loop = *copy.loops[i];
    if (!usesVar(e, loop.var)) continue;
    VarMap next = atStart;
    next.insert_or_assign(loop.var.key(), loop.min + 1);
    const auto step = asInt(known.simplify(substitute(e, next) - steps.start));
    if (!step) return std::nullopt;
    if (asInt(loop.extent) == 1 || *step == 0) continue;
    steps.of[i] = *step;
    sum = sum + cast(sum.dtype(), Expr(loop.var) - loop.min) * makeConst(sum.dtype(), *step);
  }
  return known.canProveEqual(e, sum) ? std::optional(std::move(steps)) : std::nullopt;
}

// The loops that divide an index of the array have the steps a, a * b ... of a mixed radix; 0: they do not.
int64_t outermostStep(const Steps& steps, const ProducerCopy& copy) {
  int64_t next = 1, last = 0;
  for (size_t count = 0; count < steps.of.size(); ++count) {
    const auto found = std::find_if(steps.of.begin(), steps.of.end(), [&](const auto& s) { return s.second == next; });
    if (found == steps.of.end()) return 0;
    last = next;
    next *= asInt(copy.loops[found->first]->extent).value_or(0);
  }
  return last;
}

std::optional<Message> limitOf(const TensorMap& map, const Buffer& from) {
  if (map.dims.empty() || static_cast<int64_t>(map.dims.size()) > kMostTensorDims)
    return say("the box has {0} dimensions, and descriptors have 1 to {1}", map.dims.size(), kMostTensorDims);
  for (size_t d = 0; d < map.dims.size(); ++d) {
    const TensorDim& dim = map.dims[d];
    if (dim.box > kMostTensorBox)
      return say("the box has {0} elements along one dimension, and descriptors at most {1}", dim.box, kMostTensorBox);
    if (d > 0 && (dim.stride <= 0 || dim.stride % kTensorStrideUnit != 0))
      return say("elements of {0} along one dimension are {1} bytes apart, and descriptors take multiples of {2}",
                 Ident(from->name), dim.stride, kTensorStrideUnit);
  }
  const int64_t row = map.dims[0].box * map.elementBytes;
  if (map.dims[0].stride != map.elementBytes)
    return say("the innermost loop does not follow rows of {0}", Ident(from->name));
  if (row % kTensorStrideUnit != 0)
    return say("rows of the box have {0} bytes, and descriptors take multiples of {1}", row, kTensorStrideUnit);
  return std::nullopt;
}

// The dimensions of one index of the array: those of its loops. Several loops need an array that they divide evenly.
bool addIndex(const ProducerCopy& copy, size_t d, int64_t stride, const Analyzer& known,
              std::map<size_t, std::pair<TensorDim, Expr>>& dims, Message& why) {
  const auto size = asInt(copy.from->shape[d]);
  const Expr index = known.simplify(copy.read[d]);
  const std::optional<Steps> steps = stepsOf(index, copy, known);
  const int64_t outermost = steps ? outermostStep(*steps, copy) : 0;
  if (!size || !steps || (outermost == 0 && !steps->of.empty())) {
    why = say("the index {0} of {1} is not a sum of loops of the copy, or the size is not constant",
              Snippet(debugText(index)), Ident(copy.from->name));
    return false;
  }
  if (outermost > 1 &&
      (*size % outermost != 0 || !known.canProveDivisible(steps->start, makeConst(steps->start.dtype(), outermost)))) {
    why = say("{0} elements of {1} from {2} on are not divided evenly by {3}", *size, Ident(copy.from->name),
              Snippet(debugText(steps->start)), outermost);
    return false;
  }
  for (const auto& [loop, step] : steps->of) {
    const int64_t box = asInt(copy.loops[loop]->extent).value_or(0);
    const bool outer = step == outermost;
    const Expr at = outer ? floordiv(steps->start, makeConst(steps->start.dtype(), step)) : makeZero(dtype::Int32);
    if (dims.contains(loop)) {
      why = say("loop {0} is part of two indices", Ident(copy.loops[loop]->var.name()));
      return false;
    }
    dims.try_emplace(loop, TensorDim{outer ? *size / step : box, stride * step, box}, known.simplify(at));
  }
  if (!steps->of.empty()) return true;
  // A dimension in which the box has one element; it is the outermost of the descriptor.
  dims.try_emplace(copy.loops.size() + d, TensorDim{*size, stride, 1}, steps->start);
  return true;
}

}  // namespace

std::optional<TensorCopy> tensorBoxOf(const ProducerCopy& copy, Message& why) {
  const Buffer& from = copy.from;
  TensorCopy result{{from->data, from->dtype.bytes(), 0, {}}, {}};
  for (const For* loop : copy.loops)
    if (!asInt(loop->extent)) {
      why = say("the number of iterations of loop {0} is not constant", Ident(loop->var.name()));
      return std::nullopt;
    }
  const Analyzer known = rangesOf(copy);
  std::map<size_t, std::pair<TensorDim, Expr>> dims;  // by loop, the outermost first; those without one follow
  int64_t stride = from->dtype.bytes();
  for (size_t d = from.rank(); d-- > 0;) {
    const auto own = from->strides.empty() ? std::optional(stride) : asInt(from->strides[d]);
    if (!from->strides.empty() && own) stride = *own * from->dtype.bytes();
    if (!own || !addIndex(copy, d, stride, known, dims, why)) {
      if (why.empty()) why = say("the strides of {0} are not constant", Ident(from->name));
      return std::nullopt;
    }
    stride *= asInt(from->shape[d]).value_or(0);
  }
  const auto add = [&](const auto& entry) {
    result.map.dims.push_back(entry.first);
    result.coordinates.push_back(cast(dtype::Int32, entry.second));
  };
  for (size_t loop = copy.loops.size(); loop-- > 0;)
    if (const auto found = dims.find(loop); found != dims.end()) add(found->second);
  for (auto at = dims.rbegin(); at != dims.rend(); ++at)
    if (at->first >= copy.loops.size()) add(at->second);
  if (const auto limit = limitOf(result.map, from)) {
    why = *limit;
    return std::nullopt;
  }
  return result;
}

bool boxIsDense(const ProducerCopy& copy, int64_t swizzle, Message& why) {
  const Analyzer known = rangesOf(copy);
  Expr place = makeZero(dtype::Int32), stride = makeConst(dtype::Int32, 1);
  for (size_t d = copy.write.size(); d-- > 0;) {
    place = place + copy.write[d] * (copy.to->strides.empty() ? stride : copy.to->strides[d]);
    stride = stride * copy.to->shape[d];
  }
  const std::optional<Steps> steps = stepsOf(known.simplify(place), copy, known);
  int64_t dense = 1;
  bool ok = steps.has_value();
  for (size_t loop = copy.loops.size(); ok && loop-- > 0;) {
    const int64_t extent = asInt(copy.loops[loop]->extent).value_or(0);
    const auto found = steps->of.find(loop);
    ok = extent == 1 || (found != steps->of.end() && found->second == dense);
    dense *= extent;
  }
  if (!ok || !isZero(steps->start)) {
    why = say("elements of {0} do not follow each other as the loops of the copy do", Ident(copy.to->name));
    return false;
  }
  const int64_t bytes = dense * copy.to->dtype.bytes();
  const int64_t row = asInt(copy.loops.back()->extent).value_or(0) * copy.to->dtype.bytes();
  if (swizzle > 0 && row != swizzle) {
    why = say("rows of the box have {0} bytes, but the layout of {1} is swizzled for {2}", row, Ident(copy.to->name),
              swizzle);
    return false;
  }
  const int64_t unit = swizzle > 0 ? 8 * swizzle : kTensorAlignment;
  if (bytes % unit != 0) {
    why = say("the box has {0} bytes, and the next one would begin at no multiple of {1}", bytes, unit);
    return false;
  }
  return true;
}

}  // namespace lw
