// Weights: parameters that are the same in every call, so that the caller leaves their layout free. A function lists
// their positions in TVM's attribute layout_free_buffers; what only rearranges them need not run in every call.
#pragma once

#include <string_view>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

inline constexpr std::string_view kLayoutFreeBuffers = "layout_free_buffers";
// The annotation of a block that only rearranges weights, and so may run once, before the calls. TVM's name.
inline constexpr std::string_view kPackedOnce = "meta_schedule.layout_rewrite_preproc";

namespace err {
inline constexpr Error<Ident> kLayoutFreeList{"layout-free.list",
                                              "the attribute layout_free_buffers of {0} is not a list of positions"};
inline constexpr Error<int64_t, Ident, int64_t> kLayoutFreePosition{
    "layout-free.position", "layout_free_buffers lists the parameter {0}, but {1} has {2} parameters"};
inline constexpr Error<int64_t, Ident> kLayoutFreeScalar{
    "layout-free.scalar", "layout_free_buffers lists the parameter {0}, but {1} is a scalar"};
inline constexpr Error<Ident> kLayoutFreeWritten{"layout-free.written",
                                                 "layout_free_buffers lists {0}, but the function writes to it"};
}  // namespace err

// The positions of the weights among the parameters, in ascending order, without doubles; empty: it lists none. Refused
// where a position is not that of a buffer that the function only reads.
Result<std::vector<size_t>> layoutFreeParams(const PrimFunc& function);
bool isPackedOnce(const Block& block);

}  // namespace lw
