#include "core/tune/rules/packed/packed_text.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/program/layout_free.h"
#include "core/schedule/schedule.h"
#include "core/support/text.h"
#include "core/tune/rules/contractions/contraction.h"
#include "core/tune/rules/contractions/put.h"

namespace lw::tune {
namespace {

constexpr int64_t kLine = 64;        // bytes of a line of the caches
constexpr int64_t kLeastSquare = 4;  // smaller squares are not worth turning
constexpr int64_t kMostWrittenOut = 32;
// Of a symbolic number of rows each decodes the weights again: tiles of rows are better from some number on.
constexpr int64_t kFewRows = 3;

// Numbers that are computed with: bytes and halves are converted to floats.
int vectorOf(const RuleContext& context, const PackedProduct& p) {
  return std::max(1, context.machine.lanes(std::max<int>(32, p.facts.store->buffer->dtype.bits)));
}

int64_t rowsAtOnce(const PackedProduct& p) {
  const BlockAxis* row = p.rowAxis();
  return row && !row->symbolic ? row->extent : 1;
}

int64_t sumRegisters(const Machine& machine) { return machine.vectorRegisters * 3 / 4; }  // the others decode

// A part of the terms whose words are turned together.
struct Piece {
  int64_t terms = 0;
  double weight = 0;
  std::vector<int64_t> inner;  // the loop over the terms is divided into these, outermost first
  size_t loop = 0;             // the one that runs over pieces, among the loops over the terms
};

std::optional<Piece> pieceOf(const PackedProduct& p, int64_t terms, double weight) {
  std::vector<int64_t> all = p.groups;
  if (all.empty() && terms == p.termAxis().extent) return Piece{terms, weight, {}, 0};
  if (std::find(all.begin(), all.end(), terms) == all.end()) all.push_back(terms);
  std::sort(all.begin(), all.end(), std::greater<>());
  int64_t whole = p.termAxis().extent;
  for (const int64_t n : all) {
    if (whole % n != 0) return std::nullopt;
    whole = n;
  }
  Piece piece{terms, weight, {}, static_cast<size_t>(std::find(all.begin(), all.end(), terms) - all.begin())};
  for (size_t i = 0; i < all.size(); ++i) piece.inner.push_back(all[i] / (i + 1 < all.size() ? all[i + 1] : 1));
  return piece;
}

class PackedText {
 public:
  PackedText(RuleContext& context, const PackedProduct& product)
      : context_(context), text_(context.text), p_(product), facts_(product.facts), block_(quoted(facts_.name)) {}

  void write(const Choices& lanes) {
    text_.comment(facts_.name + ": vectors of results, in whose lanes packed weights are decoded.");
    for (const BlockId b : p_.decoding) text_.line(put("sch.compute_inline({})", quoted(context_.program.name(b))));
    lanes_ = text_.fresh("lanes_" + facts_.name);
    text_.line(lanes_ + " = sch.get(" + sample(text_, "results_" + facts_.name, lanes) + ")");
    choosePieces();
    if (p_.results > 1) writeResults();
    std::vector<std::string> copies;
    for (const PackedRead& r : p_.reads) copies.push_back(writeCopy(r));
    if (tilesRows()) writeActivations();
    const bool grouped = sumsGroups();
    if (grouped) {
      text_.open(put("if sch.get({}) == 1:", sample(text_, "scale_sums_" + facts_.name, {{1, 0.6}, {0, 0.4}})));
      writeGroups();
      text_.close();
      text_.open("else:");
    }
    writeLoops();
    for (size_t i = 0; i < copies.size(); ++i)
      if (!p_.reads[i].once) writeTurned(p_.reads[i], copies[i]);
    writeInnerLoops();
    if (grouped) text_.close();
  }

 private:
  bool tilesRows() const { return p_.row && !p_.rowAxis()->symbolic; }
  bool turnsWords() const {
    return std::any_of(p_.reads.begin(), p_.reads.end(), [](const PackedRead& r) { return r.word && !r.once; });
  }

  // Words that are turned together fill lines of the caches.
  void choosePieces() {
    if (turnsWords()) {
      int bits = 8;
      for (const PackedRead& r : p_.reads)
        if (r.word) bits = std::max<int>(bits, r.buffer->dtype.bits);
      const int64_t line = kLine * 8 / bits * p_.fields;
      for (const auto& [lines, weight] : {std::pair{1, 0.5}, {2, 0.3}, {4, 0.2}})
        if (std::optional<Piece> piece = pieceOf(p_, line * lines, weight)) pieces_.push_back(std::move(*piece));
    }
    if (pieces_.empty())
      pieces_.push_back(*pieceOf(p_, p_.groups.empty() ? p_.termAxis().extent : p_.groups.front(), 1));
    if (pieces_.size() == 1) return;
    Choices choices;
    for (const Piece& piece : pieces_) choices.push_back({piece.terms, piece.weight});
    terms_ = text_.fresh("terms_" + facts_.name);
    text_.line(terms_ + " = sch.get(" + sample(text_, "piece_" + facts_.name, choices) + ")");
  }

