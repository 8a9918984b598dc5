// Links an object file into a shared library.
#pragma once

#include <string>

#include "core/support/result.h"

namespace lw {

// The bytes of the library. Linked with libm by the system's compiler driver (cc, gcc or clang), which a machine may
// lack.
Result<std::string> linkShared(const std::string& object, const std::string& name);

}  // namespace lw
