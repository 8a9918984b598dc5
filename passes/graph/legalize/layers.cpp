// Layers that combine reductions with elementwise functions: softmax, normalisations, attention, losses.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

Expr constant(DataType type, double value) { return te::number(type, value); }

// The greatest element is subtracted first, so that exp() does not overflow.
Lowered softmax(Lowering& l, bool logarithm) {
  const Operand& x = l[0];
  const auto axis = l.axis("axis", x.rank());
  if (!axis || !x.type.isFloat() || !x.tensor) return std::nullopt;
  const Reduced first(l, x.shape, {*axis}), second(l, x.shape, {*axis});
  const Tensor greatest = l.reduce("T_softmax_maxelem", "max", first.keptShape, first.iters,
                                   [&](const Point& p) { return x.at(first.whole(p)); });
  const auto shifted = [&](const Point& p) { return x.at(p) - te::read(greatest, second.keptOf(p)); };
  if (logarithm) {
    const Tensor sum = l.reduce("T_softmax_expsum", "sum", second.keptShape, second.iters,
                                [&](const Point& p) { return math("exp", shifted(second.whole(p))); });
    return Outputs{l.compute(
        "compute", x.shape, [&](const Point& p) { return shifted(p) - math("log", te::read(sum, second.keptOf(p))); })};
  }
  const Tensor powers = l.compute("T_softmax_exp", x.shape, [&](const Point& p) { return math("exp", shifted(p)); });
  const Tensor sum = l.reduce("T_softmax_expsum", "sum", second.keptShape, second.iters,
                              [&](const Point& p) { return te::read(powers, second.whole(p)); });
  return Outputs{l.compute("T_softmax_norm", x.shape, [&](const Point& p) {
    return quotient(te::read(powers, p), te::read(sum, second.keptOf(p)));
  })};
}

// Mean and variance over some dimensions of a tensor.
struct Moments {
  Reduced first, second;
  Expr elements;
  Tensor sum, squares;

  Moments(Lowering& l, const Sizes& shape, const std::vector<size_t>& axes,
          const std::function<Expr(const Point&)>& element, DataType type)
      : first(l, shape, axes), second(l, shape, axes), elements(cast(type, count(first.extents()))) {
    sum = l.reduce("T_mean_sum", "sum", first.keptShape, first.iters,
                   [&](const Point& p) { return element(first.whole(p)); });
    squares = l.reduce("T_variance_sum", "sum", second.keptShape, second.iters, [&](const Point& p) {
      const Expr distance = element(second.whole(p)) - quotient(te::read(sum, p), elements);
      return distance * distance;
    });
  }
  // (x - mean) / sqrt(variance + epsilon)
  Expr normalised(const Expr& x, const Point& p, double epsilon) const {
    const Point kept = first.keptOf(p);
    const Expr variance = quotient(te::read(squares, kept), elements) + constant(x.dtype(), epsilon);
    return quotient(x - quotient(te::read(sum, kept), elements), math("sqrt", variance));
  }
};

// With the weights where `scale` and `center` ask for them.
Expr scaled(Lowering& l, Expr value, const Point& point) {
  if (l.flag("scale")) value = value * l[1].at(point);
  if (l.flag("center")) value = value + l[2].at(point);
  return value;
}

Lowered layerNorm(Lowering& l) {
  const auto axes = l.axes("axes", l[0].rank());
  const auto epsilon = l.real("epsilon");
  if (!axes || !epsilon || !l[0].type.isFloat() || l[1].rank() != axes->size()) return std::nullopt;
  const Moments moments(l, l[0].shape, *axes, [&](const Point& p) { return l[0].at(p); }, l[0].type);
  return Outputs{l.compute("T_layer_norm", l[0].shape, [&](const Point& p) {
    return scaled(l, moments.normalised(l[0].at(p), p, *epsilon), moments.first.reducedOf(p));
  })};
}

