// inline: what is computed element by element and costs little is computed where it is read, so that no memory holds
// it. What is costly is inlined where each element is read once; where it is read more often, row-chains and
// locations make that a decision.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/schedule/schedule.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

constexpr double kMostEvaluations = 4;  // of a cheap expression, for each element

double iterations(const BlockFacts& facts) {
  double count = 1;
  for (const BlockAxis& axis : facts.axes) count *= static_cast<double>(axis.extent);
  return count;
}

// Why the block stays; empty: it is inlined.
Message whyNotInlined(const RuleContext& context, const BlockFacts& facts, const std::vector<BlockFacts>& blocks) {
  if (!facts.store || facts.block->init) return "it is not a single store";
  const Buffer& buffer = facts.store->buffer;
  if (isParameterOf(context, buffer)) return say("it writes the result {0}", Ident(buffer->name));
  double evaluations = 0;
  for (const BlockId id : context.program.consumers(facts.id)) {
    const auto reader = std::find_if(blocks.begin(), blocks.end(), [&](const BlockFacts& b) { return b.id == id; });
    if (reader == blocks.end())
      return say("block {0}, which reads it, is scheduled already", Ident(context.program.name(id)));
    if (isContraction(*reader) && !facts.loads.empty())
      return say("block {0} reads each of its elements many times", Ident(reader->name));
    const auto reads = std::count_if(reader->loads.begin(), reader->loads.end(),
                                     [&](const BufferLoad* l) { return l->buffer == buffer; });
    // With symbolic sizes no other rule places it.
    const bool sized =
        std::none_of(facts.axes.begin(), facts.axes.end(), [](const BlockAxis& a) { return a.symbolic; });
    if (sized && isPadding(facts) && isWindow(*reader) && context.program.consumers(facts.id).size() == 1)
      return say("block {0} reads it in windows", Ident(reader->name));
    if (reads == 0) return say("block {0} reads it in a condition or an index", Ident(reader->name));
    evaluations += static_cast<double>(reads) * iterations(*reader);
  }
  evaluations /= std::max(1.0, estimatedElements(buffer));
  const bool constant = facts.loads.empty() && !isCostly(facts.store->value);
  if (!constant && evaluations > (isCostly(facts.store->value) ? 1 : kMostEvaluations))
    return "computing it again where it is read may cost more than keeping it";
  return {};
}

// The step that inlines the block, and the program after it.
std::optional<std::pair<std::string, Snapshot>> inlined(const Snapshot& program, BlockId block) {
  for (const Primitive* step : {&kComputeInline, &kReverseComputeInline}) {
    Schedule schedule(program);
    if (schedule.apply(*step, {StepValue(block)})) return std::pair(std::string(step->name), schedule.program());
  }
  return std::nullopt;
}

Message apply(RuleContext& context) {
  std::vector<Message> reasons;
  std::vector<std::string> lines;
  for (bool again = true; again;) {
    again = false;
    reasons.clear();
    const std::vector<BlockFacts> blocks = blocksLeft(context, reasons, Sizes::Symbolic);
    for (const BlockFacts& facts : blocks) {
      Message why = whyNotInlined(context, facts, blocks);
      auto done = why.empty() ? inlined(context.program, facts.id) : std::nullopt;
      if (!done) {
        reasons.push_back(aboutBlock(facts, why.empty() ? Message("inlining it would change what is computed") : why));
        continue;
      }
      lines.push_back("sch." + done->first + "(" + quoted(facts.name) + ")");
      context.program = std::move(done->second);
      again = true;
      break;  // the facts of the other blocks have changed
    }
  }
  if (lines.empty()) return noBlock(context, reasons);
  context.text.comment("Cheap to compute where it is read.");
  for (const std::string& l : lines) context.text.line(l);
  return {};
}

}  // namespace

const Rule kInline{"inline", "Compute what costs little where it is read.", apply};

}  // namespace lw::tune
