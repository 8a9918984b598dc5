// Constant arguments of operators and functions: strides=[1, 1], layout="NCHW".
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/graph/struct_info.h"

namespace lw::graph {

struct Attribute;
struct NamedAttribute;
struct NoneAttribute {
  friend bool operator==(NoneAttribute, NoneAttribute) { return true; }
};
using AttributeList = std::vector<Attribute>;
using AttributeMap = std::vector<NamedAttribute>;  // in the order of the text
// What the program keeps without reading it, such as the object of a device or of an index map.
struct SourceAttribute {
  std::string text;
};

struct Attribute {
  using Kinds = std::variant<NoneAttribute, bool, int64_t, double, std::string, Expr, AttributeList, AttributeMap,
                             SourceAttribute>;
  Kinds value;
  template <class Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&value);
  }
};

struct NamedAttribute {
  std::string name;
  Attribute value;
};

bool sameAttribute(const Attribute& a, const Attribute& b);
// Reads None, True, a number, a "string" or a list of them, as the table of operators writes defaults.
Attribute attributeFrom(std::string_view text);

}  // namespace lw::graph
