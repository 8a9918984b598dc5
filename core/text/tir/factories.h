// Functions of a file that make programs when they are called: def make(m, n): @T.prim_func ... return f. Reading finds
// them; what they make is known only when they are called.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/tir/parser.h"

namespace lw {

struct Factory {
  struct Parameter {
    std::string name;                         // "*args" with its star
    std::optional<std::string> defaultValue;  // as text
    std::string annotation;                   // as text; empty: none
  };
  std::string name;  // "make", "Class.make"
  int line = 0;
  std::vector<Parameter> parameters;
  std::vector<std::string> programs;  // the functions and classes that are defined inside
};

// In the order of the text. Functions that the parser could not read are missing.
std::vector<Factory> factoriesIn(const SourceFile& file);

}  // namespace lw
