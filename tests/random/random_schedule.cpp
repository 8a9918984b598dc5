#include "tests/random/random_schedule.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/schedule/support/cache_stage.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

struct Nodes {
  std::vector<LoopId> loops;
  std::vector<BlockId> blocks;
};

Nodes nodesOf(const Snapshot& program) {
  Nodes nodes{program.loops(0), {}};
  for (const BlockId id : program.blocks(0))
    if (!program.block(id).iters.empty()) nodes.blocks.push_back(id);
  return nodes;
}

template <size_t N>
bool isOneOf(const std::string& name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
// Primitives whose check often needs the exact analysis.
constexpr std::array<std::string_view, 13> kCostly{
    "add_guard", "cache_read", "cache_write", "compute_root",       "decompose_reduction",
    "fission",   "read_at",    "reindex",     "reindex_cache_read", "reindex_cache_write",
    "stage_mem", "tile",       "write_at"};
// Primitives that change little in a program.
constexpr std::array<std::string_view, 12> kPlain{
    "add_unit_loop",    "annotate",           "annotate_buffer_access",  "pragma",
    "prefetch",         "sample_categorical", "sample_partitioned_tile", "sample_perfect_tile",
    "specialize_warps", "storage_align",      "storage_swizzle",         "unannotate"};

// One loop, one block, two loops, two blocks, or a block and a loop.
Selection randomSelection(const Nodes& nodes, std::mt19937_64& random) {
  const auto pick = [&](const auto& list) { return list[random() % list.size()]; };
  Selection s;
  const int kind = static_cast<int>(random() % 10);
  if (kind <= 2 && !nodes.loops.empty())
    s.loops = {pick(nodes.loops)};
  else if (kind == 3 && !nodes.loops.empty())
    s.loops = {pick(nodes.loops), pick(nodes.loops)};
  else if (kind == 4 && !nodes.loops.empty() && !nodes.blocks.empty())
    s = {{pick(nodes.loops)}, {pick(nodes.blocks)}};
  else if (kind == 9 && !nodes.blocks.empty())
    s.blocks = {pick(nodes.blocks), pick(nodes.blocks)};
  else if (!nodes.blocks.empty())
    s.blocks = {pick(nodes.blocks)};
  return s;
}

// Varies arguments that offers leave at their defaults.
Arguments varied(const Snapshot& program, const Primitive& primitive, Arguments args, std::mt19937_64& random) {
  const auto set = [&](std::string_view name, StepValue value) {
    const auto at =
        std::find_if(primitive.params.begin(), primitive.params.end(), [&](const Param& p) { return p.name == name; });
    const auto index = static_cast<size_t>(at - primitive.params.begin());
    for (size_t i = args.size(); i <= index; ++i)
      args.push_back(primitive.params[i].defaultValue.value_or(StepValue()));
    args[index] = std::move(value);
  };
  if (primitive.name == "cache_index") set("cse_thresh", static_cast<int64_t>(random() % 4));
  if (primitive.name == "blockize" && random() % 2) set("preserve_unit_iters", false);
  if ((primitive.name == "cache_read" || primitive.name == "cache_write") && random() % 2) {
    const BlockId block = *args[0].as<BlockId>();
    const auto& accesses = primitive.name == "cache_read" ? program.block(block).reads : program.block(block).writes;
    StepValue::List consumers;
    for (const BlockId reader :
         readersOf(program, program.scopeOf(block), accesses[static_cast<size_t>(*args[1].as<int64_t>())].buffer))
      if (random() % 2) consumers.emplace_back(reader);
    set("consumer_blocks", consumers);
  }
  return args;
}

}  // namespace

std::optional<Arguments> randomArguments(const Snapshot& program, const Primitive& primitive, std::mt19937_64& random) {
  const std::vector<Candidate> offers = primitive.candidates(program, randomSelection(nodesOf(program), random));
  if (offers.empty()) return std::nullopt;
  return varied(program, primitive, offers[random() % offers.size()].args, random);
}

std::optional<Arguments> anyArguments(const Snapshot& program, const Primitive& primitive, std::mt19937_64& random) {
  const Nodes nodes = nodesOf(program);
  if (nodes.loops.empty() || nodes.blocks.empty()) return std::nullopt;
  const auto loop = [&] { return StepValue(nodes.loops[random() % nodes.loops.size()]); };
  const auto block = [&] { return StepValue(nodes.blocks[random() % nodes.blocks.size()]); };
  Arguments args;
  for (const Param& p : primitive.params) {
    const ParamTypeInfo& info = infoOf(p.type);
    if (p.defaultValue)
      args.push_back(*p.defaultValue);
    else if (info.list && info.loops)
      args.emplace_back(StepValue::List{loop(), loop()});
    else if (info.list && info.blocks)
      args.emplace_back(StepValue::List{block(), block()});
    else if (info.loops)
      args.push_back(loop());
    else if (info.blocks)
      args.push_back(block());
    else
      return std::nullopt;
  }
  return args;
}

RandomRun randomSchedule(const Schedule& start, int steps, std::mt19937_64& random,
                         const std::vector<std::string>& without, uint64_t costlyEvery) {
  RandomRun run{start, {}, 0};
  std::vector<const Primitive*> drawn;
  for (const Primitive* p : allPrimitives())
    if (!p->query && std::find(without.begin(), without.end(), p->name) == without.end()) drawn.push_back(p);
  for (int misses = 0; static_cast<int>(run.steps.size()) < steps && misses < 60;) {
    const Snapshot& program = run.schedule.program();
    const Primitive& p = *drawn[random() % drawn.size()];
    if (isOneOf(p.name, kCostly) && random() % costlyEvery != 0) continue;
    if (isOneOf(p.name, kPlain) && random() % 4 != 0) continue;
    const std::optional<Arguments> args = randomArguments(program, p, random);
    if (!args) {
      ++misses;
      continue;
    }
    Schedule next = run.schedule;
    const std::string text = callText(program, p, *args);
    if (Result<StepValue> done = next.apply(p, *args); !done) {
      ++run.refused;
      ++misses;
      continue;
    }
    run.schedule = std::move(next);
    run.steps.push_back({&p, text});
    misses = 0;
  }
  return run;
}

}  // namespace lw
