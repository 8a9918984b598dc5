#include "core/ir/intrinsics.h"

#include <algorithm>
#include <array>

namespace lw {
namespace {

using enum ResultType;
constexpr Effect kPure = Effect::Pure;

constexpr Intrinsic kIntrinsics[] = {
    // elementwise mathematics
    {"exp", 1, 1, kPure, OfFirstArgument, true},
    {"exp2", 1, 1, kPure, OfFirstArgument, true},
    {"exp10", 1, 1, kPure, OfFirstArgument, true},
    {"log", 1, 1, kPure, OfFirstArgument, true},
    {"log2", 1, 1, kPure, OfFirstArgument, true},
    {"log10", 1, 1, kPure, OfFirstArgument, true},
    {"log1p", 1, 1, kPure, OfFirstArgument, true},
    {"sqrt", 1, 1, kPure, OfFirstArgument, true},
    {"rsqrt", 1, 1, kPure, OfFirstArgument, true},
    {"tanh", 1, 1, kPure, OfFirstArgument, true},
    {"sigmoid", 1, 1, kPure, OfFirstArgument, true},
    {"erf", 1, 1, kPure, OfFirstArgument, true},
    {"sin", 1, 1, kPure, OfFirstArgument, true},
    {"cos", 1, 1, kPure, OfFirstArgument, true},
    {"tan", 1, 1, kPure, OfFirstArgument, true},
    {"asin", 1, 1, kPure, OfFirstArgument, true},
    {"acos", 1, 1, kPure, OfFirstArgument, true},
    {"atan", 1, 1, kPure, OfFirstArgument, true},
    {"atan2", 2, 2, kPure, OfFirstArgument, true},
    {"sinh", 1, 1, kPure, OfFirstArgument, true},
    {"cosh", 1, 1, kPure, OfFirstArgument, true},
    {"asinh", 1, 1, kPure, OfFirstArgument, true},
    {"acosh", 1, 1, kPure, OfFirstArgument, true},
    {"atanh", 1, 1, kPure, OfFirstArgument, true},
    {"pow", 2, 2, kPure, OfFirstArgument, true},
    {"fmod", 2, 2, kPure, OfFirstArgument, true},
    {"hypot", 2, 2, kPure, OfFirstArgument, true},
    {"copysign", 2, 2, kPure, OfFirstArgument, true},
    {"nextafter", 2, 2, kPure, OfFirstArgument, true},
    {"ldexp", 2, 2, kPure, OfFirstArgument, true},
    {"fma", 3, 3, kPure, OfFirstArgument, true},
    {"fabs", 1, 1, kPure, OfFirstArgument, true},  // T.abs of floats; integers become a Select
    {"floor", 1, 1, kPure, OfFirstArgument, true},
    {"ceil", 1, 1, kPure, OfFirstArgument, true},
    {"trunc", 1, 1, kPure, OfFirstArgument, true},
    {"round", 1, 1, kPure, OfFirstArgument, true},
    {"nearbyint", 1, 1, kPure, OfFirstArgument, true},
    {"isnan", 1, 1, kPure, Bool, true},
    {"isinf", 1, 1, kPure, Bool, true},
    {"isfinite", 1, 1, kPure, Bool, true},
    {"popcount", 1, 1, kPure, OfFirstArgument, true},
    {"clz", 1, 1, kPure, Int32, true},
    {"likely", 1, 1, kPure, OfFirstArgument, true},
    // bits
    {"shift_left", 2, 2, kPure, OfFirstArgument, true},
    {"shift_right", 2, 2, kPure, OfFirstArgument, true},
    {"bitwise_and", 2, 2, kPure, OfFirstArgument, true},
    {"bitwise_or", 2, 2, kPure, OfFirstArgument, true},
    {"bitwise_xor", 2, 2, kPure, OfFirstArgument, true},
    {"bitwise_not", 1, 1, kPure, OfFirstArgument, true},
    {"reinterpret", 1, 1, kPure, Given, true},
    // control: only the chosen side is evaluated
    {"if_then_else", 3, 3, kPure, OfSecondArgument, false},
    // vectors
    {"vectorlow", 1, 1, kPure, Given, false},
    {"vectorhigh", 1, 1, kPure, Given, false},
    {"vectorcombine", 2, 2, kPure, Given, false},
    // memory and calls
    {"address_of", 1, 1, kPure, Handle, false},
    {"tvm_access_ptr", 5, 5, kPure, Handle, false},
    {"type_annotation", 0, 0, kPure, Given, false},
    {"isnullptr", 1, 1, kPure, Bool, false},
    {"undef", 0, 0, Effect::Opaque, Given, false},
    {"assume", 1, 1, Effect::Opaque, Bool, false},
    {"ignore_loop_partition", 1, 1, Effect::Opaque, OfFirstArgument, false},
    {"tvm_thread_invariant", 1, 1, Effect::Opaque, OfFirstArgument, false},
    {"q_multiply_shift", 4, 4, Effect::Opaque, OfFirstArgument, false},
    {"q_multiply_shift_per_axis", 7, 7, Effect::Opaque, OfFirstArgument, false},
    {"call_extern", 1, -1, Effect::Opaque, Given, false},
    {"call_pure_extern", 1, -1, kPure, Given, false},
    {"call_packed", 1, -1, Effect::Opaque, Int32, false},
    {"call_llvm_intrin", 1, -1, Effect::Opaque, Given, false},
    {"call_llvm_pure_intrin", 1, -1, kPure, Given, false},
    {"tvm_stack_make_shape", 0, -1, kPure, Handle, false},
    {"tvm_stack_make_array", 6, 6, kPure, Handle, false},
    {"prefetch", 1, -1, Effect::Opaque, Int32, false},
    // threads
    {"tvm_storage_sync", 1, 3, Effect::Opaque, Int32, false},
    {"tvm_thread_allreduce", 3, -1, Effect::Opaque, Handle, false},
    {"tvm_warp_shuffle", 5, 5, Effect::Opaque, OfSecondArgument, false},
    {"tvm_warp_shuffle_up", 5, 5, Effect::Opaque, OfSecondArgument, false},
    {"tvm_warp_shuffle_down", 5, 5, Effect::Opaque, OfSecondArgument, false},
    {"tvm_warp_activemask", 0, 0, Effect::Opaque, Int32, false},
    {"ret", 1, 1, Effect::Opaque, Void, false},
};

}  // namespace

std::span<const Intrinsic> allIntrinsics() { return kIntrinsics; }

const Intrinsic* findIntrinsic(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kIntrinsics), std::end(kIntrinsics), [&](const Intrinsic& i) { return i.name == name; });
  return found == std::end(kIntrinsics) ? nullptr : &*found;
}

}  // namespace lw
