// Operators of object detection: boxes that overlap a better one are left out, and boxes are decoded. A box is given by
// two opposite corners.
#include "core/arith/analyzer.h"
#include "passes/graph/legalize/statements.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;
using CornerOf = std::function<Expr(int64_t)>;  // of one box, the coordinate with this number of the four

// The intersection of two boxes divided by their union.
Expr overlap(const CornerOf& a, const CornerOf& b, DataType type) {
  const Expr zero = te::number(type, 0);
  const auto low = [](const CornerOf& box, int64_t d) { return min(box(d), box(d + 2)); };
  const auto high = [](const CornerOf& box, int64_t d) { return max(box(d), box(d + 2)); };
  const auto common = [&](int64_t d) { return max(zero, min(high(a, d), high(b, d)) - max(low(a, d), low(b, d))); };
  const auto area = [&](const CornerOf& box) { return (high(box, 0) - low(box, 0)) * (high(box, 1) - low(box, 1)); };
  const Expr shared = common(0) * common(1), whole = area(a) + area(b) - shared;
  return Select{le(whole, zero), zero, quotient(shared, whole)};
}

// An operand that is a number, or a tensor of one element.
std::optional<Expr> single(const Lowering& l, size_t place) {
  if (!l.has(place)) return std::nullopt;
  const Operand& x = l[place];
  if (x.rank() == 0) return x.at({});
  return x.rank() == 1 && isOne(x.shape[0]) ? std::optional(x.at({l.at(0)})) : std::nullopt;
}

// For each class the boxes in the order of their scores: one is selected if its score is above `least`, fewer than
// `limit` were selected before, and none of these overlaps it by `most` or more. The selected boxes, and their number.
Outputs selectedBoxes(Lowering& l, const Expr& limit, const Expr& most, const Expr& least) {
  const Operand &boxes = l[0], &scores = l[1];
  const Expr batch = scores.shape[0], classes = scores.shape[1], n = scores.shape[2];
  const Rows rows(l, scores.shape, {2});
  const Order order =
      orderOf(l, rows, [&](const Point& p, const Expr& place) { return scores.at(rows.at(p, place)); }, true);
  return atEachPoint(
      l, "T_suppressed", {batch, classes},
      {{"T_selected", {batch, classes, n}, l.index}, {"T_count", {batch, classes, l.at(2)}, l.index}},
      [&](const Point& p, const Buffers& b) {
        const Cells cells(b[1], p);  // how many are selected; 1 as long as the box overlaps none of them
        const auto corner = [&](const Expr& box) {
          return [&, box](int64_t d) { return boxes.at({p[0], box, l.at(d)}); };
        };
        const Stmt tried = loop(l, "rank", n, [&](const Expr& rank) {
          const Expr box = order.at(p, rank);
          const Stmt compared = loop(l, "other", cells.get(0), [&](const Expr& other) {
            const Expr shared = overlap(corner(box), corner(load(b[0], joined(p, {other}))), boxes.type);
            return when(ge(shared, cast(boxes.type, most)), cells.set(1, l.at(0)));
          });
          const Stmt added = sequence({store(b[0], joined(p, {cells.get(0)}), box), cells.add(0, 1)});
          const Expr eligible = logicalAnd(gt(scores.at(joined(p, {box})), cast(boxes.type, least)),
                                           lt(cast(dtype::Int64, cells.get(0)), cast(dtype::Int64, limit)));
          return when(eligible, sequence({cells.set(1, l.at(1)), compared, when(eq(cells.get(1), l.at(1)), added)}));
        });
        return sequence({cells.set(0, l.at(0)), tried});
      });
}

// Boxes (batch, n, 4) and scores (batch, classes, n).
bool fits(const Operand& boxes, const Operand& scores) {
  return boxes.rank() == 3 && scores.rank() == 3 && boxes.type.isFloat() && scores.type == boxes.type &&
         asInt(boxes.shape[2]) == 4 && graph::sameSize(boxes.shape[0], scores.shape[0]) != graph::Fit::No &&
         graph::sameSize(boxes.shape[1], scores.shape[2]) != graph::Fit::No;
}

