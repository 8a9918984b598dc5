// pad_einsum: extend a sum of products to extents that are multiples of given numbers. Its operands are copied into
// larger buffers with zeros around them, which add nothing to the sum; the part of the larger result that belongs to
// the original extents is copied back. A factor of the products may also be a constant, or an expression of operands
// that can be computed from any elements, such as A[i, k] - zero[0].
#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/own_loops.h"
#include "core/schedule/support/product_terms.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<int64_t, Ident, int64_t> kCount{"pad_einsum.count",
                                                "{0} paddings are given, but block {1} has {2} iteration variables"};
constexpr Error<Ident, int64_t> kNotPositive{
    "pad_einsum.not-positive", "the extent of iteration variable {0} cannot be padded to a multiple of {1}"};
constexpr Error<Ident, Message> kNoSum{"pad_einsum.no-sum", "block {0} is not a sum of products: {1}"};
constexpr Error<Snippet, Ident, Ident> kIndex{"pad_einsum.index",
                                              "the index {0} of {1} in block {2} is not a single iteration variable"};
constexpr Error<Ident, Ident> kNoZero{"pad_einsum.no-zero",
                                      "neither an operand nor the result of block {0} is indexed by {1}: padding it "
                                      "would add products that are not zero"};
constexpr Error<Ident, Ident, Snippet> kMayBeNonzero{
    "pad_einsum.may-be-nonzero",
    "padding {1} would add products to block {0} that may not be zero: {2}, where operands that {1} indexes are zeros"};

struct Args {
  BlockId block;
  std::vector<int64_t> padding;
};
struct Plan {
  int function;
  std::optional<PrimFunc> changed;  // none: all extents are multiples already
};

using Extents = std::unordered_map<const void*, Expr>;  // Var::key() of an iter -> its new extent

struct Einsum {
  const BufferStore* update;
  const BufferStore* init;
  std::vector<BufferLoad> operands;  // in the order of their first use, each buffer once
  std::vector<Expr> factors;         // whose product is added
};

Status plainIndices(const Block& block, const Buffer& buffer, const std::vector<Expr>& indices, bool spatial) {
  std::vector<Var> seen;
  for (const Expr& e : indices) {
    // An index that is the same everywhere reads an element that is there.
    if (!spatial &&
        std::none_of(block.iters.begin(), block.iters.end(), [&](const IterVar& iter) { return usesVar(e, iter.var); }))
      continue;
    const auto* v = e.as<Var>();
    const auto at =
        std::find_if(block.iters.begin(), block.iters.end(), [&](const IterVar& iter) { return v && iter.var == *v; });
    const bool fine = at != block.iters.end() && std::find(seen.begin(), seen.end(), *v) == seen.end() &&
                      (!spatial || at->kind == IterKind::Spatial);
    if (!fine)
      return aboutBlock(kIndex(toText(e), buffer->name, block.name), block.id,
                        "compute the operand in the form of the sum first");
    seen.push_back(*v);
  }
  return success();
}

