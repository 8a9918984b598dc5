#include "core/analysis/thread_exchange.h"

#include <algorithm>
#include <set>

#include "core/analysis/affine_sets.h"
#include "core/analysis/dependence.h"
#include "core/analysis/statements.h"
#include "core/ir/ops.h"
#include "core/ir/threads.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using analysis::Statement;
using analysis::Statements;
using analysis::Touch;

constexpr unsigned long kExchangeOperations = 200'000;  // of ISL, per question

// One access of a kernel.
struct KernelAccess {
  const Statement* statement;
  const Touch* touch;
  bool store;
  bool atomic;
};

struct Kernel {
  LoopId id;
  std::map<std::string, const For*> axes;  // by name; the first of each
  std::vector<const Statement*> statements;
};

std::optional<size_t> kernelPosition(const Statement& s) {
  for (size_t i = 0; i < s.loops.size(); ++i)
    if (isKernelAxis(*s.loops[i])) return i;
  return std::nullopt;
}

std::vector<Kernel> kernelsOf(const Statements& all) {
  std::vector<Kernel> kernels;
  for (const Statement& s : all.all) {
    const auto at = kernelPosition(s);
    if (!at) continue;
    const LoopId id = s.loops[*at]->id;
    auto kernel = std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& k) { return k.id == id; });
    if (kernel == kernels.end()) kernel = kernels.insert(kernels.end(), Kernel{id, {}, {}});
    kernel->statements.push_back(&s);
    for (const For* loop : s.loops)
      if (isKernelAxis(*loop)) kernel->axes.try_emplace(loop->thread, loop);
  }
  return kernels;
}

// What an access of a kernel touches, as sets over the coordinates of its thread, the loops around it and sizes. Loops
// around the kernel and sizes keep one name in all sets of a question, because all threads share them.
class AccessSets {
 public:
  AccessSets(const Kernel& kernel, const analysis::IslContext& context) : kernel_(kernel), context_(context) {}

  struct Part {
    std::vector<std::string> coordinates;  // of the thread
    std::vector<std::string> inner;        // names of the loops, and of coordinates that do not count
    isl::set executions;
    std::vector<isl::pw_aff> element;
    bool exact = true;  // no condition was left out
  };
  // `prefix` starts all names; nullopt: an index or a bound is not affine. With `byFirst`, only the first thread along
  // an axis carries out a statement outside of that axis's loop. With `blocksOnly`, the coordinates are those of the
  // block of threads, any of whose threads may make the access.
  std::optional<Part> part(const KernelAccess& access, const std::string& prefix, bool byFirst,
                           bool blocksOnly = false) {
    const Statement& s = *access.statement;
    const size_t first = *kernelPosition(s);
    std::map<const void*, std::string> names;
    std::set<std::string> around;
    Part part;
    for (size_t i = first; i < s.loops.size(); ++i) {
      const For& loop = *s.loops[i];
      const bool axis = isKernelAxis(loop);
      if (axis && !isZero(loop.min)) return std::nullopt;
      const std::string name = axis ? prefix + loop.thread : prefix + "l" + std::to_string(i);
      names[loop.var.key()] = name;
      if (axis)
        around.insert(loop.thread);
      else
        part.inner.push_back(name);
    }
    const analysis::AffineReader read(context_, [&](const Var& v) -> std::optional<std::string> {
      const auto found = names.find(v.key());
      return found != names.end() ? found->second : shared(v);
    });
    part.executions = read.everywhere();
    const auto require = [&](const std::optional<isl::set>& where) {
      if (where) part.executions = part.executions.intersect(*where);
      return where.has_value();
    };
    for (const auto& [axis, loop] : kernel_.axes) {
      const std::string of = prefix + axis;
      (isBlockAxis(*loop) || !blocksOnly ? part.coordinates : part.inner).push_back(of);
      if (!require(read.range(of, loop->min, loop->extent))) return std::nullopt;
      if (byFirst && !around.contains(axis)) require(read.range(of, 0, 1));
    }
    for (size_t i = 0; i < first; ++i)
      require(read.range(shared(s.loops[i]->var), s.domains[i].range.min, s.domains[i].range.extent));
    for (size_t i = first; i < s.loops.size(); ++i)
      if (!isKernelAxis(*s.loops[i]) &&
          !require(read.range(names[s.loops[i]->var.key()], s.domains[i].range.min, s.domains[i].range.extent)))
        return std::nullopt;
    for (const auto* list : {&s.conditions, &access.touch->conditions})
      for (const Expr& condition : *list) part.exact = require(read.where(condition)) && part.exact;
    for (const Expr& index : access.touch->indices) {
      auto value = read.value(index);
      if (!value) return std::nullopt;
      part.element.push_back(std::move(*value));
    }
    return part;
  }
  // The elements that the part touches, each with the coordinates that touch it; the element is e0, e1, ...
  isl::set touched(const Part& part) const {
    const analysis::AffineReader read(context_, {});
    isl::set points = part.executions;
    for (size_t d = 0; d < part.element.size(); ++d)
      points = points.intersect(read.variable("e" + std::to_string(d)).eq_set(part.element[d]));
    return analysis::without(points, part.inner);
  }