// The boxes of all classes in a row (onnx), or of each picture, with their scores (tensorflow).
Lowered ofAllClasses(Lowering& l) {
  const Operand &boxes = l[0], &scores = l[1];
  const auto limit = single(l, 2), most = single(l, 3), least = single(l, 4);
  const std::string format = l.call.text("output_format");
  if (!limit || !most || !least || (format != "onnx" && format != "tensorflow") || !fits(boxes, scores))
    return std::nullopt;
  const DataType index = l.index;
  const Expr batch = scores.shape[0], classes = scores.shape[1], n = scores.shape[2];
  const Outputs selected = selectedBoxes(l, *limit, *most, *least);
  const auto countOf = [&](const Expr& i, const Expr& c) { return te::read(selected[1], {i, c, l.at(0)}); };
  const auto boxOf = [&](const Expr& i, const Expr& c, const Expr& rank) {
    return te::read(selected[0], {i, c, rank});
  };
  const Expr zero = makeConst(dtype::Int64, 0), one = makeConst(dtype::Int64, 1);
  if (format == "onnx") {
    const Expr total = simplify(batch * classes * n);
    return atEachPoint(
        l, "T_collected", {}, {{"T_indices", {total, l.at(3)}, dtype::Int64}, {"T_total", {l.at(1)}, dtype::Int64}},
        [&](const Point&, const Buffers& b) {
          const auto row = [&](const Expr& at, const Expr& i, const Expr& c, const Expr& box) {
            return sequence(
                {store(b[0], {at, l.at(0)}, i), store(b[0], {at, l.at(1)}, c), store(b[0], {at, l.at(2)}, box)});
          };
          const Expr found = load(b[1], {l.at(0)});
          const Stmt cleared = loop(l, "k", total, [&](const Expr& k) { return row(k, l.at(0), l.at(0), l.at(0)); });
          const Stmt collected = loop(l, "i", batch, [&](const Expr& i) {
            return loop(l, "c", classes, [&](const Expr& c) {
              return loop(l, "rank", countOf(i, c), [&](const Expr& rank) {
                return sequence(
                    {row(cast(index, found), i, c, boxOf(i, c, rank)), store(b[1], {l.at(0)}, found + one)});
              });
            });
          });
          return sequence({cleared, store(b[1], {l.at(0)}, zero), collected});
        });
  }
  const Expr total = simplify(classes * n);
  return atEachPoint(
      l, "T_collected", {batch},
      {{"T_indices", {batch, total, l.at(2)}, dtype::Int64},
       {"T_scores", {batch, total}, dtype::Float32},
       {"T_total", {batch}, dtype::Int64}},
      [&](const Point& p, const Buffers& b) {
        const auto row = [&](const Expr& at, const Expr& c, const Expr& box, const Expr& score) {
          return sequence({store(b[0], {p[0], at, l.at(0)}, c), store(b[0], {p[0], at, l.at(1)}, box),
                           store(b[1], {p[0], at}, score)});
        };
        const Expr found = load(b[2], p);
        const Stmt cleared =
            loop(l, "k", total, [&](const Expr& k) { return row(k, l.at(0), l.at(0), makeFloat(dtype::Float32, 0)); });
        const Stmt collected = loop(l, "c", classes, [&](const Expr& c) {
          return loop(l, "rank", countOf(p[0], c), [&](const Expr& rank) {
            const Expr box = boxOf(p[0], c, rank);
            return sequence({row(cast(index, found), c, box, scores.at({p[0], c, box})), store(b[2], p, found + one)});
          });
        });
        return sequence({cleared, store(b[2], p, zero), collected});
      });
}

