// prefetch: at the start of each iteration of a loop, request what a later iteration will read of a buffer (TVM's
// s[T].prefetch of tensor-expression schedules). Prefetching is a hint: it changes no value and reads no address.
#include <algorithm>
#include <set>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/regions.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Snippet> kNotRead{"prefetch.not-read", "no block under loop {0} reads a buffer {1}"};
constexpr Error<Ident, Snippet> kUnknownRegion{
    "prefetch.unknown-region", "the region of {1} that the blocks under loop {0} read in one iteration is not known"};
constexpr Error<int64_t> kDistance{"prefetch.distance", "a prefetch distance of {0} iterations is not positive"};
constexpr Error<Ident, Ident, Message> kSpread{"prefetch.spread",
                                               "the prefetches of {0} cannot be distributed over loop {1}: {2}"};

constexpr int64_t kLineBytes = 64;

struct Args {
  std::string buffer;
  LoopId loop;
  int64_t offset = 1;
  std::vector<LoopId> spread;
};
struct Plan {
  LoopId loop;
  Buffer buffer;
  std::vector<ExprInterval> region;  // read in one iteration, `offset` iterations ahead
  std::vector<LoopId> spread;  // loops inside whose iterations share the requests, outermost first; empty: all requests
                               // are made at once
};

// The hull of what the blocks below the loop read of the buffer in one iteration of the loop.
std::optional<std::vector<ExprInterval>> regionOf(const Snapshot& program, LoopId loop, const Buffer& buffer,
                                                  const Analyzer& known) {
  std::optional<std::vector<ExprInterval>> all;
  for (const BlockId id : program.blocksBelow(loop)) {
    const Block& block = program.block(id);
    RunningVars below;
    for (const LoopId l : program.loopsAbove(id))
      if (program.isAncestor(loop, l))
        below.push_back({program.loop(l).var, {program.loop(l).min, program.loop(l).extent}});
    VarMap bindings;
    for (size_t i = 0; i < block.iters.size(); ++i) bindings.emplace(block.iters[i].var.key(), block.bindings[i]);
    for (const BufferRegion& read : block.reads) {
      if (!(read.buffer == buffer)) continue;
      std::vector<ExprInterval> region;
      for (const Range& r : substitute(read, bindings).ranges) {
        const std::optional<ExprInterval> values = valuesOf(r, below, known);
        // Reading an address ahead of time could go past the end of the table that holds it.
        if (!values || loadsMemory(values->min) || loadsMemory(values->max)) return std::nullopt;
        region.push_back(*values);
      }
      for (size_t d = 0; all && d < region.size(); ++d) (*all)[d] = hull((*all)[d], region[d], known);
      if (!all) all = region;
    }
  }
  return all;
}

std::optional<Buffer> findBuffer(const Snapshot& program, LoopId loop, const std::string& name) {
  for (const BlockId id : program.blocksBelow(loop))
    for (const BufferRegion& read : program.block(id).reads)
      if (read.buffer->name == name) return read.buffer;
  return std::nullopt;
}

Analyzer knownAt(const Snapshot& program, LoopId loop) {
  Analyzer known;
  std::vector<LoopId> loops = program.loopsAbove(loop);
  loops.push_back(loop);
  for (const LoopId l : loops) known.bind(program.loop(l).var, {program.loop(l).min, program.loop(l).extent});
  return known;
}

// The number of cache lines in the innermost dimension, of indices in the others.
Expr requestsIn(const Plan& plan, size_t dimension, const Analyzer& known) {
  const ExprInterval& i = plan.region[dimension];
  const int64_t perLine = std::max<int64_t>(1, kLineBytes / plan.buffer->dtype.bytes());
  const DataType type = i.min.dtype();
  const int64_t step = dimension + 1 == plan.region.size() ? perLine : 1;
  return known.simplify(floordiv(i.max - i.min, makeConst(type, step)) + makeConst(type, 1));
}

