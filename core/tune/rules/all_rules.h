// The rules, one file each. write_space.cpp lists them in the order in which they are applied.
#pragma once

#include "core/tune/rules/rule.h"

namespace lw::tune {

extern const Rule kDotTiles;       // dot_tiles.cpp
extern const Rule kRegisterTiles;  // register_tiles.cpp
extern const Rule kWindowRows;     // window_rows.cpp

}  // namespace lw::tune
