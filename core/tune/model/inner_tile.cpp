#include "core/tune/model/inner_tile.h"

#include <algorithm>
#include <cmath>

namespace lw::tune {
namespace {

constexpr double kLatency = 4, kForwarding = 9;  // cycles of a multiply-add; of one whose sum is in memory
constexpr double kFunction = 14, kDivision = 8;  // instructions that one of a vector takes
constexpr double kSmall = 16,
                 kMostExpanded = 64;    // iterations that the compiler expands by itself; instructions of them
constexpr double kLongestVector = 128;  // elements of a loop that it makes one vector of
// Of the loads and stores that do not overlap with the sums, where these add up within a tile. Measured: with 1 the
// draft orders matmul in tests/tune/spaces best, with 0 conv2d.
constexpr double kWithinTile = 0.6;
constexpr double kTransposeSteps = 4;            // shuffles of a vector of 16 elements
constexpr double kLongTile = 8, kForeseen = 16;  // cycles; turns of a loop whose end is predicted
constexpr double kLongestStride = 4;             // of such loads
constexpr size_t kNone = static_cast<size_t>(-1);

class TileReader {
 public:
  TileReader(const StoreTable& table, const TableStore& store, const Machine& machine)
      : t_(table), s_(store), machine_(machine) {}

  InnerTile run() {
    findVector();
    findLoops();
    countReads();
    countWrite();
    countRegisters();
    countCycles();
    return tile_;
  }

 private:
  const TableLoop& loop(size_t position) const { return t_.loops[static_cast<size_t>(s_.loops[position])]; }
  const TableBuffer& bufferOf(const TableAccess& a) const { return t_.buffers[static_cast<size_t>(a.buffer)]; }

  bool movesRegularly(size_t position) const {
    return std::all_of(s_.accesses.begin(), s_.accesses.end(), [&](const TableAccess& a) {
      const Movement m = movementIn(a, bufferOf(a), s_.loops[position]);
      return m.regular && (m.stride == 1 || (m.stride == 0 && !a.write));
    });
  }

  // The loop that becomes a vector: as the schedule says, else the innermost, which the compiler looks at.
  void findVector() {
    vectorLoop_ = kNone;
    size_t innermost = kNone;
    for (size_t p = 0; p < s_.loops.size(); ++p) {
      if (loop(p).extent <= 1) continue;
      innermost = p;
      if (loop(p).kind == ForKind::Vectorized) vectorLoop_ = p;
    }
    if (vectorLoop_ != kNone) {
      tile_.kind = VectorKind::Asked;
    } else if (innermost != kNone && !s_.opaque && loop(innermost).extent >= 4 && movesRegularly(innermost)) {
      tile_.kind = VectorKind::Found;
      vectorLoop_ = innermost;
    }
    if (tile_.kind == VectorKind::None) return;
    const double lanes = std::max(1, machine_.lanes(s_.bits)), extent = loop(vectorLoop_).extent;
    // A long loop that the compiler makes vectors of stays a loop: over four vectors at a time.
    turns_ = tile_.kind == VectorKind::Found && extent > kLongestVector ? std::ceil(extent / (4 * lanes)) : 1;
    tile_.length = extent / turns_;
    tile_.vectors = std::ceil(tile_.length / lanes);
    tile_.laneUse = tile_.length / (tile_.vectors * lanes);
  }

  // Loops around the vector that are written out.
  void findLoops() {
    tile_.first = s_.loops.size();
    if (vectorLoop_ != kNone && turns_ > 1) {
      tile_.first = vectorLoop_;
      around_ = vectorLoop_ + 1;
      tile_.repeats = turns_;
    } else {
      while (tile_.first > 0 && isExpanded(tile_.first - 1)) {
        --tile_.first;
        if (tile_.first == vectorLoop_) continue;
        tile_.expanded *= loop(tile_.first).extent;
        if (loop(tile_.first).kind == ForKind::Unrolled) tile_.unrolled *= loop(tile_.first).extent;
        if (loop(tile_.first).marked) tile_.marked *= loop(tile_.first).extent;
      }
      around_ = tile_.first;
      if (around_ > 0) tile_.repeats = loop(around_ - 1).extent;
    }
    tile_.tiles = std::max(1.0, s_.executions / (tile_.expanded * tile_.length));
  }
  bool isExpanded(size_t position) const {
    const TableLoop& l = loop(position);
    if (position == vectorLoop_ || l.expanded || l.extent == 1 || l.kind == ForKind::Vectorized) return true;
    // Short loops of constant length are expanded without being asked for.
    return l.kind == ForKind::Serial && l.extent <= kSmall &&
           tile_.expanded * tile_.vectors * l.extent <= kMostExpanded;
  }

