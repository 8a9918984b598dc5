// The functions that a Call may name, with the properties that passes and the printer need: intrinsics.def has a row
// for each. The parser refuses unknown names; call_extern and call_packed reach any other function.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>

#include "core/ir/dtype.h"

namespace lw {

// External: any other name, which a later pass resolves or a target refuses (python_values.h, "ptx.ldmatrix"). Its
// number is the same whatever rows are added.
enum class Intrinsic : uint8_t {
#define INTRINSIC(id, ...) id,
#include "core/ir/intrinsics.def"
  External = 255
};

enum class Effect : uint8_t { Pure, Reads, Opaque };  // Opaque: may write memory, must not be moved or dropped
enum class ResultType : uint8_t { OfFirstArgument, Bool, Handle, Int32, Void, Given, OfSecondArgument };

// What an intrinsic is about. Those from Math to Identity map over vectors lane by lane.
enum class IntrinsicGroup : uint8_t {
  Math,       // of floats, by the target's mathematics
  Rounding,   // of floats; integers stay as they are
  FloatTest,  // what kind of float it is
  Bits,
  Identity,  // gives its argument, or its bits
  Control,
  Lanes,    // takes vectors apart and puts them together
  Memory,   // pointers and what is made of them
  Foreign,  // functions from elsewhere
  Lowered,  // replaced by passes/lower_intrin
  Threads,
  External,  // none of the table
};

struct IntrinsicInfo {
  Intrinsic id;
  std::string_view name;  // TVMScript spelling without "T."
  int minArgs, maxArgs;   // maxArgs -1: any number
  Effect effect;
  ResultType result;
  IntrinsicGroup group;
  bool elementwise() const { return group <= IntrinsicGroup::Identity; }
};

const IntrinsicInfo* findIntrinsic(std::string_view name);
std::span<const IntrinsicInfo> allIntrinsics();

// The function that a Call names: one of the table, or any other by its name.
class Callee {
 public:
  Callee(Intrinsic id) : id_(id) {}                                    // NOLINT(google-explicit-constructor)
  Callee(std::string_view name);                                       // NOLINT(google-explicit-constructor)
  Callee(const char* name) : Callee(std::string_view(name)) {}         // NOLINT(google-explicit-constructor)
  Callee(const std::string& name) : Callee(std::string_view(name)) {}  // NOLINT(google-explicit-constructor)

  Intrinsic id() const { return id_; }
  std::string_view view() const;  // its name
  std::string name() const { return std::string(view()); }
  const IntrinsicInfo* info() const;  // null: External
  IntrinsicGroup group() const { return info() ? info()->group : IntrinsicGroup::External; }
  friend bool operator==(const Callee& a, const Callee& b) { return a.id_ == b.id_ && a.external_ == b.external_; }
  friend bool operator==(const Callee& a, Intrinsic id) { return a.id_ == id; }
  template <std::convertible_to<std::string_view> Name>
  friend bool operator==(const Callee& a, const Name& name) {
    return a.view() == std::string_view(name);
  }

 private:
  Intrinsic id_;
  std::string external_;  // the name of one that is not in the table
};

}  // namespace lw
