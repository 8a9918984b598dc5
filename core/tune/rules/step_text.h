// Lines of a space that several rules write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/support/quote.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {

struct Choice {
  int64_t value;
  double weight;
};
using Choices = std::vector<Choice>;

// "NAME = sch.sample_categorical([...], [...])"; returns NAME, which is `wish` or, where that is used, another one.
std::string sample(SpaceText& text, std::string_view wish, const Choices& choices);

// The hole is such a NAME, drawn where the template says so.
void setSample(SpaceTemplate& space, SpaceText& text, const std::string& hole, const std::string& wish,
               const Choices& choices);

// How many elements to take at once along a loop: up to eight vectors, no more than the loop has iterations. Empty: the
// loop is shorter than a vector.
Choices laneChoices(const Machine& machine, DataType type, int64_t extent);
// Those of `choices` that are at most `limit`; if there are none, the smallest.
Choices atMost(Choices choices, int64_t limit);
// Those into which `extent` iterations, in groups of `group`, can be divided so that no part is empty; if there are
// none, the largest number below all of them.
Choices withoutEmptyParts(Choices choices, int64_t extent, int64_t group);

// New variables for the loops, named after them.
std::vector<std::string> loopNames(SpaceText& text, const BlockFacts& facts);
// As variables that a list is assigned to: "i, j", or "i,".
std::string listed(const std::vector<std::string>& variables);
// "i, j = sch.get_loops("C")"; returns the names.
std::vector<std::string> getLoops(SpaceText& text, const BlockFacts& facts);

// How many of the first `count` axes have one iteration: threads share the loop after them.
size_t unitAxes(const BlockFacts& facts, size_t count);

// Splits off a vector's lanes and vectorises them, or the loop itself where it is short. Returns the vectorised loop.
std::string vectorized(RuleContext& context, const BlockFacts& facts, const std::string& loop, int64_t extent);
// The start of a reduction gets a nest of its own outside `reduction`, and both nests are vectorised.
void vectorizedUpdate(SpaceText& text, const std::string& block, const std::string& reduction, const std::string& lane);

// A decision whether the results of a block go past the caches; nothing where they fit in them.
void sampleStreaming(RuleContext& context, const BlockFacts& facts);
// A decision how many iterations of `loop` ahead the buffer is requested from memory, spread over the iterations of
// `spread`, a loop inside.
void samplePrefetch(RuleContext& context, const std::string& buffer, const std::string& loop,
                    const std::string& spread);

}  // namespace lw::tune
