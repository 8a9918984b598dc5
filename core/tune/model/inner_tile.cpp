#include "core/tune/model/inner_tile.h"

#include <algorithm>
#include <cmath>

namespace lw::tune {
namespace {

constexpr double kLatency = 4, kForwarding = 9;  // cycles of a multiply-add; of one whose sum is in memory
constexpr double kFunction = 14, kDivision = 8;  // instructions that one of a vector takes
constexpr double kSmall = 8;                     // iterations of a loop that the compiler expands by itself
constexpr double kMostExpanded = 64;

class TileReader {
 public:
  TileReader(const StoreTable& table, const TableStore& store, const Machine& machine)
      : t_(table), s_(store), machine_(machine) {}

  InnerTile run() {
    findLoops();
    findVector();
    countReads();
    countWrite();
    countRegisters();
    countCycles();
    return tile_;
  }

 private:
  const TableLoop& loop(size_t position) const { return t_.loops[static_cast<size_t>(s_.loops[position])]; }
  const TableBuffer& bufferOf(const TableAccess& a) const { return t_.buffers[static_cast<size_t>(a.buffer)]; }

  void findLoops() {
    tile_.first = s_.loops.size();
    double written = 1;
    bool wide = false;
    while (tile_.first > 0) {
      const TableLoop& l = loop(tile_.first - 1);
      const bool asked = l.kind == ForKind::Vectorized || l.expanded || l.extent == 1;
      // Short loops of constant length are expanded, except the innermost, which may become a vector.
      const bool small = l.kind == ForKind::Serial && (wide || tile_.first < s_.loops.size()) && l.extent <= kSmall &&
                         written * l.extent <= kMostExpanded;
      if (!asked && !small) break;
      wide = wide || l.kind == ForKind::Vectorized;
      if (l.kind != ForKind::Vectorized) written *= l.extent;
      --tile_.first;
    }
  }

  bool movesRegularly(size_t position) const {
    return std::all_of(s_.accesses.begin(), s_.accesses.end(), [&](const TableAccess& a) {
      const Movement m = movementIn(a, bufferOf(a), s_.loops[position]);
      return m.regular && (m.stride == 1 || (m.stride == 0 && !a.write));
    });
  }

  void findVector() {
    const int lanes = std::max(1, machine_.lanes(s_.bits));
    vectorLoop_ = s_.loops.size();
    for (size_t p = tile_.first; p < s_.loops.size(); ++p)
      if (loop(p).kind == ForKind::Vectorized && loop(p).extent > 1) {
        vectorLoop_ = p;
        tile_.kind = VectorKind::Asked;
      }
    if (tile_.kind == VectorKind::None && !s_.loops.empty() && !s_.opaque) {
      // The innermost serial loop, with the expanded ones inside it.
      const size_t inner = tile_.first == s_.loops.size() ? tile_.first - 1 : s_.loops.size() - 1;
      if (loop(inner).extent >= 4 && movesRegularly(inner)) {
        tile_.kind = VectorKind::Found;
        vectorLoop_ = inner;
        tile_.first = std::min(tile_.first, inner);
      }
    }
    if (tile_.kind != VectorKind::None) {
      tile_.length = loop(vectorLoop_).extent;
      tile_.vectors = std::ceil(tile_.length / lanes);
      tile_.laneUse = tile_.length / (tile_.vectors * lanes);
    }
    for (size_t p = tile_.first; p < s_.loops.size(); ++p)
      if (p != vectorLoop_) tile_.expanded *= loop(p).extent;
    tile_.tiles = std::max(1.0, s_.executions / (tile_.expanded * tile_.length));
    around_ = tile_.first;
    while (around_ > 0 && loop(around_ - 1).extent == 1) --around_;
    if (around_ > 0) tile_.repeats = loop(around_ - 1).extent;
  }

  // Vectors of different elements that a tile accesses.
  double distinct(const TableAccess& a) const {
    double count = 1;
    for (size_t p = tile_.first; p < s_.loops.size(); ++p)
      if (p != vectorLoop_) count *= std::min(loop(p).extent, valuesIn(a, s_.loops[p]));
    return count;
  }
  bool movesAround(const TableAccess& a) const { return around_ > 0 && valuesIn(a, s_.loops[around_ - 1]) > 1; }
  bool isOwn(const TableAccess& a) const { return s_.update && a.buffer == s_.accesses.back().buffer; }

