// Iterations of parallel, vectorized and thread loops run in any order. The equations are those of the order of the
// text, and hold for every order if no two iterations meet: none writes an element that another reads or writes.
//
// Threads of a block may exchange values through shared memory, and matrix instructions through a warp's, because
// lowering places barriers between the statements that do; then every thread writes the same elements with the same
// values, or each has elements of its own. Threads may add to one element in a block whose reduction they carry out,
// which lowering makes a reduction across threads; atomic updates by one operation may meet.
//
// A program with kernels and with a statement outside of them is one on the way to a GPU: lowering refuses it, because
// the host only launches kernels. Each of its buffers is one memory, as in the order of the text.
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <functional>

#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "core/prove/equations.h"

namespace lw::prove {
namespace {

bool isAxis(const LoopAround& loop) {
  return loop.thread.starts_with("threadIdx") || loop.thread.starts_with("blockIdx") ||
         loop.thread.starts_with("vthread");
}

// Memory of threads or of blocks of threads.
bool mayExchange(const LoopAround& loop, const Memory& memory) {
  return loop.kind == ForKind::ThreadBinding && isAxis(loop) && memory.buffer->scope != "global" &&
         memory.parameter < 0;
}

// Updates of one element that may run in any order: by one operation.
bool combine(const Statement& s, const Statement& t) { return s.update && s.update == t.update; }

}  // namespace

bool shareMemory(const LoopAround& threads, const std::string& scope) {
  if (threads.kind != ForKind::ThreadBinding || threads.thread.starts_with("blockIdx")) return false;
  return scope.starts_with("shared") || (scope.starts_with("warp") && threads.thread.starts_with("threadIdx.x"));
}

isl::map otherIteration(const Statement& s, const Statement& t, size_t depth) {
  const isl::map from = outerLoops(s, depth + 1), to = outerLoops(t, depth + 1);
  const isl::space space = from.range().space().product(to.range().space()).unwrap();
  isl_map* same = space.universe_map().release();
  for (size_t i = 0; i < depth; ++i)
    same = isl_map_equate(same, isl_dim_in, static_cast<int>(i), isl_dim_out, static_cast<int>(i));
  isl_map* less =
      isl_map_order_lt(isl_map_copy(same), isl_dim_in, static_cast<int>(depth), isl_dim_out, static_cast<int>(depth));
  isl_map* more = isl_map_order_gt(same, isl_dim_in, static_cast<int>(depth), isl_dim_out, static_cast<int>(depth));
  return from.apply_range(isl::manage(isl_map_union(less, more))).apply_range(to.reverse());
}

class OrderCheck {
 public:
  explicit OrderCheck(Equations& equations) : e_(equations) {}

  std::optional<Obstacle> check() {
    for (size_t s = 0; s < e_.statements_.size(); ++s) readsOf(s);
    for (size_t t = 0; t < e_.statements_.size() && isLowered(); ++t) {
      betweenBlocks(t, {e_.statements_[t].memory, e_.statements_[t].indices});
      for (const Expr& read : reads_[t]) {
        ownCopy(t, read);
        betweenBlocks(t, placeOf(read));
      }
    }
    for (size_t s = 0; s < e_.statements_.size() && !problem_; ++s) {
      const Statement& statement = e_.statements_[s];
      for (size_t depth = 0; depth < statement.loops.size() && !problem_; ++depth) {
        const LoopAround& loop = statement.loops[depth];
        if (loop.kind == ForKind::Serial || loop.kind == ForKind::Unrolled) continue;
        boundTwice(statement, depth);
        for (size_t t = 0; t < e_.statements_.size() && !problem_; ++t)
          if (under(t, loop.id, depth)) meet(s, t, depth);
      }
    }
    return problem_;
  }

 private:
  // Whether a GPU may get this program.
  bool isLowered() const {
    return std::ranges::all_of(e_.statements_, [](const Statement& s) {
      return s.domain.is_empty() || std::ranges::any_of(s.loops, [](const LoopAround& loop) {
               return loop.thread.starts_with("threadIdx") || loop.thread.starts_with("blockIdx");
             });
    });
  }

  void readsOf(size_t s) {
    std::vector<Expr> reads;
    const std::function<void(const Expr&)> look = [&](const Expr& root) {
      forEachExpr(root, [&](const Expr& e) {
        if (e.as<BufferLoad>()) reads.push_back(e);
        const auto* v = e.as<Var>();
        if (!v) return;
        if (e_.letMemory(*v)) reads.push_back(e);
        if (const Expr* bound = e_.bound(*v)) look(*bound);
      });
    };
    look(e_.statements_[s].value);
    for (const Expr& index : e_.statements_[s].indices) look(index);
    reads_.push_back(std::move(reads));
  }

