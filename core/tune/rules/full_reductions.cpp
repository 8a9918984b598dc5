// full-reductions: a reduction of a whole tensor to one element. Partial results are in the lanes of vectors, several
// places of memory are read at a time, and each thread has partial results of its own.
#include <algorithm>

#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

Message whyNotFull(const RuleContext& context, const BlockFacts& facts) {
  if (!reducesAlongRows(facts)) return "it does not reduce the contiguous axis of what it reads";
  if (!facts.axesOf(false).empty()) return "it computes more than one element";
  if (laneChoices(context.machine, facts.store->buffer->dtype, facts.axes.back().extent).empty())
    return "it reduces less than a vector";
  return {};
}

void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const int64_t threads = context.machine.threads;
  const std::string axis = std::to_string(facts.store->indices.size());
  const bool flat = facts.axes.size() == 1;
  text.comment(facts.name + ": partial results in the lanes of vectors, from several places of memory at a time.");
  const std::string together =
      sample(text, facts.name + "_together",
             atMost({{2, 0.2}, {4, 0.4}, {8, 0.4}}, std::max<int64_t>(2, facts.axes[0].extent / (2 * threads))));
  const std::string lanes = sample(text, facts.name + "_lanes",
                                   laneChoices(context.machine, facts.store->buffer->dtype, facts.axes.back().extent));
  std::vector<std::string> loops = getLoops(text, facts);
  std::string reduced = quoted(facts.name), block;
  if (threads > 1) {
    const std::string blocks =
        sample(text, facts.name + "_blocks",
               withoutEmptyParts({{threads, 0.4}, {2 * threads, 0.3}, {4 * threads, 0.3}}, facts.axes[0].extent, 1));
    text.line("block, " + loops[0] + " = sch.split(" + loops[0] + ", [" + blocks + ", None])");
    text.line("part = sch.rfactor(block, " + axis + ")");
    text.line("block, " + joined(loops) + " = sch.get_loops(part)");
    reduced = "part";
  }
  text.line("_, lane = sch.split(" + loops.back() + ", [None, " + lanes + "])");
  text.line("partial = sch.rfactor(lane, " + (threads > 1 ? std::to_string(facts.store->indices.size() + 1) : axis) +
            ")");
  text.line(std::string(threads > 1 ? "block, " : "") + "*steps, lane = sch.get_loops(partial)");
  // The loop whose iterations are read side by side: of rows, or of parts of the only row.
  text.line(flat ? "place, along = sch.split(steps[0], [" + together + ", None])"
                 : "along, place = sch.split(steps[0], [None, " + together + "])");
  text.line("sch.reorder(along, *steps[1:], place, lane)");
  vectorizedUpdate(text, "partial", "along", "lane");
  text.line("sch.unroll(place)");
  if (threads > 1) text.line("sch.parallel(block)");
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  for (const BlockFacts& facts : blocksLeft(context, reasons)) {
    Message why = whyNotFull(context, facts);
    if (why.empty())
      write(context, facts);
    else
      reasons.push_back(aboutBlock(facts, std::move(why)));
    fitted = fitted || isTaken(context, facts.id);
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kFullReductions{"full-reductions", "Reduce a whole tensor in the lanes of vectors and by all threads.",
                           apply};

}  // namespace lw::tune
