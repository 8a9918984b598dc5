// annotate, unannotate: annotations on loops and blocks that lowering reads. As in TVM, annotate keeps an existing
// value.
#include <algorithm>
#include <array>

#include "core/ir/stream_stores.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<> kNoKey{"annotate.no-key", "an annotation needs a name"};
constexpr Error<Snippet> kNoNumber{"annotate.no-number", "the annotation \"{0}\" takes a number"};
constexpr Error<Message, Snippet> kAbsent{"unannotate.absent", "{0} has no annotation \"{1}\""};

// Annotations that lowering reads as numbers. It would ignore a value of another type.
constexpr std::string_view kMaxStep = "pragma_auto_unroll_max_step", kExplicit = "pragma_unroll_explicit";
constexpr std::array kNumbers{kMaxStep, kExplicit, kStreamStores};

struct AnnotateArgs {
  LoopOrBlock node;
  std::string key;
  AnnotationValue value = 0;
};
struct UnannotateArgs {
  LoopOrBlock node;
  std::string key;
};
struct Plan {
  LoopOrBlock node;
  Annotations annotations;
};

const Annotations& annotationsOf(const Snapshot& program, const LoopOrBlock& node) {
  if (const auto* loop = std::get_if<LoopId>(&node)) return program.loop(*loop).annotations;
  return program.block(std::get<BlockId>(node)).annotations;
}

Message describe(const Snapshot& program, const LoopOrBlock& node) {
  if (const auto* loop = std::get_if<LoopId>(&node)) return say("loop {0}", Ident(program.name(*loop)));
  return say("block \"{0}\"", Ident(program.name(std::get<BlockId>(node))));
}

Explanation about(Explanation e, const LoopOrBlock& node) {
  if (const auto* loop = std::get_if<LoopId>(&node))
    e.loops = {*loop};
  else
    e.blocks = {std::get<BlockId>(node)};
  return e;
}

Result<Plan> checkAnnotate(const Snapshot& program, const AnnotateArgs& args) {
  if (args.key.empty())
    return about(explain(kNoKey(), say("for example {0}", quoted(std::string(kMaxStep)))), args.node);
  const bool number =
      std::holds_alternative<int64_t>(args.value.value) || std::holds_alternative<Expr>(args.value.value);
  if (!number && std::find(kNumbers.begin(), kNumbers.end(), args.key) != kNumbers.end())
    return about(
        explain(kNoNumber(args.key),
                args.key == kMaxStep ? "for example 16: at most this many statements are unrolled" : "1: on, 0: off"),
        args.node);
  Plan plan{args.node, annotationsOf(program, args.node)};
  plan.annotations.emplace(args.key, args.value);
  return plan;
}

Result<Plan> checkUnannotate(const Snapshot& program, const UnannotateArgs& args) {
  Plan plan{args.node, annotationsOf(program, args.node)};
  if (plan.annotations.erase(args.key)) return plan;
  std::string keys = join(plan.annotations, [&](const auto& item) {
    const auto& [key, value] = item;
    return quoted(key);
  });
  return about(explain(kAbsent(describe(program, args.node), args.key),
                       keys.empty() ? "it has none at all" : say("it has {0}", keys)),
               args.node);
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  if (const auto* id = std::get_if<LoopId>(&plan.node)) {
    For loop = program.loop(*id);
    loop.annotations = plan.annotations;
    const int index = program.functionOf(*id);
    return Edit{.function = index, .changed = replaceStmt(program.function(index), program.stmt(*id), loop)};
  }
  const BlockId id = std::get<BlockId>(plan.node);
  Block block = program.block(id);
  block.annotations = plan.annotations;
  const int index = program.functionOf(id);
  return Edit{.function = index, .changed = replaceStmt(program.function(index), program.stmt(id), block)};
}

std::vector<LoopOrBlock> nodesOf(const Selection& selection) {
  std::vector<LoopOrBlock> nodes(selection.loops.begin(), selection.loops.end());
  nodes.insert(nodes.end(), selection.blocks.begin(), selection.blocks.end());
  return nodes;
}

StepValue asValue(const LoopOrBlock& node) {
  return std::visit([](auto id) { return StepValue(id); }, node);
}

std::vector<Candidate> usualNotes(const Snapshot&, const Selection& selection) {
  std::vector<Candidate> offers;
  for (const LoopOrBlock& node : nodesOf(selection))
    offers.push_back({{asValue(node), std::string(kStreamStores), 1}, "store vectors bypassing the caches"});
  for (const LoopId loop : selection.loops) {
    for (const int steps : {16, 64, 512})
      offers.push_back({{loop, std::string(kMaxStep), steps}, "unroll up to " + std::to_string(steps) + " steps"});
    offers.push_back({{loop, std::string(kExplicit), 1}, "unroll explicitly"});
  }
  return offers;
}

std::vector<Candidate> presentNotes(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  for (const LoopOrBlock& node : nodesOf(selection))
    for (const auto& [key, value] : annotationsOf(program, node)) offers.push_back({{asValue(node), key}, key});
  return offers;
}

const std::string* importedC(const Arguments& args) {
  const auto *key = args[1].as<std::string>(), *code = args[2].as<std::string>();
  if (!key || *key != "pragma_import_llvm" || !code) return nullptr;
  return code->find("\ndefine ") == std::string::npos && !code->starts_with("define ") ? code : nullptr;
}

}  // namespace

const Primitive kAnnotate = define<AnnotateArgs, Plan>(
    {.name = "annotate",
     .kind = "Annotate",
     .group = Group::Loops,
     .summary = "Annotate a loop or block; lowering reads the annotation.",
     .params = {param("block_or_loop", &AnnotateArgs::node, "the loop or block"),
                param("ann_key", &AnnotateArgs::key, "name of the annotation", {.encoding = Encoding::Attr}),
                param("ann_val", &AnnotateArgs::value, "its value")},
     .errors = {&kNoKey, &kNoNumber},
     .candidates = usualNotes,
     .check = checkAnnotate,
     .rewrite = rewrite,
     .traits = {.rank = 240, .importedC = importedC}});

const Primitive kUnannotate = define<UnannotateArgs, Plan>(
    {.name = "unannotate",
     .kind = "Unannotate",
     .group = Group::Loops,
     .summary = "Remove an annotation from a loop or block.",
     .params = {param("block_or_loop", &UnannotateArgs::node, "the loop or block"),
                param("ann_key", &UnannotateArgs::key, "name of the annotation", {.encoding = Encoding::Attr})},
     .errors = {&kAbsent},
     .candidates = presentNotes,
     .check = checkUnannotate,
     .rewrite = rewrite,
     .traits = {.helpsRepairs = true}});

}  // namespace lw