  bool under(size_t t, LoopId loop, size_t depth) const {
    const Statement& s = e_.statements_[t];
    return s.loops.size() > depth && s.loops[depth].id == loop;
  }

  // A loop inside another one of the same axis runs one iteration for each thread. All iterations for each give the
  // same only if nothing depends on the outer one.
  void boundTwice(const Statement& s, size_t depth) {
    const LoopAround& outer = s.loops[depth];
    if (outer.kind != ForKind::ThreadBinding) return;
    for (size_t i = depth + 1; i < s.loops.size(); ++i) {
      if (s.loops[i].kind != ForKind::ThreadBinding || s.loops[i].thread != outer.thread) continue;
      if (dependsOn(s, outer.var))
        problem_ = Obstacle{say("two loops around block {0} are bound to {1}, and its result depends on the outer one",
                                Ident(s.block), Ident(outer.thread)),
                            {}};
    }
  }
  // Whether other threads, with other values of `v`, may write something else.
  bool dependsOn(const Statement& s, const Var& v) const {
    bool depends = s.update.has_value() || uses(s.value, v);
    for (const Expr& e : s.indices) depends = depends || uses(e, v);
    for (const Expr& e : s.conditions) depends = depends || uses(e, v);
    for (const LoopAround& loop : s.loops) depends = depends || uses(loop.min, v) || uses(loop.extent, v);
    return depends;
  }
  bool uses(const Expr& e, const Var& v) const {
    for (const Var& free : freeVars(e)) {
      if (free.sameAs(v)) return true;
      const Expr* bound = e_.bound(free);
      if (bound && uses(*bound, v)) return true;
    }
    return false;
  }

  // Memory that only the iterations of a parallel loop access is allocated inside the loop when the function is
  // lowered.
  bool ownInIterations(int memory, const LoopAround& loop, size_t depth) const {
    if (loop.kind != ForKind::Parallel || e_.memories_[static_cast<size_t>(memory)].parameter >= 0) return false;
    for (size_t t = 0; t < e_.statements_.size(); ++t)
      if (accesses(t, memory) && !under(t, loop.id, depth)) return false;
    return true;
  }
  bool accesses(size_t t, int memory) const {
    return e_.statements_[t].memory == memory ||
           std::ranges::any_of(reads_[t], [&](const Expr& read) { return placeOf(read).memory == memory; });
  }
  Place placeOf(const Expr& read) const {
    const auto* load = read.as<BufferLoad>();
    return load ? e_.placeOf(*load) : Place{*e_.letMemory(*read.as<Var>()), {}};
  }

  // The lanes of a warp are in step in its matrix instructions, which exchange the warp's memory. No barrier is placed
  // between other accesses of it.
  bool ofInstructions(int memory) const {
    for (size_t t = 0; t < e_.statements_.size(); ++t)
      if (accesses(t, memory) && !e_.statements_[t].instruction) return false;
    return true;
  }

  // Threads carry out a reduction of a block together, and combine what each of them adds to one element. Elsewhere
  // only atomic updates may meet. `meeting`: executions that write one element.
  bool addTogether(const Statement& s, const Statement& t, const LoopAround& loop, const isl::map& meeting) const {
    if (s.atomic && t.atomic) return combine(s, t);
    const bool reduction = loop.kind == ForKind::ThreadBinding && loop.thread.starts_with("threadIdx") && s.reduces &&
                           s.blockId == t.blockId && s.memory == t.memory;
    const bool starts = s.init != t.init && (s.init ? t : s).update;
    return reduction && (starts || combine(s, t)) && ofOneReduction(s, t, meeting);
  }
  bool ofOneReduction(const Statement& s, const Statement& t, const isl::map& meeting) const {
    return std::ranges::all_of(s.spatial, [&](const Var& v) {
      const std::optional<isl::pw_aff> x = e_.affine(s, v), y = e_.affine(t, v);
      return x && y && meeting.is_subset(equating(x->as_map(), y->as_map()));
    });
  }

