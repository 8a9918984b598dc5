// Candidates for the sizes of register and cache tiles of a contraction, with how plausible each is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/tune/machine.h"

namespace lw::tune {

struct Weighted {
  int64_t value = 0;
  double weight = 0;
};
using Candidates = std::vector<Weighted>;  // weights add up to 1

struct ProductSizes {
  int64_t height = 1, width = 1, depth = 1;  // rows, columns, terms of each sum
  int64_t bytes = 4;                         // of an element
  int64_t lanes = 16;                        // of a vector of sums
};

// Widths of a tile of sums, in columns.
struct TileWidth {
  int64_t columns = 0;
  double weight = 0;
  Candidates rows;  // as many for each width, the most first
};
// The sums of a tile, the vectors of one factor and an element of the other have room in the registers. Plausible are
// tiles that leave little to be filled up and need few loads for each multiply-add.
std::vector<TileWidth> registerTiles(const ProductSizes& sizes, const Machine& machine);
// Of those, and of narrower ones, the tiles of which a whole number covers the sums. Nothing: there are none.
std::vector<TileWidth> exactTiles(const ProductSizes& sizes, const Machine& machine);

// Expected time with the best of the tiles, beside one without loads and without anything to be filled up.
double leastCost(const ProductSizes& sizes, const Machine& machine);
double leastExactCost(const ProductSizes& sizes, const Machine& machine);

// How many tiles of rows are used with each panel of the right factor: their rows of the left one stay in the
// second-level cache.
Candidates tilesAtATime(const ProductSizes& sizes, const Machine& machine);
// How many panels of the right factor are packed at a time; 0: all.
Candidates panelsAtATime(const ProductSizes& sizes, const Machine& machine, bool window);
// Steps of the reduction that are written out.
Candidates unrolledSteps(const ProductSizes& sizes);
// Into how many parts the reduction is divided.
Candidates partsOfSums(const ProductSizes& sizes, const Machine& machine);

int64_t cacheBytes(const Machine& machine, size_t level);  // 0: the first; a usual size where it is not known

// "sch.get(sch.sample_categorical([4, 8], [0.75, 0.25]))"
std::string sampled(const Candidates& candidates);
std::string valuesText(const Candidates& candidates);   // "[4, 8]"
std::string weightsText(const Candidates& candidates);  // "[0.75, 0.25]"
// "{16: [6, 4], 32: [3, 2]}": what `text` makes of the rows with each width
std::string dictOf(const std::vector<TileWidth>& tiles, std::string (*text)(const Candidates&));
Candidates normalised(Candidates candidates);  // without those of weight 0

}  // namespace lw::tune
