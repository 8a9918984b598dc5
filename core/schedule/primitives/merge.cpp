// merge: let neighbouring nests share their loops, down to the given ones; in every common iteration the bodies of the
// nests run one after another, in program order. Legal if no dependence is reversed, and the statements between the
// nests can run before all of the nests or after all of them; or else if all values reach the same reads.
#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/value_flow.h"
#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/loop_checks.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kInside{"merge.inside", "loop {1} is inside loop {0}"};
constexpr Error<Ident, int64_t, Ident, int64_t> kOtherDepth{"merge.other-depth",
                                                            "{0} is at depth {1} of its nest and {2} at depth {3}"};
constexpr Error<Snippet, Snippet, Snippet, Snippet, Snippet, Snippet> kOtherExtent{
    "merge.other-extent", "loop {0} starts at {1} and has {2} iterations, but loop {3} starts at {4} and has {5}"};
constexpr Error<Ident, Ident> kNotOnlyChild{"merge.not-only-child", "loop {0} contains more than loop {1}"};
constexpr Error<Ident, Ident> kNotSiblings{"merge.not-siblings",
                                           "the nests of {0} and {1} are not in the same sequence of statements"};
constexpr Error<Message, Snippet, Snippet> kBetween{"merge.between",
                                                    "{0} must run after the nest of {1} and before the nest of {2}"};
constexpr Error<Snippet, Snippet> kDependence{"merge.dependence",
                                              "sharing the loops {0} and {1} would reverse a dependence"};

struct Args {
  std::vector<LoopId> loops;
};
struct Plan {
  std::vector<std::vector<LoopId>> nests;  // in program order; of equal length, outermost first
  bool atFirst = false;  // the merged nest takes the place of the first one, otherwise that of the last one
};

using Path = std::vector<LoopId>;

// The loops of each nest from the first one that the nests do not share down to the given loop.
Result<std::vector<Path>> nestsOf(const Snapshot& program, const std::vector<LoopId>& loops) {
  std::vector<Path> nests;
  for (const LoopId loop : loops) {
    Path path = program.loopsAbove(loop);
    path.push_back(loop);
    nests.push_back(path);
  }
  size_t shared = 0;
  const auto sharedAt = [&](size_t i) {
    return std::all_of(nests.begin(), nests.end(), [&](const Path& p) { return i < p.size() && p[i] == nests[0][i]; });
  };
  while (sharedAt(shared)) ++shared;
  for (Path& path : nests) {
    if (path.size() <= shared) {
      const LoopId inner = path.back() == loops[0] ? loops[1] : loops[0];
      return aboutLoops(kInside(program.name(path.back()), program.name(inner)), {path.back(), inner},
                        "give loops of neighbouring nests");
    }
    path.erase(path.begin(), path.begin() + shared);
  }
  return nests;
}

// "i", or "C.i" where both loops have the same name.
std::string label(const Snapshot& program, LoopId loop, LoopId other) {
  const std::vector<BlockId> below = program.blocksBelow(loop);
  const bool same = program.name(loop) == program.name(other);
  return (same && !below.empty() ? program.name(below.front()) + "." : "") + program.name(loop);
}

Status checkShape(const Snapshot& program, const std::vector<Path>& nests) {
  const Path& first = nests.front();
  for (const Path& nest : nests) {
    if (nest.size() != first.size())
      return aboutLoops(kOtherDepth(program.name(first.back()), first.size(), program.name(nest.back()), nest.size()),
                        {first.back(), nest.back()}, "give loops of the same depth");
    VarMap common;  // this nest's variables in terms of the first's, for bounds that depend on outer loops
    for (size_t i = 0; i < nest.size(); ++i) {
      const For &a = program.loop(first[i]), &b = program.loop(nest[i]);
      if (Status ok = requirePlain(b, "merge"); !ok) return ok;
      if (i + 1 < nest.size() && !b.body.as<For>())
        return aboutLoops(kNotOnlyChild(b.var.name(), program.name(nest[i + 1])), {nest[i], nest[i + 1]},
                          "merge the outer loops first");
      if (!equal(a.extent, substitute(b.extent, common)) || !equal(a.min, substitute(b.min, common)))
        return aboutLoops(kOtherExtent(label(program, a.id, b.id), debugText(a.min), debugText(a.extent),
                                       label(program, b.id, a.id), debugText(b.min), debugText(b.extent)),
                          {a.id, b.id}, "split one of them so that both run equally often");
      common.insert_or_assign(b.var.key(), Expr(a.var));
    }
  }
  return success();
}

