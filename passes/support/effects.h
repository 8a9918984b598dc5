// Side effects of expressions.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

bool isPure(const Expr& e);       // has no calls that write or that must run; loads are pure
bool mayFail(const Expr& e);      // has loads or divisions by a non-constant; must not be speculated
bool mayTrap(const Expr& e);      // has such divisions, or calls
bool isIndexType(DataType type);  // int32 and int64, scalar or vector
int countStores(const Stmt& s);

}  // namespace lw