  // Vectors of different elements that a tile accesses.
  double distinct(const TableAccess& a) const {
    double all = 1;
    for (const IndexTerms& index : a.index) {
      double values = 1, span = 1;
      for (const IndexTerms::Term& t : index.terms)
        for (size_t p = tile_.first; p < s_.loops.size(); ++p)
          if (p != vectorLoop_ && s_.loops[p] == t.atom.loop) {
            values *= std::min(loop(p).extent, t.atom.count);
            span += std::abs(t.factor) * (std::min(loop(p).extent, t.atom.count) - 1);
          }
      all *= std::min(values, span);
    }
    return all;
  }
  // The vectors of an expanded loop that lie side by side, where each takes elements far apart, are read by rows and
  // transposed in registers (backends/cpu/transpose_loads.h).
  bool isTransposed(const TableAccess& a) const {
    const double lanes = std::min<double>(tile_.length, machine_.lanes(s_.bits));
    for (size_t p = tile_.first; p < s_.loops.size(); ++p) {
      if (p == vectorLoop_ || loop(p).extent < lanes) continue;
      const Movement m = movementIn(a, bufferOf(a), s_.loops[p]);
      if (m.regular && m.stride == 1) return true;
    }
    return false;
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
      } else if (m.regular && isTransposed(a)) {
        tile_.loads += count * tile_.vectors;
        tile_.arithmetic += kTransposeSteps * count * tile_.vectors;
        operands_ = std::max(operands_, tile_.length);
        ++tile_.irregular;
      } else if (m.regular && m.stride >= 2 && m.stride <= kLongestStride) {
        // All elements between are loaded, and the lanes picked by shuffles.
        tile_.loads += count * tile_.vectors * m.stride;
        tile_.arithmetic += count * tile_.vectors * (m.stride - 1);
        operands_ = std::max(operands_, tile_.vectors * m.stride);
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
    tile_.arithmetic += each * (o.adds + o.multiplies + o.multiplyAdds + o.comparisons + o.selections + o.casts +
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
    const double width = vector ? machine_.vectorUnits : 2;  // instructions of a kind at a time
    const double loads = (tile_.loads - tile_.gathers) / width + tile_.gathers, stores = tile_.stores / (width / 2);
    const double arithmetic = tile_.arithmetic / width;
    tile_.cycles = std::max({arithmetic, loads, stores, (tile_.instructions() + 2) / 5});
    // Sums in memory are loaded, added to and stored, and wait for the store before.
    const bool inTile = !carried_ && tile_.chain > 1 && tile_.sums <= machine_.vectorRegisters;
    if (s_.update && !tile_.inRegisters)
      tile_.cycles = std::max(tile_.cycles, arithmetic + (inTile ? kWithinTile : 1) * (loads + 0.5 * stores));
    if (carried_) tile_.cycles = std::max(tile_.cycles, tile_.chain * (tile_.inRegisters ? kLatency : kForwarding));
    tile_.cycles += 0.3 * s_.guards * tile_.expanded * tile_.vectors;
    // Of the loop around: counting, for which a long tile leaves room, and leaving it, which is foreseen after few
    // turns.
    const bool hidden = tile_.cycles >= kLongTile && (tile_.instructions() + 4) / 5 <= tile_.cycles;
    tile_.cycles += (hidden ? 0 : 1) + (tile_.repeats <= kForeseen ? 0.5 : 4) / tile_.repeats;
  }

  const StoreTable& t_;
  const TableStore& s_;
  const Machine& machine_;
  InnerTile tile_;
  size_t vectorLoop_ = kNone, around_ = 0;  // positions; the loop around is at around_ - 1
  double turns_ = 1;                        // of the vector's loop itself
  double operands_ = 1, sums_ = 1, chainTiles_ = 1;
  bool carried_ = false;  // the loop around adds to the same elements
};

}  // namespace

InnerTile innerTile(const StoreTable& table, const TableStore& store, const Machine& machine) {
  return TileReader(table, store, machine).run();
}

}  // namespace lw::tune
