// The names by which the command line and Python give values to a function's sizes and inputs. A name that it does not
// have is a mistake, which must not go unnoticed.
#pragma once

#include "core/ir/ndarray.h"

namespace lw {

struct InputNames {
  std::string function;             // for messages
  std::vector<std::string> sizes;   // and scalar parameters
  std::vector<std::string> inputs;  // buffers and scalar parameters
};
InputNames inputNames(const PrimFunc& function);
void add(InputNames& names, const InputNames& more);  // those of another function that gets the same values

// Refuses names that are not among them; "*" stands for all inputs.
Status checkNames(const InputNames& known, const InputSpec& spec);

}  // namespace lw