  // Statement `s` writes; `t` writes or reads the same memory in another iteration of the loop.
  void meet(size_t s, size_t t, size_t depth) {
    const Statement &writer = e_.statements_[s], &other = e_.statements_[t];
    const Memory& memory = e_.memories_[static_cast<size_t>(writer.memory)];
    if (memory.loops > depth) return;  // each iteration has its own
    const isl::map apart = otherIteration(writer, other, depth);
    const LoopAround& loop = writer.loops[depth];
    // Threads have copies of their own, or all of them write the same.
    const bool between = shareMemory(loop, memory.buffer->scope);
    const bool exchange = ownInIterations(writer.memory, loop, depth) ||
                          (mayExchange(loop, memory) && (!between || !dependsOn(writer, loop.var)) &&
                           !(between && memory.buffer->scope.starts_with("warp") && !ofInstructions(writer.memory)));
    bool together = false;
    if (writer.memory == other.memory) {
      const isl::map meeting = writer.write.apply_range(other.write.reverse()).intersect(apart);
      together = meeting.is_empty() || addTogether(writer, other, loop, meeting);
      if (!together && !exchange) refuseIfAny(meeting, s, t, depth);
    }
    for (const Expr& read : reads_[t]) {
      const Place place = placeOf(read);
      if (place.memory != writer.memory || problem_) continue;
      const std::optional<isl::map> elements = e_.elementsRead(t, place);
      if (!elements) return refuse(memory, writer.loops[depth]);
      if (together && other.update && elements->is_equal(other.write)) continue;
      if (!exchange)
        refuseIfAny(writer.write.apply_range(elements->reverse()).intersect(apart), s, t, depth);
      else if (!writer.write.apply_range(elements->reverse()).intersect(apart).is_empty() && passes(s, t, read, apart))
        refuse(memory, writer.loops[depth]);
    }
  }

  // Memory of threads, or of blocks of threads: what a thread reads was written by this thread, or by one of its block.
  void ownCopy(size_t t, const Expr& read) {
    if (problem_) return;
    const auto* load = read.as<BufferLoad>();
    const Place place = placeOf(read);
    const Memory& memory = e_.memories_[static_cast<size_t>(place.memory)];
    if (memory.buffer->scope == "global" || !load || memory.parameter >= 0) return;
    const bool oneKernel = writtenInKernel(t, place.memory);
    if (oneKernel && (!bindsThreads(t, memory) || everyWriterIsOwn(t, place, memory))) return;
    const Definitions* d = e_.definitions(t, read);
    if (!d) return;
    const auto look = [&](const std::vector<std::pair<size_t, isl::map>>& sources) {
      for (const auto& [w, relation] : sources) {
        if (!problem_ && kernelOf(w) != kernelOf(t))
          problem_ = Obstacle{say("{0} passes values from one kernel to another, and its scope is {1}",
                                  Ident(memory.name), Snippet(memory.buffer->scope)),
                              {}};
        for (const LoopAround& loop : axesOf(t, w, memory))
          if (!problem_ && !sameThread(t, w, loop, relation))
            problem_ = Obstacle{say("{0} has a copy for each iteration of {1}, and values pass between them",
                                    Ident(memory.name), Ident(loop.thread)),
                                {}};
      }
    };
    look(d->plain);
    for (const Chain& chain : d->chains) look(chain.base), look(chain.updates);
  }

  // Its outermost loop that is bound to threads; lowering makes a kernel of each.
  LoopId kernelOf(size_t s) const {
    for (const LoopAround& loop : e_.statements_[s].loops)
      if (loop.kind == ForKind::ThreadBinding && !loop.thread.starts_with("vthread")) return loop.id;
    return {};
  }
  bool writtenInKernel(size_t t, int memory) const {
    for (size_t w = 0; w < e_.statements_.size(); ++w)
      if (e_.statements_[w].memory == memory && kernelOf(w) != kernelOf(t)) return false;
    return true;
  }

  // Blocks of threads of one kernel run in any order, also where two loops inside the kernel are bound to their axis.
  void betweenBlocks(size_t t, const Place& place) {
    const Memory& memory = e_.memories_[static_cast<size_t>(place.memory)];
    if (memory.buffer->scope != "global") return;
    for (size_t w = 0; w < e_.statements_.size() && !problem_; ++w) {
      const Statement& writer = e_.statements_[w];
      if (writer.memory != place.memory || kernelOf(w) != kernelOf(t)) continue;
      for (const char* axis : {"blockIdx.x", "blockIdx.y", "blockIdx.z"}) {
        const std::optional<int> own = depthOf(t, axis), other = depthOf(w, axis);
        if (!own && !other) continue;
        if (own && other && loopOf(t, *own).id == loopOf(w, *other).id) continue;  // meet() compares these
        const std::optional<isl::map> elements = e_.elementsRead(t, place);
        const isl::map all = elements ? elements->apply_range(writer.write.reverse()) : isl::map();
        const LoopAround& loop = own ? loopOf(t, *own) : loopOf(w, *other);
        if (!elements || (!all.is_empty() && !sameThread(t, w, loop, all))) return refuse(memory, loop);
      }
    }
  }
  const LoopAround& loopOf(size_t s, int depth) const { return e_.statements_[s].loops[static_cast<size_t>(depth)]; }

