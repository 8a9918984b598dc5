// What expressions may do besides giving a value.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

bool isPure(const Expr& e);  // no call that writes or must be made; loads are fine
bool hasLoad(const Expr& e);
bool mayFail(const Expr& e);      // loads and divisions by what is not a constant: not to be evaluated on speculation
bool mayTrap(const Expr& e);      // of these, divisions and calls
bool isIndexType(DataType type);  // int32 and int64, scalar or vector
int countStores(const Stmt& s);

}  // namespace lw
