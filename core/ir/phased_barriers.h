// Barriers with phases (mbarrier, from sm_90 on), by TVM's calls, and bulk copies that complete on them.
//
//   create_barriers(n)                         barriers 0 to n - 1 of the block, once in a kernel
//   ptx_init_barrier_thread_count(b, count)    phase 0 begins; a phase ends after `count` arrivals
//   ptx_arrive_barrier(b)                      one arrival
//   ptx_arrive_barrier_expect_tx(b, bytes)     the same; the phase also waits for so many bytes of copies
//   ptx_wait_barrier(b, parity)                until the latest phase of this parity, 0 or 1, has ended
//   ptx_cp_async_bulk(type, to, offset, from, offset, bytes, b)
//
// A bulk copy is an attribute `bulk_copy` around statements that do the same (core/analysis/gpu/async_calls.h makes
// it); its value is a tuple (b, first element that is written, first element that is read, bytes). What the barriers
// order is not known to thread_sync: it places no barriers for memory that bulk copies write.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/ir/ops.h"

namespace lw {

enum class PhasedKind : uint8_t { Make, Init, Arrive, Wait };

struct PhasedCall {
  std::string_view name;
  PhasedKind kind;
  size_t arguments;
};
inline constexpr PhasedCall kPhasedCalls[] = {{"create_barriers", PhasedKind::Make, 1},
                                              {"ptx_init_barrier_thread_count", PhasedKind::Init, 2},
                                              {"ptx_arrive_barrier", PhasedKind::Arrive, 1},
                                              {"ptx_arrive_barrier_expect_tx", PhasedKind::Arrive, 2},
                                              {"ptx_wait_barrier", PhasedKind::Wait, 2}};
inline constexpr std::string_view kBulkCall = "ptx_cp_async_bulk", kBulkCopy = "bulk_copy";
inline constexpr int kPhasedCapability = 90;
inline constexpr int64_t kPhasedBytes = 8, kBulkUnit = 16;  // of a barrier; bulk copies are multiples of it

// nullptr: another function, or with other arguments.
inline const PhasedCall* phasedCall(const Call& call) {
  if (call.op != Intrinsic::External) return nullptr;
  const auto* known = std::find_if(std::begin(kPhasedCalls), std::end(kPhasedCalls), [&](const PhasedCall& p) {
    return p.name == call.op.view() && p.arguments == call.args.size();
  });
  return known == std::end(kPhasedCalls) ? nullptr : known;
}
inline const PhasedCall* phasedCall(const Stmt& s) {
  const auto* evaluate = s.as<Evaluate>();
  const auto* call = evaluate ? evaluate->value.as<Call>() : nullptr;
  return call ? phasedCall(*call) : nullptr;
}

}  // namespace lw
