#include "core/tune/rules/packed/packed_text.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/program/layout_free.h"
#include "core/schedule/schedule.h"
#include "core/support/text.h"
#include "core/tune/rules/contractions/contraction.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/space_template.h"

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

std::vector<std::string> dimensions(size_t count) {
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i) names.push_back("d" + std::to_string(i));
  return names;
}

std::string layout(size_t inputs, const std::vector<std::string>& outputs) {
  return put("lambda {}: ({})", join(dimensions(inputs)), join(outputs));
}

// Sets what resources/spaces/packed_product.py asks for.
class PackedText {
 public:
  PackedText(RuleContext& context, const PackedProduct& product)
      : context_(context),
        text_(context.text),
        p_(product),
        facts_(product.facts),
        block_(quoted(facts_.name)),
        space_(context.text) {}

  void write(const Choices& lanes) {
    findPieces();
    setDraws(lanes);
    setNames();
    setReads();
    setActivations();
    setGroups();
    setLoops();
    space_.write(spaceTemplate("packed_product"));
  }

 private:
  bool tilesRows() const { return p_.row && !p_.rowAxis()->symbolic; }
  bool turnsWords() const {
    return std::any_of(p_.reads.begin(), p_.reads.end(), [](const PackedRead& r) { return r.word && !r.once; });
  }
  std::string named(const std::string& what) const { return what + "_" + facts_.name; }
  const std::string& lanes() const { return space_.chosen("lanes"); }

  // Words that are turned together fill lines of the caches.
  void findPieces() {
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
  }

  void setDraws(const Choices& lanes) {
    const auto number = [this](const std::string& what, const std::string& from, const Choices& choices) {
      const std::string name = text_.fresh(named(what));
      text_.line(put("{} = sch.get({})", name, sample(text_, named(from), choices)));
      return name;
    };
    space_.setChoice("lanes", [=] { return number("lanes", "results", lanes); });
    Choices pieces;
    for (const Piece& piece : pieces_) pieces.push_back({piece.terms, piece.weight});
    space_.setChoice("terms", [=] { return pieces.size() == 1 ? std::string() : number("terms", "piece", pieces); });
    space_.setChoice("results", [this] { return text_.fresh(named("results")); });
    setSample(space_, text_, "scale_sums", named("scale_sums"), {{1, 0.6}, {0, 0.4}});
    space_.setChoice("loops", [this] {
      nameLoops();
      return join(loops_);
    });
    for (const auto& [hole, wish] : {std::pair{"columns", "columns"}, {"vectors", "lane"}})
      space_.setChoice(hole, [this, wish] { return text_.fresh(named(wish)); });
  }

