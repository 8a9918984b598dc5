// The rules, one file each. write_space.cpp lists them in the order in which they are applied.
#pragma once

#include "core/tune/rules/rule.h"

namespace lw::tune {

extern const Rule kRegisterTiles;  // register_tiles.cpp

}  // namespace lw::tune