  // "[None, 4, 8]", for the piece that is drawn.
  std::string innerLoops() const {
    const auto list = [](const Piece& p) { return join(p.inner, [](int64_t n) { return std::to_string(n); }); };
    if (pieces_.size() == 1) return "[None, " + list(pieces_[0]) + "]";
    const auto entry = [&](const Piece& p) { return put("{}: [None, {}]", p.terms, list(p)); };
    return "{" + join(pieces_, entry) + "}[" + terms_ + "]";
  }

  std::string pieceLoop() const {
    const auto same = [&](const Piece& p) { return p.loop == pieces_[0].loop; };
    if (std::all_of(pieces_.begin(), pieces_.end(), same)) return put("terms[{}]", pieces_[0].loop);
    return "terms[{" + join(pieces_, [](const Piece& p) { return put("{}: {}", p.terms, p.loop); }) + "}[" + terms_ +
           "]]";
  }

  std::vector<std::string> dimensions(const PackedRead& r) const {
    std::vector<std::string> names;
    for (size_t i = 0; i < r.buffer->shape.size(); ++i) names.push_back("d" + std::to_string(i));
    return names;
  }

  // The copy that rearranges the buffer; where it is computed follows.
  std::string writeCopy(const PackedRead& r) {
    const std::string copy = text_.fresh("copy_" + r.buffer->name);
    const std::string only = onlyFor(context_, facts_.id, r.buffer, block_);
    text_.line(put("{} = sch.cache_read({}, {}, \"global\"{})", copy, block_, r.read, only));
    if (!r.once) return copy;
    writeLayout(r, copy);
    text_.line(put("sch.annotate({}, \"{}\", True)", copy, kPackedOnce));
    return copy;
  }

  // Activations of a few rows: the same terms of all rows together, or rows that do not fall on the same few sets of a
  // cache.
  void writeActivations() {
    for (const BufferLoad* load : facts_.loads) {
      const Var &term = facts_.var(p_.termAxis()), &row = facts_.var(*p_.rowAxis());
      const size_t last = load->indices.size() - 1;
      const auto is = [&](const Expr& e, const Var& v) { return e.as<Var>() && e.as<Var>()->sameAs(v); };
      if (last < 1 || !is(load->indices[last], term) || !is(load->indices[last - 1], row)) continue;
      const std::string turns = sample(text_, "turn_" + load->buffer->name, {{1, 0.5}, {0, 0.5}});
      const std::string copy = text_.fresh("copy_" + load->buffer->name);
      text_.line(put("{} = sch.cache_read({}, {}, \"global\"{})", copy, block_, quoted(load->buffer->name),
                     onlyFor(context_, facts_.id, load->buffer, block_)));
      text_.open(put("if sch.get({}) == 1:", turns));
      std::vector<std::string> inputs, turned;
      for (size_t i = 0; i <= last; ++i) inputs.push_back("d" + std::to_string(i));
      turned = inputs;
      std::swap(turned[last - 1], turned[last]);
      text_.line(put("sch.transform_layout({}, (\"write\", 0), lambda {}: ({}))", copy, join(inputs), join(turned)));
      text_.close();
      text_.open("else:");
      text_.line(put("sch.storage_align({}, 0, {}, {}, {})", copy, last - 1, kLine / 2, kLine / 4));
      text_.close();
      return;
    }
  }

  // Where a word holds several results, a vector has those of as many words, and the results of one word are in
  // different vectors.
  void writeResults() {
    results_ = text_.fresh("results_" + facts_.name);
    text_.line(put("{} = sch.cache_write({}, 0, \"global\")", results_, block_));
    std::vector<std::string> inputs, packed;
    for (size_t i = 0; i < facts_.store->indices.size(); ++i) inputs.push_back("d" + std::to_string(i));
    packed = inputs;
    splitLane(packed, packed.size() - 1, false);
    text_.line(put("sch.transform_layout({}, (\"write\", 0), lambda {}: ({}))", block_, join(inputs), join(packed)));
  }