// Boxes with a score above the threshold, and a class if they have one, come first; -1 fills the rest.
Lowered validCounts(Lowering& l) {
  const Operand& x = l[0];
  const auto threshold = l.real("score_threshold");
  const auto id = l.call.integer("id_index"), score = l.call.integer("score_index");
  if (!threshold || !id || !score || x.rank() != 3 || !x.type.isFloat()) return std::nullopt;
  const Expr batch = x.shape[0], n = x.shape[1], length = x.shape[2];
  const auto known = asInt(length);
  if (!known || *score < 0 || *score >= *known || *id < -1 || *id >= *known) return std::nullopt;
  return atEachPoint(
      l, "T_valid_counts", {batch},
      {{"T_count", {batch}, dtype::Int32}, {"T_boxes", x.shape, x.type}, {"T_indices", {batch, n}, dtype::Int32}},
      [&](const Point& p, const Buffers& b) {
        const Expr found = cast(l.index, load(b[0], p));
        const auto row = [&](const Expr& to, const Expr& index, const std::function<Expr(const Expr&)>& value) {
          return sequence({loop(l, "k", length, [&](const Expr& k) { return store(b[1], {p[0], to, k}, value(k)); }),
                           store(b[2], {p[0], to}, index)});
        };
        const Stmt moved = loop(l, "j", n, [&](const Expr& j) {
          Expr valid = gt(x.at({p[0], j, l.at(*score)}), te::number(x.type, *threshold));
          if (*id >= 0) valid = logicalAnd(valid, ge(x.at({p[0], j, l.at(*id)}), te::number(x.type, 0)));
          return when(valid, sequence({row(found, j, [&](const Expr& k) { return x.at({p[0], j, k}); }),
                                       store(b[0], p, found + l.at(1))}));
        });
        const Stmt filled = loop(l, "j", n, [&](const Expr& j) {
          return when(ge(j, found), row(j, l.at(-1), [&](const Expr&) { return te::number(x.type, -1); }));
        });
        return sequence({store(b[0], p, l.at(0)), moved, filled});
      });
}

// The constants of the operator.
struct Suppression {
  int64_t limit, topK, corner, score, id;
  double threshold;
  bool all;  // of whatever class
};

// The number of boxes of a picture that are to be looked at.
Expr validBoxes(Lowering& l, const Expr& picture) {
  return max(min(cast(l.index, l[1].at({picture})), l[0].shape[1]), l.at(0));
}

Order orderOfScores(Lowering& l, const Suppression& s) {
  const Operand& x = l[0];
  return orderOf(
      l, Rows(l, {x.shape[0], x.shape[1]}, {1}),
      [&](const Point& p, const Expr& place) {
        return choose(lt(place, validBoxes(l, p[0])), x.at({p[0], place, l.at(s.score)}), te::leastOf(x.type));
      },
      true);
}

// The boxes in the order of their scores, without those that overlap a better one; and where each was before.
Outputs suppressed(Lowering& l, const Suppression& s) {
  const Operand& x = l[0];
  const Expr batch = x.shape[0], n = x.shape[1], length = x.shape[2];
  const Order order = orderOfScores(l, s);
  const Expr none = te::number(x.type, -1), zero = te::number(x.type, 0);
  return atEachPoint(
      l, "T_suppressed", {batch},
      {{"T_kept", x.shape, x.type}, {"T_places", {batch, n}, dtype::Int32}, {"T_count", {batch, l.at(2)}, l.index}},
      [&](const Point& p, const Buffers& b) {
        const Cells cells(b[2], p);  // how many are kept; 1 as long as the box overlaps none of them
        const auto part = [&](const Expr& j, int64_t k) { return load(b[0], {p[0], j, l.at(k)}); };
        const auto row = [&](const Expr& to, const Expr& index, const std::function<Expr(const Expr&)>& value) {
          return sequence({loop(l, "k", length, [&](const Expr& k) { return store(b[0], {p[0], to, k}, value(k)); }),
                           store(b[1], {p[0], to}, index)});
        };
        const auto erased = [&](const Expr& j) { return row(j, l.at(-1), [&](const Expr&) { return none; }); };
        const Expr valid = validBoxes(l, p[0]), kept = s.topK > 0 && s.threshold > 0 ? min(valid, l.at(s.topK)) : valid;
        const Stmt sorted = loop(l, "j", n, [&](const Expr& j) {
          const Expr from = s.threshold > 0 ? order.at(p, j) : j;
          return when(lt(j, kept), row(j, from, [&](const Expr& k) { return x.at({p[0], from, k}); }), erased(j));
        });
        const Stmt start = cells.set(0, l.at(0));
        if (s.threshold <= 0) return sequence({sorted, start});
        const Stmt tried = loop(l, "j", kept, [&](const Expr& j) {
          const Stmt compared = loop(l, "other", j, [&](const Expr& other) {
            Expr rival = gt(part(other, s.score), zero);
            if (s.id >= 0) rival = logicalAnd(rival, ge(part(other, s.id), zero));
            if (s.id >= 0 && !s.all) rival = logicalAnd(rival, eq(part(j, s.id), part(other, s.id)));
            const auto cornerOf = [&](const Expr& box) {
              return [&, box](int64_t d) { return part(box, s.corner + d); };
            };
            const Expr shared = overlap(cornerOf(j), cornerOf(other), x.type);
            return when(rival, when(ge(shared, te::number(x.type, s.threshold)), cells.set(1, l.at(0))));
          });
          const Stmt decided =
              sequence({cells.set(1, l.at(1)), compared, when(eq(cells.get(1), l.at(1)), cells.add(0, 1), erased(j))});
          const Stmt scored = when(gt(part(j, s.score), zero), decided);
          return s.limit < 0 ? scored : when(eq(cells.get(0), l.at(s.limit)), erased(j), scored);
        });
        return sequence({sorted, start, tried});
      });
}

