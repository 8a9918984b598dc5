// Which parameters a function reads and which it writes.
#pragma once

#include <vector>

#include "core/ir/stmt.h"

namespace lw {

enum class Role : uint8_t { Input, Output, InOut, Unused };

// One per handle parameter with a buffer, in parameter order. Opaque calls access what the regions of their block say.
struct ParamRole {
  Buffer buffer;
  Role role;
  bool reads() const { return role == Role::Input || role == Role::InOut; }
  bool writes() const { return role == Role::Output || role == Role::InOut; }
};

// A parameter that is read and written is InOut (its initial contents matter) if a read comes before every write in the
// text of the program, else an Output.
std::vector<ParamRole> paramRoles(const PrimFunc& function);

}  // namespace lw
