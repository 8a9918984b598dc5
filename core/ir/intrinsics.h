// The functions that a Call may name, with the properties that passes and the printer need. The parser refuses unknown
// names; call_extern and call_packed reach any other function.
#pragma once

#include <span>
#include <string_view>

#include "core/ir/dtype.h"

namespace lw {

enum class Effect : uint8_t { Pure, Reads, Opaque };  // Opaque: may write memory, must not be moved or dropped
enum class ResultType : uint8_t { OfFirstArgument, Bool, Handle, Int32, Void, Given, OfSecondArgument };

struct Intrinsic {
  std::string_view name;  // TVMScript spelling without "T."
  int minArgs, maxArgs;   // maxArgs -1: any number
  Effect effect;
  ResultType result;
  bool elementwise;  // maps over vectors lane by lane
};

const Intrinsic* findIntrinsic(std::string_view name);
std::span<const Intrinsic> allIntrinsics();

}  // namespace lw