Lowered instanceNorm(Lowering& l) {
  const auto axes = l.axes("axes", l[0].rank());
  const auto channel = l.axis("channel_axis", l[0].rank());
  const auto epsilon = l.real("epsilon");
  if (!axes || !channel || !epsilon || !l[0].type.isFloat()) return std::nullopt;
  const Moments moments(l, l[0].shape, *axes, [&](const Point& p) { return l[0].at(p); }, l[0].type);
  return Outputs{l.compute("T_instance_norm", l[0].shape, [&](const Point& p) {
    return scaled(l, moments.normalised(l[0].at(p), p, *epsilon), {p[*channel]});
  })};
}

// The channels are divided into groups: the tensor is seen with a dimension for the group and one for the channel in
// it.
Lowered groupNorm(Lowering& l) {
  const Operand& x = l[0];
  const auto given = l.axes("axes", x.rank());
  const auto channel = l.axis("channel_axis", x.rank());
  const auto groups = l.call.integer("num_groups");
  const auto epsilon = l.real("epsilon");
  const auto channels = channel ? asInt(x.shape[*channel]) : std::nullopt;
  if (!given || !epsilon || !groups || *groups < 1 || !channels || *channels % *groups != 0 || !x.type.isFloat())
    return std::nullopt;
  const Expr size = l.at(*channels / *groups);
  Sizes shape = x.shape;
  shape[*channel] = l.at(*groups);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*channel) + 1, size);
  std::vector<size_t> axes{*channel + 1};
  for (const size_t axis : *given) {
    if (axis == *channel) return std::nullopt;
    axes.push_back(axis < *channel ? axis : axis + 1);
  }
  std::sort(axes.begin(), axes.end());
  const auto element = [&](const Point& p) {
    Point from = p;
    from[*channel] = p[*channel] * size + p[*channel + 1];
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(*channel) + 1);
    return x.at(from);
  };
  const Moments moments(l, shape, axes, element, x.type);
  return Outputs{l.compute("T_group_norm", x.shape, [&](const Point& p) {
    Point grouped = p;
    grouped[*channel] = floordiv(p[*channel], size);
    grouped.insert(grouped.begin() + static_cast<std::ptrdiff_t>(*channel) + 1, floormod(p[*channel], size));
    return scaled(l, moments.normalised(x.at(p), grouped, *epsilon), {p[*channel]});
  })};
}

Lowered rmsNorm(Lowering& l) {
  const auto axes = l.axes("axes", l[0].rank());
  const auto epsilon = l.real("epsilon");
  if (!axes || !epsilon || !l[0].type.isFloat() || l[1].rank() != axes->size()) return std::nullopt;
  const Reduced r(l, l[0].shape, *axes);
  const Expr elements = cast(l[0].type, count(r.extents()));
  const Tensor squares = l.reduce("T_square_sum", "sum", r.keptShape, r.iters, [&](const Point& p) {
    const Expr x = l[0].at(r.whole(p));
    return x * x;
  });
  return Outputs{l.compute("T_rms_norm", l[0].shape, [&](const Point& p) {
    const Expr mean = quotient(te::read(squares, r.keptOf(p)), elements) + constant(l[0].type, *epsilon);
    return quotient(l[0].at(p), math("sqrt", mean)) * l[1].at(r.reducedOf(p));
  })};
}

// For inference: with the moving mean and variance.
Lowered batchNorm(Lowering& l) {
  const auto axis = l.axis("axis", l[0].rank());
  const auto epsilon = l.real("epsilon");
  if (!axis || !epsilon || !l[0].type.isFloat()) return std::nullopt;
  return Outputs{l.compute("T_batch_norm", l[0].shape, [&](const Point& p) {
    const Point channel{p[*axis]};
    const Expr deviation = math("sqrt", l[4].at(channel) + constant(l[0].type, *epsilon));
    return scaled(l, quotient(l[0].at(p) - l[3].at(channel), deviation), channel);
  })};
}