// The loops that share the requests must be serial, nested in one another and of known extent.
Status maySpread(const Snapshot& program, const Plan& plan, const Analyzer& known) {
  const auto no = [&](LoopId loop, Message why) {
    return aboutLoops(kSpread(plan.buffer->name, program.name(loop), why), {loop},
                      say("choose loops inside {0}, outermost first", Ident(program.name(plan.loop))));
  };
  LoopId around = plan.loop;
  for (const LoopId l : plan.spread) {
    if (!program.isAncestor(around, l)) return no(l, say("it is not inside {0}", Ident(program.name(around))));
    const For& loop = program.loop(l);
    if (!asInt(loop.extent)) return no(l, "its number of iterations is not known");
    if (loop.kind != ForKind::Serial) return no(l, "it is not serial");
    around = l;
  }
  for (size_t d = 0; d < plan.region.size() && !plan.spread.empty(); ++d)
    if (!asInt(requestsIn(plan, d, known))) return no(plan.spread.back(), "the number of prefetches is not known");
  return success();
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const std::string loop = program.name(args.loop);
  const std::optional<Buffer> buffer = findBuffer(program, args.loop, args.buffer);
  if (!buffer) {
    std::set<std::string> names;
    for (const BlockId id : program.blocksBelow(args.loop))
      for (const BufferRegion& read : program.block(id).reads) names.insert(read.buffer->name);
    std::string list = join(names);
    return aboutLoops(kNotRead(loop, quoted(args.buffer)), {args.loop}, list.empty() ? "" : say("they read {0}", list));
  }
  if (args.offset < 1 || args.offset > 1'000'000)
    return aboutLoops(kDistance(args.offset), {args.loop}, "give a positive number");
  const Analyzer known = knownAt(program, args.loop);
  std::optional<std::vector<ExprInterval>> region = regionOf(program, args.loop, *buffer, known);
  if (!region) return aboutLoops(kUnknownRegion(loop, args.buffer), {args.loop}, "choose a loop further inside");
  const Var& var = program.loop(args.loop).var;
  const VarMap ahead{{var.key(), var + makeConst(var.dtype(), args.offset)}};
  for (ExprInterval& i : *region)
    i = {known.simplify(substitute(i.min, ahead)), known.simplify(substitute(i.max, ahead))};
  Plan plan{args.loop, *buffer, *region, {}};
  plan.spread = args.spread;
  if (Status ok = maySpread(program, plan, known); !ok) return ok.error();
  return plan;
}

Stmt request(const Buffer& buffer, const std::vector<Expr>& indices) {
  return Evaluate{
      Call{dtype::Int32, "prefetch", {Call{dtype::Handle(), "address_of", {BufferLoad{buffer, indices}}}, 0, 3, 1}}};
}

Expr placeOf(const Plan& plan, size_t dimension, const Expr& number) {
  const int64_t perLine = std::max<int64_t>(1, kLineBytes / plan.buffer->dtype.bytes());
  const Expr& min = plan.region[dimension].min;
  return min + cast(min.dtype(), number) * makeConst(min.dtype(), dimension + 1 == plan.region.size() ? perLine : 1);
}

// Requests one address per cache line of the innermost dimension and per index of the others.
Stmt requests(const Plan& plan, const Analyzer& known, PrimFunc& ids) {
  std::vector<Expr> indices;
  std::vector<For> loops;
  for (size_t d = 0; d < plan.region.size(); ++d) {
    const ExprInterval& i = plan.region[d];
    const DataType type = i.min.dtype();
    const Expr count = requestsIn(plan, d, known);
    const Var var("prefetch_" + plan.buffer->name + "_" + std::to_string(d), type);
    if (!isOne(count))
      loops.push_back(For{ids.freshLoop(), var, makeZero(type), count, ForKind::Serial, "", {}, Evaluate{0}});
    indices.push_back(isOne(count) ? i.min : placeOf(plan, d, var));
  }
  Stmt body = request(plan.buffer, indices);
  for (size_t i = loops.size(); i-- > 0;) body = withBody(loops[i], body);
  return body;
}

