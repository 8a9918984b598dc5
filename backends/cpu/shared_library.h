// Links object files into a shared library or into one object file.
#pragma once

#include <string>

#include "core/support/result.h"

namespace lw {

// The bytes of the library; `object` may be an archive, all of which is linked. Linked with libm by the system's
// compiler driver (cc, gcc or clang), which a machine may lack.
Result<std::string> linkShared(const std::string& object, const std::string& name);
// All objects of an archive as one, by the same driver.
Result<std::string> linkObject(const std::string& archive);

}  // namespace lw
