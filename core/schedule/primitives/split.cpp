// split: divide one loop into a nest of loops. Keeps the order of the iterations; adds a guard to the blocks below if
// the factors cover more iterations than the loop has. A start other than 0 is added in the bindings.
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/bindings.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr Error<Ident> kNoFactors{"split.no-factors", "loop {0} cannot be split into zero loops"};
constexpr Error<int64_t> kTwoOpen{"split.two-open", "{0} of the factors are None, but at most one may be"};
constexpr Error<int64_t, int64_t> kNotPositive{"split.not-positive",
                                               "factor {0} is {1}; a loop has at least one iteration"};
constexpr Error<Ident, int64_t, Snippet> kCoversLess{"split.covers-less",
                                                     "the factors of loop {0} cover {1} of its {2} iterations"};
constexpr Error<Ident, int64_t> kNoIteration{
    "split.no-iteration",
    "loop {0} has no iteration, but its factors have {1}: the reduction would not be empty any more"};
constexpr Error<Ident, int64_t> kTooLarge{"split.too-large", "the product of the factors of loop {0} exceeds {1}"};
constexpr Error<Ident, Message, Snippet> kUnguarded{
    "split.unguarded", "without a guard the factors of loop {0} run {1} iterations instead of {2}"};
constexpr Error<Ident> kOpaqueBlock{"split.no-block",
                                    "loop {0} contains statements outside of any block, which cannot be guarded"};
constexpr Error<Ident, Ident> kBoundFromMemory{
    "split.bound-from-memory",
    "the bounds of loop {1} read memory at an index that depends on loop {0}, and the guard of {0} does not protect "
    "that read beyond the end of {0}"};

struct Args {
  LoopId loop;
  Factors factors;
  bool preserveUnitIters = true;
  bool disablePredication = false;
};

struct Plan {
  LoopId loop;
  std::vector<Expr> extents;
  bool guarded;
  bool preserveUnitIters;
};

// Checks the given factors; returns their product.
Result<int64_t> checkFactors(const For& loop, const Factors& factors) {
  const std::string& name = loop.var.name();
  if (factors.empty())
    return aboutLoops(kNoFactors(name), {loop.id}, "give two factors or more, for example [None, 8]");
  int64_t product = 1;
  int open = 0;
  for (size_t i = 0; i < factors.size(); ++i) {
    if (!factors[i]) {
      ++open;
      continue;
    }
    if (*factors[i] <= 0)
      return aboutLoops(kNotPositive(i, *factors[i]), {loop.id},
                        "give a positive number, or None for whatever remains");
    if (__builtin_mul_overflow(product, *factors[i], &product) || product > maxValueOf(loop.var.dtype()))
      return aboutLoops(kTooLarge(name, maxValueOf(loop.var.dtype())), {loop.id}, "give smaller factors");
  }
  if (open > 1) return aboutLoops(kTwoOpen(open), {loop.id}, "give a number for the others");
  return product;
}

bool drivesReduction(const Snapshot& program, const For& loop) {
  for (const BlockId id : program.blocksBelow(loop.id)) {
    const Block& block = program.block(id);
    for (size_t i = 0; block.init && i < block.iters.size(); ++i)
      if (block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], loop.var)) return true;
  }
  return false;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  if (Status ok = requirePlain(loop, "split"); !ok) return ok.error();
  Result<int64_t> product = checkFactors(loop, args.factors);
  if (!product) return product.error();
  const std::string& name = loop.var.name();
  const DataType type = loop.var.dtype();
  const std::optional<int64_t> extent = asInt(loop.extent);
  Plan plan{args.loop, {}, true, args.preserveUnitIters};
  bool open = false;
  for (const std::optional<int64_t>& factor : args.factors) {
    open = open || !factor;
    const Expr given = makeConst(type, *product);
    plan.extents.push_back(factor ? makeConst(type, *factor) : floordiv(loop.extent + (given - 1), given));
  }
  if (extent) {
    const int64_t covered = open ? (*extent + *product - 1) / *product * *product : *product;
    if (covered < *extent)
      return aboutLoops(kCoversLess(name, covered, std::to_string(*extent)), {loop.id},
                        say("make one factor None, or choose factors with a product of {0} or more", *extent));
    if (*extent <= 0 && !open && drivesReduction(program, loop))
      return aboutLoops(kNoIteration(name, covered), {loop.id}, "make one factor None");
    plan.guarded = covered > *extent;
    if (plan.guarded && args.disablePredication)
      return aboutLoops(kUnguarded(name, Snippet(std::to_string(covered)), std::to_string(*extent)), {loop.id},
                        say("leave disable_predication False, or choose factors that divide {0}", *extent));
  } else if (!open) {
    return aboutLoops(kCoversLess(name, *product, debugText(loop.extent)), {loop.id},
                      "make one factor None: the extent is not known");
  } else {
    plan.guarded = !provablyDivisible(loop.extent, *product);
    if (plan.guarded && args.disablePredication)
      return aboutLoops(kUnguarded(name, say("a multiple of {0}", *product), debugText(loop.extent)), {loop.id},
                        "leave disable_predication False");
  }
  if (plan.guarded && hasStatementsOutsideBlocks(loop.body))
    return aboutLoops(kOpaqueBlock(name), {loop.id}, "choose factors that divide the extent");
  if (const LoopId inner = loopWithBoundFromMemory(loop.body, loop.var); plan.guarded && inner.valid())
    return aboutLoops(kBoundFromMemory(name, program.name(inner)), {loop.id, inner},
                      "choose factors that divide the extent");
  return plan;
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const For& loop = program.loop(plan.loop);
  const int index = program.functionOf(plan.loop);
  PrimFunc function = program.function(index);
  std::vector<Var> vars;
  Expr value = makeZero(loop.var.dtype());
  for (size_t i = 0; i < plan.extents.size(); ++i) {
    vars.emplace_back(loop.var.name() + "_" + std::to_string(i), loop.var.dtype());
    // Without preserve_unit_iters, unit loops stay in the nest but are removed from the bindings.
    if (plan.preserveUnitIters || !isOne(plan.extents[i]))
      value = value * plan.extents[i] + vars.back();
    else
      value = value * plan.extents[i];
  }
  Stmt body = substitute(loop.body, {{loop.var.key(), value + loop.min}});
  if (plan.guarded) body = withPredicate(body, lt(value, loop.extent));
  std::vector<LoopId> ids(vars.size());
  for (LoopId& id : ids) id = function.freshLoop();
  for (size_t i = vars.size(); i-- > 0;)
    body = For{ids[i], vars[i], makeZero(loop.var.dtype()), plan.extents[i], ForKind::Serial, "", {}, body};
  body = simplifyBindings(program, plan.loop, body, plan.preserveUnitIters);
  Edit edit{.function = index, .changed = replaceStmt(function, program.stmt(plan.loop), body)};
  edit.outputs.assign(ids.begin(), ids.end());
  edit.fate.loops = {{plan.loop, ids}};
  return edit;
}

