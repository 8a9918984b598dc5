// All primitives, in the order of the menus and the manual: kSplit, kFuse ...
#pragma once

#include <span>

#include "core/schedule/primitive.h"

namespace lw {

std::span<const Primitive* const> allPrimitives();
const Primitive* findPrimitive(std::string_view name);  // "split"; also names of TVM's s_tir dialect: "get_sblock"
const Primitive* findInstructionKind(std::string_view kind);  // "Split"; also "GetSBlock"

#define LW_PRIMITIVE(name) extern const Primitive k##name;
#include "core/schedule/all_primitives.def"
#undef LW_PRIMITIVE

}  // namespace lw
