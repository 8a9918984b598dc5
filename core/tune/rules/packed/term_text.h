// The lines of a space for a sum with packed weights whose words are stored row by row of the results: adjacent words
// are in the lanes of vectors, and each lane has a partial sum. Several rows of weights are read side by side.
#pragma once

#include "core/tune/rules/packed/packed_product.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {

// How many words fill the lanes; empty: weights are not stored so, are rearranged once, or vectors do not divide their
// words.
Choices wordLanes(const RuleContext& context, const PackedProduct& product);
// Writes the steps for the sum and what is inlined into it. `lanes` are not empty.
void writeWordLanes(RuleContext& context, const PackedProduct& product, const Choices& lanes);

}  // namespace lw::tune