  void setNames() {
    space_.set("name", facts_.name);
    space_.set("block", block_);
    space_.set("packed_once", std::string(kPackedOnce));
    space_.set("vector", vectorOf(context_, p_));
    space_.set("results_of_word", p_.results);
    space_.set("part", std::string(p_.results > 1 ? "part, " : ""));
    space_.setFlag("several_results", p_.results > 1);
    // The terms that a word holds, each with its own shift.
    space_.setFlag("writes_out", p_.results == 1 && std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& piece) {
                                   return !piece.inner.empty() && piece.inner.back() <= kMostWrittenOut;
                                 }));
    space_.setFlag("divides", pieces_.size() > 1 || !pieces_[0].inner.empty());
    space_.set("inner_loops", [this] { return innerLoops(); });
    space_.setList("decoding", p_.decoding.size(),
                   [this](size_t i) { space_.set("decoded", quoted(context_.program.name(p_.decoding[i]))); });
    // Where a word holds several results, a vector has those of as many words, and the results of one word are in
    // different vectors.
    space_.set("results_layout", [this] {
      const size_t count = facts_.store->indices.size();
      return splitLane(count, count - 1, false);
    });
  }

  // "[None, 4, 8]", for the piece that is drawn.
  std::string innerLoops() const {
    const auto list = [](const Piece& p) { return join(p.inner, [](int64_t n) { return std::to_string(n); }); };
    if (pieces_.size() == 1) return "[None, " + list(pieces_[0]) + "]";
    const auto entry = [&](const Piece& p) { return put("{}: [None, {}]", p.terms, list(p)); };
    return "{" + join(pieces_, entry) + "}[" + space_.chosen("terms") + "]";
  }

  std::string pieceLoop() const {
    const auto same = [&](const Piece& p) { return p.loop == pieces_[0].loop; };
    if (std::all_of(pieces_.begin(), pieces_.end(), same)) return put("terms[{}]", pieces_[0].loop);
    const std::string places = join(pieces_, [](const Piece& p) { return put("{}: {}", p.terms, p.loop); });
    return "terms[{" + places + "}[" + space_.chosen("terms") + "]]";
  }

  // The layout in which the dimension of the results becomes that of vectors, and, at the end, that of lanes.
  std::string splitLane(size_t count, size_t lane, bool byWord) const {
    std::vector<std::string> packed = dimensions(count);
    const std::string name = packed[lane];
    if (byWord) {
      packed[lane] = put("{} // {}", name, lanes());
      packed.push_back(put("{} % {}", name, lanes()));
    } else {
      packed[lane] = put("{} // ({} * {})", name, p_.results, lanes());
      packed.push_back(put("{} % {}", name, p_.results));
      packed.push_back(put("{} // {} % {}", name, p_.results, lanes()));
    }
    return layout(count, packed);
  }

  void setReads() {
    for (size_t i = 0; i < p_.reads.size(); ++i)
      if (!p_.reads[i].once) turned_.push_back(i);
    copies_.resize(p_.reads.size());
    space_.setList("reads", p_.reads.size(), [this](size_t i) {
      const PackedRead& r = p_.reads[i];
      space_.set("read", static_cast<int64_t>(r.read));
      space_.set("read_only", onlyFor(context_, facts_.id, r.buffer, block_));
      space_.set("read_layout", splitLane(r.buffer->shape.size(), r.dimension, r.byWord));
      space_.setFlag("once", r.once);
      space_.setChoice("copy", [this, i] { return copies_[i] = text_.fresh("copy_" + p_.reads[i].buffer->name); });
    });
    space_.setList("turned_reads", turned_.size(), [this](size_t i) { setTurned(turned_[i]); });
  }

  void setTurned(size_t at) {
    const PackedRead& r = p_.reads[at];
    const size_t count = r.buffer->shape.size();
    std::vector<std::string> loops = dimensions(count);
    loops[r.dimension] = "line";
    loops.back() = r.dimension + 1 < count ? "element" : loops.back();  // otherwise the rows are those of terms
    std::string others;
    for (size_t i = 0; i + 1 < count; ++i)
      if (i != r.dimension) others += loops[i] + ", ";
    const int64_t square = squareOf(r);
    space_.set("copy", copies_[at]);
    space_.set("copied_at", r.word ? pieceLoop() : space_.chosen("columns"));
    space_.setFlag("turns", r.dimension + 1 < count);
    space_.set("copy_loops", join(loops));
    space_.set("copy_others", others);
    space_.setFlag("squares", square >= kLeastSquare);
    space_.set("square", square);
    space_.set("read_layout", splitLane(count, r.dimension, r.byWord));
  }

  // Elements of a row that are turned at once; they divide those of each piece.
  int64_t squareOf(const PackedRead& r) const {
    int64_t square = std::gcd<int64_t>(16, r.lastDimension);
    if (r.word)
      for (const Piece& piece : pieces_) square = std::gcd(square, piece.terms / p_.fields);
    return square;
  }

  void setActivations() {
    const Var& term = facts_.var(p_.termAxis());
    const auto is = [](const Expr& e, const Var& v) { return e.as<Var>() && e.as<Var>()->sameAs(v); };
    const auto found = std::find_if(facts_.loads.begin(), facts_.loads.end(), [&](const BufferLoad* load) {
      const size_t count = load->indices.size();
      return tilesRows() && count > 1 && is(load->indices[count - 1], term) &&
             is(load->indices[count - 2], facts_.var(*p_.rowAxis()));
    });
    space_.setFlag("activations", found != facts_.loads.end());
    if (found == facts_.loads.end()) return;
    const Buffer& buffer = (*found)->buffer;
    const size_t count = (*found)->indices.size();
    std::vector<std::string> turned = dimensions(count);
    std::swap(turned[count - 2], turned[count - 1]);
    space_.set("activations", buffer->name);
    space_.set("rows_only", onlyFor(context_, facts_.id, buffer, block_));
    space_.set("rows_layout", layout(count, turned));
    space_.set("rows_axis", static_cast<int64_t>(count - 2));
    space_.set("half_line", kLine / 2);
    space_.set("quarter_line", kLine / 4);
    setSample(space_, text_, "turn", "turn_" + buffer->name, {{1, 0.5}, {0, 0.5}});
    space_.setChoice("rows_copy", [this, buffer] { return text_.fresh("copy_" + buffer->name); });
  }

  void nameLoops() {
    loops_ = loopNames(text_, facts_);
    std::string others;
    for (size_t i = 0; i < loops_.size(); ++i)
      if (i != p_.lane && i != p_.term && i != p_.row) others += loops_[i] + ", ";
    const std::string row = p_.row ? loops_[*p_.row] : "", listed = p_.row ? row + ", " : "";
    std::vector<std::string> ofGroups = loops_;
    ofGroups[p_.term] = "group";
    space_.set("loops_of_groups", join(ofGroups));
    space_.set("other_loops", others);
    space_.set("term", loops_[p_.term]);
    space_.set("lane", loops_[p_.lane]);
    space_.set("row_outside", tilesRows() ? "" : listed);
    space_.set("row_inside", tilesRows() ? listed : "");
    space_.set("results_at", [=, this] { return p_.row && !tilesRows() ? row : space_.chosen("columns"); });
  }

  // The loops of the sums that are unrolled.
  void setLoops() {
    const size_t count = static_cast<size_t>(tilesRows()) + static_cast<size_t>(p_.results > 1);
    space_.setList("tile", count, [this](size_t i) {
      space_.set("tile_loop", i == 0 && tilesRows() ? loops_[*p_.row] : "part");
      space_.set("tile_depth", static_cast<int64_t>(i + 2));
    });
  }

  void setGroups() {
    space_.setFlag("sums_groups", sumsGroups());
    space_.set("result_axes", static_cast<int64_t>(facts_.store->indices.size()));
    std::vector<std::string> inside;  // the loops of a group
    for (size_t i = 0; i < pieces_[0].inner.size(); ++i) inside.push_back("term_" + std::to_string(i));
    space_.set("terms_of_group", join(inside));
    space_.set("last_term", inside.empty() ? std::string() : inside.back());
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
    const StepValue axis(static_cast<int64_t>(facts_.store->indices.size()));
    const Result<StepValue> partial = schedule.apply("rfactor", {loops->as<StepValue::List>()->front(), axis});
    return partial && schedule.apply("factor_out", {*partial, StepValue(true)}).ok();
  }

  RuleContext& context_;
  SpaceText& text_;
  const PackedProduct& p_;
  const BlockFacts& facts_;
  const std::string block_;
  SpaceTemplate space_;
  std::vector<Piece> pieces_;
  std::vector<std::string> loops_, copies_;  // variables of the loops, and of what is read
  std::vector<size_t> turned_;               // of the reads
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
