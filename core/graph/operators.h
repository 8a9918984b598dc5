// The operators of graphs: how they are written and what is known of their results. Names, parameters and defaults are
// those of Relax.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/support/result.h"

namespace lw::graph {

enum class ParamKind : uint8_t {
  Value,      // a tensor, or whatever else a graph computes
  Values,     // a tuple of values
  Variadic,   // all positional arguments that are left
  Shape,      // sizes, or a value that holds them
  Scalar,     // a number, or a value that holds one
  Type,       // of elements, as a value
  Text,       // a string, as a value
  Function,   // of the module, or a registered one by its name
  Infos,      // the struct info of results
  Attribute,  // a constant
};

struct OperatorParam {
  std::string name;
  ParamKind kind = ParamKind::Value;
  bool optional = false;
  int width = 0;           // of an attribute that is a list: a single number stands for so many
  Attribute defaultValue;  // of an attribute; of others unused
};

// The value as the parameter takes it: a list where a number stands for one, None for "void".
Attribute normalised(const OperatorParam& param, Attribute value);

struct Inference;

struct Operator {
  std::string name;  // "nn.conv2d"
  std::vector<OperatorParam> params;
  Result<StructInfo> (*infer)(const Inference&);
  const OperatorParam* find(std::string_view param) const;  // nullptr: none; knows later spellings of `out_sinfo`
};

std::span<const Operator> operators();
const Operator* findOperator(std::string_view name);  // nullptr: there is none
// A call does more than compute its result: it writes, prints, checks, or gives memory that has an identity.
bool hasEffects(const Operator& op);

}  // namespace lw::graph