// A window needs a mask that says which key is the last one: only so many keys before it are seen.
bool windowFits(const Lowering& l) {
  const auto window = l.call.integer("window_size");
  return l.call.isNone("window_size") || (window && *window > 0 && !l.call.text("causal_mask").empty());
}
Expr seenFrom(Lowering& l, const Expr& key, const Expr& last) {
  const auto window = l.call.integer("window_size");
  return window ? logicalAnd(le(key, last), gt(key, last - l.at(*window))) : le(key, last);
}

// Queries (batch, m, heads, depth), keys and values (batch, n, heads, depth).
Lowered attention(Lowering& l) {
  const Operand &q = l[0], &k = l[1], &v = l[2];
  if (q.rank() != 4 || k.rank() != 4 || v.rank() != 4 || !q.type.isFloat()) return std::nullopt;
  const std::string mask = l.call.text("causal_mask");
  if (!mask.empty() && mask != "TopLeft" && mask != "BottomRight") return std::nullopt;
  if (!windowFits(l)) return std::nullopt;
  const Expr &m = q.shape[1], &n = k.shape[1];
  const Sizes shape{q.shape[0], q.shape[2], m, n}, rows{q.shape[0], q.shape[2], m};
  const IterVar depth = l.reduceAxis("rd", q.shape[3]);
  const Tensor product = l.reduce("T_attention_qk", "sum", shape, {depth}, [&](const Point& p) {
    return q.at({p[0], p[2], p[1], depth.var}) * k.at({p[0], p[3], p[1], depth.var});
  });
  const auto scale = l.real("scale");
  const Expr factor =
      scale ? constant(q.type, *scale) : quotient(constant(q.type, 1), math("sqrt", cast(q.type, q.shape[3])));
  const Tensor scores = l.compute("T_attention_scores", shape, [&](const Point& p) {
    Expr score = te::read(product, p) * factor;
    if (l.has(3)) score = score + l[3].broadcastAt(p);
    if (mask.empty()) return score;
    const Expr last = mask == "TopLeft" ? p[2] : p[2] + (n - m);
    return Expr(Select{seenFrom(l, p[3], last), score, te::leastOf(q.type)});
  });
  const IterVar j0 = l.reduceAxis("rj", n), j1 = l.reduceAxis("rj", n), j2 = l.reduceAxis("rj", n);
  const Tensor greatest = l.reduce("T_attention_max", "max", rows, {j0},
                                   [&](const Point& p) { return te::read(scores, {p[0], p[1], p[2], j0.var}); });
  const Tensor powers = l.compute("T_attention_exp", shape, [&](const Point& p) {
    return math("exp", te::read(scores, p) - te::read(greatest, {p[0], p[1], p[2]}));
  });
  const Tensor sums = l.reduce("T_attention_sum", "sum", rows, {j1},
                               [&](const Point& p) { return te::read(powers, {p[0], p[1], p[2], j1.var}); });
  const Sizes result{q.shape[0], m, q.shape[2], v.shape[3]};
  const Tensor mixed = l.reduce("T_attention_values", "sum", result, {j2}, [&](const Point& p) {
    return te::read(powers, {p[0], p[2], p[1], j2.var}) * v.at({p[0], j2.var, p[2], p[3]});
  });
  return Outputs{l.compute("T_attention", result, [&](const Point& p) {
    return quotient(te::read(mixed, p), te::read(sums, {p[0], p[2], p[1]}));
  })};
}