  // The dimension of the results becomes that of vectors, and, at the end, that of lanes.
  void splitLane(std::vector<std::string>& dimensions, size_t lane, bool byWord) const {
    const std::string name = dimensions[lane];
    if (byWord) {
      dimensions[lane] = put("{} // {}", name, lanes_);
      return dimensions.push_back(put("{} % {}", name, lanes_));
    }
    dimensions[lane] = put("{} // ({} * {})", name, p_.results, lanes_);
    dimensions.push_back(put("{} % {}", name, p_.results));
    dimensions.push_back(put("{} // {} % {}", name, p_.results, lanes_));
  }

  // What a vector of results reads is adjacent.
  void writeLayout(const PackedRead& r, const std::string& copy) {
    std::vector<std::string> inputs = dimensions(r), packed = inputs;
    splitLane(packed, r.dimension, r.byWord);
    text_.line(put("sch.transform_layout({}, (\"write\", 0), lambda {}: ({}))", copy, join(inputs), join(packed)));
  }

  void writeLoops() {
    const std::vector<std::string> loops = getLoops(text_, facts_);
    std::vector<std::string> order;
    for (size_t i = 0; i < loops.size(); ++i)
      if (i != p_.lane && i != p_.term && i != p_.row) order.push_back(loops[i]);
    columns_ = text_.fresh("columns_" + facts_.name);
    lane_ = text_.fresh("lane_" + facts_.name);
    if (p_.results > 1)
      text_.line(
          put("{}, {}, part = sch.split({}, [None, {}, {}])", columns_, lane_, loops[p_.lane], lanes_, p_.results));
    else
      text_.line(put("{}, {} = sch.split({}, [None, {}])", columns_, lane_, loops[p_.lane], lanes_));
    order.push_back(columns_);
    if (p_.row) row_ = loops[*p_.row];
    if (p_.row && !tilesRows()) order.push_back(row_);
    const bool divides = pieces_.size() > 1 || !pieces_[0].inner.empty();
    text_.line(divides ? put("terms = sch.split({}, {})", loops[p_.term], innerLoops())
                       : put("terms = [{}]", loops[p_.term]));
    order.emplace_back("*terms");
    if (tilesRows()) order.push_back(row_);
    if (p_.results > 1) order.emplace_back("part");
    order.push_back(lane_);
    text_.line("sch.reorder(" + join(order) + ")");
  }

  // Can each group of terms be summed before it is multiplied by its scale? Then a term has one operation less.
  bool sumsGroups() const {
    const auto once = [](const PackedRead& r) { return r.once; };
    if (p_.results > 1 || tilesRows() || pieces_.size() > 1 || pieces_[0].inner.empty() ||
        !std::all_of(p_.reads.begin(), p_.reads.end(), once))
      return false;
    Schedule schedule(p_.program);
    const LoopId terms = p_.termAxis().loop;
    const Result<StepValue> loops =
        schedule.apply("split", {StepValue(terms), StepValue::List{StepValue(), StepValue(pieces_[0].terms)}});
    if (!loops) return false;
    const Result<StepValue> partial = schedule.apply("rfactor", {loops->as<StepValue::List>()->front(), resultAxes()});
    return partial && schedule.apply("factor_out", {*partial, StepValue(true)}).ok();
  }
  StepValue resultAxes() const { return StepValue(static_cast<int64_t>(facts_.store->indices.size())); }

  // A sum of its own for each group, multiplied where it is added to the others.
  void writeGroups() {
    std::vector<std::string> loops = getLoops(text_, facts_);
    text_.line(put("group, *_ = sch.split({}, {})", loops[p_.term], innerLoops()));
    text_.line(put("partial = sch.rfactor(group, {})", facts_.store->indices.size()));
    text_.line("sch.compute_inline(sch.factor_out(partial, invariants=True))");
    loops[p_.term] = "group";
    text_.line(put("{} = sch.get_loops({})", join(loops), block_));
    text_.line(put("columns, lane = sch.split({}, [None, {}])", loops[p_.lane], lanes_));
    std::vector<std::string> order;
    for (size_t i = 0; i < loops.size(); ++i)
      if (i != p_.lane && i != p_.term && i != p_.row) order.push_back(loops[i]);
    order.emplace_back("columns");
    if (p_.row) order.push_back(loops[*p_.row]);
    order.insert(order.end(), {"group", "lane"});
    text_.line(put("sch.reorder({})", join(order)));
    text_.line("sch.compute_at(partial, group)");
    vectorizedUpdate(text_, block_, "group", "lane");
    std::vector<std::string> inside;  // the loops of a group
    for (size_t i = 0; i < pieces_[0].inner.size(); ++i) inside.push_back("term_" + std::to_string(i));
    text_.line(put("*_, lane, {} = sch.get_loops(partial)", join(inside)));
    text_.line(put("sch.reorder({}, lane)", join(inside)));
    vectorizedUpdate(text_, "partial", inside.front(), "lane");
    if (writesOut()) text_.line(put("sch.unroll({})", inside.back()));
    text_.line("sch.parallel(columns)");
  }

