// What sch.get(handle) returns for a loop or a block: an object with TVM's attribute names.
#pragma once

#include "core/ir/stmt.h"
#include "core/script/host.h"

namespace lw::script {

Value infoOf(const For& loop);     // extent, min, loop_var
Value infoOf(const Block& block);  // name_hint; reads and writes: lists of regions with .buffer.name, .dtype and .shape
Value scalarOf(const Expr& e);     // a number if the expression is constant

}  // namespace lw::script
