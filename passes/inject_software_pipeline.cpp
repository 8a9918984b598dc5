#include "passes/inject_software_pipeline.h"

#include <algorithm>
#include <numeric>

#include "core/ir/async_copies.h"
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/errors.h"
#include "passes/support/buffer_copies.h"

namespace lw {
namespace {

constexpr const char *kStage = "software_pipeline_stage", *kOrderNote = "software_pipeline_order",
                     *kAsync = "software_pipeline_async_stages";
constexpr int64_t kMaxStage = 8;

bool hasNotes(const For& loop) { return loop.annotations.contains(kStage) || loop.annotations.contains(kOrderNote); }

// Returns nullopt if the annotation is not a list of integers.
std::optional<std::vector<int64_t>> numbers(const For& loop, const char* note) {
  const auto found = loop.annotations.find(note);
  if (found == loop.annotations.end()) return std::nullopt;
  const auto* list = std::get_if<AnnotationValue::List>(&found->second.value);
  if (!list) return std::nullopt;
  std::vector<int64_t> values;
  for (const AnnotationValue& v : *list) {
    const auto* whole = std::get_if<int64_t>(&v.value);
    if (!whole) return std::nullopt;
    values.push_back(*whole);
  }
  return values;
}

struct Part {
  Stmt stmt;
  BufferUses uses;
  int64_t stage = 0, order = 0;
  bool async = false;
};

struct Pipeline {
  const For* loop = nullptr;
  const Block* holder = nullptr;  // the block in the loop's body that allocates what each iteration owns
  std::vector<Part> parts;        // in textual order
  int64_t depth = 0;              // the last stage
  bool isOwn(const Buffer& b) const { return holder && isIn(holder->allocs, b); }
};

std::string nameOf(const Stmt& s) {
  std::string name;
  forEachStmt(s, [&](const Stmt& x) {
    const auto* block = x.as<Block>();
    if (block && name.empty() && !block->name.empty()) name = "block \"" + block->name + "\"";
  });
  return name.empty() ? "no block" : name;
}

// Reads the annotations.
Result<Pipeline> pipelineOf(const For& loop) {
  const auto fails = [&](Message why, Message hint) -> Explanation {
    Explanation e = explain(err::kGpuPipelineNotes(loop.var.name(), why), hint);
    e.loops = {loop.id};
    return e;
  };
  const std::string both =
      "annotate(loop, \"software_pipeline_stage\", [0, 0, 1]) and annotate(loop, \"software_pipeline_order\", [0, 1, "
      "2]): one number for each statement of the loop";
  const auto stages = numbers(loop, kStage), orders = numbers(loop, kOrderNote);
  if (!stages || !orders) return fails(std::string(stages ? kOrderNote : kStage) + " is not a list of integers", both);
  if (loop.kind != ForKind::Serial)
    return fails("the loop is not serial", "annotate the serial loop around the copies");
  Pipeline p{&loop, loop.body.as<Block>(), {}, 0};
  if (p.holder && (!isTrue(p.holder->predicate) || p.holder->init)) p.holder = nullptr;
  const Stmt& body = p.holder ? p.holder->body : loop.body;
  const auto* seq = body.as<Seq>();
  const std::vector<Stmt> list = seq ? seq->stmts : std::vector{body};
  const std::string count = std::to_string(list.size());
  if (stages->size() != list.size())
    return fails(say("it has {0} statements, but software_pipeline_stage has {1} numbers", count, stages->size()),
                 both);
  if (orders->size() != list.size())
    return fails(say("it has {0} statements, but software_pipeline_order has {1} numbers", count, orders->size()),
                 both);
  std::vector<int64_t> sorted = *orders;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<int64_t>(i))
      return fails(say("software_pipeline_order does not contain each of 0 to {0} once", list.size() - 1), both);
  const auto async = loop.annotations.contains(kAsync) ? numbers(loop, kAsync) : std::vector<int64_t>();
  if (!async)
    return fails(std::string(kAsync) + " is not a list of integers",
                 "name the stages whose copies are asynchronous, for example [0]");
  const int64_t first = *std::min_element(stages->begin(), stages->end());
  if (first < 0) return fails(say("stage {0} is negative", first), "count stages from 0");
  for (size_t i = 0; i < list.size(); ++i) {
    const bool own = std::find(async->begin(), async->end(), (*stages)[i]) != async->end();
    p.parts.push_back({list[i], BufferUses({list[i]}), (*stages)[i] - first, (*orders)[i], own});
    p.depth = std::max(p.depth, p.parts.back().stage);
  }
  if (p.depth > kMaxStage) return fails(say("it has more than {0} stages", kMaxStage + 1), "use fewer stages");
  for (const Part& part : p.parts)
    for (const Var& pointer : part.uses.pointers)
      if (p.holder && std::any_of(p.holder->allocs.begin(), p.holder->allocs.end(),
                                  [&](const Buffer& b) { return b->data == pointer; }))
        return fails(say("a call takes the address of {0}", Ident(pointer.name())),
                     "keep tensorized statements in one stage, in an inner loop");
  return p;
}

// Whether the statement `later`, `iterationsApart` iterations on, runs after `earlier`.
bool comesAfter(const Part& later, const Part& earlier, int64_t iterationsApart) {
  const int64_t rounds = later.stage + iterationsApart - earlier.stage;
  return rounds > 0 || (rounds == 0 && later.order > earlier.order);
}

std::optional<Buffer> conflict(const Part& a, const Part& b, const std::function<bool(const Buffer&)>& counts) {
  for (const Buffer& stored : a.uses.stores)
    if (b.uses.touches(stored) && counts(stored)) return stored;
  for (const Buffer& stored : b.uses.stores)
    if (a.uses.touches(stored) && counts(stored)) return stored;
  return std::nullopt;
}

// Reports a statement that would no longer run after one that it depends on, in its own iteration or, for memory that
// iterations share, in the next one.
std::optional<Explanation> brokenOrder(const Pipeline& p) {
  for (size_t i = 0; i < p.parts.size(); ++i)
    for (size_t k = 0; k < p.parts.size(); ++k) {
      const Part &first = p.parts[i], &second = p.parts[k];
      if (i == k) continue;
      const bool same = i < k;  // otherwise `second` precedes `first` in the text, and its next iteration comes later
      if (comesAfter(second, first, same ? 0 : 1)) continue;
      const auto met = conflict(first, second, [&](const Buffer& b) { return same || !p.isOwn(b); });
      if (!met) continue;
      const bool reads = isIn(second.uses.loads, *met) && isIn(first.uses.stores, *met);
      Explanation e =
          explain(err::kGpuPipelineOrder(p.loop->var.name(), k, nameOf(second.stmt), second.stage,
                                         reads ? "reads" : "writes", (*met)->name, i, nameOf(first.stmt), first.stage,
                                         std::string(isIn(first.uses.stores, *met) ? "writes it" : "reads it") +
                                             (same ? "" : " in the previous iteration")),
                  "give it a later stage, or the same stage and a later position in the order");
      e.loops = {p.loop->id};
      return e;
    }
  return std::nullopt;
}

// The number of iterations whose copies of `b` are in use at the same time: an iteration may not overwrite a copy
// before the last statement that uses it has run.
int64_t copiesNeeded(const Pipeline& p, const Buffer& b) {
  int64_t count = 1;
  for (const Part& writer : p.parts)
    for (const Part& other : p.parts)
      if (isIn(writer.uses.stores, b) && other.uses.touches(b))
        count = std::max(count, other.stage - writer.stage + (writer.order > other.order ? 0 : 1));
  return count;
}

// The number of groups that begin after the group of `from`, `apart` rounds ago, and before place `at` in the order of
// this round. This many groups may still be in flight when a statement needs the result of `from`.
int64_t groupsBetween(const Pipeline& p, const Part& from, int64_t apart, int64_t at) {
  int64_t count = 0;
  for (const Part& other : p.parts) {
    if (!other.async) continue;
    const int64_t first = other.order > from.order ? -apart : 1 - apart, last = other.order < at ? 0 : -1;  // rounds
    count += std::max<int64_t>(0, last - first + 1);
  }
  return count;
}

class PipelineRewriter : public Rewriter {
 public:
  explicit PipelineRewriter(PrimFunc& ids) : ids_(ids) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    const auto* loop = done.as<For>();
    if (!loop || !hasNotes(*loop)) return done;
    const Result<Pipeline> pipeline = pipelineOf(*loop);
    return pipeline && !brokenOrder(*pipeline) ? made(*pipeline, s.origin()) : done;
  }