 private:
  std::string shared(const Var& v) {
    return shared_.try_emplace(v.key(), "p" + std::to_string(shared_.size())).first->second;
  }
  const Kernel& kernel_;
  const analysis::IslContext& context_;
  std::map<const void*, std::string> shared_;  // only looked up, and counted
};

bool isLocal(const Buffer& b) { return b->scope == "local" || b->scope.starts_with("local."); }
bool isGlobal(const Buffer& b) { return b->scope == "global" || b->scope.empty(); }
bool allocates(const PrimFunc& function, const Buffer& buffer) {
  return std::none_of(function.buffers.begin(), function.buffers.end(),
                      [&](const auto& p) { return p.second->data == buffer->data; });
}

class Exchanges {
 public:
  explicit Exchanges(const PrimFunc& f)
      : function_(f), all_(analysis::collectStatements(f)), kernels_(kernelsOf(all_)) {
    forEachStmt(f.body, [&](const Stmt& s) {
      const auto* n = s.as<AttrStmt>();
      if (n && isAtomic(*n))
        forEachStmt(n->body, [&](const Stmt& x) {
          if (const auto* store = x.as<BufferStore>()) atomic_.insert(store);
        });
    });
  }
  bool understood() const { return all_.understood; }
  const std::vector<Kernel>& kernels() const { return kernels_; }
  const Statements& statements() const { return all_; }

  // All accesses of the buffer in a kernel.
  std::vector<KernelAccess> accesses(const Kernel& kernel, const Buffer& buffer) const {
    std::vector<KernelAccess> list;
    for (const Statement* s : kernel.statements) {
      const bool atomic = atomic_.contains(s->store);
      if (s->target.buffer->data == buffer->data) list.push_back({s, &s->target, true, atomic});
      for (const Touch& load : s->loads)
        if (load.buffer->data == buffer->data && !(atomic && s->target.buffer->data == buffer->data))
          list.push_back({s, &load, false, false});
    }
    return list;
  }
  // In the order of their first use.
  std::vector<Buffer> buffers(const Kernel& kernel) const {
    std::vector<Buffer> list;
    const auto add = [&](const Buffer& b) {
      if (std::none_of(list.begin(), list.end(), [&](const Buffer& x) { return x->data == b->data; }))
        list.push_back(b);
    };
    for (const Statement* s : kernel.statements) {
      add(s->target.buffer);
      for (const Touch& load : s->loads) add(load.buffer);
    }
    return list;
  }
  static ThreadExchange found(const Kernel& kernel, const Buffer& buffer, const std::vector<KernelAccess>& accesses) {
    ThreadExchange e{buffer, kernel.id, {}};
    for (const KernelAccess& a : accesses)
      if (std::find(e.blocks.begin(), e.blocks.end(), a.statement->block) == e.blocks.end())
        e.blocks.push_back(a.statement->block);
    return e;
  }