// Soft suppression (Bodla et al., "Soft-NMS", 2017): again and again the box with the greatest score is kept, and the
// scores of the boxes that overlap it fall by exp(-overlap^2 / (2 sigma)), to 0 from the threshold on. As suppressed().
Outputs softlySuppressed(Lowering& l, const Suppression& s, double sigma, double least) {
  const Operand& x = l[0];
  const Expr batch = x.shape[0], n = x.shape[1], length = x.shape[2];
  const Order order = orderOfScores(l, s);
  const Expr none = te::number(x.type, -1), zero = te::number(x.type, 0);
  return atEachPoint(
      l, "T_suppressed", {batch},
      {{"T_kept", x.shape, x.type},
       {"T_places", {batch, n}, dtype::Int32},
       {"T_scores", {batch, n}, x.type},
       {"T_count", {batch, l.at(2)}, l.index}},
      [&](const Point& p, const Buffers& b) {
        const Cells cells(b[3], p);  // how many are kept; the rank of the box with the greatest score
        const auto scoreOf = [&](const Expr& rank) { return load(b[2], {p[0], rank}); };
        const auto part = [&](const Expr& rank, int64_t k) { return x.at({p[0], order.at(p, rank), l.at(k)}); };
        const Expr valid = validBoxes(l, p[0]), tried = s.topK > 0 ? min(valid, l.at(s.topK)) : valid;
        const Stmt start = loop(l, "j", n, [&](const Expr& j) {
          const Stmt erased = loop(l, "k", length, [&](const Expr& k) { return store(b[0], {p[0], j, k}, none); });
          return sequence({erased, store(b[1], {p[0], j}, l.at(-1)),
                           store(b[2], {p[0], j}, choose(lt(j, tried), part(j, s.score), none))});
        });
        const Expr best = cells.get(1), row = cells.get(0);
        const Stmt found =
            loop(l, "r", tried, [&](const Expr& r) { return when(gt(scoreOf(r), scoreOf(best)), cells.set(1, r)); });
        const Stmt copied = loop(l, "k", length, [&](const Expr& k) {
          return store(b[0], {p[0], row, k},
                       choose(eq(k, l.at(s.score)), scoreOf(best), x.at({p[0], order.at(p, best), k})));
        });
        const Stmt fallen = loop(l, "r", tried, [&](const Expr& r) {
          const auto cornerOf = [&](const Expr& box) {
            return [&, box](int64_t d) { return part(box, s.corner + d); };
          };
          const Expr shared = overlap(cornerOf(best), cornerOf(r), x.type);
          const Expr factor = math("exp", shared * shared * te::number(x.type, -0.5 / sigma));
          const Expr value = choose(ge(shared, te::number(x.type, s.threshold)), zero, scoreOf(r) * factor);
          Expr rival = gt(scoreOf(r), zero);
          if (s.id >= 0) rival = logicalAnd(rival, ge(part(best, s.id), zero));
          if (s.id >= 0 && !s.all) rival = logicalAnd(rival, eq(part(r, s.id), part(best, s.id)));
          return when(rival, store(b[2], {p[0], r}, value));
        });
        const Stmt kept = sequence({copied, store(b[1], {p[0], row}, order.at(p, best)), fallen,
                                    store(b[2], {p[0], best}, none), cells.add(0, 1)});
        const Stmt scored = when(gt(scoreOf(best), te::number(x.type, std::max(least, 0.0))), kept);
        const Stmt each = loop(l, "j", tried, [&](const Expr&) {
          const Stmt next = sequence({cells.set(1, l.at(0)), found, scored});
          return s.limit < 0 ? next : when(lt(row, l.at(s.limit)), next);
        });
        return sequence({start, cells.set(0, l.at(0)), each});
      });
}

