#include "core/schedule/support/exchange_steps.h"

#include <algorithm>

#include "core/analysis/gpu/exchanging_nests.h"
#include "core/ir/threads.h"
#include "core/schedule/errors.h"
#include "core/support/words.h"

namespace lw {
namespace {

// Each thread carries out the same statements in the same order after these steps, unless they take a loop over threads
// for one whose iterations follow each other.
constexpr std::string_view kKeepOrder =
    "split fuse loop_partition peel shift unroll add_unit_loop annotate unannotate pragma annotate_buffer_access "
    "storage_align simplify enter_postproc reorder_block_iter_var sample_categorical sample_perfect_tile "
    "sample_partitioned_tile prefetch";

bool takesThreads(const Snapshot& program, const StepValue& value) {
  if (const auto* list = value.as<StepValue::List>())
    return std::any_of(list->begin(), list->end(), [&](const StepValue& v) { return takesThreads(program, v); });
  const auto* loop = value.as<LoopId>();
  return loop && program.contains(*loop) && program.loop(*loop).kind == ForKind::ThreadBinding;
}

}  // namespace

std::vector<LoopId> exchangingLoops(const Snapshot& program) {
  std::vector<LoopId> all;
  for (int i = 0; i < program.functionCount(); ++i) {
    if (!bindsThreads(program.function(i).body)) continue;
    const std::vector<LoopId> found = exchangingNests(program.function(i));
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::optional<Explanation> stepsAndExchange(const Snapshot& program, const std::vector<LoopId>& exchanging,
                                            const Primitive& primitive, const Arguments& args) {
  if (exchanging.empty() || primitive.query) return std::nullopt;
  const bool keeps = hasWord(kKeepOrder, primitive.name);
  const bool threads =
      std::any_of(args.begin(), args.end(), [&](const StepValue& v) { return takesThreads(program, v); });
  if (keeps && (!threads || primitive.name.find("annotate") != std::string::npos)) return std::nullopt;
  const auto left =
      std::find_if(exchanging.begin(), exchanging.end(), [&](LoopId loop) { return program.contains(loop); });
  const std::string loop = left == exchanging.end() ? std::string("threads") : program.name(*left);
  Explanation e = explain(err::kStepsAndExchange(loop, primitive.name),
                          keeps ? say("{0} can change the loops that are not bound to threads", Ident(primitive.name))
                                : say("split, fuse, peel, loop_partition and unroll of loops that are not bound to "
                                      "threads keep the order"));
  if (left != exchanging.end()) e.loops = {*left};
  return e;
}

}  // namespace lw
