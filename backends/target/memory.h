// How much memory a program may still use on this machine.
#pragma once

#include <cstdint>
#include <string>

namespace lw {

// Bytes, swap included: the least of what the system has left and what the limits of this process and its control
// groups allow. INT64_MAX if there is no information.
int64_t availableMemory();
// From the text of /proc/meminfo; 0: the text does not say.
int64_t parseAvailableMemory(const std::string& text);
// "8589934592 bytes (8.0 GiB)".
std::string memoryText(double bytes);

}  // namespace lw
