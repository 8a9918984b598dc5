// factor_out: multiply the result of a sum by a constant once, instead of every term: of a * b * 0.125 the block adds
// a * b, and a block after it multiplies. A power of two only changes exponents, so the results keep their digits
// unless a number becomes too large or too small for its type; with any other factor each term is rounded in another
// way.
#include <cmath>

#include "core/ir/ndarray.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/compose.h"
#include "core/schedule/support/inline_helpers.h"
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

struct Args {
  BlockId block;
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.block};
  return e;
}

// The product without its constants, which are multiplied into `factor`; nullopt: it has nothing else.
std::optional<Expr> withoutConstants(const Expr& e, double& factor) {
  if (const auto* number = e.as<FloatImm>()) {
    factor *= number->value;
    return std::nullopt;
  }
  const auto* product = e.as<Binary>();
  if (!product || product->op != BinaryOp::Mul) return e;
  const std::optional<Expr> a = withoutConstants(product->a, factor), b = withoutConstants(product->b, factor);
  if (!a || !b) return a ? a : b;
  return a->sameAs(product->a) && b->sameAs(product->b) ? e : rawBinary(BinaryOp::Mul, *a, *b);
}

struct Sum {
  Reducer reducer;
  Expr term;
  double factor;
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
  double factor = 1;
  const std::optional<Expr> term = withoutConstants(reducer->operand, factor);
  const double rounded = roundToType(reducer->operand.dtype(), factor);
  if (!term || term->sameAs(reducer->operand) || !std::isfinite(rounded) || rounded == 0)
    return about(kNoFactor(block.name, toText(reducer->operand)), args, {});
  return Sum{*reducer, *term, rounded};
}

Result<Edit> check(const Snapshot& program, const Args& args) {
  const Result<Sum> sum = sumOf(program, args);
  if (!sum) return sum.error();
  Steps steps(program, program.functionOf(args.block));
  const auto copy = steps.run(kCacheWrite, {args.block, int64_t{0}, "global", StepValue::List{}});
  if (!copy) return copy.error();
  const Snapshot& cached = steps.program();
  Block added = cached.block(args.block), scaled = cached.block(blockAt(*copy, 0));
  BufferStore update = *onlyStore(added), result = *onlyStore(scaled);
  update.value = combined(sum->reducer, BufferLoad{update.buffer, update.indices}, sum->term);
  result.value = rawBinary(BinaryOp::Mul, result.value, makeFloat(result.value.dtype(), sum->factor));
  added.body = update;
  scaled.body = result;
  Edit edit = steps.edit(*copy);
  edit.changed = replaceStmts(*edit.changed, {{cached.stmt(added.id), added}, {cached.stmt(scaled.id), scaled}});
  return edit;
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1 || !program.block(selection.blocks.front()).init) return {};
  const Args args{selection.blocks.front()};
  if (!sumOf(program, args)) return {};
  return {{{args.block}, program.name(args.block)}};
}

}  // namespace

const Primitive kFactorOut =
    define<Args, Edit>({.name = "factor_out",
                        .kind = "FactorOut",
                        .group = Group::Reduction,
                        .summary = "Multiply a sum by a constant once, instead of each of its terms.",
                        .params = {param("block", &Args::block, "the sum whose terms have a constant factor")},
                        .returns = Returns::Block,
                        .errors = {&kNoSum, &kStart, &kNoFactor},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
