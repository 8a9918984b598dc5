// The texts of tensor intrinsics that every program knows: a description and the code that replaces it, both without
// their lines of def.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/ir/expr.h"
#include "core/ir/matrix_instructions.h"

namespace lw {

// Replaces {name} in a text.
std::string filledIn(std::string text, const std::map<std::string, std::string>& values);

struct WarpTexts {
  std::string head, parameters[2], description, code;  // parameters: of the description, of the code
};

struct WarpIntrinsic {
  std::string name;
  std::vector<std::string> scopes;  // of its buffers
  std::function<WarpTexts()> texts;
  bool offered = true;  // otherwise another name has the same meaning
};

// The lane and its element, of the element (r, c) of a tile in the order of memory: indices of memory of the scope
// warp.
std::string laneText(DataType type, bool rowsAreK, const Expr& r, const Expr& c);
// A variable of a description.
inline Expr named(const char* name) { return Var(name, dtype::Int32); }
// The products that have intrinsics of lanes.
std::vector<const MatrixProduct*> laneProducts();

// wmma_*: fragments have the shape of the matrix.
std::vector<WarpIntrinsic> wmmaIntrinsics();
// mma_*: fragments are memory of the scope warp, by lanes.
std::vector<WarpIntrinsic> mmaIntrinsics();
// wgmma_*: operands are core matrices in shared memory, sums tiles of mma.
std::vector<WarpIntrinsic> wgmmaIntrinsics();

}  // namespace lw
