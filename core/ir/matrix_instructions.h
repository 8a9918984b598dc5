// The matrix instructions of GPUs, and TVM's calls of them. A row of kMatrixProducts says all that there is to know of
// a product: tensor intrinsics and their descriptions, the passes that read the calls, and the code for PTX take it
// there.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>

#include "core/ir/warp_matrix.h"

namespace lw {

// A type of elements or sums and its words: in names of tensor intrinsics on fragments of lanes (empty: there are
// none), in T.ptx_mma, and in PTX and names of wmma.
struct MatrixType {
  DataType type;
  std::string_view name, word, ptx;
};
inline constexpr MatrixType kMatrixTypes[] = {
    {dtype::Float(16), "f16", "fp16", "f16"},      {dtype::BFloat16(), "bf16", "bf16", "bf16"},
    {dtype::Float32, "f32", "fp32", "f32"},        {dtype::Float32, "", "tf32", "tf32"},
    {dtype::Float(64), "", "fp64", "f64"},         {dtype::Int(8), "i8", "int8", "s8"},
    {dtype::UInt(8), "", "uint8", "u8"},           {dtype::Int32, "i32", "int32", "s32"},
    {dtype::Float8E4M3(), "e4m3", "e4m3", "e4m3"}, {dtype::Float8E5M2(), "e5m2", "e5m2", "e5m2"}};

namespace matrix {
template <class Rows, class Is>
constexpr auto firstWhere(const Rows& rows, Is is) -> decltype(std::begin(rows)) {
  const auto* row = std::find_if(std::begin(rows), std::end(rows), is);
  return row == std::end(rows) ? nullptr : row;
}
}  // namespace matrix

// By the type of a buffer, and by the word in T.ptx_mma, which may be that of PTX. null: no instruction has it.
constexpr const MatrixType* matrixType(DataType type) {
  return matrix::firstWhere(kMatrixTypes, [&](const MatrixType& t) { return t.type == type; });
}
constexpr const MatrixType* matrixType(std::string_view word) {
  return matrix::firstWhere(kMatrixTypes, [&](const MatrixType& t) { return t.word == word || t.ptx == word; });
}
// Its word in PTX; empty: no instruction has it.
inline std::string ptxTypeName(DataType type) {
  const MatrixType* known = matrixType(type);
  return known ? std::string(known->ptx) : std::string();
}

using MatrixShape = std::array<int64_t, 3>;  // m, n, k
inline std::string matrixShapeName(const MatrixShape& s) {
  return "m" + std::to_string(s[0]) + "n" + std::to_string(s[1]) + "k" + std::to_string(s[2]);
}

inline constexpr int kMmaCapability = 80, kFloat8Capability = 89;  // the first with mma, and with mma of float8
inline constexpr int kGroupCapability = 90;                        // the only one with wgmma

// A product of a and b, which have the same type. wmma and mma: the first compute capability with its instructions; 0:
// there are none.
struct MatrixProduct {
  const MatrixType *in, *sum;
  int wmma, mma;
  std::array<MatrixShape, 3> shapes;  // of mma

  // Fragments of lanes, and wgmma, are of 32 bytes along k. They exist of elements that share a word of 4 bytes.
  bool ofLanes() const { return in->type.bits <= 16; }
  int64_t depth() const { return 256 / in->type.bits; }
};
inline constexpr MatrixProduct kMatrixProducts[] = {
    {matrixType("f16"), matrixType("f32"), 70, kMmaCapability, {{{16, 8, 8}, {16, 8, 16}}}},
    {matrixType("f16"), matrixType("f16"), 70, kMmaCapability, {{{16, 8, 8}, {16, 8, 16}}}},
    {matrixType("bf16"), matrixType("f32"), 80, kMmaCapability, {{{16, 8, 8}, {16, 8, 16}}}},
    {matrixType("tf32"), matrixType("f32"), 0, kMmaCapability, {{{16, 8, 4}, {16, 8, 8}}}},
    {matrixType("s8"), matrixType("s32"), 75, kMmaCapability, {{{8, 8, 16}, {16, 8, 16}, {16, 8, 32}}}},
    {matrixType("u8"), matrixType("s32"), 75, kMmaCapability, {{{8, 8, 16}, {16, 8, 16}, {16, 8, 32}}}},
    {matrixType("e4m3"), matrixType("f32"), 0, kFloat8Capability, {{{16, 8, 32}}}},
    {matrixType("e5m2"), matrixType("f32"), 0, kFloat8Capability, {{{16, 8, 32}}}},
    {matrixType("e4m3"), matrixType("f16"), 0, kFloat8Capability, {{{16, 8, 32}}}},
    {matrixType("e5m2"), matrixType("f16"), 0, kFloat8Capability, {{{16, 8, 32}}}},
    {matrixType("f64"), matrixType("f64"), 0, kMmaCapability, {{{8, 8, 4}}}}};
inline constexpr std::array<MatrixShape, 3> kWmmaShapes{{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}}};
inline constexpr std::array kGroupColumns{64, 128, 256};  // n of wgmma

// By the types of buffers. null: no instruction multiplies and sums these.
inline const MatrixProduct* matrixProduct(DataType in, DataType sum) {
  return matrix::firstWhere(kMatrixProducts,
                            [&](const MatrixProduct& p) { return p.in->type == in && p.sum->type == sum; });
}

// TVM's calls. Those of wmma are on fragments, which hold a matrix; those of mma on registers of lanes.
enum class MatrixFamily : uint8_t { Wmma, Mma, Wgmma };
struct MatrixCall {
  std::string_view name;
  MatrixFamily family;
  WarpMatrix::Kind kind;
};
inline constexpr MatrixCall kMatrixCalls[] = {{"tvm_fill_fragment", MatrixFamily::Wmma, WarpMatrix::Kind::Fill},
                                              {"tvm_load_matrix_sync", MatrixFamily::Wmma, WarpMatrix::Kind::Load},
                                              {"tvm_mma_sync", MatrixFamily::Wmma, WarpMatrix::Kind::Multiply},
                                              {"tvm_store_matrix_sync", MatrixFamily::Wmma, WarpMatrix::Kind::Store},
                                              {"mma_fill", MatrixFamily::Mma, WarpMatrix::Kind::Fill},
                                              {"ptx_ldmatrix", MatrixFamily::Mma, WarpMatrix::Kind::Load},
                                              {"ptx.ldmatrix", MatrixFamily::Mma, WarpMatrix::Kind::Load},
                                              {"ptx_mma", MatrixFamily::Mma, WarpMatrix::Kind::Multiply},
                                              {"ptx.mma", MatrixFamily::Mma, WarpMatrix::Kind::Multiply},
                                              {"mma_store", MatrixFamily::Mma, WarpMatrix::Kind::Store},
                                              {"wgmma", MatrixFamily::Wgmma, WarpMatrix::Kind::Multiply}};

// null: another function.
inline const MatrixCall* matrixCall(std::string_view name) {
  return matrix::firstWhere(kMatrixCalls, [&](const MatrixCall& c) { return c.name == name; });
}
inline const MatrixCall* matrixCall(const Callee& op) {
  return op == Intrinsic::External ? matrixCall(op.view()) : nullptr;
}

}  // namespace lw
