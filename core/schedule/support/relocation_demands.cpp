#include "core/schedule/support/relocation_demands.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

class Needs {
 public:
  Needs(const Snapshot& program, const Move& move, const Analyzer& analyzer)
      : program_(program), move_(move), analyzer_(analyzer) {}

  std::vector<Demand> of(const std::vector<BlockId>& partners) const {
    const Block& moved = program_.block(move_.block);
    std::vector<Demand> list;
    for (const BufferRegion& offered : move_.reverse ? moved.reads : moved.writes)
      for (const BlockId id : partners) {
        if (!program_.isAncestor(move_.loop, id)) continue;
        const Block& partner = program_.block(id);
        VarMap bindings;
        for (size_t i = 0; i < partner.iters.size(); ++i)
          bindings.emplace(partner.iters[i].var.key(), partner.bindings[i]);
        for (const BufferRegion& r : move_.reverse ? partner.writes : partner.reads) {
          if (!(r.buffer == offered.buffer)) continue;
          Demand demand{offered, {}};
          const RunningVars vars = runningVars(id, r.buffer);
          // An index that is read from memory may not be read where the partner does not run, because of its predicate
          // or a condition in its body: the whole dimension is needed then.
          for (const Range& range : substitute(r, bindings).ranges)
            demand.wanted.push_back(!loadsMemory(range) || (isTrue(partner.predicate) && loadsInside(range, id))
                                        ? valuesOf(range, vars, analyzer_)
                                        : std::nullopt);
          list.push_back(std::move(demand));
        }
      }
    return merged(std::move(list));
  }

 private:
  // Whether the threads of a loop above share the buffer: what all of them need is then computed together. A block that
  // moves to its producers computes for one consumer.
  bool sharedAcross(const For& above, const Buffer& buffer) const {
    return !move_.reverse && threadsShare(above, buffer->scope);
  }
  RunningVars runningVars(BlockId partner, const Buffer& buffer) const {
    RunningVars vars;
    bool below = false;
    for (const LoopId id : program_.loopsAbove(partner)) {
      const For& l = program_.loop(id);
      if (below || sharedAcross(l, buffer)) vars.push_back({l.var, {l.min, l.extent}});
      below = below || id == move_.loop;
    }
    return vars;
  }
  // Whether the loads in the bounds of the range are inside their buffers for all values of the loops around the block.
  bool loadsInside(const Range& range, BlockId block) const {
    Analyzer known;
    for (const LoopId l : program_.loopsAbove(block))
      known.bind(program_.loop(l).var, {program_.loop(l).min, program_.loop(l).extent});
    bool inside = true;
    for (const Expr* bound : {&range.min, &range.extent})
      forEachExpr(*bound, [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        if (!load) return;
        for (size_t d = 0; d < load->indices.size(); ++d)
          inside = inside && known.canProve(ge(load->indices[d], makeZero(load->indices[d].dtype()))) &&
                   known.canProve(lt(load->indices[d], load->buffer->shape[d]));
      });
    return inside;
  }
  // One demand per offered region: the hull of what all partners need.
  std::vector<Demand> merged(std::vector<Demand> list) const {
    std::vector<Demand> result;
    for (Demand& d : list) {
      const auto same = std::find_if(result.begin(), result.end(),
                                     [&](const Demand& r) { return r.offered.buffer == d.offered.buffer; });
      if (same == result.end()) {
        result.push_back(std::move(d));
        continue;
      }
      for (size_t i = 0; i < same->wanted.size() && i < d.wanted.size(); ++i)
        if (same->wanted[i] && d.wanted[i])
          same->wanted[i] = hull(*same->wanted[i], *d.wanted[i], analyzer_);
        else
          same->wanted[i].reset();
    }
    return result;
  }

  const Snapshot& program_;
  const Move& move_;
  const Analyzer& analyzer_;
};

}  // namespace

std::vector<Demand> demandsOn(const Snapshot& program, const Move& move, const std::vector<BlockId>& partners,
                              const Analyzer& analyzer) {
  return Needs(program, move, analyzer).of(partners);
}

}  // namespace lw
