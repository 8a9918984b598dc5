#include "core/text/tir/opaque_calls.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "core/ir/jumps.h"
#include "core/ir/matrix_instructions.h"

namespace lw::tir {

namespace {

// Instructions below these names are passed on with any name: T.ptx.mma..., T.cuda.cta_sync.
constexpr std::string_view kFamilies = " cuda hexagon metal nki nvshmem ptx ptx_legacy rocm s_tir tile vulkan webgpu ";

struct Known {
  std::string_view name;
  DataType result;
};
constexpr DataType kHandle = dtype::Handle(), kVoid = dtype::Void(), kInt = dtype::Int32;
constexpr Known kKnown[] = {
    {"TileLayout", kHandle},
    {"ComposeLayout", kHandle},
    {"SwizzleLayout", kHandle},
    {"tvm_bmma_sync", kHandle},
    {"ptx_cp_async", kHandle},
    {"ptx_commit_group", kHandle},
    {"ptx_wait_group", kHandle},
    {"create_barriers", kHandle},
    {"ptx_init_barrier_thread_count", kHandle},
    {"ptx_arrive_barrier", kHandle},
    {"ptx_arrive_barrier_expect_tx", kHandle},
    {"ptx_wait_barrier", kHandle},
    {"ptx_bar_sync", kHandle},
    {"ptx_fence_proxy_async", kHandle},
    {"ptx_cp_async_bulk_commit_group", kHandle},
    {"ptx_cp_async_bulk_wait_group_read", kHandle},
    {"ptx_cp_async_bulk_wait_group", kHandle},
    {"ptx_cp_async_bulk", kHandle},
    {"set_max_nreg", kHandle},
    {"tvm_struct_get", kInt},
    {"tvm_struct_set", kInt},
    {"tvm_stack_alloca", kHandle},
    {"tvm_call_cpacked", kInt},
    {"tvm_call_packed", kInt},
    {"tvm_call_packed_lowered", kInt},
    {"tvm_call_cpacked_lowered", kInt},
    {"tvm_call_trace_packed", kInt},
    {"tvm_check_return", kInt},
    {"tvm_throw_last_error", kInt},
    {"tvm_tuple", kHandle},
    {"tvm_static_handle", kHandle},
    {"tvm_context_id", kInt},
    {"tvm_global_barrier_kinit", kInt},
    {"tvm_kernel_replace_point", kVoid},
    {"tvm_warp_shuffle_xor", kInt},
    {"ptr_byte_offset", kHandle},
    {"handle_add_byte_offset", kHandle},
    {"texture2d_load", kInt},
    {"texture2d_store", kVoid},
    {"mem_copy", kHandle},
    {"dma_copy", kInt},
    {"dma_wait", kInt},
    {"start_profile_intrinsic", kHandle},
    {"end_profile_intrinsic", kHandle},
    {"anylist_getitem", kHandle},
    {"anylist_resetitem", kInt},
    {"anylist_setitem_call_packed", kInt},
    {"anylist_setitem_call_cpacked", kInt},
    {"vscale", kInt},
    {"get_active_lane_mask", kInt},
    {"masked_load", kInt},
    {"masked_store", kVoid},
    {"large_uint_imm", kInt},
    {"make_filled_simdgroup_matrix", kHandle},
    {"simdgroup_load", kHandle},
    {"simdgroup_store", kHandle},
    {"simdgroup_multiply_accumulate", kHandle},
    {"thread_return", kVoid},
    {kBreakLoop, kVoid},
    {kContinueLoop, kVoid},
    {"cta_id", kInt},
    {"cta_id_in_cluster", kInt},
    {"cta_id_in_pair", kInt},
    {"cluster_id", kInt},
    {"thread_id", kInt},
    {"thread_id_in_wg", kInt},
    {"lane_id", kInt},
    {"warp_id", kInt},
    {"warp_id_in_wg", kInt},
    {"warpgroup_id", kInt},
    {"print_buffer", kVoid},
    {"timer_init", kVoid},
    {"timer_start", kVoid},
    {"timer_end", kVoid},
    {"timer_finalize", kVoid},
    {"Shuffle", kInt},
    {"target", kHandle},
    {"hint", kHandle},
    {"comm_reducer", kHandle},
    {"buffer_offset", kInt},
};

}  // namespace

std::optional<DataType> opaqueResult(std::string_view member) {
  const auto known =
      std::find_if(std::begin(kKnown), std::end(kKnown), [&](const Known& k) { return k.name == member; });
  if (known != std::end(kKnown)) return known->result;
  if (matrixCall(member) && member.find('.') == std::string_view::npos) return kHandle;
  const std::string_view family = member.substr(0, member.find_first_of(".["));
  if (family.size() < member.size() && kFamilies.find(" " + std::string(family) + " ") != std::string_view::npos)
    return dtype::Int32;
  return std::nullopt;
}

}  // namespace lw::tir