// The divisors of the extent that are useful as inner factors, and powers of two, which suit vectors even if they
// require a guard. At most 14, in ascending order.
std::vector<int64_t> innerFactors(std::optional<int64_t> extent) {
  constexpr int64_t kLargest = 128;
  constexpr size_t kOffered = 14;
  std::vector<int64_t> factors;
  const auto power = [](int64_t n) { return (n & (n - 1)) == 0; };
  for (int64_t n = 2; n <= kLargest && (!extent || n < *extent); ++n) {
    const bool divides = extent && *extent % n == 0;
    const bool wanted = !extent || divides || n == 4 || n == 8 || n == 16 || n == 32;
    if (wanted && (divides || power(n))) factors.push_back(n);
  }
  // If there are too many divisors, odd ones are left out first, starting with the largest.
  for (size_t i = factors.size(); i-- > 0 && factors.size() > kOffered;)
    if (!power(factors[i])) factors.erase(factors.begin() + std::ptrdiff_t(i));
  return factors;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  const LoopId loop = selection.loops.front();
  const std::optional<int64_t> extent = asInt(program.loop(loop).extent);
  for (const int64_t factor : innerFactors(extent)) {
    const StepValue::List factors{StepValue(), StepValue(factor)};
    const bool guarded = extent && *extent % factor != 0;
    offers.push_back({{loop, factors}, toText(StepValue(factors)) + (guarded ? " (guarded)" : ""), factor});
  }
  return offers;
}

}  // namespace

const Primitive kSplit = define<Args, Plan>(
    {.name = "split",
     .kind = "Split",
     .group = Group::Loops,
     .summary = "Divide one loop into a nest of loops.",
     .params = {param("loop", &Args::loop, "loop to divide"),
                param("factors", &Args::factors, "extents, outermost first; None: whatever remains",
                      {.encoding = Encoding::Spread}),
                param("preserve_unit_iters", &Args::preserveUnitIters, "keep loops of one iteration in the bindings",
                      {.defaultValue = true, .encoding = Encoding::Attr, .flag = "Keep unit loops"}),
                param("disable_predication", &Args::disablePredication, "no guard; refused where one is required",
                      {.defaultValue = false, .encoding = Encoding::Attr, .flag = "Fail instead of adding a guard"})},
     .returns = Returns::Loops,
     .errors = {&kLoopBound, &kLoopAnnotated, &kNoFactors, &kTwoOpen, &kNotPositive, &kCoversLess, &kNoIteration,
                &kTooLarge, &kNoIteration, &kUnguarded, &kOpaqueBlock, &kBoundFromMemory},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.rank = 10,
                .key = 's',
                .helpsRepairs = true,
                .spellings = {{"split(loop, _, _2, number)", "split({loop}, [None, {number}]) -> _, _2"},
                              {"split(loop, _, _2, number, _3)", "split({loop}, [None, {number}]) -> _, _2"},
                              {"split(loop, factor=number)", "split({loop}, [None, {number}])"},
                              {"split(loop, nparts=number)", "split({loop}, [{number}, None])"},
                              {"divide_loop(loop, number)", "split({loop}, [None, {number}])"},
                              {"strip_mine(loop, number)", "split({loop}, [None, {number}])"}}}});

}  // namespace lw