Lowered nonMaxSuppression(Lowering& l) {
  const Operand &x = l[0], &counts = l[1], &indices = l[2];
  const auto limit = l.call.integer("max_output_size"), topK = l.call.integer("top_k"),
             corner = l.call.integer("coord_start"), score = l.call.integer("score_index"),
             id = l.call.integer("id_index");
  const auto threshold = l.real("iou_threshold"), sigma = l.real("soft_nms_sigma");
  const auto least = l.real("score_threshold");
  if (!limit || !topK || !corner || !score || !id || !threshold || !sigma || !least) return std::nullopt;
  if (*sigma < 0 || (*sigma > 0 && *threshold <= 0)) return std::nullopt;
  if (x.rank() != 3 || !x.type.isFloat() || counts.rank() != 1 || !counts.type.isInteger() || indices.rank() != 2 ||
      !indices.type.isInteger() || graph::sameSize(x.shape[0], counts.shape[0]) == graph::Fit::No ||
      graph::sameSize(x.shape[0], indices.shape[0]) == graph::Fit::No ||
      graph::sameSize(x.shape[1], indices.shape[1]) == graph::Fit::No)
    return std::nullopt;
  const auto known = asInt(x.shape[2]);
  if (!known || *score < 0 || *score >= *known || *id < -1 || *id >= *known || *corner < 0 || *corner + 4 > *known)
    return std::nullopt;
  const Suppression how{*limit, *topK, *corner, *score, *id, *threshold, l.flag("force_suppress")};
  const Outputs kept = *sigma > 0 ? softlySuppressed(l, how, *sigma, *least) : suppressed(l, how);
  const Expr batch = x.shape[0], n = x.shape[1];
  if (l.flag("return_indices"))
    return atEachPoint(
        l, "T_moved", {batch}, {{"T_indices", {batch, n}, dtype::Int32}, {"T_total", {batch, l.at(1)}, dtype::Int32}},
        [&](const Point& p, const Buffers& b) {
          const Point total{p[0], l.at(0)};
          const Expr found = cast(l.index, load(b[1], total));
          const Stmt moved = loop(l, "j", n, [&](const Expr& j) {
            const Expr place = cast(l.index, te::read(kept[1], {p[0], j}));
            const Expr index = indices.at({p[0], max(place, l.at(0))});
            return when(logicalAnd(ge(place, l.at(0)), ge(index, makeConst(index.dtype(), 0))),
                        sequence({store(b[0], {p[0], found}, index), store(b[1], total, found + l.at(1))}));
          });
          const Stmt filled =
              loop(l, "j", n, [&](const Expr& j) { return when(ge(j, found), store(b[0], {p[0], j}, l.at(-1))); });
          return sequence({store(b[1], total, l.at(0)), moved, filled});
        });
  if (!l.flag("invalid_to_bottom")) return Outputs{kept[0]};
  const Outputs moved = atEachPoint(
      l, "T_moved", {batch}, {{"T_boxes", x.shape, x.type}, {"T_total", {batch, l.at(1)}, l.index}},
      [&](const Point& p, const Buffers& b) {
        const Cells total(b[1], p);
        const auto row = [&](const Expr& to, const std::function<Expr(const Expr&)>& value) {
          return loop(l, "k", x.shape[2], [&](const Expr& k) { return store(b[0], {p[0], to, k}, value(k)); });
        };
        const Stmt moving = loop(l, "j", n, [&](const Expr& j) {
          return when(ge(te::read(kept[0], {p[0], j, l.at(0)}), te::number(x.type, 0)),
                      sequence({row(total.get(0), [&](const Expr& k) { return te::read(kept[0], {p[0], j, k}); }),
                                total.add(0, 1)}));
        });
        const Stmt filled = loop(l, "j", n, [&](const Expr& j) {
          return when(ge(j, total.get(0)), row(j, [&](const Expr&) { return te::number(x.type, -1); }));
        });
        return sequence({total.set(0, l.at(0)), moving, filled});
      });
  return Outputs{moved[0]};
}

