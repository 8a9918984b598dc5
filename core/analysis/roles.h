// Which parameters a function reads and which it writes.
#pragma once

#include <vector>

#include "core/ir/stmt.h"

namespace lw {

enum class Role : uint8_t { Input, Output, InOut, Unused };

// One per handle parameter with a buffer, in parameter order. Opaque calls count as the regions of the block around them say.
struct ParamRole {
  Buffer buffer;
  Role role;
  bool reads() const { return role == Role::Input || role == Role::InOut; }
  bool writes() const { return role == Role::Output || role == Role::InOut; }
};

// A parameter that is both read and written is an Output when every read is of an element that the function wrote before,
// as far as reads come from reductions with an init; otherwise InOut, and its first contents matter.
std::vector<ParamRole> paramRoles(const PrimFunc& function);

}  // namespace lw
