// Matrix operations that the threads of a warp carry out together (tensor cores), on fragments: buffers of the scopes
// wmma.matrix_a, wmma.matrix_b and wmma.accumulator, which have the shape of the matrix, of the scopes m16n8k8.matrixA,
// m16n8k8.matrixB and m16n8k8.matrixC, which have it too but the registers of mma.m16n8k8, and of the scopes
// mma.matrix_a, mma.matrix_b and mma.accumulator, whose last dimensions are the 32 lanes and the elements of each
// (core/analysis/gpu/mma_operations.h).
//
// Until code is generated, an operation is an attribute `warp_matrix` around a nest of loops that computes the same
// (core/analysis/gpu/warp_operations makes it from TVM's calls). All passes understand the nest; code generators that
// have an instruction for the operation read the attribute's value instead.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

inline constexpr std::string_view kWarpMatrix = "warp_matrix";
inline constexpr int kWarpLanes = 32, kGroupWarps = 4;
inline constexpr int64_t kCoreRows = 8, kCoreRowBytes = 16;  // of a core matrix

enum class FragmentRole : uint8_t { A, B, Accumulator };
std::optional<FragmentRole> fragmentRole(std::string_view scope);
inline bool isFragment(std::string_view scope) { return fragmentRole(scope).has_value(); }
// A fragment whose memory is divided into lanes.
inline bool isLaneFragment(std::string_view scope) { return scope.starts_with("mma."); }
// A fragment of 16 rows and 8 columns of sums, 8 along k, whose registers are known.
inline bool isSmallFragment(std::string_view scope) { return scope.starts_with("m16n8k8."); }
std::string laneScope(FragmentRole role);

// One matrix in memory or in a fragment: two elements below each other tell its start and the distance of its rows; in
// a fragment of lanes, the first elements of two lanes.
struct MatrixPlace {
  Expr first = 0, below = 0;  // BufferLoads
  const Buffer& buffer() const { return first.as<BufferLoad>()->buffer; }
};

// An operand of a product in shared memory consists of core matrices: 8 rows of 16 bytes that follow each other. The
// first elements of those that follow the first one along the rows or columns of the sums, and along k: BufferLoads.
struct CoreMatrices {
  Expr across = 0, along = 0;
};

struct WarpMatrix {
  enum class Kind : uint8_t { Fill, Load, Multiply, Move, Store };  // Move: from one accumulator to another
  Kind kind = Kind::Fill;
  std::array<int64_t, 3> shape{};  // m, n, k
  // Load and Store: that of memory, of a fragment the same. Multiply: those of a and b. "row": a row of the matrix is
  // contiguous.
  bool columns = false, columnsOfB = false;
  MatrixPlace to;                 // Fill, Load, Multiply, Move: a fragment. Store: memory
  std::vector<MatrixPlace> from;  // Load: memory. Multiply: a, b. Move, Store: a fragment
  std::optional<Expr> value;      // Fill
  // Multiply of a and b in shared memory, by the four warps of a warp group (wgmma): of a, of b. Each warp has 16 of
  // the 64 rows of a.
  std::vector<CoreMatrices> cores;
  bool isOfGroup() const { return !cores.empty(); }
};

// The attribute for an operation, around the nest that computes it.
Stmt warpMatrixStmt(const WarpMatrix& operation, Stmt nest, Origin origin);
// nullopt: another attribute.
std::optional<WarpMatrix> readWarpMatrix(const AttrStmt& attribute);

// What the loops of the nest run over, outermost first: the rows or columns of the accumulator, or all that a row of a
// and a column of b have in common.
enum class MatrixLoop : uint8_t { Rows, Columns, Common };
std::vector<MatrixLoop> loopsOf(const WarpMatrix& operation);
// The extents of these loops.
int64_t extentOf(const WarpMatrix& operation, MatrixLoop loop);

}  // namespace lw
