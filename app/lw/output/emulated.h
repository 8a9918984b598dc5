// Prints the findings and counters of the GPU emulator for `lw run`.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>

#include "backends/emulator/emulator.h"

namespace lw {

std::map<BlockId, std::string> blockNames(const PrimFunc& f);
nlohmann::json emulatedJson(const EmulatorReport& report, const PrimFunc& scheduled);
void printEmulated(const EmulatorReport& report, const PrimFunc& scheduled);

}  // namespace lw
