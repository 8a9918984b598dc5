#include "core/tune/rules/packed/term_text.h"

#include <algorithm>

#include "core/support/text.h"
#include "core/tune/rules/contractions/contraction.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/space_template.h"

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

// Rows of weights that are read side by side keep more of the memory busy, and share the activations.
Choices rowsTogether(const PackedProduct& p) {
  Choices rows;
  for (const auto& [count, weight] : {std::pair{4, 0.45}, {8, 0.25}, {2, 0.2}, {1, 0.1}})
    if (p.laneAxis().extent % count == 0) rows.push_back({count, weight});
  return rows;
}

// Sets what resources/spaces/word_lanes.py asks for.
class TermText {
 public:
  TermText(RuleContext& context, const PackedProduct& product)
      : context_(context), text_(context.text), p_(product), facts_(product.facts), space_(context.text) {}

  void write(const Choices& lanes) {
    const auto number = [this](const char* hole, const char* from, const Choices& choices) {
      space_.setChoice(hole, [=, this] {
        const std::string name = text_.fresh(put("{}_{}", hole, facts_.name));
        text_.line(put("{} = sch.get({})", name, sample(text_, put("{}_{}", from, facts_.name), choices)));
        return name;
      });
    };
    number("words", "lanes", lanes);
    number("rows", "together", rowsTogether(p_));
    space_.set("name", facts_.name);
    space_.set("block", quoted(facts_.name));
    space_.set("fields", p_.fields);
    space_.set("result_axes", static_cast<int64_t>(facts_.store->indices.size()));
    space_.setList("decoding", p_.decoding.size(),
                   [this](size_t i) { space_.set("decoded", quoted(context_.program.name(p_.decoding[i]))); });
    const std::vector<Activation> activations = activationsOf(p_);
    space_.setList("activations", activations.size(), [&](size_t i) { setActivation(activations[i]); });
    space_.setChoice("loops", [this] { return nameLoops(); });
    space_.write(spaceTemplate("word_lanes"));
  }

 private:
  void setActivation(const Activation& a) {
    std::vector<std::string> inputs, packed;
    for (size_t i = 0; i < a.dimensions; ++i) inputs.push_back("d" + std::to_string(i));
    packed = inputs;
    const std::string &term = inputs[a.dimension], &words = space_.chosen("words");
    packed[a.dimension] = put("{} // ({} * {})", term, words, p_.fields);
    packed.push_back(put("{} % {}", term, p_.fields));
    packed.push_back(put("{} % ({} * {}) // {}", term, words, p_.fields, p_.fields));
    space_.set("activations", a.name);
    space_.set("layout", put("lambda {}: ({})", join(inputs), join(packed)));
    space_.setChoice("copy", [this, name = a.name] { return text_.fresh("copy_" + name); });
  }

  std::string nameLoops() {
    const std::vector<std::string> loops = loopNames(text_, facts_);
    std::vector<std::string> partial = loops;
    partial[p_.term] = "steps, lane, part";
    std::string others;
    for (size_t i = 0; i < loops.size(); ++i)
      if (i != p_.lane && i != p_.term && i != p_.row) others += loops[i] + ", ";
    space_.set("term", loops[p_.term]);
    space_.set("result", loops[p_.lane]);
    space_.set("partial_loops", join(partial));
    space_.set("other_loops", others);
    space_.set("row", p_.row ? loops[*p_.row] + ", " : "");
    space_.set("results_at", p_.row ? loops[*p_.row] : "group");
    return join(loops);
  }

  RuleContext& context_;
  SpaceText& text_;
  const PackedProduct& p_;
  const BlockFacts& facts_;
  SpaceTemplate space_;
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