// The sequence that holds all nests, or nullptr.
const Seq* sequenceOf(const Snapshot& program, const std::vector<Path>& nests) {
  const Seq* found = nullptr;
  const auto holds = [&](const Seq& seq, LoopId loop) {
    return std::any_of(seq.stmts.begin(), seq.stmts.end(), [&](const Stmt& s) { return s.sameAs(program.stmt(loop)); });
  };
  const PrimFunc& function = program.function(program.functionOf(nests[0][0]));
  forEachStmt(function.body, [&](const Stmt& s) {
    const auto* seq = s.as<Seq>();
    if (seq && std::all_of(nests.begin(), nests.end(), [&](const Path& p) { return holds(*seq, p[0]); })) found = seq;
  });
  return found;
}

size_t positionIn(const Seq& seq, const Stmt& stmt) {
  return std::find_if(seq.stmts.begin(), seq.stmts.end(), [&](const Stmt& s) { return s.sameAs(stmt); }) -
         seq.stmts.begin();
}

Message describe(const Stmt& stmt) {
  Message blocks;
  forEachStmt(stmt, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>(); block && blocks.empty()) blocks = say("block \"{0}\"", Ident(block->name));
  });
  return blocks.empty() ? "the statement between" : blocks;
}

// Why a nest cannot be moved past the statements between it and the place of the merged nest; none: every nest can.
std::optional<Explanation> obstacle(const Snapshot& program, const Seq& seq, const std::vector<Path>& nests,
                                    bool atFirst) {
  const PrimFunc& function = program.function(program.functionOf(nests[0][0]));
  std::vector<size_t> places;
  for (const Path& nest : nests) places.push_back(positionIn(seq, program.stmt(nest[0])));
  const size_t target = atFirst ? places.front() : places.back();
  for (size_t n = 0; n < nests.size(); ++n)
    for (size_t at = std::min(places[n], target) + 1; at < std::max(places[n], target); ++at) {
      if (std::find(places.begin(), places.end(), at) != places.end()) continue;
      const Stmt& between = seq.stmts[at];
      const Stmt& nest = program.stmt(nests[n][0]);
      const Verdict verdict = atFirst ? mayExchange(function, between, nest, program.budget())
                                      : mayExchange(function, nest, between, program.budget());
      if (verdict.yes()) continue;
      return refused(aboutLoops(kBetween(describe(between), label(program, nests.front()[0], nests.back()[0]),
                                         label(program, nests.back()[0], nests.front()[0])),
                                {nests.front()[0], nests.back()[0]}, "merge it too, or compute it elsewhere"),
                     verdict);
    }
  return std::nullopt;
}

