#include "passes/split_at_barriers.h"

#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/gpu/exchanging_nests.h"
#include "core/analysis/gpu/thread_accesses.h"
#include "core/ir/visit.h"
#include "passes/convert_blocks_to_opaque.h"
#include "passes/lower_init_block.h"
#include "passes/lower_match_buffer.h"
#include "passes/lower_opaque_block.h"
#include "passes/support/split_nest.h"
#include "passes/support/thread_copies.h"
#include "passes/support/thread_launches.h"

namespace lw {
namespace {

constexpr unsigned long kPrivateOperations = 200'000;  // of ISL, per question

// Buffers that are not local, but that every thread of the nest fills for itself before it reads them.
std::vector<Var> filledByEachThread(const PrimFunc& f, const Stmt& nest) {
  CollectAccesses all({}, {}, {}, {});
  all.stmt(nest);
  std::vector<Var> looked, own;
  for (const ThreadAccess& a : all.found) {
    if (std::find(looked.begin(), looked.end(), a.buffer->data) != looked.end()) continue;
    looked.push_back(a.buffer->data);
    std::vector<const For*> threads = commonLoops(a.loops, a.loops).threads;
    bool written = false;
    for (const ThreadAccess& b : all.found)
      if (b.buffer->data == a.buffer->data) {
        threads = commonLoops(threads, commonLoops(b.loops, b.loops).threads).threads;
        written = written || b.store;
      }
    if (written && !threads.empty() && keptApart(f, a.buffer, all.found) &&
        privateToIteration(f, a.buffer, threads.back()->id, ProofBudget(kPrivateOperations)))
      own.push_back(a.buffer->data);
  }
  return own;
}

// Divides the nests with these ids. All nodes of `flat` stay alive meanwhile.
class DivideNests : public Rewriter {
 public:
  DivideNests(const PrimFunc& flat, const std::vector<LoopId>& nests) : flat_(flat), nests_(nests), result_(flat) {}
  std::optional<Explanation> error;

  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (!loop || std::find(nests_.begin(), nests_.end(), loop->id) == nests_.end()) return children(s);
    const std::vector<Var> own = filledByEachThread(flat_, s);
    const OwnMemory around = ownMemoryAround(flat_, s, own, error);
    memory_.insert(memory_.end(), around.begin(), around.end());
    auto divided = divideNest(s, own, result_, copies_);
    if (auto* e = std::get_if<Explanation>(&divided)) {
      if (!error) error = std::move(*e);
      return s;
    }
    auto& nest = std::get<DividedNest>(divided);
    memory_.insert(memory_.end(), nest.own.begin(), nest.own.end());
    Stmt body = std::move(nest.body);
    for (size_t i = nest.around.size(); i-- > 0;)
      body = std::visit(
          [&](auto holder) {
            holder.body = body;
            return Stmt(std::move(holder), s.origin());
          },
          nest.around[i]);
    return body;
  }
  PrimFunc divided() {
    Stmt body = stmt(flat_.body);
    if (!error) body = withThreadCopies(body, memory_, copies_, error);
    result_.body = std::move(body);
    return std::move(result_);
  }

 private:
  const PrimFunc& flat_;
  const std::vector<LoopId>& nests_;
  PrimFunc result_;
  OwnMemory memory_;
  LoopCopies copies_;
};

}  // namespace

Result<PrimFunc> splitAtBarriers(const PrimFunc& f) {
  const PrimFunc looped = launchesAsLoops(f);
  const std::vector<LoopId> nests = exchangingNests(looped);
  if (nests.empty()) return f;
  const PrimFunc flat = lowerOpaqueBlock(lowerMatchBuffer(convertBlocksToOpaque(lowerInitBlock(looped))));
  DivideNests divide(flat, nests);
  PrimFunc divided = divide.divided();
  if (divide.error) return *std::move(divide.error);
  return divided;
}

Status checkSplitAtBarriers(const PrimFunc& f) {
  Result<PrimFunc> divided = splitAtBarriers(f);
  if (!divided) return std::move(divided).error();
  return success();
}

const Pass kSplitAtBarriersPass{.name = "split_at_barriers",
                                .label = "split at barriers",
                                .help = "Divide loops over threads where the threads exchange values.",
                                .check = programOnly<checkSplitAtBarriers>,
                                .run = [](const PrimFunc& before, const TargetFacts&) -> Result<PrimFunc> {
                                  Result<PrimFunc> divided = splitAtBarriers(before);
                                  return divided ? divided : Result<PrimFunc>(before);
                                }};

}  // namespace lw
