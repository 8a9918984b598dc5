// The parameters of methods: described once, for checks, JSON schemas and the list of methods.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "app/serve/protocol/message.h"

namespace lw::serve {

enum class ParameterKind : uint8_t { Text, Integer, Flag, Texts, Sizes };  // Sizes: integers by name

struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::Text;
  std::string help;
  bool required = false;
  Json defaultValue = {};                                         // null: none
  int64_t least = 0, most = std::numeric_limits<int64_t>::max();  // Integer; most: also bytes of a Text
  std::vector<std::string> choices = {};                          // of a Text; empty: any
};

// JSON Schema of an object with these members.
Json schemaOf(const std::vector<Parameter>& parameters);

// The values by name, with defaults; of the first that does not fit, why.
std::variant<Json, Failure> checkedArguments(const std::string& method, const std::vector<Parameter>& parameters,
                                             const Json& given);

}  // namespace lw::serve
