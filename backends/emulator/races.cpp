#include "backends/emulator/races.h"

namespace lw::emulator {

void Races::watch(const void* memory, int64_t elements) {
  cells_[memory].assign(static_cast<size_t>(elements), Cell{});
}

Races::Cell* Races::find(const void* memory, int64_t element) {
  const auto found = cells_.find(memory);
  if (found == cells_.end() || element < 0 || element >= static_cast<int64_t>(found->second.size())) return nullptr;
  return &found->second[static_cast<size_t>(element)];
}

// Two readers are kept, so that for any writer one of them is another thread.
std::optional<Race> Races::load(const void* memory, int64_t element, const Now& now) {
  Cell* cell = find(memory, element);
  if (!cell) return std::nullopt;
  const bool sameReader = !unordered(cell->readers[0], now) && cell->readers[0].launch == now.launch &&
                          cell->readers[0].thread == now.thread && cell->readers[0].block == now.block;
  if (!sameReader) cell->readers[1] = cell->readers[0];
  cell->readers[0] = now;
  if (unordered(cell->writer, now)) return Race{cell->writer, true};
  if (now.atomic && unordered(cell->starter, now)) return Race{cell->starter, true};
  return std::nullopt;
}

std::optional<Race> Races::store(const void* memory, int64_t element, double value, const Now& now) {
  Cell* cell = find(memory, element);
  if (!cell) return std::nullopt;
  std::optional<Race> race;
  const bool sameValue = cell->value == value || (cell->value != cell->value && value != value);
  if (unordered(cell->writer, now) && !sameValue) race = Race{cell->writer, true};
  for (const Moment& reader : cell->readers)
    if (!race && unordered(reader, now)) race = Race{reader, false};
  cell->writer = now;
  if (!now.atomic) cell->starter = now;
  cell->value = value;
  return race;
}

void Races::settle(const void* memory, int64_t element, const Moment& now) {
  Cell* cell = find(memory, element);
  if (!cell) return;
  const Origin origin = cell->writer.origin;  // of the copy, not of the wait
  cell->writer = now;
  cell->writer.origin = origin;
}

}  // namespace lw::emulator