 private:
  Stmt made(const Pipeline& p, Origin origin) {
    const For& loop = *p.loop;
    std::vector<Copies> copies(static_cast<size_t>(p.depth) + 2);  // indexed by the number of copies
    std::vector<Buffer> allocs;
    if (p.holder)
      for (const Buffer& b : p.holder->allocs) {
        const int64_t count = copiesNeeded(p, b);
        allocs.push_back(count > 1 ? withCopies(b, count, true) : b);
        if (count > 1) copies[static_cast<size_t>(count)].emplace_back(b, allocs.back());
      }
    const auto type = loop.var.dtype();
    const auto number = [&](int64_t n) { return makeConst(type, n); };
    std::vector<Stmt> all;
    for (int64_t round = 0; round < p.depth; ++round) add(all, this->round(p, copies, number(round), round, origin));
    For steady = loop;
    for (const char* note : {kStage, kOrderNote, kAsync}) steady.annotations.erase(note);
    steady.extent = cast(type, loop.extent) - number(p.depth);
    const Var t(loop.var.name(), type);
    steady.var = t;
    steady.body = this->round(p, copies, t - loop.min + number(p.depth), std::nullopt, origin);
    const auto extent = asInt(loop.extent);
    if (!extent || *extent > p.depth) all.push_back(Stmt(std::move(steady), origin));
    for (int64_t round = 0; round < p.depth; ++round) {
      if (extent && *extent + round < p.depth) continue;
      const Stmt last = this->round(p, copies, cast(type, loop.extent) + number(round), std::nullopt, origin, round);
      add(all, extent ? last : Stmt(IfThenElse{ge(loop.extent, number(p.depth - round)), last, {}}, origin));
    }
    Block around(ids_.freshBlock(), "", sequence(std::move(all)));
    around.allocs = std::move(allocs);
    return Stmt(std::move(around), origin);
  }
  void add(std::vector<Stmt>& all, const Stmt& s) { all.push_back(freshCopy(s, ids_)); }