Result<Einsum> einsumOf(const Block& block) {
  const auto no = [&](Message why) {
    return aboutBlock(kNoSum(block.name, why), block.id,
                      "the form is C[i, j] = C[i, j] + A[i, k] * B[k, j], with an init");
  };
  Einsum e{block.body.as<BufferStore>(), block.init ? block.init->as<BufferStore>() : nullptr, {}, {}};
  if (!e.init) return no("it has no init");
  if (!e.update || !(e.update->buffer == e.init->buffer)) return no("it does more than one update");
  const auto* sum = e.update->value.as<Binary>();
  const auto* old = sum && sum->op == BinaryOp::Add ? sum->a.as<BufferLoad>() : nullptr;
  const bool accumulates =
      old && old->buffer == e.update->buffer &&
      std::equal(old->indices.begin(), old->indices.end(), e.update->indices.begin(), e.update->indices.end(),
                 [](const Expr& a, const Expr& b) { return equal(a, b); });
  if (!accumulates) return no("it does not add to its result");
  std::vector<BufferLoad> loads;
  e.factors = factorsOf(sum->b);
  for (const Expr& factor : e.factors) {
    if (!isTotalFactor(factor)) return no("the value that it adds is not a product of operands");
    forEachExpr(factor, [&](const Expr& x) {
      if (const auto* load = x.as<BufferLoad>()) loads.push_back(*load);
    });
  }
  if (e.factors.size() == 1 && !loadOf(e.factors[0])) return no("the value that it adds is not a product of operands");
  const bool initReads = anyExpr(e.init->value, [&](const Expr& x) { return x.as<BufferLoad>(); });
  if (initReads) return no("its init reads a buffer");
  for (const Expr& index : e.init->indices)
    if (!index.as<Var>()) return no("its init has other indices than its update");
  for (const BufferLoad& load : loads) {
    if (load.buffer->data == e.update->buffer->data) return no("its result is also an operand");
    const auto same = [&](const BufferLoad& x) { return x.buffer == load.buffer; };
    const auto known = std::find_if(e.operands.begin(), e.operands.end(), same);
    if (known == e.operands.end())
      e.operands.push_back(load);
    else if (!equal(Expr(*known), Expr(load)))
      return no(say("{0} is read with several indices", Ident(load.buffer->name)));
    if (Status ok = plainIndices(block, load.buffer, load.indices, false); !ok) return ok.error();
  }
  if (Status ok = plainIndices(block, e.update->buffer, e.update->indices, true); !ok) return ok.error();
  return e;
}

// ---- building ----

class Padder {
 public:
  Padder(const Snapshot& program, const Block& block, const std::vector<LoopId>& loops, const Extents& extents)
      : program_(program),
        block_(block),
        loops_(loops),
        extents_(extents),
        changed_(program.function(program.functionOf(block.id))) {}

  PrimFunc run(const Einsum& e) {
    std::vector<Stmt> stmts;
    for (const BufferLoad& operand : e.operands)
      if (grows(operand.indices)) stmts.push_back(paddedCopy(operand.buffer, operand.indices));
    const bool larger = grows(e.update->indices);
    const std::optional<Stmt> back =
        larger ? std::optional(copyBack(e.update->buffer, e.update->indices)) : std::nullopt;
    const LoopId top = program_.loopsAbove(block_.id).front();
    stmts.push_back(largerNest(program_.stmt(top)));
    if (back) stmts.push_back(*back);
    const BlockId scopeId = program_.scopeOf(block_.id);
    Block scope = program_.block(scopeId);
    scope.body = replaceIn(scope.body, program_.stmt(top), sequence(stmts));
    scope.allocs.insert(scope.allocs.end(), made_.begin(), made_.end());
    changed_.body = replaceIn(changed_.body, program_.stmt(scopeId), scope);
    return changed_;
  }

 private:
  const IterVar& iterOf(const Expr& index) const {
    return *std::find_if(block_.iters.begin(), block_.iters.end(),
                         [&](const IterVar& iter) { return iter.var == *index.as<Var>(); });
  }
  bool grows(const Expr& index) const { return index.as<Var>() && extents_.contains(index.as<Var>()->key()); }
  bool grows(const std::vector<Expr>& indices) const {
    return std::any_of(indices.begin(), indices.end(), [&](const Expr& e) { return grows(e); });
  }
  bool isIter(const Expr& index) const {
    return std::any_of(block_.iters.begin(), block_.iters.end(),
                       [&](const IterVar& iter) { return index.as<Var>() && iter.var == *index.as<Var>(); });
  }
  // Of the dimension of a buffer that the index reads.
  Expr newExtent(const Expr& index, const Expr& extent) const {
    return grows(index) ? extents_.at(index.as<Var>()->key()) : isIter(index) ? iterOf(index).domain.extent : extent;
  }