  enum class Answer : uint8_t { No, Yes, Unknown };
  // Does every thread, or every block of threads, write at some time what it reads? Yes if nothing in the kernel writes
  // it.
  Answer writesWhatItReads(const Kernel& kernel, const std::vector<KernelAccess>& accesses, bool blocks) const {
    const analysis::IslContext context(kExchangeOperations);
    const auto answer = context.ask([&]() -> Answer {
      AccessSets sets(kernel, context);
      std::optional<isl::set> loads, stores;
      for (const KernelAccess& access : accesses) {
        const auto part = sets.part(access, "", blocks && !access.store && byFirst(access), blocks);
        const bool sameRank = access.touch->indices.size() == accesses.front().touch->indices.size();
        if (!part || !part->exact || !sameRank) return Answer::Unknown;
        std::optional<isl::set>& all = access.store ? stores : loads;
        const isl::set touched = sets.touched(*part);
        all = all ? all->unite(touched) : touched;
      }
      return !loads || !stores || loads->is_subset(*stores) ? Answer::Yes : Answer::No;
    });
    return answer.value_or(Answer::Unknown);
  }

  // Do two blocks of threads access the same element, one of them writing?
  Answer blocksMeet(const Kernel& kernel, const std::vector<KernelAccess>& accesses) const {
    std::vector<std::string> axes;
    for (const auto& [axis, loop] : kernel.axes)
      if (isBlockAxis(*loop) && !isOne(loop->extent)) axes.push_back(axis);
    if (axes.empty()) return Answer::No;
    Answer answer = Answer::No;
    for (const KernelAccess& a : accesses)
      for (const KernelAccess& b : accesses) {
        if (!a.store || (a.atomic && b.atomic)) continue;
        const Answer pair = meet(kernel, axes, a, b);
        if (pair == Answer::Yes) return pair;
        if (pair == Answer::Unknown) answer = pair;
      }
    return answer;
  }

 private:
  // Global memory is written once. Memory that the function allocates may become private to a block or a thread, and
  // each of them then fills its own copy.
  bool byFirst(const KernelAccess& access) const {
    const Buffer& target = access.statement->target.buffer;
    return isGlobal(target) && (access.store || !allocates(function_, target));
  }
  Answer meet(const Kernel& kernel, const std::vector<std::string>& axes, const KernelAccess& a,
              const KernelAccess& b) const {
    const analysis::IslContext context(kExchangeOperations);
    const auto answer = context.ask([&]() -> Answer {
      AccessSets sets(kernel, context);
      const auto x = sets.part(a, "a", byFirst(a)), y = sets.part(b, "b", byFirst(b));
      if (!x || !y || x->element.size() != y->element.size()) return Answer::Unknown;
      isl::set both = x->executions.intersect(y->executions);
      for (size_t d = 0; d < x->element.size(); ++d) both = both.intersect(x->element[d].eq_set(y->element[d]));
      const analysis::AffineReader read(context, {});
      isl::set apart = isl::set::empty(read.everywhere().space());
      for (const std::string& axis : axes)
        apart = apart.unite(read.variable("a" + axis).ne_set(read.variable("b" + axis)));
      if (both.intersect(apart).is_empty()) return Answer::No;
      return x->exact && y->exact ? Answer::Yes : Answer::Unknown;
    });
    return answer.value_or(Answer::Unknown);
  }

  const PrimFunc& function_;
  Statements all_;
  std::vector<Kernel> kernels_;
  std::set<const BufferStore*> atomic_;  // only looked up
};

