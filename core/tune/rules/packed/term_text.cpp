#include "core/tune/rules/packed/term_text.h"

#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/contractions/contraction.h"
#include "core/tune/rules/contractions/put.h"

namespace lw::tune {
namespace {

// An operand that has an element for each term, and none for each result.
struct Activation {
  std::string name;
  size_t dimension, dimensions;  // the index that is the axis of the terms
};

std::optional<size_t> termDimension(const Var& term, const std::vector<Expr>& indices) {
  std::optional<size_t> found;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Var* index = indices[i].as<Var>();
    if (index && index->sameAs(term)) found = i;
  }
  return found;
}

std::vector<Activation> activationsOf(const PackedProduct& p) {
  std::vector<Activation> found;
  for (const BufferLoad* load : p.facts.loads) {
    const std::optional<size_t> dimension = termDimension(p.facts.var(p.termAxis()), load->indices);
    const auto known = [&](const Activation& a) { return a.name == load->buffer->name; };
    if (dimension && !usesAxis(p.facts, *load, p.laneAxis()) && std::none_of(found.begin(), found.end(), known))
      found.push_back({load->buffer->name, *dimension, load->indices.size()});
  }
  return found;
}

class TermText {
 public:
  TermText(RuleContext& context, const PackedProduct& product)
      : context_(context), text_(context.text), p_(product), facts_(product.facts), block_(quoted(facts_.name)) {}

  void write(const Choices& lanes) {
    text_.comment(facts_.name + ": partial sums in the lanes of vectors, each of the terms of its words.");
    for (const BlockId b : p_.decoding) text_.line(put("sch.compute_inline({})", quoted(context_.program.name(b))));
    lanes_ = text_.fresh("words_" + facts_.name);
    text_.line(put("{} = sch.get({})", lanes_, sample(text_, "lanes_" + facts_.name, lanes)));
    rows_ = text_.fresh("rows_" + facts_.name);
    text_.line(put("{} = sch.get({})", rows_, sample(text_, "together_" + facts_.name, rowsTogether())));
    const std::vector<std::string> loops = getLoops(text_, facts_);
    text_.line(put("_, lane, _ = sch.split({}, [None, {}, {}])", loops[p_.term], lanes_, p_.fields));
    text_.line(put("partial = sch.rfactor(lane, {})", facts_.store->indices.size()));
    for (const Activation& a : activationsOf(p_)) writeActivation(a);
    writeLoops(loops);
  }

 private:
  // Rows of weights that are read side by side keep more of the memory busy, and share the activations.
  Choices rowsTogether() const {
    Choices rows;
    for (const auto& [count, weight] : {std::pair{4, 0.45}, {8, 0.25}, {2, 0.2}, {1, 0.1}})
      if (p_.laneAxis().extent % count == 0) rows.push_back({count, weight});
    return rows;
  }

  // Activations in the order in which they are multiplied: the first term of each word of a vector, the second, ...
  void writeActivation(const Activation& a) {
    std::vector<std::string> inputs, packed;
    for (size_t i = 0; i < a.dimensions; ++i) inputs.push_back("d" + std::to_string(i));
    packed = inputs;
    const std::string& term = inputs[a.dimension];
    packed[a.dimension] = put("{} // ({} * {})", term, lanes_, p_.fields);
    packed.push_back(put("{} % {}", term, p_.fields));
    packed.push_back(put("{} % ({} * {}) // {}", term, lanes_, p_.fields, p_.fields));
    const std::string copy = text_.fresh("copy_" + a.name);
    text_.line(put("{} = sch.cache_read(partial, {}, \"global\")", copy, quoted(a.name)));
    text_.line(put("sch.transform_layout({}, (\"write\", 0), lambda {}: ({}))", copy, join(inputs), join(packed)));
  }

  void writeLoops(std::vector<std::string> loops) {
    const std::string result = loops[p_.lane], row = p_.row ? loops[*p_.row] : "";
    loops[p_.term] = "steps, lane, part";
    text_.line(put("{} = sch.get_loops(partial)", join(loops)));
    text_.line(put("group, line = sch.split({}, [None, {}])", result, rows_));
    std::vector<std::string> order;
    for (size_t i = 0; i < loops.size(); ++i)
      if (i != p_.lane && i != p_.term && i != p_.row) order.push_back(loops[i]);
    order.emplace_back("group");
    if (p_.row) order.push_back(row);
    order.insert(order.end(), {"steps", "part", "line", "lane"});
    text_.line(put("sch.reorder({})", join(order)));
    vectorizedUpdate(text_, "partial", "steps", "lane");
    text_.line("sch.unroll(part)");
    text_.line("sch.unroll(line)");
    text_.line(put("sch.reverse_compute_at({}, {})", block_, p_.row ? row : "group"));
    text_.line("sch.parallel(group)");
  }

  RuleContext& context_;
  SpaceText& text_;
  const PackedProduct& p_;
  const BlockFacts& facts_;
  std::string block_, lanes_, rows_;
};

}  // namespace

Choices wordLanes(const RuleContext& context, const PackedProduct& p) {
  const BlockAxis* row = p.rowAxis();
  if (p.fields == 1 || p.results > 1 || (row && !row->symbolic)) return {};
  bool rows = false;  // words are stored along the terms
  for (const PackedRead& r : p.reads) {
    if (r.word && (r.once || r.dimension + 1 == r.buffer->shape.size())) return {};
    rows = rows || r.word;
  }
  const int64_t vector = std::max(1, context.machine.lanes(std::max<int>(32, p.facts.store->buffer->dtype.bits)));
  Choices lanes;
  for (const auto& [vectors, weight] : {std::pair{1, 0.7}, {2, 0.3}})
    if (rows && p.termAxis().extent % (vectors * vector * p.fields) == 0) lanes.push_back({vectors * vector, weight});
  return lanes;
}

void writeWordLanes(RuleContext& context, const PackedProduct& product, const Choices& lanes) {
  TermText(context, product).write(lanes);
  context.program = product.program;
  take(context, product.facts.id);
}

}  // namespace lw::tune