  Buffer larger(const Buffer& b, const std::vector<Expr>& indices) {
    std::vector<Expr> shape;
    for (size_t i = 0; i < indices.size(); ++i) shape.push_back(newExtent(indices[i], b->shape[i]));
    made_.push_back(makeBuffer(b->name + "_pad", shape, b->dtype, b->scope));
    larger_.insert_or_assign(b.key(), made_.back());
    return made_.back();
  }

  // A block under loops of these extents that stores `value`, given its iters.
  Stmt copyNest(const Buffer& from, const Buffer& to, const std::vector<Expr>& extents,
                const std::function<Expr(const std::vector<Expr>&)>& value) {
    Block copy(changed_.freshBlock(), larger_.at((larger_.contains(from.key()) ? from : to).key())->name, Evaluate{0});
    std::vector<Var> loops;
    std::vector<Expr> place;
    std::vector<Range> element;
    for (size_t i = 0; i < extents.size(); ++i) {
      const DataType type = extents[i].dtype();
      const Var iter("v" + std::to_string(i), type);
      loops.emplace_back("i" + std::to_string(i), type);
      copy.iters.push_back({iter, {makeZero(type), extents[i]}, IterKind::Spatial});
      copy.bindings.push_back(loops.back());
      place.push_back(iter);
      element.push_back({iter, makeConst(type, 1)});
    }
    copy.reads = {{from, element}};
    copy.writes = {{to, element}};
    copy.body = BufferStore{to, place, value(place)};
    Stmt body = std::move(copy);
    for (size_t i = loops.size(); i-- > 0;)
      body = For{changed_.freshLoop(), loops[i], makeZero(loops[i].dtype()), extents[i], ForKind::Serial, "", {},
                 std::move(body)};
    return body;
  }

  Stmt paddedCopy(const Buffer& from, const std::vector<Expr>& indices) {
    const Buffer to = larger(from, indices);
    return copyNest(from, to, to->shape, [&](const std::vector<Expr>& place) -> Expr {
      Expr real = boolConst(true);
      for (size_t i = 0; i < place.size(); ++i)
        if (grows(indices[i])) real = logicalAnd(real, lt(place[i], iterOf(indices[i]).domain.extent));
      return Call{from->dtype, "if_then_else", {real, BufferLoad{from, place}, makeZero(from->dtype)}};
    });
  }
  Stmt copyBack(const Buffer& to, const std::vector<Expr>& indices) {
    const Buffer from = larger(to, indices);
    std::vector<Expr> extents;
    for (const Expr& index : indices) extents.push_back(iterOf(index).domain.extent);
    return copyNest(from, to, extents, [&](const std::vector<Expr>& place) -> Expr { return BufferLoad{from, place}; });
  }

  Stmt largerNest(const Stmt& nest) const {
    BufferMap map(larger_.begin(), larger_.end());
    const Stmt moved = substituteBuffers(nest, map);
    return rewriteStmts(moved, [&](const Stmt& s) -> std::optional<Stmt> {
      if (const auto* loop = s.as<For>()) {
        for (size_t i = 0; i < loops_.size(); ++i) {
          const auto found = extents_.find(block_.iters[i].var.key());
          if (loops_[i] != loop->id || found == extents_.end()) continue;
          For longer = *loop;
          longer.extent = cast(loop->var.dtype(), found->second);
          return Stmt(std::move(longer), s.origin());
        }
        return std::nullopt;
      }
      const auto* block = s.as<Block>();
      if (!block || block->id != block_.id) return std::nullopt;
      Block wider = *block;
      for (IterVar& iter : wider.iters)
        if (const auto found = extents_.find(iter.var.key()); found != extents_.end())
          iter.domain.extent = found->second;
      return Stmt(std::move(wider), s.origin());
    });
  }

  const Snapshot& program_;
  const Block& block_;
  const std::vector<LoopId>& loops_;
  const Extents& extents_;
  PrimFunc changed_;
  std::vector<Buffer> made_;
  BufferMap larger_;
};

