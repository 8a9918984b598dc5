#include "core/text/tir/opaque_calls.h"

#include "core/ir/jumps.h"
#include "core/ir/matrix_instructions.h"
#include "core/support/words.h"

namespace lw::tir {

namespace {

// Instructions below these names are passed on with any name: T.ptx.mma..., T.cuda.cta_sync.
constexpr std::string_view kFamilies = "cuda hexagon metal nki nvshmem ptx ptx_legacy rocm s_tir tile vulkan webgpu";

// By what they return.
constexpr std::string_view kHandles =
    "TileLayout ComposeLayout SwizzleLayout tvm_bmma_sync ptx_cp_async ptx_commit_group ptx_wait_group "
    "create_barriers ptx_init_barrier_thread_count ptx_arrive_barrier ptx_arrive_barrier_expect_tx ptx_wait_barrier "
    "ptx_bar_sync ptx_fence_proxy_async ptx_cp_async_bulk ptx_cp_async_bulk_commit_group "
    "ptx_cp_async_bulk_wait_group_read ptx_cp_async_bulk_wait_group set_max_nreg tvm_stack_alloca tvm_tuple "
    "tvm_static_handle ptr_byte_offset "
    "handle_add_byte_offset mem_copy start_profile_intrinsic end_profile_intrinsic anylist_getitem "
    "make_filled_simdgroup_matrix simdgroup_load simdgroup_store simdgroup_multiply_accumulate target hint "
    "comm_reducer";
constexpr std::string_view kInts =
    "tvm_struct_get tvm_struct_set tvm_call_cpacked tvm_call_packed tvm_call_packed_lowered "
    "tvm_call_cpacked_lowered tvm_call_trace_packed tvm_check_return tvm_throw_last_error tvm_context_id "
    "tvm_global_barrier_kinit tvm_warp_shuffle_xor texture2d_load dma_copy dma_wait anylist_resetitem "
    "anylist_setitem_call_packed anylist_setitem_call_cpacked vscale get_active_lane_mask masked_load "
    "large_uint_imm cta_id cta_id_in_cluster cta_id_in_pair cluster_id thread_id thread_id_in_wg lane_id warp_id "
    "warp_id_in_wg warpgroup_id Shuffle buffer_offset";
constexpr std::string_view kVoids =
    "tvm_kernel_replace_point texture2d_store masked_store thread_return print_buffer timer_init timer_start "
    "timer_end timer_finalize";

}  // namespace

std::optional<DataType> opaqueResult(std::string_view member) {
  if (hasWord(kHandles, member)) return dtype::Handle();
  if (hasWord(kInts, member)) return dtype::Int32;
  if (hasWord(kVoids, member) || member == kBreakLoop || member == kContinueLoop) return dtype::Void();
  if (matrixCall(member) && member.find('.') == std::string_view::npos) return dtype::Handle();
  const std::string_view family = member.substr(0, member.find_first_of(".["));
  if (family.size() < member.size() && hasWord(kFamilies, family)) return dtype::Int32;
  return std::nullopt;
}

}  // namespace lw::tir
