// nlohmann's JSON. Reading and writing it takes much code: it is compiled once (json.cpp), not in every file.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

extern template class nlohmann::basic_json<>;
namespace nlohmann::detail {
using TextReader = iterator_input_adapter<std::string::const_iterator>;
extern template class serializer<json>;
extern template class lexer<json, TextReader>;
extern template class parser<json, TextReader>;
}  // namespace nlohmann::detail