// The loops over blockIdx around all uses of the buffer, outermost first.
std::vector<LoopId> blockLoopsAround(const Statements& all, const Buffer& buffer) {
  std::optional<std::vector<LoopId>> loops;
  for (const Statement& s : all.all) {
    const bool uses =
        s.target.buffer->data == buffer->data ||
        std::any_of(s.loads.begin(), s.loads.end(), [&](const Touch& t) { return t.buffer->data == buffer->data; });
    if (!uses) continue;
    std::vector<LoopId> around;
    for (const For* loop : s.loops)
      if (isBlockAxis(*loop)) around.push_back(loop->id);
    if (!loops)
      loops = around;
    else
      std::erase_if(*loops, [&](LoopId l) { return std::find(around.begin(), around.end(), l) == around.end(); });
  }
  return loops.value_or(std::vector<LoopId>());
}

// Buffers that the function allocates and of which each block of threads can have its own copy.
std::optional<LoopId> innermostPrivate(const PrimFunc& function, const Exchanges& exchanges, const Buffer& buffer) {
  std::vector<LoopId> loops = blockLoopsAround(exchanges.statements(), buffer);
  if (loops.empty() || !allocates(function, buffer)) return std::nullopt;
  for (const Kernel& kernel : exchanges.kernels())
    if (exchanges.writesWhatItReads(kernel, exchanges.accesses(kernel, buffer), true) != Exchanges::Answer::Yes)
      return std::nullopt;
  for (; !loops.empty(); loops.pop_back())
    if (privateToIteration(function, buffer, loops.back())) return loops.back();
  return std::nullopt;
}

// If the kernel writes the buffer, is everything that it reads of it written in the same launch? A loop around the
// kernel launches it repeatedly.
bool keptForOneLaunch(const PrimFunc& function, const Kernel& kernel, const std::vector<KernelAccess>& accesses,
                      const Buffer& buffer) {
  const size_t host = *kernelPosition(*kernel.statements.front());
  const auto stores = std::count_if(accesses.begin(), accesses.end(), [](const KernelAccess& a) { return a.store; });
  if (host == 0 || stores == 0 || stores == static_cast<std::ptrdiff_t>(accesses.size())) return true;
  return privateToIteration(function, buffer, kernel.statements.front()->loops[host - 1]->id);
}

}  // namespace

std::optional<ThreadExchange> exchangeOfOwnMemory(const PrimFunc& function) {
  if (!bindsThreads(function.body)) return std::nullopt;
  const Exchanges exchanges(function);
  if (!exchanges.understood()) return std::nullopt;
  for (const Kernel& kernel : exchanges.kernels())
    for (const Buffer& buffer : exchanges.buffers(kernel)) {
      const bool shared = buffer->scope.starts_with("shared");
      if (!isLocal(buffer) && !shared) continue;
      const std::vector<KernelAccess> accesses = exchanges.accesses(kernel, buffer);
      const bool ownsAll = exchanges.writesWhatItReads(kernel, accesses, shared) != Exchanges::Answer::No;
      if (ownsAll && keptForOneLaunch(function, kernel, accesses, buffer)) continue;
      ThreadExchange found = Exchanges::found(kernel, buffer, accesses);
      found.betweenLaunches = ownsAll;
      return found;
    }
  return std::nullopt;
}

std::optional<ThreadExchange> exchangeBetweenThreadBlocks(const PrimFunc& function) {
  if (!bindsThreads(function.body)) return std::nullopt;
  const Exchanges exchanges(function);
  if (!exchanges.understood()) return std::nullopt;
  for (const Kernel& kernel : exchanges.kernels())
    for (const Buffer& buffer : exchanges.buffers(kernel)) {
      if (!isGlobal(buffer)) continue;
      const std::vector<KernelAccess> accesses = exchanges.accesses(kernel, buffer);
      if (exchanges.blocksMeet(kernel, accesses) != Exchanges::Answer::Yes) continue;
      if (innermostPrivate(function, exchanges, buffer)) continue;
      return Exchanges::found(kernel, buffer, accesses);
    }
  return std::nullopt;
}

