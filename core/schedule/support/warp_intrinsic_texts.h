// The texts of tensor intrinsics that every program knows: a description and the code that replaces it, both without
// their lines of def.
#pragma once

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

// wmma_*: fragments have the shape of the matrix.
std::vector<WarpIntrinsic> wmmaIntrinsics();
// mma_*: fragments are memory of the scope warp, by lanes.
std::vector<WarpIntrinsic> mmaIntrinsics();

}  // namespace lw
