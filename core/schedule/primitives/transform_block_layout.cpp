// transform_block_layout: regroup the iteration space of a block by a map from its iters to new ones, each with a loop
// of its own. The block is executed for the same values of its iters, in the order of the new ones.
#include <algorithm>

#include "core/analysis/proofs.h"
#include "core/analysis/values/value_flow.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/index_maps.h"
#include "core/schedule/support/own_loops.h"
#include "core/schedule/support/quick_legality.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Snippet, Ident, Snippet> kMixed{"transform_block_layout.mixed-kinds",
                                                "the new iteration variable {0} of block {1} would combine {2}"};
constexpr Error<Snippet, Snippet, Ident> kShared{
    "transform_block_layout.not-one-to-one",
    "the index map of block {2} takes {0} and {1} to the same values of the new iteration variables"};
constexpr Error<Ident> kNoInverse{"transform_block_layout.no-inverse",
                                  "the index map of block {0} cannot be inverted: it does not reach all values of the "
                                  "new iteration variables, or does not consist of splits and fusions"};
constexpr Error<Ident> kInitLate{
    "transform_block_layout.init",
    "the init of block {0} runs where all its reduction variables are 0, which would no longer be its first execution"};
constexpr Error<Ident, Message> kDependence{
    "transform_block_layout.dependence",
    "the new order of the iteration variables of block {0} changes the results: {1}"};

struct Args {
  BlockId block;
  IndexMap map;
};
struct Plan {
  int function;
  PrimFunc changed;
  std::vector<std::pair<LoopId, std::vector<LoopId>>> replaced;
  bool conservative = false;
};

// The common kind of all iters in an expression.
Result<IterKind> kindOf(const Block& block, const std::vector<Var>& inputs, const Expr& e) {
  std::optional<IterKind> kind;
  std::string mix;
  bool mixed = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!usesVar(e, inputs[i])) continue;
    constexpr const char* kNames[] = {"spatial", "reduce", "scan", "opaque"};
    addItem(mix, block.iters[i].var.name() + " (" + kNames[static_cast<size_t>(block.iters[i].kind)] + ")");
    mixed = mixed || (kind && *kind != block.iters[i].kind);
    kind = block.iters[i].kind;
  }
  if (mixed)
    return aboutBlock(kMixed(toText(e), block.name, mix), block.id,
                      "keep iteration variables of different kinds apart");
  return kind.value_or(IterKind::Spatial);
}

// "i = 0, j = 1"
std::string pointText(const Box& box, const std::vector<int64_t>& point) {
  std::string text;
  for (size_t i = 0; i < point.size(); ++i) addItem(text, box.vars[i].name() + " = " + std::to_string(point[i]));
  return text;
}

struct NewSpace {
  InverseMap inverse;           // old iters over the new ones (as its outputs)
  std::vector<IterKind> kinds;  // of the new iters
};

// Whether both spaces have equally many points. The ranges of a map contain its values, but perhaps more: those of
// i * 2 are twice as long as those of i, even if i has one value.
bool sameSize(const std::vector<Range>& before, const std::vector<Range>& after) {
  Expr sizes[] = {IntImm{dtype::Int64, 1}, IntImm{dtype::Int64, 1}};
  for (const Range& r : before) sizes[0] = sizes[0] * cast(dtype::Int64, r.extent);
  for (const Range& r : after) sizes[1] = sizes[1] * cast(dtype::Int64, r.extent);
  return Analyzer().canProveEqual(sizes[0], sizes[1]);
}

Result<NewSpace> spaceOf(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  if (args.map.initial.size() != block.iters.size())
    return aboutBlock(kMapInputs(args.map.initial.size(), block.name, block.iters.size()), args.block,
                      "give one input per iteration variable, in order");
  std::vector<Range> domains;
  for (const IterVar& iter : block.iters) domains.push_back(iter.domain);
  Box box;
  std::vector<IterDomain> inputs;
  for (size_t i = 0; i < domains.size(); ++i) {
    const Var& input = args.map.initial[i];
    inputs.push_back({input, {cast(input.dtype(), domains[i].min), cast(input.dtype(), domains[i].extent)}});
    box.vars.push_back(input);
    box.ranges.push_back(inputs.back().range);
  }
  const BoxAnswer oneToOne = determines(box, args.map.final, {box.vars.begin(), box.vars.end()}, program.budget());
  if (oneToOne.no() && oneToOne.points.size() == 2)
    return aboutBlock(kShared(pointText(box, oneToOne.points[0]), pointText(box, oneToOne.points[1]), block.name),
                      args.block, "use every iteration variable, and tiles that divide the extents");
  // An inverse is needed, and not only that there is one.
  const bool inverts = detectIterMap(args.map.final, inputs, boolConst(true), IterMapLevel::Bijective, Analyzer()).ok();
  std::optional<InverseMap> inverse = inverts ? inverseOf(args.map, domains) : std::nullopt;
  if (!inverse || !isFalse(inverse->padding) || !sameSize(domains, inverse->ranges))
    return aboutBlock(kNoInverse(block.name), args.block,
                      "use every iteration variable, and tiles that divide the extents");
  NewSpace space{std::move(*inverse), {}};
  for (const Expr& e : args.map.final) {
    Result<IterKind> kind = kindOf(block, args.map.initial, e);
    if (!kind) return kind.error();
    space.kinds.push_back(*kind);
  }
  return space;
}

