// tensorize: replace a block, or the nest below a loop, by the implementation of an intrinsic that computes the same.
// The computation is compared with the intrinsic's description statement by statement; whoever registers an intrinsic
// guarantees that its description and implementation agree.
#include <algorithm>
#include <numeric>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "core/ir/wide_index.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/blockize.h"
#include "core/schedule/support/compose.h"
#include "core/schedule/support/dot_intrinsics.h"
#include "core/schedule/support/intrin_match.h"
#include "core/schedule/support/warp_intrinsics.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Snippet> kUnknown{"tensorize.unknown-intrinsic", "there is no intrinsic named \"{0}\""};
constexpr Error<Ident, Ident, Message, Message> kMismatch{
    "tensorize.mismatch", "block {0} does not compute what \"{1}\" computes: expected {2}, found {3}"};
constexpr Error<Snippet, Ident, Ident, Ident> kAlias{"tensorize.alias",
                                                     "\"{0}\" writes {1} and also takes {2}, which are both {3}"};
constexpr Error<Snippet, Ident> kUnusedBuffer{"tensorize.unused-buffer",
                                              "the description of \"{0}\" does not use its parameter {1}"};
constexpr Error<Snippet, Ident, Snippet, Ident, Snippet> kScope{
    "tensorize.scope", "\"{0}\" takes {1} in the storage scope \"{2}\", but {3} is in \"{4}\""};
constexpr Error<Snippet, Ident, int64_t, Ident, Snippet> kOffset{
    "tensorize.offset", "\"{0}\" needs {1} to begin at a multiple of {2} elements; in {3} it begins at {4}"};
constexpr Error<Snippet, Ident, Message, Ident> kStrides{
    "tensorize.strides", "\"{0}\" takes {1} as {2}, but its part of {3} has another layout"};

struct Args {
  LoopOrBlock target;
  std::string intrin;
  bool preserveUnitIters = true;
};
struct Plan {
  int function;
  PrimFunc changed;
};

// The block that is replaced, in the program after blockize.
struct Target {
  Snapshot program;
  BlockId block;
};

Result<Target> targetOf(const Snapshot& program, const Args& args) {
  const auto* loop = std::get_if<LoopId>(&args.target);
  if (!loop) return Target{program, std::get<BlockId>(args.target)};
  Result<Blockized> made = blockizeLoop(program, *loop, args.preserveUnitIters);
  if (!made) return made.error();
  return Target{program.withFunction(made->function, made->changed), made->outer};
}

constexpr size_t kMostLoops = 4;  // of a description whose orders are tried

// Extents of the nested loops that a statement begins with, without those of one iteration.
std::vector<int64_t> extentsOf(const Stmt& body) {
  std::vector<int64_t> extents;
  for (const auto* loop = body.as<For>(); loop; loop = loop->body.as<For>())
    if (const int64_t extent = asInt(loop->extent).value_or(0); extent != 1) extents.push_back(extent);
  return extents;
}

