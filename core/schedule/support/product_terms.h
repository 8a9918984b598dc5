// What a sum of products adds up: factors that are loads, constants, or expressions of loads, as in
// (A[i, k] - zero[0]) * B[k, j] * scale[j] * 0.125.
#pragma once

#include <functional>
#include <vector>

#include "core/ir/expr.h"

namespace lw {

// Divides products, also converted ones, into their factors, in order.
std::vector<Expr> factorsOf(const Expr& term);
// The load that a factor is, or converts; nullptr: it is something else.
const BufferLoad* loadOf(const Expr& factor);
// Can the factor be computed for any elements, without a fault? False also for constants that are not finite.
bool isTotalFactor(const Expr& factor);
// Is the factor finite whatever else is read, when the loads for which `zero` holds read zeros? Of a load by itself
// this is not asked: it counts as finite.
bool isFiniteFactor(const Expr& factor, const std::function<bool(const BufferLoad&)>& zero);

}  // namespace lw
