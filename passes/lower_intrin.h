// Needs: any function. Guarantees: no loop is left or continued by a jump, and no call remains that has a meaning in
// terms of others: fixed-point products, values that do not matter, assumptions and hints.
//
// A loop with a jump gets a number in memory: 0 while it runs, 1 after `continue`, 2 after `break`. What follows the
// jump runs while the number is 0, an iteration while it is below 2.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerIntrin(const PrimFunc& f);
extern const Pass kLowerIntrinPass;

}  // namespace lw
