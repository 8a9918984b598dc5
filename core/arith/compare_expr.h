// Quick structural comparison of expressions (free variables and buffers by identity) for the pattern matcher.
#pragma once

#include "core/ir/buffer.h"

namespace lw::arith {

bool same(const Expr& a, const Expr& b);
// A total preorder that agrees with same() within one run; its order must not reach any output.
size_t quickHash(const Expr& e);
bool uses(const Expr& e, const void* varKey);
bool isIndexType(DataType type);  // int32, int64: no overflow is assumed

}  // namespace lw::arith
