// Which parameters and sizes of two functions are the same.
#pragma once

#include "core/prove/equations.h"

namespace lw::prove {

// The same function up to names, which writes to an array that it is given or calls another function. Without loops
// whose iterations run in any order: their result may depend on it.
bool isSameFunction(const PrimFunc& first, const PrimFunc& second);

// The names of sizes and scalars: those of the first function, by their places among the parameters.
class ParameterNames {
 public:
  // nullopt: the parameters agree in number, types and shapes.
  std::optional<Obstacle> read(const PrimFunc& a, const PrimFunc& b);

  std::unordered_map<const void*, std::string> first, second;  // by Var::key()
  std::vector<std::string> names;

 private:
  bool parameter(const PrimFunc& a, const Var& x, const PrimFunc& b, const Var& y);
  bool bind(const Var& x, const Var& y);
  bool extent(const Expr& m, const Expr& n);
  std::unordered_map<const void*, Expr> inFirst_;  // Var::key() of the second function -> variable of the first
};

int memoryOf(const Equations& equations, int parameter);  // -1: none
isl::set elementsOf(const Equations& equations, int memory);

}  // namespace lw::prove
