// Operators on pictures and boxes, and transposed convolutions.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/graph/errors.h"
#include "core/graph/infer/infer.h"

namespace lw::graph::infer {
namespace {

Expr number(int64_t value) { return makeConst(dtype::Int64, value); }

bool isSet(const Inference& in, std::string_view name) {
  const bool* flag = in.attribute(name).as<bool>();
  return flag ? *flag : in.integer(name).value_or(0) != 0;
}

}  // namespace

// The sizes along height and width, or depth, height and width, are given.
Info resizeInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto type = in.type("out_dtype", x->type);
  const std::string layout = in.text("layout"), letters = in.op.name == "image.resize3d" ? "DHW" : "HW";
  const auto wanted = in.sizes(1);
  if (!x->sizes || !wanted || wanted->size() != letters.size() || layout.size() != x->sizes->size())
    return tensorOfRank(x->rank, type);
  Sizes sizes = *x->sizes;
  for (size_t d = 0; d < letters.size(); ++d) {
    const size_t axis = layout.find(letters[d]);
    if (axis == std::string::npos) return tensorOfRank(x->rank, type);
    sizes[axis] = (*wanted)[d];
  }
  return tensorOf(std::move(sizes), type);
}

// The grid has the dimensions of the result, with coordinates in the place of the channels.
Info gridSampleInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0), grid = in.tensor(1);
  if (!x) return x.error();
  if (!grid) return grid.error();
  if (!x->sizes || !grid->sizes || x->rank != grid->rank || x->rank < 2 || !in.text("layout").starts_with("NC"))
    return tensorOfRank(x->rank, x->type);
  Sizes sizes = *grid->sizes;
  sizes[1] = (*x->sizes)[1];
  return tensorOf(std::move(sizes), x->type);
}

Info affineGridInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto wanted = in.sizes(1);
  if (!x->sizes || x->sizes->empty() || !wanted) return tensorOfRank(-1, x->type);
  Sizes sizes{(*x->sizes)[0], number(static_cast<int64_t>(wanted->size()))};
  sizes.insert(sizes.end(), wanted->begin(), wanted->end());
  return tensorOf(std::move(sizes), x->type);
}

Info pixelShuffleInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto factor = in.integer("upscale_factor");
  if (!x->sizes || x->rank < 3 || !factor || *factor < 1) return tensorOfRank(x->rank, x->type);
  Sizes sizes = *x->sizes;
  const size_t channel = sizes.size() - 3;
  sizes[channel] = simplify(floordiv(sizes[channel], number(*factor * *factor)));
  for (const size_t d : {channel + 1, channel + 2}) sizes[d] = simplify(sizes[d] * number(*factor));
  return tensorOf(std::move(sizes), x->type);
}

Info convTransposeInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0), w = in.tensor(1);
  if (!x) return x.error();
  if (!w) return w.error();
  const auto type = in.type("out_dtype", x->type);
  const auto n = static_cast<size_t>(in.op.find("strides")->width);
  const std::string space = std::string("DHW").substr(3 - n), layout = in.text("data_layout"),
                    kernel = in.text("kernel_layout"), out = in.isNone("out_layout") ? layout : in.text("out_layout");
  const int rank = static_cast<int>(n) + 2;
  for (const auto* operand : {&x, &w})
    if ((*operand)->rank >= 0 && (*operand)->rank != rank)
      return err::kGraphRank(in.op.name, toText(StructInfo(**operand)), rank);
  const auto strides = in.integers("strides"), padding = in.integers("padding"), dilation = in.integers("dilation"),
             more = in.integers("output_padding");
  const auto groups = in.integer("groups");
  const auto placed = [&](const std::string& text, const std::string& letters) {
    return text.size() == letters.size() &&
           std::all_of(letters.begin(), letters.end(), [&](char c) { return text.find(c) != std::string::npos; });
  };
  const auto countFits = [&](const std::optional<std::vector<int64_t>>& list, size_t count) {
    return list && list->size() == count;
  };
  if (!x->sizes || !w->sizes || !groups || !placed(layout, "NC" + space) || !placed(out, "NC" + space) ||
      !placed(kernel, "IO" + space) || !countFits(strides, n) || !countFits(padding, 2 * n) ||
      !countFits(dilation, n) || !countFits(more, n))
    return tensorOfRank(rank, type);
  Sizes sizes = *x->sizes;
  sizes[out.find('N')] = (*x->sizes)[layout.find('N')];
  sizes[out.find('C')] = simplify((*w->sizes)[kernel.find('O')] * number(*groups));
  for (size_t d = 0; d < n; ++d)
    sizes[out.find(space[d])] = simplify(((*x->sizes)[layout.find(space[d])] - number(1)) * number((*strides)[d]) +
                                         ((*w->sizes)[kernel.find(space[d])] - number(1)) * number((*dilation)[d]) +
                                         number(1 + (*more)[d] - (*padding)[d] - (*padding)[d + n]));
  return tensorOf(std::move(sizes), type);
}

