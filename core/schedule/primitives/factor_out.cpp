// factor_out: multiply the result of a sum by a constant once, instead of every term: of a * b * 0.125 the block adds
// a * b, and a block after it multiplies. A power of two only changes exponents, so the results keep their digits
// unless a number becomes too large or too small for its type; with any other factor each term is rounded in another
// way. If asked for, factors that no axis of the sum moves go out too, such as the scale of a group of weights.
#include <cmath>

#include "core/arith/analyzer.h"
#include "core/ir/ndarray.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/compose.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/reduction.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident, Message> kNoSum{"factor_out.no-sum", "block {0} does not sum products: {1}"};
constexpr Error<Ident, Snippet> kStart{"factor_out.start-value",
                                       "block {0} starts with {1}, which would be multiplied as well"};
constexpr Error<Ident, Snippet> kNoFactor{"factor_out.no-factor",
                                          "what block {0} adds, {1}, has no constant factor and another one"};
constexpr Error<Ident, Snippet> kNoInvariant{
    "factor_out.no-invariant",
    "what block {0} adds, {1}, has no factor that stays the same for an element, and another one"};
constexpr Error<Ident, Message> kFactorChanges{"factor_out.factor-changes",
                                               "a factor of block {0} changes before its sums are multiplied: {1}"};

struct Args {
  BlockId block;
  bool invariants = false;
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.block};
  return e;
}

// What goes out of a product.
struct Factors {
  double constant = 1;
  std::vector<Expr> invariants;
};

// The iteration variables that index the result, by its dimensions; empty: an index is something else.
std::vector<Var> elementVars(const BufferStore& store) {
  std::vector<Var> vars;
  for (const Expr& index : store.indices) {
    const Var* var = index.as<Var>();
    if (!var) return {};
    vars.push_back(*var);
  }
  return vars;
}

// Is it the same for all terms of an element, and known where the sum is complete? `elements`: the variables that say
// which element it is.
bool isInvariant(const Snapshot& program, const Block& block, const std::vector<Var>& elements, const Expr& e) {
  if (elements.empty() || hasEffects(e)) return false;
  const auto uses = [&](const Var& v) { return usesVar(e, v); };
  const auto known = [&](const Var& v) {
    return std::any_of(elements.begin(), elements.end(), [&](const Var& x) { return x.sameAs(v); });
  };
  bool same = std::none_of(block.iters.begin(), block.iters.end(),
                           [&](const IterVar& iter) { return uses(iter.var) && !known(iter.var); });
  for (const LoopId loop : allLoopsAbove(program, block.id)) same = same && !uses(program.loop(loop).var);
  forEachExpr(e, [&](const Expr& part) {
    if (const auto* load = part.as<BufferLoad>())
      for (const BufferRegion& written : block.writes) same = same && load->buffer->data != written.buffer->data;
  });
  return same;
}

// Simplifies indices, so that those which only seem to move do not: (g * 32 + k) // 32 is g.
class SimplerIndices : public Rewriter {
 public:
  explicit SimplerIndices(const Block& block) {
    for (const IterVar& iter : block.iters) known_.bind(iter.var, iter.domain);
  }
  Expr expr(const Expr& e) override {
    return e.dtype().isInt() && e.dtype().lanes == 1 ? known_.simplify(e) : children(e);
  }

 private:
  Analyzer known_;
};

// The product without what goes out of it: its constants, and, if asked for, what is invariant. nullopt: it has nothing
// else.
template <class IsInvariant>
std::optional<Expr> withoutFactors(const Expr& e, const IsInvariant& invariant, Factors& factors) {
  if (const auto* number = e.as<FloatImm>()) {
    factors.constant *= number->value;
    return std::nullopt;
  }
  if (invariant(e)) {
    factors.invariants.push_back(e);
    return std::nullopt;
  }
  const auto* product = e.as<Binary>();
  if (!product || product->op != BinaryOp::Mul) return e;
  const std::optional<Expr> a = withoutFactors(product->a, invariant, factors),
                            b = withoutFactors(product->b, invariant, factors);
  if (!a || !b) return a ? a : b;
  return a->sameAs(product->a) && b->sameAs(product->b) ? e : rawBinary(BinaryOp::Mul, *a, *b);
}

