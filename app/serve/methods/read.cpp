// A program is read: its text, its loops and blocks, its costs, its steps with who proved them, its lowered stages.
#include <algorithm>

#include "app/serve/method.h"
#include "app/serve/session.h"
#include "app/shared/json/cost_table.h"
#include "app/shared/script_text.h"
#include "app/shared/stage_text.h"
#include "backends/target/target.h"
#include "core/analysis/proofs.h"
#include "core/ir/visit.h"
#include "core/script/typed_reader.h"

namespace lw::serve {
namespace {

const char* kindName(ForKind kind) {
  switch (kind) {
    case ForKind::Serial:
      return "serial";
    case ForKind::Parallel:
      return "parallel";
    case ForKind::Vectorized:
      return "vectorized";
    case ForKind::Unrolled:
      return "unrolled";
    case ForKind::ThreadBinding:
      return "bound to a thread";
  }
  return "";
}

// Loops and blocks in program order, one a line, by the names that steps take.
class TreeLines : public Visitor {
 public:
  explicit TreeLines(const typed::Names& names) : names_(names) {}
  std::string text;

  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    const auto* block = s.as<Block>();
    const bool shown = loop || (block && !(block->iters.empty() && block->name == "root"));
    if (loop)
      line("loop " + names_.unique(loop->id) + "  " + toText(loop->extent) + "  " + kindName(loop->kind));
    else if (shown)
      line("block " + block->name);
    depth_ += shown;
    children(s);
    depth_ -= shown;
  }
  void expr(const Expr&) override {}

 private:
  void line(const std::string& what) { text += std::string(size_t(depth_) * 2, ' ') + what + "\n"; }
  const typed::Names& names_;
  int depth_ = 0;
};

std::string treeText(const Document& document) {
  const typed::Names names(document.schedule());
  TreeLines lines(names);
  lines.stmt(document.schedule().program().function(document.function).body);
  return std::move(lines.text);
}

Json stepsJson(const Document& document) {
  const History& history = document.history();
  Json list = Json::array();
  const Schedule& schedule = history.schedule();
  for (int i = 0; i < schedule.stepCount(); ++i) {
    if (schedule.step(i).primitive->query) continue;
    Json proofs = Json::array();
    for (const ProofRecord& proof : schedule.proofs(i)) proofs.push_back(wordsOf(proof).text());
    list.push_back({{"step", callText(schedule.prefix(i), schedule.step(i))}, {"proofs", std::move(proofs)}});
  }
  return list;
}

// A part of the text, by lines.
Json textJson(const Document& document, const std::string& text, const Json& arguments) {
  const auto first = arguments.at("first_line").get<int64_t>(), most = arguments.at("lines").get<int64_t>();
  int64_t line = 1;
  std::string part;
  for (size_t at = 0; at < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (line >= first && line < first + most) part.append(text, at, end - at);
    at = end;
  }
  Json j = placeJson(document);
  j["text"] = std::move(part);
  j["all_lines"] = line - 1;
  if (line - 1 >= first + most) j["next_line"] = first + most;
  return j;
}

Reply readStage(const Document& document, const Json& arguments, const TargetDescriptor& target, Context& context) {
  const bool assembly = arguments["what"] == "assembly";
  const PrimFunc& function = document.schedule().program().function(document.function);
  CodeRequest request;
  request.stop = [&context] { return context.stopped(); };
  const PrintedStage stage = stageText(function, target, assembly ? "asm" : arguments.value("stage", "tir"), request);
  if (!stage.error) return textJson(document, stage.text, arguments);
  Failure failure{stage.unknown ? kInvalidParams : kRefused, *stage.error};
  if (!stage.unknown) return failure;
  failure.place = assembly ? "what" : "stage";
  failure.value = arguments[failure.place];
  failure.more = {{"stages", Json::array()}};
  for (const StageEntry& entry : stageList(function, target)) failure.more["stages"].push_back(entry.name);
  return failure;
}

Reply read(ServeSession& session, const Json& arguments, Context& context) {
  const auto found = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&found)) return *failure;
  const Document& document = *std::get<0>(found);
  const Schedule& schedule = document.schedule();
  const auto what = arguments["what"].get<std::string>();
  const Dialect dialect = arguments["dialect"] == "tvm" ? Dialect::Tvm : Dialect::Classic;
  if (what == "source") return textJson(document, document.session.text(), arguments);
  if (what == "program")
    return textJson(document, scriptText(schedule.program(), schedule.source(), document.function, false, dialect),
                    arguments);
  if (what == "tree") return textJson(document, treeText(document), arguments);
  Json j = placeJson(document);
  if (what == "steps") {
    j["steps"] = stepsJson(document);
    return j;
  }
  const PrimFunc& function = schedule.program().function(document.function);
  if (what == "cost") {
    const std::vector<int64_t> caches = cacheSizes();
    const ProgramCost cost = costOf(function, caches);
    j.update(costJson(function, costRows(function, cost), cost, caches));
    return j;
  }
  const TargetDescriptor& target = *findTarget(arguments["target"].get<std::string>());
  if (what != "stages") return readStage(document, arguments, target, context);
  j["stages"] = Json::array();
  for (const StageEntry& entry : stageList(function, target)) {
    j["stages"].push_back({{"name", entry.name}, {"help", entry.help}});
    if (entry.changed) j["stages"].back()["changed"] = *entry.changed;
  }
  return j;
}

}  // namespace

Method readMethod() {
  std::vector<std::string> targets;
  for (const TargetDescriptor* target : allTargets()) targets.emplace_back(target->name);
  return {"read",
          "Read a program",
          "The current state of a document: its text as opened (source), the scheduled program, the loop tree with the "
          "names that steps take, costs of every loop for this machine's caches, the steps with who proved them, the "
          "list of lowering stages, one stage, or the assembly.",
          Effect::Reads,
          {{.name = "document", .help = "its id", .required = true},
           {.name = "what",
            .help = "the view of the program",
            .defaultValue = "program",
            .choices = {"source", "program", "tree", "cost", "steps", "stages", "stage", "assembly"}},
           {.name = "stage", .help = "for what = stage: a pass, tir, llvm, llvm-opt, asm, ptx, opencl"},
           {.name = "target",
            .help = "whose lowering is shown",
            .defaultValue = std::string(defaultTarget().name),
            .choices = std::move(targets)},
           {.name = "dialect",
            .help = "names of block constructs: classic (T.block) or tvm (T.sblock)",
            .defaultValue = "classic",
            .choices = {"classic", "tvm"}},
           {.name = "first_line",
            .kind = ParameterKind::Integer,
            .help = "of a text: the first line to return",
            .defaultValue = 1,
            .least = 1,
            .most = 100'000'000},
           {.name = "lines",
            .kind = ParameterKind::Integer,
            .help = "of a text: the most lines to return",
            .defaultValue = 2000,
            .least = 1,
            .most = 100'000}},
          read};
}

}  // namespace lw::serve