std::optional<LoopId> privateToThreadBlock(const PrimFunc& function, const Buffer& buffer) {
  const Exchanges exchanges(function);
  return exchanges.understood() ? innermostPrivate(function, exchanges, buffer) : std::nullopt;
}

bool threadBlocksMayMeet(const PrimFunc& function, const Buffer& buffer) {
  const Exchanges exchanges(function);
  if (!exchanges.understood()) return true;
  return std::any_of(exchanges.kernels().begin(), exchanges.kernels().end(), [&](const Kernel& kernel) {
    return exchanges.blocksMeet(kernel, exchanges.accesses(kernel, buffer)) != Exchanges::Answer::No;
  });
}

namespace {

bool usesInIter(const Block& block, const For& loop, bool reduce) {
  for (size_t i = 0; i < block.iters.size(); ++i)
    if ((block.iters[i].kind == IterKind::Reduce) == reduce && usesVar(block.bindings[i], loop.var)) return true;
  return false;
}

class Reductions : public Visitor {
 public:
  std::optional<ThreadReduction> found;
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (found) return;
    const auto* loop = s.as<For>();
    if (loop) loops_.push_back(loop);
    if (const auto* block = s.as<Block>()) look(*block);
    children(s);
    if (loop) loops_.pop_back();
  }

 private:
  void look(const Block& block) {
    const auto isReduced = [&](const For* loop) { return usesInIter(block, *loop, true); };
    const bool overThreads = std::any_of(loops_.begin(), loops_.end(), [&](const For* loop) {
      return isKernelAxis(*loop) && !isBlockAxis(*loop) && isReduced(loop);
    });
    if (!overThreads || atomicStore(block.body)) return;
    for (const For* loop : loops_)
      if (isReduced(loop) && usesInIter(block, *loop, false)) {
        found = ThreadReduction{block.id, loop->id};
        return;
      }
    if (const auto other = beside(block, isReduced)) found = ThreadReduction{block.id, other->first, other->second};
  }
  // The work of each thread before the reduction may be inside the loops of the threads: statements before the block,
  // without thread loops of their own.
  template <class IsReduced>
  std::optional<std::pair<LoopId, BlockId>> beside(const Block& block, const IsReduced& isReduced) const {
    const auto first = std::find_if(loops_.begin(), loops_.end(), isReduced);
    size_t threads = static_cast<size_t>(
        std::count_if(first, loops_.end(), [&](const For* loop) { return isKernelAxis(*loop) && isReduced(loop); }));
    bool reduceOnly = std::all_of(first, loops_.end(), isReduced);
    for (auto at = first; at != loops_.end(); ++at) {
      threads -= isKernelAxis(**at) && isReduced(*at);
      const auto* seq = (*at)->body.template as<Seq>();
      if (!seq) continue;
      for (size_t i = 0; i < seq->stmts.size(); ++i) {
        if (holds(seq->stmts[i], block.id)) {
          if (i + 1 == seq->stmts.size()) break;
          return std::pair((*at)->id, firstBlock(seq->stmts[i + 1]));
        }
        if (threads > 0 || !reduceOnly || bindsThreads(seq->stmts[i]))
          return std::pair((*at)->id, firstBlock(seq->stmts[i]));
      }
    }
    return std::nullopt;
  }
  static bool holds(const Stmt& root, BlockId id) {
    bool inside = false;
    forEachStmt(root, [&](const Stmt& s) {
      const auto* x = s.as<Block>();
      inside = inside || (x && x->id == id);
    });
    return inside;
  }
  static BlockId firstBlock(const Stmt& root) {
    BlockId first;
    forEachStmt(root, [&](const Stmt& s) {
      const auto* x = s.as<Block>();
      if (x && !first.valid()) first = x->id;
    });
    return first;
  }
  std::vector<const For*> loops_;
};

}  // namespace

std::optional<ThreadReduction> brokenThreadReduction(const PrimFunc& function) {
  Reductions reductions;
  reductions.stmt(function.body);
  return reductions.found;
}

}  // namespace lw
