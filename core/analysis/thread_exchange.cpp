#include "core/analysis/thread_exchange.h"

#include <isl/options.h>

#include <algorithm>
#include <memory>
#include <set>

#include "core/analysis/affine_text.h"
#include "core/analysis/dependence.h"
#include "core/analysis/isl_sets.h"
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

// The set of elements that an access of a kernel covers, in ISL's notation: first the coordinates of its thread, then
// the element. Loops around the kernel and sizes are parameters, which all threads share.
class Texts {
 public:
  explicit Texts(const Kernel& kernel) : kernel_(kernel) {}

  struct Part {
    std::vector<std::string> coordinates, element;
    std::string inner;  // names of the loops
    std::string constraints;
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
      names[loop.var.key()] = axis ? coordinate(prefix, loop.thread) : prefix + "l" + std::to_string(i);
      if (axis)
        around.insert(loop.thread);
      else
        part.inner += (part.inner.empty() ? "" : ", ") + names[loop.var.key()];
    }
    const auto name = [&](const Var& v) -> std::optional<std::string> {
      const auto found = names.find(v.key());
      return found != names.end() ? found->second : parameter(v);
    };
    const auto require = [&](const std::string& text) {
      part.constraints += (part.constraints.empty() ? "" : " and ") + text;
    };
    const auto range = [&](const std::string& of, const Expr& min, const Expr& extent) {
      const auto low = analysis::affineText(min, name), high = analysis::affineText(min + extent, name);
      if (low && high) require(*low + " <= " + of + " and " + of + " < " + *high);
      return low && high;
    };
    for (const auto& [axis, loop] : kernel_.axes) {
      const std::string of = coordinate(prefix, axis);
      if (isBlockAxis(*loop) || !blocksOnly)
        part.coordinates.push_back(of);
      else
        part.inner += (part.inner.empty() ? "" : ", ") + of;
      if (!range(of, loop->min, loop->extent)) return std::nullopt;
      if (byFirst && !around.contains(axis)) require(of + " = 0");
    }
    for (size_t i = 0; i < first; ++i)
      range(parameter(s.loops[i]->var), s.domains[i].range.min, s.domains[i].range.extent);
    for (size_t i = first; i < s.loops.size(); ++i)
      if (!isKernelAxis(*s.loops[i]) &&
          !range(names[s.loops[i]->var.key()], s.domains[i].range.min, s.domains[i].range.extent))
        return std::nullopt;
    for (const auto* list : {&s.conditions, &access.touch->conditions})
      for (const Expr& condition : *list) {
        const auto text = analysis::conditionText(condition, name);
        if (text) require(*text);
        part.exact = part.exact && text;
      }
    for (const Expr& index : access.touch->indices) {
      const auto text = analysis::affineText(index, name);
      if (!text) return std::nullopt;
      part.element.push_back("(" + *text + ")");
    }
    if (part.constraints.empty()) part.constraints = "0 = 0";
    return part;
  }
  std::string parameters() const {
    std::string text;
    for (size_t i = 0; i < parameters_.size(); ++i) text += (text.empty() ? "" : ", ") + ("p" + std::to_string(i));
    return "[" + text + "] -> ";
  }
  static std::string coordinate(const std::string& prefix, const std::string& axis) {
    std::string name = prefix + axis;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
  }

 private:
  std::string parameter(const Var& v) {
    return parameters_.try_emplace(v.key(), "p" + std::to_string(parameters_.size())).first->second;
  }
  const Kernel& kernel_;
  std::map<const void*, std::string> parameters_;  // only looked up, and counted
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// nullopt: ISL did not decide.
template <class Decide>
std::optional<bool> ask(Decide decide) {
  const std::unique_ptr<isl_ctx, isl_sets::CtxFree> ctx(isl_ctx_alloc());
  isl_options_set_on_error(ctx.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(ctx.get(), kExchangeOperations);
  const isl_bool answer = decide(ctx.get());
  return answer == isl_bool_error ? std::nullopt : std::optional(answer == isl_bool_true);
}

std::optional<bool> isEmpty(const std::string& text) {
  return ask([&](isl_ctx* ctx) {
    isl_set* set = isl_set_read_from_str(ctx, text.c_str());
    const isl_bool empty = set ? isl_set_is_empty(set) : isl_bool_error;
    isl_set_free(set);
    return empty;
  });
}

std::optional<bool> isSubset(const std::string& a, const std::string& b) {
  return ask([&](isl_ctx* ctx) {
    isl_set* first = isl_set_read_from_str(ctx, a.c_str());
    isl_set* second = isl_set_read_from_str(ctx, b.c_str());
    const isl_bool subset = first && second ? isl_set_is_subset(first, second) : isl_bool_error;
    isl_set_free(first);
    isl_set_free(second);
    return subset;
  });
}

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
    Texts texts(kernel);
    std::string loads, stores;
    for (const KernelAccess& access : accesses) {
      const auto part = texts.part(access, "", blocks && !access.store && byFirst(access), blocks);
      if (!part || !part->exact) return Answer::Unknown;
      std::vector<std::string> point = part->coordinates;
      std::string constraints = part->constraints;
      for (size_t d = 0; d < part->element.size(); ++d) {
        point.push_back("e" + std::to_string(d));
        constraints += " and " + point.back() + " = " + part->element[d];
      }
      (access.store ? stores : loads) +=
          "[" + joined(point) +
          "] : " + (part->inner.empty() ? constraints : "exists (" + part->inner + " : " + constraints + ")") + "; ";
    }
    if (loads.empty() || stores.empty()) return Answer::Yes;
    const auto subset = isSubset(texts.parameters() + "{ " + loads + " }", texts.parameters() + "{ " + stores + " }");
    return !subset ? Answer::Unknown : *subset ? Answer::Yes : Answer::No;
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
    Texts texts(kernel);
    const auto x = texts.part(a, "a", byFirst(a)), y = texts.part(b, "b", byFirst(b));
    if (!x || !y || x->element.size() != y->element.size()) return Answer::Unknown;
    std::string constraints = x->constraints + " and " + y->constraints, apart;
    for (size_t d = 0; d < x->element.size(); ++d) constraints += " and " + x->element[d] + " = " + y->element[d];
    for (const std::string& axis : axes)
      apart += (apart.empty() ? "" : " or ") + Texts::coordinate("a", axis) + " != " + Texts::coordinate("b", axis);
    std::vector<std::string> dims = x->coordinates;
    dims.insert(dims.end(), y->coordinates.begin(), y->coordinates.end());
    for (const std::string& inner : {x->inner, y->inner})
      if (!inner.empty()) dims.push_back(inner);
    const auto empty =
        isEmpty(texts.parameters() + "{ [" + joined(dims) + "] : " + constraints + " and (" + apart + ") }");
    if (!empty) return Answer::Unknown;
    return *empty ? Answer::No : x->exact && y->exact ? Answer::Yes : Answer::Unknown;
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