// The share of one iteration of the loops inside: the requests are numbered in the order of their addresses.
Stmt shareOfRequests(const Snapshot& program, const Plan& plan, const Analyzer& known, PrimFunc& ids) {
  int64_t all = 1, iterations = 1;
  for (size_t d = 0; d < plan.region.size(); ++d) all *= *asInt(requestsIn(plan, d, known));
  Expr number = 0;
  for (const LoopId l : plan.spread) {
    const For& loop = program.loop(l);
    iterations *= *asInt(loop.extent);
    number = number * cast(dtype::Int32, loop.extent) + cast(dtype::Int32, loop.var - loop.min);
  }
  const int64_t share = (all + iterations - 1) / iterations;
  const Var var("prefetch_" + plan.buffer->name, dtype::Int32);
  const Expr mine = share == 1 ? number : number * makeConst(dtype::Int32, share) + var;
  std::vector<Expr> indices(plan.region.size(), Expr(0));
  Expr rest = mine;
  for (size_t d = plan.region.size(); d-- > 0;) {
    const Expr count = makeConst(dtype::Int32, *asInt(requestsIn(plan, d, known)));
    indices[d] = known.simplify(placeOf(plan, d, floormod(rest, count)));
    rest = floordiv(rest, count);
  }
  Stmt body = request(plan.buffer, indices);
  if (share * iterations > all) body = IfThenElse{lt(mine, makeConst(dtype::Int32, all)), body, {}};
  return share == 1
             ? body
             : Stmt(For{ids.freshLoop(), var, 0, makeConst(dtype::Int32, share), ForKind::Unrolled, "", {}, body});
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const LoopId at = plan.spread.empty() ? plan.loop : plan.spread.back();
  const For& loop = program.loop(at);
  const int index = program.functionOf(at);
  PrimFunc function = program.function(index);
  Block block(function.freshBlock(), "prefetch_" + plan.buffer->name, Evaluate{0});
  VarMap iters;
  std::vector<LoopId> around = program.loopsAbove(at);
  around.push_back(at);
  const Analyzer known = knownAt(program, at);
  const Stmt body =
      plan.spread.empty() ? requests(plan, known, function) : shareOfRequests(program, plan, known, function);
  for (const LoopId id : around) {
    const For& l = program.loop(id);
    if (!usesVar(body, l.var)) continue;
    const Var iter("v_" + l.var.name(), l.var.dtype());
    block.iters.push_back({iter, {l.min, l.extent}, IterKind::Opaque});
    block.bindings.push_back(l.var);
    iters.emplace(l.var.key(), iter);
  }
  block.body = substitute(body, iters);
  return Edit{.function = index,
              .changed = replaceStmt(function, program.stmt(at), withBody(loop, sequence({block, loop.body}))),
              .outputs = {block.id},
              .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  std::set<std::string> names;
  for (const BlockId id : program.blocksBelow(selection.loops.front()))
    for (const BufferRegion& read : program.block(id).reads)
      if (names.insert(read.buffer->name).second)
        for (const int ahead : {1, 2, 4})
          offers.push_back({{read.buffer->name, selection.loops.front(), ahead},
                            read.buffer->name + ", " + std::to_string(ahead) + " ahead"});
  return offers;
}

}  // namespace

const Primitive kPrefetch = define<Args, Plan>(
    {.name = "prefetch",
     .kind = "Prefetch",
     .group = Group::Memory,
     .summary = "Prefetch what a later iteration reads.",
     .params = {param("buffer", &Args::buffer, "name of the buffer", {.encoding = Encoding::Attr}),
                param("loop", &Args::loop, "at the start of its iterations"),
                param("offset", &Args::offset, "how many iterations ahead",
                      {.defaultValue = 1, .encoding = Encoding::Attr}),
                param("spread", &Args::spread,
                      "inner loops that issue a share of the prefetches in each iteration; none: all at once",
                      {.defaultValue = StepValue::List(), .hideDefault = true})},
     .returns = Returns::Block,
     .errors = {&kNotRead, &kUnknownRegion, &kDistance, &kSpread},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.inTvm = false}});

}  // namespace lw
