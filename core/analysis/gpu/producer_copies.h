// Loops whose copies from global to shared memory a producer warp makes, while the other warps consume what it copied
// before: the annotation `specialize_warps`, and what the copies have to be.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/arith/analyzer.h"
#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// On a serial loop: [stages, registers of a producer thread, registers of a consumer thread, whether copies are those
// of tensors]; registers are 0 where they stay as they are.
inline constexpr std::string_view kSpecializeNote = "specialize_warps";
inline constexpr int64_t kMostProducerStages = 8;
// Registers of a thread that setmaxnreg takes, in multiples of the unit. It is carried out by whole warp groups.
inline constexpr int64_t kLeastRegisters = 24, kMostRegisters = 256, kRegisterUnit = 8, kWarpGroupThreads = 128;

struct SpecializeNote {
  int64_t stages = 0, producerRegisters = 0, consumerRegisters = 0;
  bool tensors = false;
};
// nullopt: the loop has no such annotation, or one of another form.
std::optional<SpecializeNote> specializeNote(const For& loop);

// A nest of loops around one store of an element that is loaded, where the innermost loop follows a row of both
// buffers.
struct ProducerCopy {
  std::vector<const For*> loops;  // outermost first
  Buffer to, from;
  std::vector<Expr> write, read;  // indices, over the loops
  Stmt store;                     // over the loops
  int64_t rowBytes = 0;
};
// `why` says why bulk copies cannot make the copy. Rows have to be multiples of 16 bytes, and to begin at such; copies
// of tensors have the limits of descriptors instead (core/analysis/gpu/tensor_boxes.h), and may have a predicate, since
// they write zeros for what is outside of the array.
std::optional<ProducerCopy> producerCopyOf(const Stmt& s, bool tensors, Message& why);

// A copy from shared to global memory as a tensor store, with the roles of `to` and `from` exchanged: `to` is the
// memory in shared memory, `from` the array. It has no predicate.
std::optional<ProducerCopy> tensorStoreOf(const Stmt& s, Message& why);

struct ProducerLoop {
  const For* loop = nullptr;
  const Block* holder = nullptr;  // the block in the loop's body that allocates what each iteration owns
  std::vector<ProducerCopy> copies;
  std::vector<Stmt> rest;
};
// The copies are the first statements of the loop. `around` is the loop or a statement around it: what its statements
// write is not copied by a producer.
std::optional<ProducerLoop> producerLoopOf(const For& loop, const Stmt& around, bool tensors, Message& why);

}  // namespace lw