  void countReads() {
    for (const TableAccess& a : s_.accesses) {
      if (a.write || isOwn(a)) continue;
      const double outside = movesAround(a) || around_ == 0 ? 1 : 1 / tile_.repeats;  // else loaded before the loop
      const double count = distinct(a) * outside;
      if (tile_.kind == VectorKind::None) {
        tile_.loads += count;
        operands_ = std::max(operands_, 1.0);
        continue;
      }
      const Movement m = movementIn(a, bufferOf(a), s_.loops[vectorLoop_]);
      if (m.regular && m.stride == 0) {
        tile_.loads += count;
        ++tile_.broadcasts;
      } else if (m.regular && m.stride == 1) {
        tile_.loads += count * tile_.vectors;
        operands_ = std::max(operands_, tile_.vectors);
        ++tile_.contiguous;
      } else {
        tile_.loads += count * tile_.length;
        tile_.gathers += count * tile_.length;
        operands_ = std::max(operands_, tile_.vectors);
        ++tile_.irregular;
      }
    }
  }

  void countWrite() {
    const OperationCounts& o = s_.operations;
    const double each = tile_.expanded * tile_.vectors;
    tile_.multiplyAdds = o.multiplyAdds * each;
    tile_.arithmetic = each * (o.adds + o.multiplies + o.multiplyAdds + o.comparisons + o.selections + o.casts +
                               kDivision * o.divisions + kFunction * o.functions);
    if (s_.accesses.empty()) return;
    const TableAccess& write = s_.accesses.back();
    double perElement = tile_.vectors;
    if (tile_.kind != VectorKind::None) {
      const Movement m = movementIn(write, bufferOf(write), s_.loops[vectorLoop_]);
      if (!(m.regular && m.stride == 1)) perElement = m.regular && m.stride == 0 ? 1 : tile_.length;
    }
    sums_ = distinct(write) * perElement;
    carried_ = s_.update && around_ > 0 && !movesAround(write);
    chainTiles_ = tile_.expanded / std::max(1.0, distinct(write));
  }

  void countRegisters() {
    tile_.sums = carried_ || chainTiles_ > 1 ? sums_ : 0;
    tile_.needed = tile_.sums + operands_ + 1;
    tile_.spilled = std::max(0.0, tile_.needed - machine_.vectorRegisters);
    tile_.inRegisters = carried_ && tile_.sums <= 1.5 * machine_.vectorRegisters && tile_.irregular == 0;
    const double once = tile_.inRegisters ? 1 / tile_.repeats : 1;
    tile_.stores += sums_ * once;
    if (s_.update) tile_.loads += sums_ * once;
    if (tile_.inRegisters) {
      tile_.stores += tile_.spilled;
      tile_.loads += tile_.spilled;
    }
    if (s_.update) tile_.chain = chainTiles_;
  }

  void countCycles() {
    const bool vector = tile_.kind != VectorKind::None;
    const double width = vector && machine_.vectorBits >= 512 ? 1 : 2;  // instructions of a kind at a time
    tile_.cycles = std::max({tile_.arithmetic / width, (tile_.loads - tile_.gathers) / width + tile_.gathers / 2,
                             tile_.stores / (width / 2), (tile_.instructions() + 2) / 5});
    if (carried_) tile_.cycles = std::max(tile_.cycles, tile_.chain * (tile_.inRegisters ? kLatency : kForwarding));
    tile_.cycles += 0.3 * s_.guards * tile_.expanded * tile_.vectors;
    tile_.cycles += 1 + 4 / tile_.repeats;  // of the loop around: counting, and leaving it
  }

  const StoreTable& t_;
  const TableStore& s_;
  const Machine& machine_;
  InnerTile tile_;
  size_t vectorLoop_ = 0, around_ = 0;  // positions; the loop around is at around_ - 1
  double operands_ = 1, sums_ = 1, chainTiles_ = 1;
  bool carried_ = false;  // the loop around adds to the same elements
};

}  // namespace

InnerTile innerTile(const StoreTable& table, const TableStore& store, const Machine& machine) {
  return TileReader(table, store, machine).run();
}

}  // namespace lw::tune