Result<Extents> newExtents(const Block& block, const Args& args) {
  if (args.padding.size() != block.iters.size())
    return aboutBlock(kCount(args.padding.size(), block.name, block.iters.size()), args.block,
                      "give one number per iteration variable, in order; 1 leaves it unchanged");
  Extents extents;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const IterVar& iter = block.iters[i];
    if (args.padding[i] <= 0)
      return aboutBlock(kNotPositive(iter.var.name(), args.padding[i]), args.block, "give a positive number");
    const Expr& old = iter.domain.extent;
    const Expr step = makeConst(old.dtype(), args.padding[i]);
    if (Analyzer().canProveDivisible(old, step)) continue;
    extents.insert_or_assign(iter.var.key(), simplify(floordiv(old + (step - 1), step) * step));
  }
  return extents;
}

// Further iterations of the variable compute other elements, or add zeros.
Status addsNothing(const Block& block, const Einsum& einsum, const Var& iter) {
  const auto among = [&](const std::vector<Expr>& indices) {
    return std::any_of(indices.begin(), indices.end(), [&](const Expr& e) { return usesVar(e, iter); });
  };
  const auto reads = [&](const BufferLoad& load) { return among(load.indices); };
  if (among(einsum.update->indices)) return success();
  if (std::none_of(einsum.operands.begin(), einsum.operands.end(), reads))
    return aboutBlock(kNoZero(block.name, iter.name()), block.id, "give 1 for it");
  const bool zero = std::any_of(einsum.factors.begin(), einsum.factors.end(),
                                [&](const Expr& f) { return loadOf(f) && reads(*loadOf(f)); });
  if (zero && std::all_of(einsum.factors.begin(), einsum.factors.end(),
                          [&](const Expr& f) { return isFiniteFactor(f, reads); }))
    return success();
  const auto* sum = einsum.update->value.as<Binary>();
  return aboutBlock(kMayBeNonzero(block.name, iter.name(), toText(sum->b)), block.id, "give 1 for it");
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  Result<Extents> extents = newExtents(block, args);
  if (!extents) return extents.error();
  Result<std::vector<LoopId>> loops = ownLoops(program, args.block, "pad the block");
  if (!loops) return loops.error();
  Result<Einsum> einsum = einsumOf(block);
  if (!einsum) return einsum.error();
  const int function = program.functionOf(args.block);
  if (extents->empty() || loops->empty()) return Plan{function, {}};
  for (const IterVar& iter : block.iters)
    if (extents->contains(iter.var.key()))
      if (Status ok = addsNothing(block, *einsum, iter.var); !ok) return ok.error();
  return Plan{function, Padder(program, block, *loops, *extents).run(*einsum)};
}

Edit rewrite(const Snapshot&, const Plan& plan) { return Edit{.function = plan.function, .changed = plan.changed}; }

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId id = selection.blocks.front();
  const Block& block = program.block(id);
  if (!ownLoops(program, id, "pad the block") || !einsumOf(block)) return offers;
  for (const int64_t multiple : {4, 8, 16}) {
    StepValue::List padding(block.iters.size(), StepValue(multiple));
    offers.push_back({{id, padding}, "to multiples of " + std::to_string(multiple)});
  }
  return offers;
}

std::vector<const ErrorKind*> errors() {
  std::vector<const ErrorKind*> all = ownLoopErrors();
  all.insert(all.end(), {&kCount, &kNotPositive, &kNoSum, &kIndex, &kNoZero, &kMayBeNonzero});
  return all;
}

}  // namespace

const Primitive kPadEinsum = define<Args, Plan>(
    {.name = "pad_einsum",
     .kind = "PadEinsum",
     .group = Group::Memory,
     .summary = "Pad a sum of products to extents that are multiples, with zeros around its operands.",
     .params = {param("block", &Args::block, "the sum of products"),
                param("padding", &Args::padding,
                      "for each iteration variable, a number that its extent becomes a multiple of",
                      {.encoding = Encoding::Attr})},
     .errors = errors(),
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
