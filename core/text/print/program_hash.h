// Hashes that recognise a text or a program later, in files and databases. The same on every machine.
#pragma once

#include <string>
#include <string_view>

namespace lw {

std::string hashOf(std::string_view text);  // FNV-1a, 16 hexadecimal digits; not for security

}  // namespace lw
