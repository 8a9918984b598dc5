// The lines of a space for a sum with packed weights. Vectors go along the results: words that are stored row by row of
// the results are turned in squares on their way into a small buffer, or rearranged once, before the calls, and are
// decoded in the lanes.
#pragma once

#include "core/tune/rules/packed/packed_product.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {

// Why tiles of rows, for which weights are decoded once, are better; empty: it has few rows.
Message whyTooManyRows(const RuleContext& context, const PackedProduct& product);
// How many results to take at once; empty: vectors do not divide the results.
Choices packedLanes(const RuleContext& context, const PackedProduct& product);
// Writes the steps for the sum and what is inlined into it. `lanes` are not empty.
void writePacked(RuleContext& context, const PackedProduct& product, const Choices& lanes);

}  // namespace lw::tune