// Whether all old reduce iters are at their start where all new reduce iters are, so that the init still runs first.
bool initStaysFirst(const Block& block, const NewSpace& space) {
  if (!block.init) return true;
  VarMap start;
  for (size_t i = 0; i < space.kinds.size(); ++i)
    if (space.kinds[i] == IterKind::Reduce)
      start.insert_or_assign(space.inverse.outputs[i].key(), space.inverse.ranges[i].min);
  for (size_t i = 0; i < block.iters.size(); ++i)
    if (block.iters[i].kind == IterKind::Reduce &&
        !Analyzer().canProveEqual(substitute(space.inverse.inputs[i], start), block.iters[i].domain.min))
      return false;
  return true;
}

Stmt nestOf(const std::vector<Var>& vars, const std::vector<Range>& ranges, const std::vector<LoopId>& ids, Stmt body) {
  for (size_t i = vars.size(); i-- > 0;)
    body = For{ids[i], vars[i], ranges[i].min, ranges[i].extent, ForKind::Serial, "", {}, std::move(body)};
  return body;
}

class IndexSimplifier : public Rewriter {
 public:
  explicit IndexSimplifier(Analyzer analyzer) : analyzer_(std::move(analyzer)) {}
  Expr expr(const Expr& e) override {
    const Expr done = children(e);
    const auto* load = done.as<BufferLoad>();
    return load ? Expr(BufferLoad{load->buffer, simplified(load->indices)}) : done;
  }
  Stmt stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) analyzer_.bind(loop->var, {loop->min, loop->extent});
    const Stmt done = children(s);
    const auto* store = done.as<BufferStore>();
    return store ? Stmt(BufferStore{store->buffer, simplified(store->indices), store->value}, s.origin()) : done;
  }
  BufferRegion simplified(BufferRegion r) const {
    for (Range& range : r.ranges) range = {analyzer_.simplify(range.min), analyzer_.simplify(range.extent)};
    return r;
  }

 private:
  std::vector<Expr> simplified(const std::vector<Expr>& indices) const {
    std::vector<Expr> out;
    for (const Expr& e : indices) out.push_back(e.dtype().isVector() ? e : analyzer_.simplify(e));
    return out;
  }
  Analyzer analyzer_;
};

Stmt newNest(const Block& old, const NewSpace& space, const std::vector<LoopId>& ids) {
  const InverseMap& inverse = space.inverse;
  Block block = old;
  block.iters.clear();
  block.bindings.clear();
  VarMap toIters, values;
  Analyzer analyzer;
  std::vector<Var> loops;
  for (size_t i = 0; i < inverse.outputs.size(); ++i) {
    const DataType type = inverse.outputs[i].dtype();
    const Var iter("v" + std::to_string(i), type);
    loops.emplace_back("ax" + std::to_string(i), type);
    block.iters.push_back({iter, inverse.ranges[i], space.kinds[i]});
    block.bindings.push_back(loops.back());
    analyzer.bind(iter, block.iters.back().domain);
    toIters.insert_or_assign(inverse.outputs[i].key(), iter);
  }
  for (size_t i = 0; i < old.iters.size(); ++i) {
    const Var& var = old.iters[i].var;
    values.insert_or_assign(var.key(), cast(var.dtype(), substitute(inverse.inputs[i], toIters)));
  }
  IndexSimplifier simplifier(analyzer);
  block.body = simplifier.stmt(substitute(old.body, values));
  if (old.init) block.init = simplifier.stmt(substitute(*old.init, values));
  for (auto* regions : {&block.reads, &block.writes})
    for (BufferRegion& r : *regions) r = simplifier.simplified(substitute(r, values));
  for (MatchBuffer& m : block.matches) m.source = simplifier.simplified(substitute(m.source, values));
  return nestOf(loops, inverse.ranges, ids, block);
}

// The same executions in the new order, identified by the old iters, so that they can be compared with the program
// before.
Stmt oldIterNest(const Block& block, const NewSpace& space, const std::vector<LoopId>& ids) {
  Block same = block;
  for (size_t i = 0; i < block.iters.size(); ++i)
    same.bindings[i] = cast(block.iters[i].var.dtype(), space.inverse.inputs[i]);
  return nestOf(space.inverse.outputs, space.inverse.ranges, ids, same);
}

bool onlyPermutes(const IndexMap& map) {
  return std::all_of(map.final.begin(), map.final.end(), [](const Expr& e) { return e.as<Var>() || asInt(e); });
}

// A cheap proof. What may be reordered need not run backwards, or in parts: a map may also reverse and divide an axis.
bool keepsAnyOrder(const Snapshot& program, const Args& args, const std::vector<LoopId>& loops) {
  if (onlyPermutes(args.map)) return provablyReorderable(program, loops);
  return std::all_of(loops.begin(), loops.end(), [&](LoopId loop) {
    return isOne(program.loop(loop).extent) || provablyIndependent(program, loop);
  });
}