  // Also those that are not the last one, so that this need not be known.
  bool everyWriterIsOwn(size_t t, const Place& place, const Memory& memory) {
    const std::optional<isl::map> elements = e_.elementsRead(t, place);
    if (!elements) return false;
    for (size_t w = 0; w < e_.statements_.size(); ++w) {
      const Statement& writer = e_.statements_[w];
      if (&e_.memories_[static_cast<size_t>(writer.memory)] != &memory) continue;
      const isl::map relation = elements->apply_range(writer.write.reverse());
      for (const LoopAround& loop : axesOf(t, w, memory))
        if (!sameThread(t, w, loop, relation)) return false;
    }
    return true;
  }

  bool bindsThreads(size_t t, const Memory& memory) const {
    if (!axesOf(t, t, memory).empty()) return true;
    for (size_t w = 0; w < e_.statements_.size(); ++w)
      if (&e_.memories_[static_cast<size_t>(e_.statements_[w].memory)] == &memory && !axesOf(w, w, memory).empty())
        return true;
    return false;
  }

  // The axes around one of two statements along which memory of this scope has copies, each once.
  std::vector<LoopAround> axesOf(size_t t, size_t w, const Memory& memory) const {
    const std::string& scope = memory.buffer->scope;
    const bool own = scope.starts_with("warp") && !ofInstructions(static_cast<int>(&memory - e_.memories_.data()));
    std::vector<LoopAround> axes;
    for (size_t i : {t, w})
      for (const LoopAround& loop : e_.statements_[i].loops) {
        if (loop.kind != ForKind::ThreadBinding || !isAxis(loop) || (!own && shareMemory(loop, scope))) continue;
        if (std::ranges::none_of(axes, [&](const LoopAround& a) { return a.thread == loop.thread; }))
          axes.push_back(loop);
      }
    return axes;
  }

  bool sameThread(size_t t, size_t w, const LoopAround& axis, const isl::map& relation) const {
    const std::optional<int> reader = depthOf(t, axis.thread), writer = depthOf(w, axis.thread);
    return reader && writer && relation.is_subset(equating(loopAt(t, *reader), loopAt(w, *writer)));
  }
  isl::map loopAt(size_t s, int depth) const { return isl::pw_aff(e_.statements_[s].loopsAt.at(depth)).as_map(); }
  std::optional<int> depthOf(size_t s, const std::string& thread) const {
    const auto& loops = e_.statements_[s].loops;
    for (size_t i = loops.size(); i-- > 0;)
      if (loops[i].kind == ForKind::ThreadBinding && loops[i].thread == thread) return static_cast<int>(i);
    return std::nullopt;
  }

  // Does a value pass from one iteration to another?
  bool passes(size_t s, size_t t, const Expr& read, const isl::map& apart) {
    const Definitions* d = e_.definitions(t, read);
    if (!d) return true;
    bool found = false;
    const auto look = [&](const std::vector<std::pair<size_t, isl::map>>& sources) {
      for (const auto& [writer, relation] : sources)
        found = found || (writer == s && !relation.reverse().intersect(apart).is_empty());
    };
    look(d->plain);
    for (const Chain& chain : d->chains) look(chain.base), look(chain.updates);
    return found;
  }

  // `meeting`: executions of `s` and of `t` that access one element.
  void refuseIfAny(const isl::map& meeting, size_t s, size_t t, size_t depth) {
    if (problem_ || meeting.is_empty()) return;
    const Statement& writer = e_.statements_[s];
    refuse(e_.memories_[static_cast<size_t>(writer.memory)], writer.loops[depth]);
    const isl::map pair = isl::manage(isl_map_from_basic_map(isl_map_sample(meeting.copy())));
    problem_->place = say("for example {0}, and {1}", e_.exampleOf(pair.domain()), e_.exampleOf(pair.range()));
    const LoopAround& loop = writer.loops[depth];
    const bool threads = loop.kind == ForKind::ThreadBinding && !loop.thread.starts_with("blockIdx");
    if (e_.isLoopOfProgram(loop.id)) problem_->race = Race{loop.id, threads && s != t, false};
  }

  void refuse(const Memory& memory, const LoopAround& loop) {
    if (problem_) return;
    problem_ = Obstacle{say("iterations of loop {0}, which run in any order, access the same elements of {1}",
                            Ident(loop.var.name()), Ident(memory.name)),
                        say("make the loop serial, or give each iteration elements of its own")};
  }

  Equations& e_;
  std::vector<std::vector<Expr>> reads_;
  std::optional<Obstacle> problem_;
};

std::optional<Obstacle> Equations::checkOrder() { return OrderCheck(*this).check(); }

}  // namespace lw::prove
