// packed-weights: sums of one or a few rows with weights that are stored several to a word, or row by row of the
// results, with scales for groups of terms, as language models have them. Weights are decoded in the lanes of vectors,
// which go along the words of one row, or along the results.
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/packed/packed_product.h"
#include "core/tune/rules/packed/packed_text.h"
#include "core/tune/rules/packed/term_text.h"

namespace lw::tune {
namespace {

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  for (const BlockFacts& facts : blocksLeft(context, reasons, Sizes::Symbolic)) {
    if (!facts.store || isTaken(context, facts.id) || !context.program.contains(facts.id)) continue;
    Message why;
    const std::optional<PackedProduct> product = packedProductOf(context, facts.id, why);
    if (product) why = whyTooManyRows(context, *product);
    if (!product || !why.empty()) {
      reasons.push_back(aboutBlock(facts, std::move(why)));
      continue;
    }
    if (const Choices words = wordLanes(context, *product); !words.empty()) {
      writeWordLanes(context, *product, words);
    } else if (const Choices lanes = packedLanes(context, *product); !lanes.empty()) {
      writePacked(context, *product, lanes);
    } else {
      reasons.push_back(aboutBlock(facts, say("the number of its results is no multiple of a vector")));
      continue;
    }
    fitted = true;
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kPackedWeights{"packed-weights", "Decodes packed weights in the lanes of vectors.", apply};

}  // namespace lw::tune