struct Sum {
  Reducer reducer;
  Expr term;
  Expr factor;                // of the block's iteration variables
  std::vector<Var> elements;  // those of them that index the result, by its dimensions
};
Result<Sum> sumOf(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  Message why;
  const std::optional<Reducer> reducer = reducerOf(block, why);
  if (!reducer) return about(kNoSum(block.name, why), args, {});
  if (reducer->op != BinaryOp::Add || !reducer->operand.dtype().isFloat())
    return about(kNoSum(block.name, "its update is not a sum of floats"), args, {});
  if (!isZero(reducer->init->value))
    return about(kStart(block.name, toText(reducer->init->value)), args,
                 "start at 0, and add that in a block after it");
  std::vector<Var> elements = args.invariants ? elementVars(*reducer->update) : std::vector<Var>();
  const auto invariant = [&](const Expr& e) { return isInvariant(program, block, elements, e); };
  Factors factors;
  const Expr operand = args.invariants ? SimplerIndices(block).expr(reducer->operand) : reducer->operand;
  const std::optional<Expr> term = withoutFactors(operand, invariant, factors);
  const double rounded = roundToType(operand.dtype(), factors.constant);
  if (!term || term->sameAs(operand) || !std::isfinite(rounded) || rounded == 0)
    return about((args.invariants ? kNoInvariant : kNoFactor)(block.name, toText(reducer->operand)), args, {});
  if (!factors.invariants.empty())
    if (const Message later = inputWrittenLater(program, args.block, {}); !later.empty())
      return about(kFactorChanges(block.name, later), args, "read a copy of it, which cache_read makes");
  Expr factor = makeFloat(operand.dtype(), rounded);
  for (const Expr& e : factors.invariants)
    factor = factor.as<FloatImm>() && factor.as<FloatImm>()->value == 1 ? e : rawBinary(BinaryOp::Mul, factor, e);
  return Sum{*reducer, *term, factor, std::move(elements)};
}

Result<Edit> check(const Snapshot& program, const Args& args) {
  const Result<Sum> sum = sumOf(program, args);
  if (!sum) return sum.error();
  ComposedSteps steps(program, program.functionOf(args.block));
  const auto copy = steps.run(kCacheWrite, {args.block, int64_t{0}, "global", StepValue::List{}});
  if (!copy) return copy.error();
  const Snapshot& cached = steps.program();
  Block added = cached.block(args.block), scaled = cached.block(blockAt(*copy, 0));
  BufferStore update = *onlyStore(added), result = *onlyStore(scaled);
  update.value = combined(sum->reducer, BufferLoad{update.buffer, update.indices}, sum->term);
  VarMap map;
  for (size_t i = 0; i < sum->elements.size(); ++i) map.insert_or_assign(sum->elements[i].key(), result.indices[i]);
  result.value = rawBinary(BinaryOp::Mul, result.value, substitute(sum->factor, map));
  added.body = update;
  scaled.body = result;
  added = withInferredRegions(added);
  scaled = withInferredRegions(scaled);
  Edit edit = steps.edit(*copy);
  edit.changed = replaceStmts(*edit.changed, {{cached.stmt(added.id), added}, {cached.stmt(scaled.id), scaled}});
  return edit;
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1 || !program.block(selection.blocks.front()).init) return {};
  const Args args{selection.blocks.front()};
  std::vector<Candidate> found;
  if (sumOf(program, args)) found.push_back({{args.block}, program.name(args.block)});
  const Result<Sum> all = sumOf(program, {args.block, true});
  if (all && !all->factor.as<FloatImm>())
    found.push_back({{args.block, true}, program.name(args.block) + ", invariants=True"});
  return found;
}

}  // namespace

const Primitive kFactorOut =
    define<Args, Edit>({.name = "factor_out",
                        .kind = "FactorOut",
                        .group = Group::Reduction,
                        .summary = "Multiply a sum by a constant once, instead of each of its terms.",
                        .params = {param("block", &Args::block, "the sum whose terms have a constant factor"),
                                   param("invariants", &Args::invariants,
                                         "also factors that no axis of the sum moves, such as the scale of a row",
                                         {.defaultValue = false, .encoding = Encoding::Attr, .flag = "Invariant too"})},
                        .returns = Returns::Block,
                        .errors = {&kNoSum, &kStart, &kNoFactor, &kNoInvariant, &kFactorChanges},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
