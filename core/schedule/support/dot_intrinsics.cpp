#include "core/schedule/support/dot_intrinsics.h"

#include "core/text/tir/parser.h"

namespace lw {
namespace {

constexpr const char* kUnsignedBySigned = R"(from tvm.script import tir as T


@T.prim_func
def desc(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (4,), "uint8", offset_factor=1)
    B = T.match_buffer(b, (64,), "int8", offset_factor=1)
    C = T.match_buffer(c, (16,), "int32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:4], B[0:64])
        T.writes(C[0:16])
        for i, k in T.grid(16, 4):
            with T.block("dot"):
                vi, vk = T.axis.remap("SR", [i, k])
                C[vi] = C[vi] + T.Cast("int32", A[vk]) * T.Cast("int32", B[vi * 4 + vk])


@T.prim_func
def impl(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (4,), "uint8", offset_factor=1)
    B = T.match_buffer(b, (64,), "int8", offset_factor=1)
    C = T.match_buffer(c, (16,), "int32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:4], B[0:64])
        T.writes(C[0:16])
        C[0:16] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", C[0:16], T.Broadcast(T.reinterpret("int32", A[0:4]), 16), T.reinterpret("int32x16", B[0:64]))
)";

}  // namespace

std::optional<TensorIntrin> dotIntrinsic(std::string_view name) {
  if (name != kDotOfBytes) return std::nullopt;
  const SourceFile file = parseSource(std::string(name), kUnsignedBySigned);
  if (file.hasErrors() || file.functions.size() != 2) return std::nullopt;
  return TensorIntrin{std::string(name), file.functions[0], file.functions[1]};
}

std::vector<TensorIntrin> withDotIntrinsics(std::vector<TensorIntrin> intrinsics) {
  if (std::optional<TensorIntrin> dot = dotIntrinsic(kDotOfBytes)) intrinsics.push_back(std::move(*dot));
  return intrinsics;
}

}  // namespace lw
