// All kinds of errors of the program, by folder.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/support/explanation.h"

namespace lw {

// "core/text" -> its kinds; those of primitives are in "core/schedule/primitives".
std::map<std::string, std::vector<const ErrorKind*>> allErrors();

}  // namespace lw
