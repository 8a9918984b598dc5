// Barriers with phases (mbarrier, from sm_90 on), by TVM's calls, and bulk copies that complete on them.
//
//   create_barriers(n)                         barriers 0 to n - 1 of the block, once in a kernel
//   ptx_init_barrier_thread_count(b, count)    phase 0 begins; a phase ends after `count` arrivals
//   ptx_arrive_barrier(b)                      one arrival
//   ptx_arrive_barrier_expect_tx(b, bytes)     the same; the phase also waits for so many bytes of copies
//   ptx_wait_barrier(b, parity)                until the latest phase of this parity, 0 or 1, has ended
//   ptx_cp_async_bulk(type, to, offset, from, offset, bytes, b)
//   set_max_nreg(registers, more)              of each thread from here on, for all threads of a warp group
//   ptx_bar_sync(b, threads)                   named barrier b of whole warps, so many threads of the block: each
//                                              waits there for all others. No barrier has to be created for it
//   ptx_fence_proxy_async()                    what this thread wrote to shared memory is seen by tensor stores
//   ptx_cp_async_bulk_commit_group()           ends a group of tensor stores of this thread
//   ptx_cp_async_bulk_wait_group_read(n)       until all such groups but the latest n have read shared memory
//   ptx_cp_async_bulk_wait_group(n)            the same, and have written global memory
//
// A bulk copy is an attribute `bulk_copy` around statements that do the same (core/analysis/gpu/async_calls.h makes
// it); its value is a tuple (b, first element that is written, first element that is read, bytes). What the barriers
// order is not known to thread_sync: it places no barriers for memory that bulk copies write.
//
// A tensor store is an attribute `bulk_store` around statements that do the same, from shared to global memory; its
// value is the tuple of a bulk copy of tensors (core/ir/tensor_copies.h) with the element that is read before the one
// that is written, and without a barrier. thread_sync orders what its body accesses; inject_tensor_stores makes it of
// the annotation `tensor_store` of a loop, and issue_tensor_stores adds the calls.
//
// Between inject_producers and specialize_warps, which puts the calls in their place, attributes say what the roles
// are: `producer_part` around the copies of a round and `consumer_part` around what reads them. The value of both is a
// tuple (round, stages, first barrier, bytes of a round, registers of a producer thread, of a consumer thread). The
// copies of a stage are complete with the barrier `first + stage`, and were read with `first + stages + stage`.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/ir/ops.h"

namespace lw {

// Those from Named on are no barriers with phases.
enum class PhasedKind : uint8_t {
  Make,
  Init,
  Arrive,
  Wait,
  Registers,
  Named,
  Fence,
  CommitStores,
  WaitStores,
  WaitWrites
};

struct PhasedCall {
  std::string_view name;
  PhasedKind kind;
  size_t arguments;
};
inline constexpr PhasedCall kPhasedCalls[] = {{"create_barriers", PhasedKind::Make, 1},
                                              {"ptx_init_barrier_thread_count", PhasedKind::Init, 2},
                                              {"ptx_arrive_barrier", PhasedKind::Arrive, 1},
                                              {"ptx_arrive_barrier_expect_tx", PhasedKind::Arrive, 2},
                                              {"ptx_wait_barrier", PhasedKind::Wait, 2},
                                              {"set_max_nreg", PhasedKind::Registers, 2},
                                              {"ptx_bar_sync", PhasedKind::Named, 2},
                                              {"ptx_fence_proxy_async", PhasedKind::Fence, 0},
                                              {"ptx_cp_async_bulk_commit_group", PhasedKind::CommitStores, 0},
                                              {"ptx_cp_async_bulk_wait_group_read", PhasedKind::WaitStores, 1},
                                              {"ptx_cp_async_bulk_wait_group", PhasedKind::WaitWrites, 1}};
inline constexpr std::string_view kBulkCall = "ptx_cp_async_bulk", kBulkCopy = "bulk_copy", kBulkStore = "bulk_store";
inline constexpr std::string_view kTensorStoreNote = "tensor_store";  // an annotation of a loop
inline constexpr std::string_view kProducerPart = "producer_part", kConsumerPart = "consumer_part";
// An attribute around what uses set_max_nreg: the registers of a thread when the kernel starts.
inline constexpr std::string_view kStartRegisters = "start_registers";
inline constexpr int64_t kMostNamedBarriers = 15;  // 1 to 15; 0 is the barrier of the block
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
inline bool isNamedBarrier(const Stmt& s) {
  const PhasedCall* call = phasedCall(s);
  return call && call->kind == PhasedKind::Named;
}

}  // namespace lw
