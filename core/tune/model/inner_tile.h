// The code that is run again and again for a store: its innermost loops as far as they are expanded, in vectors.
#pragma once

#include "core/tune/machine.h"
#include "core/tune/model/store_table.h"

namespace lw::tune {

enum class VectorKind : uint8_t { None, Asked, Found };  // Found: the compiler sees that the innermost loop can be one

struct InnerTile {
  size_t first = 0;  // position of the outermost loop that is part of the tile
  VectorKind kind = VectorKind::None;
  double length = 1;                // elements of a vector as the schedule has it; 1: none
  double vectors = 1;               // registers that those elements take
  double laneUse = 1;               // lanes with elements / all
  double expanded = 1;              // executions of the statement in a tile, counted in vectors of `length`
  double unrolled = 1, marked = 1;  // of these: as the schedule says; that are left to the code generator
  double repeats = 1;               // iterations of the serial loop around, which runs tile after tile
  double tiles = 1;                 // of all executions
  // Instructions of a tile.
  double arithmetic = 0, multiplyAdds = 0, loads = 0, stores = 0, gathers = 0;
  double broadcasts = 0, contiguous = 0, irregular = 0;  // reads by how the vector's lanes meet them
  // Registers.
  double sums = 0;           // that stay in registers, or would, while the loop around runs
  double needed = 0;         // with operands
  double spilled = 0;        // beyond those that the machine has
  bool inRegisters = false;  // the sums are in registers while the loop around runs
  double chain = 0;          // multiply-adds in a tile that wait for each other
  double cycles = 0;         // of a tile
  double instructions() const { return arithmetic + loads + stores; }
  double loadsPerMultiplyAdd() const { return multiplyAdds > 0 ? loads / multiplyAdds : 0; }
};

InnerTile innerTile(const StoreTable& table, const TableStore& store, const Machine& machine);

}  // namespace lw::tune
