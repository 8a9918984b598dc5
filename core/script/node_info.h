// What sch.get(handle) tells a schedule function about a loop or a block, under TVM's names.
#pragma once

#include "core/ir/stmt.h"
#include "core/script/host.h"

namespace lw::script {

Value infoOf(const For& loop);     // extent, min, loop_var
Value infoOf(const Block& block);  // name_hint; reads and writes: lists of regions with .buffer.name, .dtype and .shape
Value scalarOf(const Expr& e);     // a number where it is one

}  // namespace lw::script
