// A session inside of an address, which the desktop hands to the window: "loopwright:session?" and the compressed text
// in base64 for addresses. Whoever has the address has the session: nothing is fetched.
#pragma once

#include <string>
#include <string_view>

#include "core/support/explanation.h"

namespace lw {

constexpr std::string_view kLinkScheme = "loopwright:";

// Empty: the session is too long for an argument of a program.
std::string linkOfSession(const std::string& session);
// The text of the session. The address comes from anywhere: what is no link, or too long, is refused.
Result<std::string> sessionOfLink(std::string_view link);

}  // namespace lw