// The first two nests of which sharing their loops would reverse a dependence.
std::optional<Explanation> reversedDependence(const Snapshot& program, const std::vector<Path>& nests) {
  const PrimFunc& function = program.function(program.functionOf(nests[0][0]));
  for (size_t i = 0; i < nests.size(); ++i)
    for (size_t k = i + 1; k < nests.size(); ++k) {
      const Path &a = nests[i], &b = nests[k];
      const Verdict verdict = mergeKeepsResults(function, a, b, program.budget());
      if (!verdict.yes())
        return refused(aboutLoops(kDependence(label(program, a.back(), b.back()), label(program, b.back(), a.back())),
                                  {a.back(), b.back()}, "merge fewer loops, or compute_at the first nest"),
                       verdict);
    }
  return std::nullopt;
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const Path& first = plan.nests.front();
  const int index = program.functionOf(first[0]);
  PrimFunc function = program.function(index);
  std::vector<Var> vars;
  for (const LoopId id : first) vars.emplace_back(program.name(id) + "_m", program.loop(id).var.dtype());
  std::vector<Stmt> bodies;
  std::vector<std::pair<Stmt, Stmt>> replacements;
  for (const Path& nest : plan.nests) {
    VarMap rename;
    for (size_t i = 0; i < nest.size(); ++i) rename.insert_or_assign(program.loop(nest[i]).var.key(), Expr(vars[i]));
    bodies.push_back(substitute(program.loop(nest.back()).body, rename));
    replacements.emplace_back(program.stmt(nest[0]), Evaluate{0});
  }
  Edit edit{.function = index};
  Stmt merged = sequence(std::move(bodies));
  VarMap rename;
  for (size_t i = 0; i < first.size(); ++i) rename.insert_or_assign(program.loop(first[i]).var.key(), Expr(vars[i]));
  std::vector<LoopId> ids(first.size());
  for (LoopId& id : ids) id = function.freshLoop();
  for (size_t i = first.size(); i-- > 0;) {
    const For& loop = program.loop(first[i]);
    merged = For{ids[i], vars[i], substitute(loop.min, rename), substitute(loop.extent, rename), ForKind::Serial, "",
                 {},     merged};
    for (const Path& nest : plan.nests) edit.fate.loops.push_back({nest[i], {ids[i]}});
  }
  (plan.atFirst ? replacements.front() : replacements.back()).second = merged;
  edit.changed = replaceStmts(function, replacements);
  edit.outputs = {ids.back()};
  return edit;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (Status ok = requireDistinct(program, args.loops, 2, "merge"); !ok) return ok.error();
  Result<std::vector<Path>> nests = nestsOf(program, args.loops);
  if (!nests) return nests.error();
  if (Status ok = checkShape(program, *nests); !ok) return ok.error();
  const Seq* seq = sequenceOf(program, *nests);
  if (!seq)
    return aboutLoops(kNotSiblings(program.name(args.loops[0]), program.name(args.loops[1])), args.loops,
                      "give loops of neighbouring nests");
  std::sort(nests->begin(), nests->end(), [&](const Path& a, const Path& b) {
    return positionIn(*seq, program.stmt(a[0])) < positionIn(*seq, program.stmt(b[0]));
  });
  Plan plan{*nests, false};
  std::optional<Explanation> reason = reversedDependence(program, plan.nests);
  if (!reason) {
    reason = obstacle(program, *seq, plan.nests, false);
    if (!reason) return plan;
    plan.atFirst = true;
    if (!obstacle(program, *seq, plan.nests, true)) return plan;
  }
  for (const bool atFirst : {false, true}) {
    plan.atFirst = atFirst;
    const Edit edit = rewrite(program, plan);
    if (keepsValueFlow(program.function(edit.function), *edit.changed, {}, program.budget()).yes()) return plan;
  }
  return *reason;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.loops.size() < 2) return {};
  std::string label = join(selection.loops, [&](const LoopId loop) { return program.name(loop); });
  return {{{StepValue::List(selection.loops.begin(), selection.loops.end())}, label}};
}

}  // namespace

const Primitive kMerge =
    define<Args, Plan>({.name = "merge",
                        .kind = "Merge",
                        .group = Group::Loops,
                        .summary = "Let neighbouring nests share their loops.",
                        .params = {param("loops", &Args::loops, "one loop of each nest, of the same depth",
                                         {.encoding = Encoding::Spread, .positional = true, .variadic = true})},
                        .returns = Returns::Loop,
                        .errors = {&kTooFewLoops, &kLoopTwice, &kInside, &kOtherDepth, &kOtherExtent, &kNotOnlyChild,
                                   &kNotSiblings, &kBetween, &kDependence},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .threads = ThreadCheck::WhereAtOnce,
                        .traits = {.rank = 160, .key = 'm', .helpsRepairs = true}});

}  // namespace lw
