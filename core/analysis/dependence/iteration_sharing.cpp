#include "core/analysis/dependence/iteration_sharing.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

bool runsAtOnce(const For& loop) { return loop.kind == ForKind::Parallel || loop.kind == ForKind::Vectorized; }

// Where the blocks that use a buffer are.
struct Uses {
  Buffer buffer;
  std::optional<LoopId> home;  // the outermost loop that runs at once around all of them
  std::vector<LoopId> stores;  // the outermost loops that run at once around those that write
  std::vector<LoopId> equal;   // the ones whose iterations all write the same elements
};

class UseCollector : public Visitor {
 public:
  UseCollector(const PrimFunc& function, std::span<const Stmt> nests) : function_(function) {
    for (const Stmt& s : nests) stmt(s);
  }
  std::vector<Uses> uses;  // of buffers that the function allocates, in the order of their first use
  std::set<LoopId> loops;  // the outermost ones that run at once
  const Uses* of(const Buffer& buffer) const {
    const auto at = numbers_.find(buffer->data.key());
    return at == numbers_.end() ? nullptr : &uses[at->second];
  }

  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    const bool outermost = loop && !around_ && runsAtOnce(*loop);
    if (outermost) around_ = *loop, loops.insert(loop->id);
    const size_t before = blocks_;
    blocks_ += s.as<Block>() != nullptr;
    children(s);
    const auto* block = s.as<Block>();
    if (block && blocks_ == before + 1) look(*block);  // one around others has only what they have
    if (outermost) around_.reset();
  }

 private:
  void look(const Block& block) {
    for (const BufferRegion& r : block.reads) use(r.buffer);
    for (const BufferRegion& r : block.writes) {
      Uses* u = use(r.buffer);
      if (!u || !around_) continue;
      add(u->stores, around_->id);
      if (asInt(around_->extent) != 1 && std::none_of(block.bindings.begin(), block.bindings.end(),
                                                      [&](const Expr& e) { return usesVar(e, around_->var); }))
        add(u->equal, around_->id);
    }
  }
  static void add(std::vector<LoopId>& list, LoopId loop) {
    if (std::find(list.begin(), list.end(), loop) == list.end()) list.push_back(loop);
  }
  // nullptr: a parameter.
  Uses* use(const Buffer& buffer) {
    if (std::any_of(function_.buffers.begin(), function_.buffers.end(),
                    [&](const auto& entry) { return entry.second->data == buffer->data; }))
      return nullptr;
    const auto home = around_ ? std::optional(around_->id) : std::nullopt;
    const auto [at, first] = numbers_.try_emplace(buffer->data.key(), uses.size());
    if (first) uses.push_back({buffer, home, {}, {}});
    Uses& u = uses[at->second];
    if (u.home != home) u.home.reset();
    return &u;
  }

  const PrimFunc& function_;
  std::map<const void*, size_t> numbers_;  // by the pointer of the buffer; only looked up
  std::optional<For> around_;
  size_t blocks_ = 0;
};

std::span<const Stmt> nestsOf(const PrimFunc& function) {
  const auto* root = function.body.as<Block>();
  const Stmt& body = root ? root->body : function.body;
  const auto* seq = body.as<Seq>();
  return seq ? std::span<const Stmt>(seq->stmts) : std::span(&body, 1);
}

// The nests that a step changes are neighbours in most cases: those between the first and the last difference.
struct ChangedNests {
  std::span<const Stmt> before, after, first, last;  // first, last: what both versions have
};
ChangedNests changedNests(const PrimFunc& before, const PrimFunc& after) {
  std::span<const Stmt> old = nestsOf(before), now = nestsOf(after);
  const std::span<const Stmt> all = old;
  size_t same = 0;
  while (same < std::min(old.size(), now.size()) && old[same].sameAs(now[same])) ++same;
  old = old.subspan(same), now = now.subspan(same);
  size_t ends = 0;
  while (ends < std::min(old.size(), now.size()) && old[old.size() - 1 - ends].sameAs(now[now.size() - 1 - ends]))
    ++ends;
  return {old.first(old.size() - ends), now.first(now.size() - ends), all.first(same), all.last(ends)};
}

// Removes the buffers that these nests use.
void removeUsed(std::vector<Uses>& list, std::span<const Stmt> nests) {
  for (size_t i = 0; i < nests.size() && !list.empty(); ++i)
    forEachStmt(nests[i], [&](const Stmt& s) {
      const auto* block = s.as<Block>();
      for (const auto* regions : {block ? &block->reads : nullptr, block ? &block->writes : nullptr})
        for (size_t k = 0; regions && k < regions->size(); ++k)
          std::erase_if(list, [&](const Uses& u) { return u.buffer->data == (*regions)[k].buffer->data; });
    });
}

}  // namespace

std::optional<IterationSharing> sharingIntroduced(const PrimFunc& before, const PrimFunc& after,
                                                  const ProofBudget& budget) {
  const ChangedNests nests = changedNests(before, after);
  const UseCollector old(before, nests.before), now(after, nests.after);
  // What is shared now was used in one loop that runs at once and nowhere else, or is new.
  std::vector<Uses> shared = now.uses;
  std::erase_if(shared, [&](const Uses& u) {
    const Uses* was = old.of(u.buffer);
    return u.home || u.stores.empty() || (was && !was->home);
  });
  removeUsed(shared, nests.first);
  removeUsed(shared, nests.last);
  for (const Uses& uses : shared)
    for (const LoopId loop : uses.stores) {
      const Uses* was = old.of(uses.buffer);
      const auto home = was ? was->home : old.loops.contains(loop) ? std::optional(loop) : std::nullopt;
      if (!home) continue;
      Verdict verdict = iterationsIndependent(after, loop, budget);
      if (verdict.yes()) continue;
      const Verdict first = iterationsIndependent(before, *home, budget);
      const bool ran = !first.no() || first.conservative;  // at once, by the signatures where this was undecided
      const bool certain = std::find(uses.equal.begin(), uses.equal.end(), loop) != uses.equal.end();
      if ((first.yes() && (was || verdict.no())) || (ran && certain))
        return IterationSharing{uses.buffer, loop, std::move(verdict)};
    }
  return std::nullopt;
}

}  // namespace lw
