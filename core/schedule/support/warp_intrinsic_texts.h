// The texts of tensor intrinsics that every program knows: a description and the code that replaces it, both without
// their lines of def.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

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

// What mma multiplies, and words for it in names, in programs and in the call.
struct MmaTypes {
  const char *shortIn, *in, *inCall, *shortSum, *sum, *sumCall;
  int k;  // elements of 32 bytes
  bool bytes() const { return k == 32; }
};
inline constexpr std::array<MmaTypes, 8> kMmaTypes{{{"f16", "float16", "fp16", "f32", "float32", "fp32", 16},
                                                    {"f16", "float16", "fp16", "f16", "float16", "fp16", 16},
                                                    {"bf16", "bfloat16", "bf16", "f32", "float32", "fp32", 16},
                                                    {"i8", "int8", "int8", "i32", "int32", "int32", 32},
                                                    {"e4m3", "float8_e4m3fn", "e4m3", "f32", "float32", "fp32", 32},
                                                    {"e5m2", "float8_e5m2", "e5m2", "f32", "float32", "fp32", 32},
                                                    {"e4m3", "float8_e4m3fn", "e4m3", "f16", "float16", "fp16", 32},
                                                    {"e5m2", "float8_e5m2", "e5m2", "f16", "float16", "fp16", 32}}};

// wmma_*: fragments have the shape of the matrix.
std::vector<WarpIntrinsic> wmmaIntrinsics();
// mma_*: fragments are memory of the scope warp, by lanes.
std::vector<WarpIntrinsic> mmaIntrinsics();
// wgmma_*: operands are core matrices in shared memory, sums tiles of mma.
std::vector<WarpIntrinsic> wgmmaIntrinsics();

}  // namespace lw
