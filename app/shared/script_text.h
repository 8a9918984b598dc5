// The program of a schedule as text.
#pragma once

#include <optional>
#include <string>

#include "core/schedule/snapshot.h"
#include "core/text/print/printer.h"

namespace lw {

// A function that was chosen alone as long as steps changed no other function, else the whole program.
std::string scriptText(const Snapshot& program, const Snapshot& source, const std::optional<int>& function, bool alone,
                       Dialect dialect);

}  // namespace lw
