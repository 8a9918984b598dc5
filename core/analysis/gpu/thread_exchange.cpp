#include "core/analysis/gpu/thread_exchange.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/shapes/empty_reductions.h"
#include "core/analysis/tables/isl_sets.h"
#include "core/analysis/tables/statements.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/threads.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using analysis::AffineCondition;
using analysis::AffineExpr;
using analysis::Conjunction;
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

// A virtual thread around blockIdx or threadIdx is inside of the kernel: all that is below it is launched together.
std::optional<size_t> kernelPosition(const Statement& s) {
  for (size_t i = 0; i < s.loops.size(); ++i)
    if (s.loops[i]->kind == ForKind::ThreadBinding) return i;
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

// What an access of a kernel touches, as conditions over numbered dimensions: the coordinates of the thread first.
// Loops around the kernel are sizes, which all threads share.
class KernelReader {
 public:
  explicit KernelReader(const Kernel& kernel) : kernel_(kernel) {}

  struct Options {
    size_t first = 0;         // the first dimension
    size_t between = 0;       // dimensions to leave free between the coordinates and the loops
    bool byFirst = false;     // only the first thread along an axis carries out a statement outside of that axis's loop
    bool blocksOnly = false;  // coordinates are those of the block of threads, any of whose threads may make the access
  };
  struct Part {
    std::map<std::string, AffineExpr> coordinates;  // by the name of the axis
    std::vector<AffineExpr> element;
    Conjunction conditions;
    size_t loops = 0;   // the first dimension of the loops
    size_t end = 0;     // the dimension after the last
    bool exact = true;  // no condition was left out
  };
  // nullopt: an index or a bound is not affine.
  std::optional<Part> part(const KernelAccess& access, const Options& options) {
    const Statement& s = *access.statement;
    const size_t first = *kernelPosition(s);
    Part part;
    analysis::AffineReader reader(sizes_);
    const std::map<std::string, AffineExpr> axes = axesOf(options, part);
    std::set<std::string> around;
    std::vector<AffineExpr> loops;
    for (size_t i = first; i < s.loops.size(); ++i) {
      const For& loop = *s.loops[i];
      if (isKernelAxis(loop) && !isZero(loop.min)) return std::nullopt;
      if (isKernelAxis(loop)) around.insert(loop.thread);
      loops.push_back(isKernelAxis(loop) ? axes.at(loop.thread) : AffineExpr::dim(static_cast<int>(part.end++)));
      reader.define(loop.var, loops.back());
    }
    for (const auto& [name, loop] : kernel_.axes) {
      const AffineExpr& axis = axes.at(name);
      if (!reader.addRange(part.conditions, axis, loop->min, loop->extent)) return std::nullopt;
      if (options.byFirst && !around.contains(name)) part.conditions.push_back(AffineCondition::equal(axis, 0));
    }
    for (size_t i = 0; i < first; ++i)
      reader.addRange(part.conditions, reader.value(s.loops[i]->var), s.domains[i].range.min,
                      s.domains[i].range.extent);
    for (size_t i = first; i < s.loops.size(); ++i)
      if (!isKernelAxis(*s.loops[i]) &&
          !reader.addRange(part.conditions, loops[i - first], s.domains[i].range.min, s.domains[i].range.extent))
        return std::nullopt;
    for (const auto* list : {&s.conditions, &access.touch->conditions})
      for (const Expr& condition : *list) {
        const auto affine = reader.condition(condition);
        if (affine) part.conditions.push_back(*affine);
        part.exact = part.exact && affine;
      }
    for (const Expr& index : access.touch->indices) {
      const auto affine = reader.expr(index);
      if (!affine) return std::nullopt;
      part.element.push_back(*affine);
    }
    return part;
  }
  std::vector<int> sizes() const { return analysis::allSizes(sizes_); }

 private:
  // The dimension of every axis.
  std::map<std::string, AffineExpr> axesOf(const Options& options, Part& part) const {
    std::map<std::string, AffineExpr> axes;
    part.end = options.first;
    for (const auto& [name, loop] : kernel_.axes)
      if (isBlockAxis(*loop) || !options.blocksOnly)
        part.coordinates.emplace(name, AffineExpr::dim(static_cast<int>(part.end++)));
    axes = part.coordinates;
    part.loops = part.end += options.between;
    for (const auto& [name, loop] : kernel_.axes)
      if (!axes.contains(name)) axes.emplace(name, AffineExpr::dim(static_cast<int>(part.end++)));
    return axes;
  }

  const Kernel& kernel_;
  analysis::SizeNumbers sizes_;
};

bool isLocal(const Buffer& b) { return b->scope == "local" || b->scope.starts_with("local."); }
bool isGlobal(const Buffer& b) { return b->scope == "global" || b->scope.empty(); }
bool allocates(const PrimFunc& function, const Buffer& buffer) {
  return std::none_of(function.buffers.begin(), function.buffers.end(),
                      [&](const auto& p) { return p.second->data == buffer->data; });
}

// Variables of let statements are replaced by their values: asked is what statements access, and not when. (Reductions
// of several elements have such statements.)
class LetsInPlace : public Rewriter {
 public:
  Stmt stmt(const Stmt& s) override {
    const auto* n = s.as<LetStmt>();
    return n ? stmt(substitute(n->body, VarMap{{n->var.key(), n->value}})) : children(s);
  }
};
PrimFunc withoutLets(PrimFunc f) {
  f.body = LetsInPlace().stmt(f.body);
  return f;
}

class Exchanges {
 public:
  explicit Exchanges(const PrimFunc& f)
      : function_(withoutLets(withEmptyReductions(f))),
        all_(analysis::collectStatements(function_)),
        kernels_(kernelsOf(all_)) {
    forEachStmt(function_.body, [&](const Stmt& s) {
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
  std::optional<BlockId> readerOutside(const Kernel& kernel, const Buffer& buffer) const {
    for (const Statement& s : all_.all)
      if (std::find(kernel.statements.begin(), kernel.statements.end(), &s) == kernel.statements.end() &&
          std::any_of(s.loads.begin(), s.loads.end(), [&](const Touch& t) { return t.buffer->data == buffer->data; }))
        return s.block;
    return std::nullopt;
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
  // it. An update of shared memory reads the element before it writes it, so another store has to be the first. (Memory
  // of threads may be updated in a reduction across them, which has one init for all.)
  Answer writesWhatItReads(const Kernel& kernel, const std::vector<KernelAccess>& accesses, bool blocks) const {
    if (reachLoads(kernel, accesses, blocks, false)) return Answer::Yes;
    KernelReader reader(kernel);
    std::vector<KernelReader::Part> loads, stores;
    for (const KernelAccess& access : accesses) {
      if (blocks && access.store && readsItsTarget(*access.statement)) continue;
      auto part = reader.part(access, {.between = access.touch->indices.size(),
                                       .byFirst = blocks && !access.store && byFirst(access),
                                       .blocksOnly = blocks});
      if (!part || !part->exact) return Answer::Unknown;
      (access.store ? stores : loads).push_back(std::move(*part));
    }
    if (loads.empty() || stores.empty()) return Answer::Yes;
    const analysis::IslContext context(kExchangeOperations);
    const analysis::SetSpace space(context, reader.sizes());
    const auto subset = context.ask([&] { return elementsOf(space, loads).is_subset(elementsOf(space, stores)); });
    return !subset ? Answer::Unknown : *subset ? Answer::Yes : Answer::No;
  }

  // Each block of threads has its own copy of the buffer. Does a block that reads an element also carry out every
  // statement that writes this element in any block? Otherwise it reads what another block has completed in another
  // copy, for example a sum before its updates.
  Answer storesReachReaders(const Kernel& kernel, const std::vector<KernelAccess>& accesses) const {
    if (reachLoads(kernel, accesses, true, true)) return Answer::Yes;
    KernelReader reader(kernel);
    const auto partOf = [&](const KernelAccess& access, size_t first) {
      auto part = reader.part(access, {.first = first,
                                       .between = access.touch->indices.size(),
                                       .byFirst = !access.store && byFirst(access),
                                       .blocksOnly = true});
      return part && part->exact ? std::optional(std::move(*part)) : std::nullopt;
    };
    std::vector<KernelReader::Part> loads;
    std::vector<std::pair<KernelReader::Part, KernelReader::Part>> stores;  // by this block; by any
    for (const KernelAccess& access : accesses) {
      auto own = partOf(access, 0);
      auto any = own && access.store ? partOf(access, own->coordinates.size()) : std::nullopt;
      if (!own || (access.store && !any)) return Answer::Unknown;
      if (access.store)
        stores.emplace_back(std::move(*own), std::move(*any));
      else
        loads.push_back(std::move(*own));
    }
    if (loads.empty()) return Answer::Yes;
    const analysis::IslContext context(kExchangeOperations);
    const analysis::SetSpace space(context, reader.sizes());
    bool all = true;
    for (const auto& [own, any] : stores) {
      const auto subset = context.ask([&] {
        return elementsOf(space, loads)
            .intersect(elementsOf(space, {any}, own.coordinates.size()))
            .is_subset(elementsOf(space, {own}));
      });
      if (subset && !*subset) return Answer::No;
      all = all && subset;
    }
    return all ? Answer::Yes : Answer::Unknown;
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
  static bool readsItsTarget(const Statement& s) {
    return !isGlobal(s.target.buffer) && std::any_of(s.loads.begin(), s.loads.end(), [&](const Touch& load) {
      return load.buffer == s.target.buffer && load.conditions.empty() && equal(load.indices, s.target.indices);
    });
  }
  // Without isl, which takes long where indices are divided: does one of the stores (`each`: does every store) write
  // each element that is loaded, by the same thread or block of threads? False: not proven.
  bool reachLoads(const Kernel& kernel, const std::vector<KernelAccess>& accesses, bool blocks, bool each) const {
    for (const KernelAccess& load : accesses) {
      if (load.store) continue;
      const analysis::Knowledge atLoad(*load.statement, load.touch->conditions);
      bool all = true, any = false;
      for (const KernelAccess& store : accesses) {
        if (!store.store || (blocks && !each && readsItsTarget(*store.statement))) continue;
        const bool reached = reachesLoad(kernel, load, atLoad.analyzer(), store, blocks);
        any = any || reached;
        all = all && reached;
        if (each ? !reached : reached) break;
      }
      if (each ? !all : !any) return false;
    }
    return true;
  }
  // In an iteration of the loops around both accesses. Other loops of the store are its own, except for axes that tell
  // apart the threads or blocks of threads.
  static bool reachesLoad(const Kernel& kernel, const KernelAccess& load, const Analyzer& atLoad,
                          const KernelAccess& store, bool blocks) {
    const Statement &reader = *load.statement, &writer = *store.statement;
    const size_t common = analysis::meetingOf(writer, reader).loops;
    std::set<std::string> axes;
    std::vector<IterDomain> own;
    VarMap same;
    for (size_t i = 0; i < writer.loops.size(); ++i) {
      const For& loop = *writer.loops[i];
      const bool axis = isKernelAxis(loop);
      if (axis && (!axes.insert(loop.thread).second || !isZero(loop.min) ||
                   !equal(loop.extent, kernel.axes.at(loop.thread)->extent)))
        return false;
      if (i < common) continue;
      if (!axis || (blocks && !isBlockAxis(loop))) {
        own.push_back({loop.var, substitute(writer.domains[i].range, same)});
        continue;
      }
      const auto other = std::find_if(reader.loops.begin(), reader.loops.end(), [&](const For* l) {
        return isKernelAxis(*l) && l->thread == loop.thread && equal(l->extent, loop.extent);
      });
      if (other == reader.loops.end()) return false;
      same.emplace(loop.var.key(), (*other)->var);
    }
    const auto fixed = [&](std::vector<Expr> list) {
      for (Expr& e : list) e = substitute(e, same);
      return list;
    };
    return reaches({fixed(writer.target.indices), own, fixed(writer.conditions), writer.reduced}, load.touch->indices,
                   atLoad);
  }
  // The threads or blocks of threads with the elements that they touch. `others`: the parts begin behind so many
  // dimensions, and are touched by any thread or block.
  static isl::union_set elementsOf(const analysis::SetSpace& space, const std::vector<KernelReader::Part>& parts,
                                   size_t others = 0) {
    std::optional<isl::union_set> all;
    for (const KernelReader::Part& part : parts) {
      Conjunction conditions = part.conditions;
      const size_t rank = part.element.size();
      for (size_t d = 0; d < rank; ++d)
        conditions.push_back(
            AffineCondition::equal(AffineExpr::dim(static_cast<int>(part.loops - rank + d)), part.element[d]));
      isl::set set = analysis::without(space.where({"", part.end}, conditions), part.loops, part.end - part.loops);
      if (others > 0) set = analysis::without(set, others, part.coordinates.size());
      all = all ? all->unite(set) : isl::union_set(set);
    }
    return *all;
  }
  Answer meet(const Kernel& kernel, const std::vector<std::string>& axes, const KernelAccess& a,
              const KernelAccess& b) const {
    KernelReader reader(kernel);
    const auto x = reader.part(a, {.byFirst = byFirst(a)});
    const auto y = x ? reader.part(b, {.first = x->end, .byFirst = byFirst(b)}) : std::nullopt;
    if (!y || x->element.size() != y->element.size()) return Answer::Unknown;
    Conjunction conditions = x->conditions;
    conditions.insert(conditions.end(), y->conditions.begin(), y->conditions.end());
    for (size_t d = 0; d < x->element.size(); ++d)
      conditions.push_back(AffineCondition::equal(x->element[d], y->element[d]));
    std::vector<AffineCondition> apart;
    for (const std::string& axis : axes)
      apart.push_back(AffineCondition::differ(x->coordinates.at(axis), y->coordinates.at(axis)));
    conditions.push_back(AffineCondition::any(std::move(apart)));
    const analysis::IslContext context(kExchangeOperations);
    const auto empty = context.ask(
        [&] { return analysis::SetSpace(context, reader.sizes()).where({"", y->end}, conditions).is_empty(); });
    if (!empty) return Answer::Unknown;
    return *empty ? Answer::No : x->exact && y->exact ? Answer::Yes : Answer::Unknown;
  }

  const PrimFunc function_;  // the statements refer to it
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
std::optional<LoopId> innermostPrivate(const PrimFunc& function, const Exchanges& exchanges, const Buffer& buffer,
                                       const ProofBudget& budget) {
  std::vector<LoopId> loops = blockLoopsAround(exchanges.statements(), buffer);
  if (loops.empty() || !allocates(function, buffer)) return std::nullopt;
  for (const Kernel& kernel : exchanges.kernels())
    if (exchanges.writesWhatItReads(kernel, exchanges.accesses(kernel, buffer), true) != Exchanges::Answer::Yes)
      return std::nullopt;
  for (; !loops.empty(); loops.pop_back())
    if (privateToIteration(function, buffer, loops.back(), budget)) return loops.back();
  return std::nullopt;
}

// If the kernel writes the buffer, is everything that it reads of it written in the same launch? A loop around the
// kernel launches it repeatedly.
bool keptForOneLaunch(const PrimFunc& function, const Kernel& kernel, const std::vector<KernelAccess>& accesses,
                      const Buffer& buffer, const ProofBudget& budget) {
  const size_t host = *kernelPosition(*kernel.statements.front());
  const auto stores = std::count_if(accesses.begin(), accesses.end(), [](const KernelAccess& a) { return a.store; });
  if (host == 0 || stores == 0 || stores == static_cast<std::ptrdiff_t>(accesses.size())) return true;
  return privateToIteration(function, buffer, kernel.statements.front()->loops[host - 1]->id, budget);
}

}  // namespace

std::optional<ThreadExchange> exchangeOfOwnMemory(const PrimFunc& function, const ProofBudget& budget) {
  if (!bindsThreads(function.body)) return std::nullopt;
  const Exchanges exchanges(function);
  if (!exchanges.understood()) return std::nullopt;
  for (const Kernel& kernel : exchanges.kernels())
    for (const Buffer& buffer : exchanges.buffers(kernel)) {
      const bool shared = buffer->scope.starts_with("shared");
      if (!isLocal(buffer) && !shared) continue;
      const std::vector<KernelAccess> accesses = exchanges.accesses(kernel, buffer);
      const bool ownsAll = exchanges.writesWhatItReads(kernel, accesses, shared) != Exchanges::Answer::No &&
                           (!shared || exchanges.storesReachReaders(kernel, accesses) != Exchanges::Answer::No);
      if (ownsAll && keptForOneLaunch(function, kernel, accesses, buffer, budget)) continue;
      ThreadExchange found = Exchanges::found(kernel, buffer, accesses);
      found.betweenLaunches = ownsAll;
      if (ownsAll) found.outside = exchanges.readerOutside(kernel, buffer);
      return found;
    }
  return std::nullopt;
}

std::optional<ThreadExchange> exchangeBetweenThreadBlocks(const PrimFunc& function, const ProofBudget& budget) {
  if (!bindsThreads(function.body)) return std::nullopt;
  const Exchanges exchanges(function);
  if (!exchanges.understood()) return std::nullopt;
  for (const Kernel& kernel : exchanges.kernels())
    for (const Buffer& buffer : exchanges.buffers(kernel)) {
      if (!isGlobal(buffer)) continue;
      const std::vector<KernelAccess> accesses = exchanges.accesses(kernel, buffer);
      if (exchanges.blocksMeet(kernel, accesses) != Exchanges::Answer::Yes) continue;
      if (innermostPrivate(function, exchanges, buffer, budget)) continue;
      return Exchanges::found(kernel, buffer, accesses);
    }
  return std::nullopt;
}

std::optional<LoopId> privateToThreadBlock(const PrimFunc& function, const Buffer& buffer) {
  const Exchanges exchanges(function);
  return exchanges.understood() ? innermostPrivate(function, exchanges, buffer, {}) : std::nullopt;
}

bool threadBlocksMayMeet(const PrimFunc& function, const Buffer& buffer) {
  const Exchanges exchanges(function);
  if (!exchanges.understood()) return true;
  return std::any_of(exchanges.kernels().begin(), exchanges.kernels().end(), [&](const Kernel& kernel) {
    return exchanges.blocksMeet(kernel, exchanges.accesses(kernel, buffer)) != Exchanges::Answer::No;
  });
}

}  // namespace lw