// The nest of a description with its loops in each other order that keeps its results and has these extents.
std::vector<Stmt> otherOrders(const PrimFunc& description, const std::vector<int64_t>& extents) {
  const Snapshot program(description);
  const std::vector<BlockId> blocks = program.childBlocks(program.rootBlock(0));
  if (blocks.size() != 1 || extents.size() < 2) return {};
  const std::vector<LoopId> loops = program.loopsAbove(blocks[0]);
  if (loops.size() < 2 || loops.size() > kMostLoops) return {};
  std::vector<size_t> order(loops.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<Stmt> nests;
  while (std::next_permutation(order.begin(), order.end())) {
    std::vector<int64_t> permuted;
    StepValue::List named;
    for (const size_t i : order) {
      named.emplace_back(loops[i]);
      if (const int64_t extent = asInt(program.loop(loops[i]).extent).value_or(0); extent != 1)
        permuted.push_back(extent);
    }
    ComposedSteps steps(program, 0);
    if (permuted != extents || !steps.run(kReorder, Arguments(1, StepValue(named)))) continue;
    nests.push_back(steps.program().function(0).body.as<Block>()->body);
  }
  return nests;
}

class Replacement {
 public:
  Replacement(const Args& args, const Target& target, const TensorIntrin& intrin)
      : args_(args), target_(target), intrin_(intrin), block_(target.program.block(target.block)) {}

  Result<Plan> plan() {
    const Block &description = *intrin_.desc.body.as<Block>(), &code = *intrin_.impl.body.as<Block>();
    match_ = matchInAnyOrder(block_.body, description.body);
    if (!match_.ok() && startsAlways()) {
      // An intrinsic may also include the init of the reduction that it carries out.
      IntrinMatch whole = matchIntrin(sequence({*block_.init, block_.body}), description.body);
      whole_ = whole.ok();
      if (whole_ || description.body.as<Seq>()) match_ = std::move(whole);
    }
    if (!match_.ok())
      return about(kMismatch(block_.name, args_.intrin, match_.wanted, match_.found),
                   say("expected: {0}\n        found: {1}", storesOf(description.body), storesOf(block_.body)));
    for (size_t i = 0; i < intrin_.desc.params.size(); ++i)
      if (Status ok = addBuffer(*intrin_.desc.bufferOf(intrin_.desc.params[i]),
                                *intrin_.impl.bufferOf(intrin_.impl.params[i]), code);
          !ok)
        return ok.error();
    if (Status ok = checkAliases(description.body); !ok) return ok.error();
    return build(code);
  }

 private:
  Explanation about(Explanation e, Message hint) const {
    e.setHint(std::move(hint));
    if (const auto* loop = std::get_if<LoopId>(&args_.target))
      e.loops = {*loop};
    else
      e.blocks = {std::get<BlockId>(args_.target)};
    return e;
  }

  // The order of the loops of a description is that of the program, where both orders compute the same.
  IntrinMatch matchInAnyOrder(const Stmt& body, const Stmt& description) const {
    IntrinMatch asWritten = matchIntrin(body, description);
    if (asWritten.ok()) return asWritten;
    for (const Stmt& nest : otherOrders(intrin_.desc, extentsOf(body)))
      if (IntrinMatch match = matchIntrin(body, nest); match.ok()) return match;
    return asWritten;
  }

  // Is every execution of the block the first of its reduction?
  bool startsAlways() const {
    if (!block_.init) return false;
    return std::all_of(block_.iters.begin(), block_.iters.end(),
                       [](const IterVar& i) { return i.kind == IterKind::Spatial || isOne(i.domain.extent); });
  }

  // The part of the program's buffer that the implementation sees as its parameter.
  Status addBuffer(const Buffer& described, const Buffer& own, const Block& code) {
    const auto found = match_.places.find(described.key());
    if (found == match_.places.end())
      return about(kUnusedBuffer(args_.intrin, described->name), "leave the parameter out of the intrinsic");
    const IntrinMatch::Place& place = found->second;
    if (own->scope != place.buffer->scope)
      return about(kScope(args_.intrin, own->name, own->scope, place.buffer->name, place.buffer->scope),
                   say("cache_read, cache_write or set_scope with \"{0}\" first", own->scope));
    std::vector<Range> part;
    for (const Expr& size : own->shape) part.push_back({makeZero(size.dtype()), size});
    for (const auto* regions : {&code.reads, &code.writes})
      for (const BufferRegion& r : *regions)
        if (r.buffer == own) part = r.ranges;
    const size_t lead = place.base.size() - part.size();
    BufferRegion source{place.buffer, {}};
    const Analyzer analyzer;
    for (size_t i = 0; i < place.base.size(); ++i) {
      const DataType type = place.base[i].dtype();
      if (i < lead)
        source.ranges.push_back({place.base[i], makeConst(type, 1)});
      else
        source.ranges.push_back(
            {analyzer.simplify(place.base[i] + cast(type, part[i - lead].min)), cast(type, part[i - lead].extent)});
    }
    matches_.push_back({own, source});
    return checkLayout(own, source, code);
  }

  // Distances of neighbouring elements, outermost dimension first.
  static std::vector<Expr> stridesOf(const Buffer& buffer) {
    if (!buffer->strides.empty() || buffer->shape.empty()) return buffer->strides;
    std::vector<Expr> strides{makeConst(buffer->shape.back().dtype(), 1)};
    for (size_t i = buffer->shape.size(); i-- > 1;)
      strides.insert(strides.begin(), productOf({strides.front(), buffer->shape[i]}));
    return strides;
  }
  Status checkLayout(const Buffer& own, const BufferRegion& source, const Block& code) const {
    const Analyzer analyzer;
    const std::vector<Expr> outer = stridesOf(source.buffer);
    const size_t lead = source.ranges.size() - own->shape.size();
    // Loads and stores compute the address from their indices; only code that takes an address depends on the layout.
    const bool byAddress = usesVar(Stmt(code.body), own->data);
    const std::vector<Expr> inner = byAddress ? stridesOf(own) : own->strides;
    for (size_t i = 0; i < inner.size(); ++i) {
      if (inner[i].as<Var>() || isOne(own->shape[i])) continue;  // a variable can match any stride
      if (!analyzer.canProveEqual(cast(dtype::Int64, inner[i]), cast(dtype::Int64, outer[i + lead])))
        return about(
            kStrides(args_.intrin, own->name, own->strides.empty() ? "one compact piece" : "a piece with strides",
                     source.buffer->name),
            "cache_read or cache_write and transform_layout make a compact piece; or let the intrinsic take strides");
    }
    if (own->offsetFactor <= 1) return success();
    Expr offset = source.buffer->elemOffset;
    for (size_t i = 0; i < outer.size(); ++i) offset = offset + source.ranges[i].min * outer[i];
    if (analyzer.canProveDivisible(offset, makeConst(offset.dtype(), own->offsetFactor))) return success();
    return about(
        kOffset(args_.intrin, own->name, own->offsetFactor, source.buffer->name, toText(analyzer.simplify(offset))),
        "choose tiles that are multiples of it, or offset_factor=1 in the intrinsic");
  }

  // A buffer that the implementation writes must not be passed as another parameter too: the implementation need not
  // keep the order of the description.
  Status checkAliases(const Stmt& description) const {
    std::optional<Explanation> error;
    forEachStmt(description, [&](const Stmt& s) {
      const auto* store = s.as<BufferStore>();
      const auto written = store ? match_.places.find(store->buffer.key()) : match_.places.end();
      if (written == match_.places.end()) return;
      for (const Var& p : intrin_.desc.params) {
        const Buffer& other = *intrin_.desc.bufferOf(p);
        const auto place = match_.places.find(other.key());
        if (other == store->buffer || place == match_.places.end() ||
            !(place->second.buffer->data == written->second.buffer->data))
          continue;
        error = about(kAlias(args_.intrin, store->buffer->name, other->name, place->second.buffer->name),
                      "cache_read makes a copy to read from");
      }
    });
    if (error) return *error;
    return success();
  }

  Result<Plan> build(const Block& code) {
    Plan plan{target_.program.functionOf(target_.block),
              target_.program.function(target_.program.functionOf(target_.block))};
    Block fresh(plan.changed.freshBlock(), "", code.body);
    fresh.allocs = code.allocs;
    fresh.matches = matches_;
    const Stmt copy = freshCopy(fresh, plan.changed);
    Block block = block_;
    block.body = copy.as<Block>()->body;
    if (whole_) block.init.reset();
    block.matches = copy.as<Block>()->matches;
    block.allocs = copy.as<Block>()->allocs;
    for (const auto& [key, value] : code.annotations) block.annotations.insert_or_assign(key, value);
    plan.changed = replaceStmt(plan.changed, target_.program.stmt(target_.block), block);
    return plan;
  }

  const Args& args_;
  const Target& target_;
  const TensorIntrin& intrin_;
  const Block& block_;
  IntrinMatch match_;
  bool whole_ = false;  // the intrinsic replaces the init as well
  std::vector<MatchBuffer> matches_;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  const std::vector<TensorIntrin>& known = program.intrinsics();
  const auto own =
      std::find_if(known.begin(), known.end(), [&](const TensorIntrin& t) { return t.name == args.intrin; });
  std::optional<TensorIntrin> intrin = own != known.end() ? std::optional(*own) : warpIntrinsic(args.intrin);
  if (!intrin) intrin = dotIntrinsic(args.intrin);
  if (!intrin) {
    std::string names = join(known, [&](const TensorIntrin& t) { return t.name; });
    return explain(kUnknown(args.intrin),
                   names.empty()
                       ? say("register one in the file: TensorIntrin.register(\"{0}\", desc, impl)", args.intrin)
                       : say("the file registers {0}", Ident(names)));
  }
  Result<Target> target = targetOf(program, args);
  if (!target) return target.error();
  return Replacement(args, *target, *intrin).plan();
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
}

// The intrinsics of warps for the scopes that a target accesses.
std::vector<std::string> warpIntrinsicsFor(const Snapshot& program, const LoopOrBlock& target) {
  std::vector<std::string> scopes;
  const auto add = [&](const BufferRegion& r) { scopes.push_back(r.buffer->scope); };
  const auto addBlock = [&](const Block& block) {
    std::for_each(block.reads.begin(), block.reads.end(), add);
    std::for_each(block.writes.begin(), block.writes.end(), add);
  };
  if (const auto* id = std::get_if<BlockId>(&target))
    addBlock(program.block(*id));
  else
    for (const BlockId b : program.blocksBelow(std::get<LoopId>(target))) addBlock(program.block(b));
  const auto ofWarps = [](const std::string& scope) { return scope == "warp" || isFragment(scope); };
  return std::any_of(scopes.begin(), scopes.end(), ofWarps) ? warpIntrinsicNames(scopes) : std::vector<std::string>();
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  std::vector<LoopOrBlock> targets(selection.loops.begin(), selection.loops.end());
  targets.insert(targets.end(), selection.blocks.begin(), selection.blocks.end());
  for (const LoopOrBlock& target : targets) {
    std::vector<std::string> names;
    for (const TensorIntrin& t : program.intrinsics()) names.push_back(t.name);
    const std::vector<std::string> ofWarps = warpIntrinsicsFor(program, target);
    names.insert(names.end(), ofWarps.begin(), ofWarps.end());
    for (const std::string& name : names)
      if (check(program, {target, name, true}))
        offers.push_back({{std::visit([](auto id) { return StepValue(id); }, target), name}, name});
  }
  return offers;
}

const std::string* intrinsicOf(const Arguments& args) { return args[1].as<std::string>(); }

}  // namespace

const Primitive kTensorize = define<Args, Plan>(
    {.name = "tensorize",
     .kind = "Tensorize",
     .group = Group::Tensor,
     .summary = "Replace a block, or the nest below a loop, by a registered tensor intrinsic.",
     .params = {param("block_or_loop", &Args::target, "what computes the same as the intrinsic"),
                param(
                    "tensor_intrin", &Args::intrin,
                    "name of an intrinsic that the file registers, or of a matrix operation of warps or the processor",
                    {.encoding = Encoding::Attr}),
                param("preserve_unit_iters", &Args::preserveUnitIters, "keep loops of one iteration in the bindings",
                      {.defaultValue = true, .encoding = Encoding::IntAttr, .flag = "Keep unit loops"})},
     .errors = {&kUnknown, &kMismatch, &kAlias, &kUnusedBuffer, &kScope, &kOffset, &kStrides},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.rank = 130, .intrinsic = intrinsicOf}});

}  // namespace lw
