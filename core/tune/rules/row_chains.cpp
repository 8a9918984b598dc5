// row-chains: blocks that end in one over rows, with reductions along the same rows before it (softmax, layer norm).
// All of a row is computed while it is in the nearest cache. The reductions keep partial results in the lanes of
// vectors.
#include <algorithm>

#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/row_chain.h"
#include "core/tune/rules/space_template.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

class ChainWriter {
 public:
  ChainWriter(RuleContext& context, const RowChain& chain) : context_(context), text_(context.text), chain_(chain) {}

  void write() {
    std::vector<std::string> names;
    for (auto m = chain_.members.rbegin(); m != chain_.members.rend(); ++m) names.push_back(m->facts.name);
    names.push_back(chain_.last.facts.name);
    for (const RowMember& m : chain_.members) defineLanesOf(m.facts);
    defineLanesOf(chain_.last.facts);
    text_.comment("Row by row: " + join(names) + ", while the row is in the nearest cache.");
    writeLast();
    for (const RowMember& m : chain_.members) writeMember(m.facts);
    writePrefetches();
    text_.line("sch.parallel(" + loops_[unitAxes(chain_.last.facts, chain_.rows - 1)] + ")");
    sampleStreaming(context_, chain_.last.facts);
    take(context_, chain_.last.facts.id);
    for (const RowMember& m : chain_.members) take(context_, m.facts.id);
  }

 private:
  void writeLast() {
    const BlockFacts& last = chain_.last.facts;
    loops_ = getLoops(text_, last);
    row_ = loops_[chain_.rows - 1];
    if (last.reduction) {
      inLanes(last, false);
    } else if (last.axes.size() > chain_.rows && contiguousAxis(last, last.store->indices) == &last.axes.back()) {
      lane_ = vectorized(context_, last, loops_.back(), last.axes.back().extent);
    }
  }

  bool hasLanes(const BlockFacts& facts) const {
    return facts.reduction &&
           !laneChoices(context_.machine, facts.store->buffer->dtype, facts.axes.back().extent).empty();
  }

  void defineLanesOf(const BlockFacts& facts) {
    if (hasLanes(facts)) defineFunction(text_, facts.axes.back().symbolic ? "in_masked_lanes" : "in_lanes");
  }

  void inLanes(const BlockFacts& facts, bool moved) {
    const DataType type = facts.store->buffer->dtype;
    const Choices lanes = laneChoices(context_.machine, type, facts.axes.back().extent);
    if (lanes.empty()) {
      if (moved) text_.line("sch.compute_at(" + quoted(facts.name) + ", " + row_ + ")");
      return;
    }
    const std::string chosen = sample(text_, "lanes_" + facts.name, lanes);
    const size_t axis = facts.store->indices.size();
    text_.line((facts.axes.back().symbolic ? "in_masked_lanes(" : "in_lanes(") + quoted(facts.name) + ", [sch.get(" +
               chosen + "), " + std::to_string(context_.machine.lanes(type.bits)) + "], " + row_ +
               (axis != 1 ? ", axis=" + std::to_string(axis) : "") +
               (chain_.rows != 1 ? ", outside=" + std::to_string(chain_.rows) : "") + (moved ? "" : ", moved=False") +
               ")");
  }

  void writeMember(const BlockFacts& facts) {
    if (facts.reduction) return inLanes(facts, true);
    const bool choice = isCostly(facts.store->value) && context_.program.consumers(facts.id).size() > 1 &&
                        kComputeInline.check(context_.program, {StepValue(facts.id)}).ok();
    if (choice) {
      const std::string kept = sample(text_, "keep_" + facts.name, {{0, 0.15}, {1, 0.85}});
      text_.open("if sch.get(" + kept + ") == 1:");
    }
    text_.line("sch.compute_at(" + quoted(facts.name) + ", " + row_ + ")");
    const BlockAxis* along = contiguousAxis(facts, facts.store->indices);
    if (along && along->loop == facts.axes.back().loop && facts.axes.size() > chain_.rows && along->extent > 1) {
      const std::string loop = text_.fresh(along->name);
      text_.line(loop + " = sch.get_loops(" + quoted(facts.name) + ")[-1]");
      vectorized(context_, facts, loop, along->extent);
    }
    if (!choice) return;
    text_.close();
    text_.open("else:");
    text_.line("sch.compute_inline(" + quoted(facts.name) + ")");
    text_.close();
  }

  // Memory works while a row is computed: a later row is requested.
  void writePrefetches() {
    if (chain_.last.facts.axes.back().symbolic) return;  // over which they could not be spread
    std::vector<Buffer> requested;
    const auto inChain = [&](const Buffer& b) {
      return std::any_of(chain_.members.begin(), chain_.members.end(), [&](const RowMember& m) {
        const std::vector<Buffer> results = m.facts.results();
        return std::find(results.begin(), results.end(), b) != results.end();
      });
    };
    const auto look = [&](const RowMember& m) {
      for (const BufferLoad* load : m.facts.loads) {
        const Buffer& b = load->buffer;
        const bool byRow = usesVar(load->indices.front(), m.rows.front()) ||
                           (load->indices.size() > 1 && usesVar(load->indices[1], m.rows.back()));
        if (!byRow || !isLarge(context_.machine, b) || inChain(b) ||
            std::find(requested.begin(), requested.end(), b) != requested.end())
          continue;
        requested.push_back(b);
      }
    };
    look(chain_.last);
    for (const RowMember& m : chain_.members) look(m);
    for (const Buffer& b : requested) {
      const bool spread = !chain_.last.facts.reduction && chain_.last.facts.axes.size() > chain_.rows;
      samplePrefetch(
          context_, b->name, row_,
          spread ? "sch.get_loops(" + quoted(chain_.last.facts.name) + ")[" + std::to_string(chain_.rows) + "]" : "");
    }
  }

  RuleContext& context_;
  SpaceText& text_;
  const RowChain& chain_;
  std::vector<std::string> loops_;  // of the last block
  std::string row_, lane_;
};

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  for (bool again = true; again;) {
    again = false;
    reasons.clear();
    std::vector<BlockFacts> blocks = blocksLeft(context, reasons, Sizes::Symbolic);
    for (auto last = blocks.rbegin(); last != blocks.rend() && !again; ++last) {
      const std::optional<RowChain> chain = rowChainTo(context, blocks, *last);
      if (chain)
        ChainWriter(context, *chain).write();
      else
        reasons.push_back(aboutBlock(*last, "no reduction over its own rows comes before it"));
      again = chain.has_value();
    }
    fitted = fitted || again;
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kRowChains{"row-chains", "Compute everything about a row while it is in the nearest cache.", apply};

}  // namespace lw::tune