  // Words are copied piece by piece; what there is one of for a group of terms, for all terms at once.
  void writeTurned(const PackedRead& r, const std::string& copy) {
    text_.line(put("sch.compute_at({}, {}, preserve_unit_loops=True)", copy, r.word ? pieceLoop() : columns_));
    std::vector<std::string> loops = dimensions(r);
    loops[r.dimension] = "line";
    const bool turns = r.dimension + 1 < loops.size();
    if (turns) loops.back() = "element";  // otherwise the rows are those of terms
    if (!turns) return writeLayout(r, copy);
    text_.line(put("*_, {} = sch.get_loops({})", join(loops), copy));
    const int64_t square = squareOf(r), vector = vectorOf(context_, p_);
    text_.line(put("lines, line = sch.split(line, [None, {}])", vector));
    std::vector<std::string> order = {"lines"};
    for (size_t i = 0; i + 1 < loops.size(); ++i)
      if (i != r.dimension) order.push_back(loops[i]);
    if (square >= kLeastSquare) {
      text_.line(put("elements, element = sch.split(element, [None, {}])", square));
      order.emplace_back("elements");
    }
    order.insert(order.end(), {"element", "line"});
    text_.line("sch.reorder(" + join(order) + ")");
    if (square >= kLeastSquare) text_.line("sch.unroll(element)");
    text_.line("sch.vectorize(line)");
    writeLayout(r, copy);
  }

  // Elements of a row that are turned at once; they divide those of each piece.
  int64_t squareOf(const PackedRead& r) const {
    int64_t square = std::gcd<int64_t>(16, r.lastDimension);
    if (r.word)
      for (const Piece& piece : pieces_) square = std::gcd(square, piece.terms / p_.fields);
    return square;
  }

  // The terms that a word holds, each with its own shift.
  bool writesOut() const {
    return p_.results == 1 && std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& piece) {
             return !piece.inner.empty() && piece.inner.back() <= kMostWrittenOut;
           });
  }

  void writeInnerLoops() {
    vectorizedUpdate(text_, block_, "terms[0]", lane_);
    std::vector<std::string> tile;  // loops of the sums
    if (tilesRows()) tile.push_back(row_);
    if (p_.results > 1) tile.emplace_back("part");
    for (const std::string& loop : tile) text_.line(put("sch.unroll({})", loop));
    for (size_t i = 0; i < tile.size(); ++i) text_.line(put("sch.unroll(sch.get_loops(start)[-{}])", i + 2));
    if (writesOut()) text_.line("sch.unroll(terms[-1])");
    if (p_.results > 1)
      text_.line(put("sch.reverse_compute_at({}, {})", results_, p_.row && !tilesRows() ? row_ : columns_));
    text_.line("sch.parallel(" + columns_ + ")");
  }

  RuleContext& context_;
  SpaceText& text_;
  const PackedProduct& p_;
  const BlockFacts& facts_;
  std::string block_, lanes_, terms_, columns_, lane_, row_, results_;
  std::vector<Piece> pieces_;
};

}  // namespace

Message whyTooManyRows(const RuleContext& context, const PackedProduct& p) {
  const BlockAxis* row = p.rowAxis();
  if (!row) return {};
  const int64_t rows = estimateOf(context, p.program.loop(row->loop).extent);
  const int64_t most = row->symbolic ? kFewRows : sumRegisters(context.machine);
  return rows > most ? say("tiles are better for its {0} rows", rows) : Message();
}

Choices packedLanes(const RuleContext& context, const PackedProduct& p) {
  const int64_t vector = vectorOf(context, p), sums = rowsAtOnce(p) * p.results, extent = p.laneAxis().extent;
  const bool turned = std::any_of(p.reads.begin(), p.reads.end(), [](const PackedRead& r) { return !r.once; });
  Choices lanes;  // several vectors of sums do not wait for each other
  const auto add = [&](int64_t vectors, double weight) {
    const int64_t width = vectors * vector;
    if (extent % (p.results * width) == 0 && (vectors == 1 || sums * vectors <= sumRegisters(context.machine)))
      lanes.push_back({width, weight});
  };
  for (const auto& [vectors, weight] : {std::pair{4, 0.5}, {8, 0.2}, {2, 0.3}})
    if (vectors < 8 || !turned) add(vectors, weight);
  if (lanes.empty() || turned) add(1, 0.3);
  return lanes;
}

void writePacked(RuleContext& context, const PackedProduct& product, const Choices& lanes) {
  PackedText(context, product).write(lanes);
  context.program = product.program;
  take(context, product.facts.id);
}

}  // namespace lw::tune