// Sequences of different lengths one after the other: a query sees the keys of its own sequence only. The tensors
// `starts` hold the first place of each sequence, and the end of the last one.
Lowered attentionOfSequences(Lowering& l) {
  const Operand &q = l[0], &k = l[1], &v = l[2], &starts = l[3];
  const Operand& keyStarts = l.has(5) ? l[5] : starts;
  const std::string mask = l.call.text("causal_mask");
  if (q.rank() != 4 || k.rank() != 4 || v.rank() != 4 || !q.type.isFloat() || !windowFits(l) ||
      (!mask.empty() && mask != "TopLeft" && mask != "BottomRight") || starts.rank() != 1 || keyStarts.rank() != 1 ||
      !starts.type.isInteger() || !keyStarts.type.isInteger() || asInt(q.shape[0]) != 1 || asInt(k.shape[0]) != 1 ||
      graph::sameSize(v.shape[3], q.shape[3]) != graph::Fit::Yes ||
      graph::sameSize(starts.shape[0], keyStarts.shape[0]) == graph::Fit::No)
    return std::nullopt;
  const Expr &m = q.shape[1], &n = k.shape[1];
  // The sequence of each query: how many have ended before it.
  const IterVar s = l.reduceAxis("s", simplify(starts.shape[0] - l.at(1)));
  const Tensor sequence = l.reduce("T_sequence", "sum", {m}, {s}, [&](const Point& p) {
    return Expr(Select{le(cast(l.index, starts.at({s.var + l.at(1)})), p[0]), l.at(1), l.at(0)});
  });
  const Sizes shape{q.shape[2], m, n}, rows{q.shape[2], m};
  const IterVar depth = l.reduceAxis("rd", q.shape[3]);
  const Tensor product = l.reduce("T_attention_qk", "sum", shape, {depth}, [&](const Point& p) {
    return q.at({l.at(0), p[1], p[0], depth.var}) * k.at({l.at(0), p[2], p[0], depth.var});
  });
  const auto scale = l.real("scale");
  const Expr factor =
      scale ? constant(q.type, *scale) : quotient(constant(q.type, 1), math("sqrt", cast(q.type, q.shape[3])));
  const auto sees = [&](const Expr& query, const Expr& key) {
    const auto end = [&](const Operand& of, int64_t more) {
      const Expr own = min(te::read(sequence, {query}), of.shape[0] - l.at(2));
      return cast(l.index, of.at({own + l.at(more)}));
    };
    const Expr first = end(keyStarts, 0), last = end(keyStarts, 1);
    const Expr own = logicalAnd(ge(key, first), lt(key, last));
    if (mask.empty()) return own;
    const Expr more = mask == "TopLeft" ? l.at(0) : (last - first) - (end(starts, 1) - end(starts, 0));
    return logicalAnd(own, seenFrom(l, key - first, query - end(starts, 0) + more));
  };
  const Tensor scores = l.compute("T_attention_scores", shape, [&](const Point& p) {
    return Expr(Select{sees(p[1], p[2]), te::read(product, p) * factor, te::leastOf(q.type)});
  });
  const IterVar j0 = l.reduceAxis("rj", n), j1 = l.reduceAxis("rj", n), j2 = l.reduceAxis("rj", n);
  const Tensor greatest = l.reduce("T_attention_max", "max", rows, {j0},
                                   [&](const Point& p) { return te::read(scores, {p[0], p[1], j0.var}); });
  const Tensor powers = l.compute("T_attention_exp", shape, [&](const Point& p) {
    return math("exp", te::read(scores, p) - te::read(greatest, {p[0], p[1]}));
  });
  const Tensor sums = l.reduce("T_attention_sum", "sum", rows, {j1},
                               [&](const Point& p) { return te::read(powers, {p[0], p[1], j1.var}); });
  const Tensor mixed = l.reduce("T_attention_values", "sum", q.shape, {j2}, [&](const Point& p) {
    return te::read(powers, {p[2], p[1], j2.var}) * v.at({l.at(0), j2.var, p[2], p[3]});
  });
  return Outputs{l.compute("T_attention", q.shape,
                           [&](const Point& p) { return quotient(te::read(mixed, p), te::read(sums, {p[2], p[1]})); })};
}