// Boxes (ymin, xmin, ymax, xmax) from anchors (left, top, right, bottom) and distances (x, y, width, height); scores by
// softmax over the classes, 0 below the threshold.
Lowered multiboxTransform(Lowering& l) {
  const Operand &classes = l[0], &distances = l[1], &anchors = l[2];
  const auto threshold = l.real("threshold");
  const auto* given = l.call.attribute("variances").as<graph::AttributeList>();
  const DataType type = classes.type;
  if (!threshold || !given || given->size() != 4 || classes.rank() != 3 || distances.rank() != 2 ||
      anchors.rank() != 3 || !type.isFloat() || distances.type != type || anchors.type != type ||
      asInt(anchors.shape[2]) != 4)
    return std::nullopt;
  const Expr batch = classes.shape[0], n = classes.shape[2], wide = simplify(n * l.at(4));
  if (graph::sameSize(distances.shape[0], batch) == graph::Fit::No ||
      graph::sameSize(distances.shape[1], wide) == graph::Fit::No ||
      graph::sameSize(anchors.shape[1], n) == graph::Fit::No || !isOne(anchors.shape[0]))
    return std::nullopt;
  std::vector<Expr> variances;
  for (const graph::Attribute& one : *given) {
    const auto* real = one.as<double>();
    const auto* whole = one.as<int64_t>();
    if (!real && !whole) return std::nullopt;
    variances.push_back(makeFloat(type, real ? *real : static_cast<double>(*whole)));
  }
  const Expr half = makeFloat(type, 0.5), zero = te::number(type, 0), one = te::number(type, 1);
  const Tensor boxes = l.compute("T_boxes", {batch, n, l.at(4)}, [&](const Point& p) {
    // Along x the anchor's coordinates 0 and 2, along y 1 and 3.
    const auto end = [&](int64_t d, bool upper) {
      const Expr low = anchors.at({l.at(0), p[1], l.at(d)}), high = anchors.at({l.at(0), p[1], l.at(d + 2)});
      const auto part = [&](int64_t k) {
        return distances.at({p[0], p[1] * l.at(4) + l.at(k)}) * variances[static_cast<size_t>(k)];
      };
      const Expr center = part(d) * (high - low) + (low + high) * half;
      const Expr size = half * math("exp", part(d + 2)) * (high - low);
      const Expr value = upper ? center + size : center - size;
      return l.flag("clip") ? max(zero, min(one, value)) : value;
    };
    const auto isPart = [&](int64_t k) { return eq(p[2], l.at(k)); };
    return choose(isPart(0), end(1, false),
                  choose(isPart(1), end(0, false), choose(isPart(2), end(1, true), end(0, true))));
  });
  const Reduced first(l, classes.shape, {1}), second(l, classes.shape, {1});
  const Tensor greatest = l.reduce("T_greatest", "max", first.keptShape, first.iters,
                                   [&](const Point& p) { return classes.at(first.whole(p)); });
  const auto power = [&](const Point& p) { return math("exp", classes.at(p) - te::read(greatest, second.keptOf(p))); };
  const Tensor sum =
      l.reduce("T_sum", "sum", second.keptShape, second.iters, [&](const Point& p) { return power(second.whole(p)); });
  const Tensor scores = l.compute("T_scores", classes.shape, [&](const Point& p) {
    const Expr score = quotient(power(p), te::read(sum, second.keptOf(p)));
    const Expr passed = Select{ge(score, te::number(type, *threshold)), score, zero};
    return l.flag("keep_background") ? passed : choose(eq(p[1], l.at(0)), zero, passed);
  });
  return Outputs{boxes, scores};
}

}  // namespace

std::vector<Entry> detectionEntries() {
  return {
      {"vision.all_class_non_max_suppression", ofAllClasses},
      {"vision.get_valid_counts", validCounts},
      {"vision.non_max_suppression", nonMaxSuppression},
      {"vision.multibox_transform_loc", multiboxTransform},
  };
}

}  // namespace lw::legalize
