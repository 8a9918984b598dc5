// pragma: a hint to the compiler, as in TVM's tensor-expression schedules. "unroll", "vectorize" and "parallel" are
// equivalent to the steps of these names; all others become annotations "pragma_NAME" that lowering reads.
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/compose.h"

namespace lw {
namespace {

constexpr Error<> kNoName{"pragma.no-name", "a pragma needs a name"};

struct Args {
  LoopOrBlock node;
  std::string type;
  AnnotationValue value = 1;
};

const Primitive* stepOf(const Args& args) {
  if (!std::holds_alternative<LoopId>(args.node)) return nullptr;
  if (args.type == "unroll") return &kUnroll;
  if (args.type == "vectorize") return &kVectorize;
  if (args.type == "parallel") return &kParallel;
  return nullptr;
}

Result<Edit> check(const Snapshot& program, const Args& args) {
  if (args.type.empty()) return explain(kNoName(), "for example \"auto_unroll_max_step\"");
  const StepValue node = std::visit([](auto id) { return StepValue(id); }, args.node);
  ComposedSteps steps(program, std::visit([&](auto id) { return program.functionOf(id); }, args.node));
  const Primitive* step = stepOf(args);
  const auto done =
      step ? steps.run(*step, {node}) : steps.run(kAnnotate, {node, "pragma_" + args.type, fromAnnotation(args.value)});
  if (!done) return done.error();
  return steps.edit({});
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

std::vector<Candidate> candidates(const Snapshot&, const Selection& selection) {
  std::vector<Candidate> offers;
  for (const LoopId loop : selection.loops) {
    offers.push_back({{loop, "unroll", 1}, "unroll"});
    for (const int steps : {16, 64})
      offers.push_back({{loop, "auto_unroll_max_step", steps}, "auto_unroll_max_step " + std::to_string(steps)});
    offers.push_back({{loop, "unroll_explicit", 1}, "unroll_explicit"});
  }
  return offers;
}

}  // namespace

const Primitive kPragma =
    define<Args, Edit>({.name = "pragma",
                        .kind = "Pragma",
                        .group = Group::Loops,
                        .summary = "Annotate a loop or block with a pragma for the compiler.",
                        .params = {param("block_or_loop", &Args::node, "the loop or block"),
                                   param("pragma_type", &Args::type, "\"unroll\", \"auto_unroll_max_step\" ...",
                                         {.encoding = Encoding::Attr}),
                                   param("pragma_value", &Args::value, "its value", {.defaultValue = 1})},
                        .errors = {&kNoName},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