// -sum(predictions * labels), for each element of the batch.
Lowered crossEntropy(Lowering& l) {
  if (!l[0].type.isFloat() || l[0].rank() < 1) return std::nullopt;
  std::vector<size_t> all(l[0].rank());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const Reduced r(l, l[0].shape, all);
  const Tensor sum = l.reduce("T_cross_entropy_sum", "sum", {}, r.iters,
                              [&](const Point& p) { return l[0].at(r.whole(p)) * l[1].at(r.whole(p)); });
  const Expr batch = l[0].rank() > 1 ? cast(l[0].type, l[0].shape[0]) : constant(l[0].type, 1);
  return Outputs{l.compute("T_cross_entropy", {}, [&](const Point& p) { return quotient(-te::read(sum, p), batch); })};
}

// -weights[t] * predictions[t] of the target t of each place; the mean is weighted. Predictions (C,) or (N, C, ...).
Lowered nllLoss(Lowering& l) {
  const Operand &x = l[0], &targets = l[1];
  const auto ignored = l.call.integer("ignore_index");
  const std::string reduction = l.call.text("reduction");
  if (!ignored || !x.type.isFloat() || !targets.type.isInteger() || x.rank() < 1) return std::nullopt;
  if (targets.rank() + 1 != x.rank() || (reduction != "none" && reduction != "sum" && reduction != "mean"))
    return std::nullopt;
  const size_t channel = x.rank() == 1 ? 0 : 1;
  const auto weightAt = [&](const Point& p) {
    const Expr target = targets.at(p), index = cast(l.index, target);
    const Expr weight = l.has(2) ? l[2].at({index}) : constant(x.type, 1);
    return choose(ne(target, makeConst(target.dtype(), *ignored)), weight, constant(x.type, 0));
  };
  const Tensor losses = l.compute("T_nll_loss", targets.shape, [&](const Point& p) {
    const Expr target = targets.at(p);
    Point from = p;
    from.insert(from.begin() + static_cast<std::ptrdiff_t>(channel), cast(l.index, target));
    // The class that is ignored need not exist.
    return choose(ne(target, makeConst(target.dtype(), *ignored)), -(x.at(from) * weightAt(p)), constant(x.type, 0));
  });
  if (reduction == "none" || targets.rank() == 0) {
    if (reduction != "mean") return Outputs{losses};
    return Outputs{
        l.compute("T_divide", {}, [&](const Point&) { return quotient(te::read(losses, {}), weightAt({})); })};
  }
  std::vector<size_t> all(targets.rank());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const Reduced first(l, targets.shape, all), second(l, targets.shape, all);
  const Tensor sum =
      l.reduce("T_nll_sum", "sum", {}, first.iters, [&](const Point& p) { return te::read(losses, first.whole(p)); });
  if (reduction == "sum") return Outputs{sum};
  const Tensor weights =
      l.reduce("T_weight_sum", "sum", {}, second.iters, [&](const Point& p) { return weightAt(second.whole(p)); });
  return Outputs{
      l.compute("T_divide", {}, [&](const Point&) { return quotient(te::read(sum, {}), te::read(weights, {})); })};
}

}  // namespace

std::vector<Entry> layerEntries() {
  return {
      {"nn.softmax", [](Lowering& l) { return softmax(l, false); }},
      {"nn.log_softmax", [](Lowering& l) { return softmax(l, true); }},
      {"nn.layer_norm", layerNorm},
      {"nn.instance_norm", instanceNorm},
      {"nn.group_norm", groupNorm},
      {"nn.rms_norm", rmsNorm},
      {"nn.batch_norm", batchNorm},
      {"nn.attention", attention},
      {"nn.attention_bias", attention},
      {"nn.attention_var_len", attentionOfSequences},
      {"nn.cross_entropy_with_logits", crossEntropy},
      {"nn.nll_loss", nllLoss},
  };
}

}  // namespace lw::legalize