// ---- boxes ----

// Boxes and scores.
Info multiboxInfo(const Inference& in) {
  const Result<TensorInfo> classes = in.tensor(0);
  if (!classes) return classes.error();
  const StructInfo boxes = classes->sizes && classes->sizes->size() == 3
                               ? tensorOf({(*classes->sizes)[0], (*classes->sizes)[2], number(4)}, classes->type)
                               : tensorOfRank(3, classes->type);
  return StructInfo(TupleInfo{{boxes, *classes}});
}

// Room for all boxes of all classes, and how many there are.
Info allClassesInfo(const Inference& in) {
  const Result<TensorInfo> scores = in.tensor(1);
  if (!scores) return scores.error();
  const std::string format = in.text("output_format");
  if (!scores->sizes || scores->sizes->size() != 3) return StructInfo(AnyInfo{});
  const Sizes& s = *scores->sizes;
  if (format == "onnx")
    return StructInfo(TupleInfo{
        {tensorOf({simplify(s[0] * s[1] * s[2]), number(3)}, dtype::Int64), tensorOf({number(1)}, dtype::Int64)}});
  if (format != "tensorflow") return StructInfo(AnyInfo{});
  const Expr total = simplify(s[1] * s[2]);
  return StructInfo(TupleInfo{{tensorOf({s[0], total, number(2)}, dtype::Int64),
                               tensorOf({s[0], total}, dtype::Float32), tensorOf({s[0]}, dtype::Int64)}});
}

// How many are valid, the boxes with these first, and where they were.
Info validCountsInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  if (!x->sizes || x->sizes->size() != 3)
    return StructInfo(TupleInfo{{tensorOfRank(1, dtype::Int32), *x, tensorOfRank(2, dtype::Int32)}});
  const Sizes& s = *x->sizes;
  return StructInfo(TupleInfo{{tensorOf({s[0]}, dtype::Int32), *x, tensorOf({s[0], s[1]}, dtype::Int32)}});
}

// The indices of the boxes that are kept and their number, or the boxes.
Info suppressionInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  if (!isSet(in, "return_indices")) return StructInfo(*x);
  if (!x->sizes || x->sizes->size() != 3)
    return StructInfo(TupleInfo{{tensorOfRank(2, dtype::Int32), tensorOfRank(2, dtype::Int32)}});
  const Sizes& s = *x->sizes;
  return StructInfo(TupleInfo{{tensorOf({s[0], s[1]}, dtype::Int32), tensorOf({s[0], number(1)}, dtype::Int32)}});
}

Info regionsInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0), rois = in.tensor(1);
  if (!x) return x.error();
  if (!rois) return rois.error();
  const auto pooled = in.integers("pooled_size");
  const std::string layout = in.text("layout");
  if (!x->sizes || x->sizes->size() != 4 || !rois->sizes || rois->sizes->empty() || !pooled || pooled->size() != 2 ||
      (layout != "NCHW" && layout != "NHWC"))
    return tensorOfRank(4, x->type);
  Sizes sizes(4, (*rois->sizes)[0]);
  const size_t channel = layout.find('C');
  sizes[channel] = (*x->sizes)[channel];
  sizes[layout.find('H')] = number((*pooled)[0]);
  sizes[layout.find('W')] = number((*pooled)[1]);
  return tensorOf(std::move(sizes), x->type);
}

}  // namespace lw::graph::infer
