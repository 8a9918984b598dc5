// The functions of T that programs call by name: "grid", "axis.remap", "exp".
#pragma once

#include <string>
#include <vector>

namespace lw::tir {

std::vector<std::string> functionNames();

}  // namespace lw::tir
