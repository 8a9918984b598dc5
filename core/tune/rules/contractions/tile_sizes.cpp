#include "core/tune/rules/contractions/tile_sizes.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lw::tune {
namespace {

constexpr size_t kRowChoices = 4;    // for each width
constexpr double kLeast = 0.02;      // weight of what is improbable, beside 1 of the best
constexpr double kWorthwhile = 1.1;  // so many times the least cost is worth a try where all is covered exactly
constexpr int64_t kMostRows = 14;
constexpr int64_t kSumsInFlight = 10;  // fewer do not keep the multipliers busy
constexpr double kSharpness = 16;      // a tile that costs so many parts less is e times as plausible

int64_t upTo(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

double ratio(int64_t a, int64_t b) { return static_cast<double>(a) / static_cast<double>(b); }

// Expected time beside that of a tile without loads and without anything to be filled up.
double costOf(const ProductSizes& s, int64_t columns, int64_t rows) {
  const int64_t vectors = (columns + s.lanes - 1) / s.lanes;
  const double filled = ratio(upTo(s.height, rows), s.height) * ratio(upTo(s.width, columns), s.width);
  const double loads = ratio(vectors + rows, vectors * rows);
  const double idle = std::max(1.0, ratio(kSumsInFlight, vectors * rows));
  const double copies = s.height % rows == 0 && s.width % columns == 0 ? 1 : 1.02;  // of what is filled up
  return filled * copies * idle * (1 + 0.25 * loads);
}

// The most rows of a tile with so many vectors: registers hold its sums, the vectors of one factor and an element of
// the other.
int64_t mostRows(int64_t vectors, const Machine& machine) {
  return std::clamp<int64_t>((machine.vectorRegisters - 1) / vectors - 1, 1, kMostRows);
}

std::vector<int64_t> widthsOf(const ProductSizes& s) {
  std::vector<int64_t> widths;
  if (s.width < s.lanes) {
    int64_t few = s.lanes;
    while (few / 2 >= s.width) few /= 2;
    return {few};
  }
  for (int64_t vectors = 1; vectors <= 4; ++vectors)
    if ((vectors - 1) * s.lanes < s.width) widths.push_back(vectors * s.lanes);
  // A single panel may end with half a vector: none after it would begin in the middle of a cache line.
  const int64_t half = upTo(s.width, s.lanes / 2);
  if (half < 4 * s.lanes && half % s.lanes != 0) widths.push_back(half);
  return widths;
}

std::vector<TileWidth> withCosts(const ProductSizes& s, const Machine& machine) {
  std::vector<TileWidth> tiles;
  for (const int64_t columns : widthsOf(s)) {
    const int64_t vectors = (columns + s.lanes - 1) / s.lanes;
    const int64_t most = mostRows(vectors, machine);
    TileWidth tile{columns, 0, {}};
    for (int64_t rows = most; rows >= std::max<int64_t>(1, most / 3); --rows)
      tile.rows.push_back({rows, costOf(s, columns, rows)});
    std::stable_sort(tile.rows.begin(), tile.rows.end(),
                     [](const Weighted& a, const Weighted& b) { return a.weight < b.weight; });
    tile.weight = tile.rows.front().weight;
    if (tile.rows.size() > kRowChoices) tile.rows.resize(kRowChoices);
    tiles.push_back(tile);
  }
  return tiles;
}

double least(const std::vector<TileWidth>& tiles) {
  double best = INFINITY;
  for (const TileWidth& t : tiles) best = std::min(best, t.weight);
  return best;
}

// Columns of tiles, of half a vector up to four, that divide all; or all, where they are few.
std::vector<int64_t> exactWidths(const ProductSizes& s) {
  std::vector<int64_t> widths;
  for (int64_t halves = 1; halves <= 8; ++halves)
    if (const int64_t columns = halves * s.lanes / 2; columns >= 4 && s.width % columns == 0) widths.push_back(columns);
  if (widths.empty() && s.width >= 4 && s.width <= 4 * s.lanes) widths.push_back(s.width);
  return widths;
}

// Whole numbers of tiles.
std::vector<TileWidth> exactWithCosts(const ProductSizes& s, const Machine& machine) {
  std::vector<TileWidth> tiles;
  for (const int64_t columns : exactWidths(s)) {
    const int halves = static_cast<int>((2 * columns + s.lanes - 1) / s.lanes);
    TileWidth tile{columns, 0, {}};
    for (int64_t rows = mostRows((columns + s.lanes - 1) / s.lanes, machine); rows >= std::min<int64_t>(2, s.height);
         --rows)
      if (s.height % rows == 0) tile.rows.push_back({rows, costOf(s, columns, rows) * (halves == 1 ? 2 : 1)});
    if (tile.rows.empty()) continue;
    std::stable_sort(tile.rows.begin(), tile.rows.end(),
                     [](const Weighted& a, const Weighted& b) { return a.weight < b.weight; });
    tile.weight = tile.rows.front().weight;
    if (tile.rows.size() > kRowChoices) tile.rows.resize(kRowChoices);
    tiles.push_back(tile);
  }
  // Whatever else a tile may save does not make up for more loads or fewer sums in flight.
  const double most = kWorthwhile * least(tiles);
  std::erase_if(tiles, [&](const TileWidth& t) { return t.weight > most; });
  for (TileWidth& t : tiles) std::erase_if(t.rows, [&](const Weighted& r) { return r.weight > most; });
  return tiles;
}

double plausibility(double cost, double least) { return std::max(kLeast, std::exp(-kSharpness * (cost / least - 1))); }

// Makes plausibilities of the costs.
std::vector<TileWidth> weighted(std::vector<TileWidth> tiles) {
  const double best = least(tiles);
  double sum = 0;
  for (TileWidth& t : tiles) {
    const double least = t.weight;
    for (Weighted& r : t.rows) r.weight = plausibility(r.weight, least);
    t.rows = normalised(t.rows);
    std::sort(t.rows.begin(), t.rows.end(), [](const Weighted& a, const Weighted& b) { return a.value > b.value; });
    t.weight = plausibility(least, best);
    sum += t.weight;
  }
  for (TileWidth& t : tiles) t.weight /= sum;
  return tiles;
}

}  // namespace

std::vector<TileWidth> registerTiles(const ProductSizes& sizes, const Machine& machine) {
  return weighted(withCosts(sizes, machine));
}

std::vector<TileWidth> exactTiles(const ProductSizes& sizes, const Machine& machine) {
  return weighted(exactWithCosts(sizes, machine));
}

double leastCost(const ProductSizes& sizes, const Machine& machine) { return least(withCosts(sizes, machine)); }

double leastExactCost(const ProductSizes& sizes, const Machine& machine) {
  return least(exactWithCosts(sizes, machine));
}

Candidates tilesAtATime(const ProductSizes& s, const Machine& machine) {
  constexpr int64_t kRows = 8;  // of a usual tile
  const int64_t cache = cacheBytes(machine, 1);
  Candidates candidates;
  for (int64_t tiles = 1; tiles <= 32; tiles *= 2) {
    if (tiles > 1 && (tiles - 1) * 4 >= s.height) break;
    const double part = ratio(kRows * tiles * s.depth * s.bytes, cache);
    candidates.push_back({tiles, part > 1 ? 0.05 : part > 0.6 ? 0.25 : part > 0.1 ? 1 : 0.5});
  }
  return normalised(candidates);
}

Candidates panelsAtATime(const ProductSizes& s, const Machine& machine, bool window) {
  const int64_t panels = (s.width + 2 * s.lanes - 1) / (2 * s.lanes);
  const bool large = s.width * s.depth * s.bytes > cacheBytes(machine, 1) / 2;
  const bool low = s.height <= 128;  // each panel is used a few times only
  Candidates candidates = {{0, window ? 0.15 : 0.7}};
  for (int64_t group = 1; group <= 16 && group < panels; group *= 2)
    candidates.push_back({group, window  ? (group == 1   ? 0.7
                                            : group <= 4 ? 0.1
                                                         : 0.03)
                                 : low   ? 0.3
                                 : large ? 0.1
                                         : 0.05});
  return normalised(candidates);
}

Candidates unrolledSteps(const ProductSizes& s) {
  Candidates candidates;
  for (const auto& [steps, weight] : {std::pair{1, 0.2}, {2, 0.25}, {4, 1.0}, {8, 0.3}}) {
    if (steps > s.depth) break;
    const double filled = ratio(upTo(s.depth, steps), s.depth);
    candidates.push_back({steps, weight * std::exp(-kSharpness * (filled - 1))});
  }
  return normalised(candidates);
}

Candidates partsOfSums(const ProductSizes& s, const Machine& machine) {
  Candidates candidates = {{1, 1}};
  // A panel of two vectors should leave half of the second-level cache to the rows of the other factor.
  const double part = ratio(2 * s.lanes * s.depth * s.bytes, cacheBytes(machine, 1));
  for (int64_t parts = 2; parts <= 8 && s.depth / parts >= 512; parts *= 2)
    candidates.push_back({parts, part > 0.5 * static_cast<double>(parts) ? 1 : part > 0.25 ? 0.15 : 0.05});
  return normalised(candidates);
}

int64_t cacheBytes(const Machine& machine, size_t level) {
  constexpr int64_t kUsual[] = {32 << 10, 1 << 20, 16 << 20};
  return level < machine.caches.size() ? machine.caches[level] : kUsual[std::min<size_t>(level, 2)];
}

Candidates normalised(Candidates candidates) {
  std::erase_if(candidates, [](const Weighted& w) { return w.weight <= 0; });
  double sum = 0;
  for (const Weighted& w : candidates) sum += w.weight;
  for (Weighted& w : candidates) w.weight /= sum;
  return candidates;
}

std::string valuesText(const Candidates& candidates) {
  std::string text = join(candidates, [&](const Weighted& w) { return std::to_string(w.value); });
  return "[" + text + "]";
}

std::string weightsText(const Candidates& candidates) {
  std::string text;
  for (const Weighted& w : candidates) {
    char number[32];
    std::snprintf(number, sizeof number, "%.2f", std::max(w.weight, 0.01));
    addItem(text, number);
  }
  return "[" + text + "]";
}

std::string dictOf(const std::vector<TileWidth>& tiles, std::string (*text)(const Candidates&)) {
  return "{" + join(tiles, [&](const TileWidth& t) { return std::to_string(t.columns) + ": " + text(t.rows); }) + "}";
}

std::string sampled(const Candidates& candidates) {
  return "sch.get(sch.sample_categorical(" + valuesText(candidates) + ", " + weightsText(candidates) + "))";
}

}  // namespace lw::tune
