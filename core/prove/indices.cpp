// Indices that are read from memory: where the values there are affine, so is the element.
#include <isl/map.h>

#include "core/prove/heads.h"

namespace lw::prove {
namespace {

constexpr int kMaxDepth = 4;  // of tables of tables

}  // namespace

// {execution -> number}
std::optional<isl::map> Equations::numbersOf(size_t statement, const Expr& index) {
  const Statement& s = statements_[statement];
  if (const std::optional<isl::pw_aff> known = affine(s, index)) return known->as_map().intersect_domain(s.domain);
  if (!index.as<BufferLoad>() || tables_ >= kMaxDepth) return std::nullopt;
  std::optional<isl::map> all;
  ++tables_;
  for (const Piece& piece : Heads(*this).of(statement, index, s.domain)) {
    if (piece.kind != Piece::Kind::Integer) {
      all.reset();
      break;
    }
    const isl::map numbers = piece.path.apply_range(piece.value);
    all = all ? all->unite(numbers) : numbers;
  }
  --tables_;
  if (!all || !s.domain.is_equal(all->domain()) || !all->is_single_valued()) return std::nullopt;
  return all->coalesce();
}

std::optional<isl::map> Equations::elementsRead(size_t statement, const Place& place) {
  const Statement& s = statements_[statement];
  if (std::optional<isl::map> known = elements(s, place)) return known;
  const Memory& memory = memories_[static_cast<size_t>(place.memory)];
  isl::map all = outerLoops(s, memory.loops).intersect_domain(s.domain);
  for (const Expr& index : place.indices) {
    const std::optional<isl::map> numbers = numbersOf(statement, index);
    if (!numbers) return std::nullopt;
    all = isl::manage(isl_map_flat_range_product(all.release(), numbers->copy()));
  }
  return renamed(all, memory.tuple);
}

}  // namespace lw::prove