// Do the iterations of the block keep their values in the order of that program?
Verdict keepsResults(const Snapshot& program, const std::vector<LoopId>& loops, const PrimFunc& before,
                     const PrimFunc& reordered) {
  const ProofBudget& budget = program.budget();
  return decide(Question::KeepsValues, budget, [&](Prover prover, const Verdict& found) -> std::optional<Verdict> {
    if (prover != Prover::Signatures) return keepsValueFlowBy(prover, before, reordered, {}, budget);
    if (found.no() || !signatureAllowsReorder(program, loops)) return std::nullopt;
    return Verdict{.conservative = true};
  });
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  if (Result<std::vector<LoopId>> own = ownLoops(program, args.block, "transform the block"); !own) return own.error();
  Result<NewSpace> space = spaceOf(program, args);
  if (!space) return space.error();
  if (!initStaysFirst(block, *space))
    return aboutBlock(kInitLate(block.name), args.block,
                      "keep the order of the reduction variables, or decompose the reduction first");
  const int function = program.functionOf(args.block);
  const std::vector<LoopId> loops = program.loopsAbove(args.block);
  const Stmt old = loops.empty() ? program.stmt(args.block) : program.stmt(loops.front());
  Plan plan{function, program.function(function), {}, false};
  std::vector<LoopId> ids;
  for (size_t i = 0; i < space->kinds.size(); ++i) ids.push_back(plan.changed.freshLoop());
  if (!loops.empty() && !keepsAnyOrder(program, args, loops)) {
    const PrimFunc reordered = replaceStmt(plan.changed, old, oldIterNest(block, *space, ids));
    const Verdict verdict = keepsResults(program, loops, program.function(function), reordered);
    if (!verdict.yes())
      return refused(aboutBlock(kDependence(block.name, verdict.reason), args.block,
                                "keep the order of the iteration variables that carry the dependence"),
                     verdict);
    plan.conservative = verdict.conservative;
  }
  plan.changed = replaceStmt(plan.changed, old, newNest(block, *space, ids));
  for (const LoopId l : loops) plan.replaced.emplace_back(l, ids);
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  Edit edit{.function = plan.function, .changed = plan.changed};
  edit.fate.loops = plan.replaced;
  return edit;
}

// ---- offers ----

IndexMap identity(const Block& block) {
  IndexMap map;
  for (const IterVar& iter : block.iters) map.initial.emplace_back(iter.var.name(), iter.var.dtype());
  return map;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId id = selection.blocks.front();
  const Block& block = program.block(id);
  if (block.iters.empty() || !ownLoops(program, id, "transform the block")) return offers;
  const size_t rank = block.iters.size();
  for (size_t i = 0; i < rank; ++i) {
    const auto extent = asInt(block.iters[i].domain.extent);
    IndexMap map = identity(block);
    const Expr four = makeConst(map.initial[i].dtype(), 4);
    for (size_t k = 0; k < rank; ++k) {
      if (k == i) map.final.push_back(floordiv(map.initial[k], four));
      map.final.push_back(k == i ? floormod(map.initial[k], four) : Expr(map.initial[k]));
    }
    if (extent && *extent > 4 && *extent % 4 == 0)
      offers.push_back({{id, map}, block.iters[i].var.name() + " in fours"});
    if (i + 1 == rank || block.iters[i].kind != block.iters[i + 1].kind) continue;
    IndexMap fused = identity(block), swapped = identity(block);
    swapped.final.assign(swapped.initial.begin(), swapped.initial.end());
    std::swap(swapped.final[i], swapped.final[i + 1]);
    offers.push_back({{id, swapped}, block.iters[i + 1].var.name() + " before " + block.iters[i].var.name()});
    if (!asInt(block.iters[i + 1].domain.extent)) continue;
    for (size_t k = 0; k < rank; ++k) {
      if (k == i)
        fused.final.push_back(fused.initial[k] * block.iters[k + 1].domain.extent + fused.initial[k + 1]);
      else if (k != i + 1)
        fused.final.push_back(fused.initial[k]);
    }
    offers.push_back({{id, fused}, block.iters[i].var.name() + " and " + block.iters[i + 1].var.name() + " as one"});
  }
  return offers;
}

std::vector<const ErrorKind*> errors() {
  std::vector<const ErrorKind*> all = ownLoopErrors();
  all.insert(all.end(), {&kMapInputs, &kMixed, &kShared, &kNoInverse, &kInitLate, &kDependence});
  return all;
}

}  // namespace

const Primitive kTransformBlockLayout = define<Args, Plan>(
    {.name = "transform_block_layout",
     .kind = "TransformBlockLayout",
     .group = Group::Memory,
     .summary = "Regroup the iteration space of a block, together with its loops.",
     .params = {param("block", &Args::block, "the block"),
                param("index_map", &Args::map,
                      "from its iteration variables to the new ones: lambda i, j: (j // 4, i, j % 4)",
                      {.encoding = Encoding::Attr})},
     .errors = errors(),
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
