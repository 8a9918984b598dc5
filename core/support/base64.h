// Base64 with padding, as RFC 4648 defines it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lw {

std::string encodeBase64(std::string_view bytes);
std::optional<std::string> decodeBase64(std::string_view text);  // nothing: it is none

}  // namespace lw
