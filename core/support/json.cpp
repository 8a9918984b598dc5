#include "core/support/json.h"

template class nlohmann::basic_json<>;
namespace nlohmann::detail {
template class serializer<json>;
template class lexer<json, TextReader>;
template class parser<json, TextReader>;
}  // namespace nlohmann::detail