  // The statements of round `t` (counted from 0). `first`: its number in the prologue, before the loop; `last`: the
  // number of rounds since the last iteration of stage 0, in the epilogue.
  Stmt round(const Pipeline& p, const std::vector<Copies>& copies, const Expr& t, std::optional<int64_t> first,
             Origin origin, std::optional<int64_t> last = {}) {
    std::vector<const Part*> parts;
    for (const Part& part : p.parts) parts.push_back(&part);
    std::sort(parts.begin(), parts.end(), [](const Part* a, const Part* b) { return a->order < b->order; });
    std::vector<Stmt> all;
    std::optional<int64_t> left;  // groups of earlier rounds that may stay in flight: one wait, followed by one barrier
    for (const Part* part : parts) {
      const bool begun = !first || part->stage <= *first, over = last && part->stage <= *last;
      Stmt one = begun && !over ? work(p, copies, *part, t, first.has_value()) : Stmt(Evaluate{0});
      if (part->async) one = Stmt(AttrStmt{std::string(kAsyncScope), 0, 1, one}, origin);
      if (begun && !over) {
        const Waits waits = waitsOf(p, *part);
        if (waits.atStart) left = std::min(left.value_or(*waits.atStart), *waits.atStart);
        if (waits.here) one = waiting(*waits.here, one, origin);
      }
      all.push_back(std::move(one));
    }
    const Stmt done = sequence(std::move(all));
    return left ? waiting(*left, done, origin) : done;
  }
  static Stmt waiting(int64_t left, const Stmt& s, Origin origin) {
    return Stmt(AttrStmt{std::string(kAsyncWait), 0, makeConst(dtype::Int32, left), s}, origin);
  }
  Stmt work(const Pipeline& p, const std::vector<Copies>& copies, const Part& part, const Expr& t, bool first) {
    const For& loop = *p.loop;
    const Expr iteration = t - makeConst(loop.var.dtype(), part.stage);
    Stmt s = part.stmt;
    for (size_t count = 2; count < copies.size(); ++count)
      if (!copies[count].empty())
        s = UseCopy(copies[count], floormod(iteration, makeConst(loop.var.dtype(), static_cast<int64_t>(count))))
                .stmt(s);
    s = substitute(s, {{loop.var.key(), loop.min + iteration}});
    const Expr exists = lt(iteration, loop.extent);
    return first && !isTrue(exists) ? Stmt(IfThenElse{exists, s, {}}, part.stmt.origin()) : s;
  }
  // The number of groups that may be in flight at the start of a round in which the statement runs, and directly before
  // the statement; nullopt: no wait is needed.
  struct Waits {
    std::optional<int64_t> atStart, here;
  };
  static Waits waitsOf(const Pipeline& p, const Part& part) {
    Waits waits;
    for (const Part& from : p.parts) {
      const bool needs = std::any_of(from.uses.stores.begin(), from.uses.stores.end(),
                                     [&](const Buffer& b) { return part.uses.touches(b); });
      const int64_t apart = part.stage - from.stage;
      if (!from.async || &from == &part || !needs || !comesAfter(part, from, 0)) continue;
      std::optional<int64_t>& wait = apart > 0 ? waits.atStart : waits.here;
      const int64_t left = groupsBetween(p, from, apart, apart > 0 ? 0 : part.order);
      wait = std::min(wait.value_or(left), left);
    }
    return waits;
  }

  PrimFunc& ids_;
};

}  // namespace

PrimFunc injectSoftwarePipeline(const PrimFunc& f) {
  PrimFunc result = f;
  result.body = PipelineRewriter(result).stmt(f.body);
  return result.body.sameAs(f.body) ? f : result;
}

Status checkSoftwarePipeline(const PrimFunc& before) {
  std::optional<Explanation> error;
  forEachStmt(before.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (error || !loop || !hasNotes(*loop)) return;
    const Result<Pipeline> pipeline = pipelineOf(*loop);
    error = pipeline ? brokenOrder(*pipeline) : std::optional(pipeline.error());
  });
  if (error) return *error;
  return success();
}

const Pass kInjectSoftwarePipelinePass{
    .name = "inject_software_pipeline",
    .label = "software pipeline",
    .help = "Overlap the stages of several iterations, where a schedule asks for it.",
    .check = programOnly<checkSoftwarePipeline>,
    .run = programOnly<injectSoftwarePipeline>};

}  // namespace lw
