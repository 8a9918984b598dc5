#include "app/lw/grading/by_hand.h"

#include "app/lw/errors.h"
#include "backends/targets/targets.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/prove/prove.h"
#include "core/schedule/support/meaning.h"

namespace lw {
namespace {

constexpr int kFurtherRuns = 2;
// Of a proof; the time is beyond what these operations take.
constexpr unsigned long kMostOperations = 1'000'000;
constexpr int kMostSeconds = 600;

// What differs between two parameters; empty: nothing that a caller sees.
Message difference(const PrimFunc& byHand, const PrimFunc& original, size_t i) {
  const Buffer *mine = byHand.bufferOf(byHand.params[i]), *theirs = original.bufferOf(original.params[i]);
  const std::string name = theirs ? (*theirs)->name : original.params[i].name();
  if (!mine != !theirs)
    return say("parameter {0} has to be {1}", Ident(name), theirs ? say("an array") : say("a scalar"));
  if (!mine)
    return byHand.params[i].dtype() == original.params[i].dtype() ? Message()
                                                                  : say("parameter {0} has another type", Ident(name));
  if ((*mine)->dtype != (*theirs)->dtype) return say("parameter {0} has another type", Ident(name));
  bool same = (*mine)->shape.size() == (*theirs)->shape.size();
  for (size_t d = 0; same && d < (*mine)->shape.size(); ++d) {
    const auto a = asInt((*mine)->shape[d]), b = asInt((*theirs)->shape[d]);
    same = a && b && *a == *b;
  }
  if (!same) return say("parameter {0} has another shape", Ident(name));
  const auto offset = asInt((*mine)->elemOffset);
  const bool compact = (*mine)->strides.empty() && offset && *offset == 0;
  return compact ? Message() : say("parameter {0} has strides or an offset", Ident(name));
}

bool isForeign(IntrinsicGroup group) { return group == IntrinsicGroup::Foreign || group == IntrinsicGroup::External; }

std::optional<Explanation> misfit(const PrimFunc& byHand, const PrimFunc& original) {
  const auto refuse = [&](Message why) {
    return explain(err::kByHandSignature(byHand.name, original.name, std::move(why)),
                   "keep the line with `def` as it is in the exercise");
  };
  if (byHand.params.size() != original.params.size())
    return refuse(say("it has {0} parameters instead of {1}", byHand.params.size(), original.params.size()));
  for (size_t i = 0; i < byHand.params.size(); ++i)
    if (Message why = difference(byHand, original, i); !why.empty()) return refuse(std::move(why));
  // What no model counts.
  bool loops = false, calls = false;
  forEachStmt(byHand.body, [&](const Stmt& s) { loops = loops || s.as<While>(); });
  forEachExpr(byHand.body, [&](const Expr& e) {
    const auto* call = e.as<Call>();
    calls = calls || (call && isForeign(call->op.group()));
  });
  if (loops) return explain(err::kByHandUncounted(byHand.name), "use T.serial or T.grid");
  if (calls) return explain(err::kByHandForeign(byHand.name), "write what it computes in TVMScript");
  return std::nullopt;
}

}  // namespace

std::variant<PrimFunc, int> loadByHand(const CommandLine& arguments, const PrimFunc& original) {
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("--by-hand"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& other = std::get<Loaded>(loaded);
  if (const auto wrong = misfit(other.function, original)) return fail(arguments, *wrong);
  return other.function;
}

Result<ByHandCheck> checkByHand(const SourceFile& file, const PrimFunc& original, const PrimFunc& byHand,
                                MeasureOptions options, Measurement first) {
  const ProofResult proof = proveEqual(meaningOf(original, file.intrinsics), meaningOf(byHand, file.intrinsics),
                                       {.operations = kMostOperations, .seconds = kMostSeconds});
  if (proof.answer == ProofResult::Answer::Equal && proof.calls.empty())
    return ByHandCheck{proof.reordered.empty() ? ByHandCheck::By::Proof : ByHandCheck::By::ProofUpToSums,
                       std::move(first)};
  options.baseline = false;
  options.repeat = 1;
  for (int i = 0; i < kFurtherRuns; ++i) {
    ++options.inputs.seed;
    Result<Measurement> m = measure(file, original, byHand, options);
    if (!m) return m.error();
    if (m->checked && !m->ok) return ByHandCheck{ByHandCheck::By::Runs, std::move(*m)};
  }
  return ByHandCheck{ByHandCheck::By::Runs, std::move(first)};
}

std::string_view toText(ByHandCheck::By by) {
  switch (by) {
    case ByHandCheck::By::Proof:
      return "proof";
    case ByHandCheck::By::ProofUpToSums:
      return "proof up to the order of sums";
    case ByHandCheck::By::Runs:
      return "runs";
  }
  return "";
}

}  // namespace lw
