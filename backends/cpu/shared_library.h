// A shared library of an object file.
#pragma once

#include <string>

#include "core/support/result.h"

namespace lw {

// Bytes of the library. Links by the system's compiler driver (cc, gcc or clang), which a machine may lack; with libm.
Result<std::string> linkShared(const std::string& object, const std::string& name);

}  // namespace lw
