// create_group and compute_group_at: move several blocks together (TVM's create_group of tensor-expression schedules).
#include <algorithm>
#include <set>

#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/compose.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr Error<> kNoOutputs{"create_group.no-outputs", "a group needs at least one output block"};
constexpr Error<> kNoBlocks{"compute_group_at.no-blocks", "no blocks to move are given"};

struct GroupArgs {
  std::vector<BlockId> outputs, inputs;
  bool includeInputs = false;
};
struct MoveArgs {
  std::vector<BlockId> blocks;
  LoopId loop;
  bool preserveUnitLoops = false;
};

bool contains(const std::vector<BlockId>& list, BlockId b) {
  return std::find(list.begin(), list.end(), b) != list.end();
}

// The blocks between the inputs and the outputs of the group, in program order.
std::vector<BlockId> groupOf(const Snapshot& program, const GroupArgs& args) {
  std::set<BlockId> seen;
  std::vector<BlockId> work = args.outputs;
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    if (contains(args.inputs, block) && !args.includeInputs) continue;
    if (!seen.insert(block).second || contains(args.inputs, block)) continue;
    for (const BlockId producer : program.producers(block)) work.push_back(producer);
  }
  std::vector<BlockId> group;
  for (const BlockId block : program.childBlocks(program.scopeOf(args.outputs.front())))
    if (seen.contains(block)) group.push_back(block);
  return group;
}

// All blocks must be in the scope of the first one.
Status requireOneScope(const Snapshot& program, const std::vector<BlockId>& blocks) {
  for (const BlockId block : blocks) {
    const Result<BlockId> scope = requireScope(program, block);
    if (!scope) return scope.error();
    if (*scope != program.scopeOf(blocks.front()))
      return aboutBlock(kOtherScopes(program.name(blocks.front()), program.name(block)), block);
  }
  return success();
}

Result<Edit> checkGroup(const Snapshot& program, const GroupArgs& args) {
  if (args.outputs.empty()) return explain(kNoOutputs(), "name the last block of the group");
  if (Status ok = requireOneScope(program, args.outputs); !ok) return ok.error();
  const std::vector<BlockId> group = groupOf(program, args);
  return Edit{.function = program.functionOf(args.outputs.front()),
              .changed = {},
              .outputs = std::vector<StepValue>(group.begin(), group.end()),
              .fate = {}};
}

Result<Edit> checkMove(const Snapshot& program, const MoveArgs& args) {
  if (args.blocks.empty()) return explain(kNoBlocks(), "give the blocks that create_group returned");
  if (Status ok = requireOneScope(program, args.blocks); !ok) return ok.error();
  std::vector<BlockId> order;  // consumers first
  for (const BlockId block : program.childBlocks(program.scopeOf(args.blocks.front())))
    if (contains(args.blocks, block)) order.insert(order.begin(), block);
  ComposedSteps steps(program, program.functionOf(args.loop));
  for (const BlockId block : order)
    if (const auto moved = steps.run(kComputeAt, {block, args.loop, args.preserveUnitLoops, -1}); !moved)
      return moved.error();
  return steps.edit({});
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

}  // namespace

const Primitive kCreateGroup = define<GroupArgs, Edit>(
    {.name = "create_group",
     .kind = "CreateGroup",
     .group = Group::Query,
     .summary = "All blocks that the given blocks depend on.",
     .params = {param("outputs", &GroupArgs::outputs, "the last blocks of the group"),
                param("inputs", &GroupArgs::inputs, "where the group begins; none: at the parameters",
                      {.defaultValue = StepValue::List{}}),
                param("include_inputs", &GroupArgs::includeInputs, "whether the given blocks are part of the group",
                      {.defaultValue = false, .encoding = Encoding::Attr, .flag = "Include the given blocks"})},
     .returns = Returns::Blocks,
     .errors = {&kNoOutputs},
     .check = checkGroup,
     .rewrite = rewrite,
     .query = true,
     .traits = {.inTvm = false}});

const Primitive kComputeGroupAt = define<MoveArgs, Edit>(
    {.name = "compute_group_at",
     .kind = "ComputeGroupAt",
     .group = Group::Location,
     .summary = "Compute several blocks under a loop of their consumer, as one step.",
     .params = {param("blocks", &MoveArgs::blocks, "the blocks; consumers are moved first"),
                param("loop", &MoveArgs::loop, "a loop around the consumers"),
                param("preserve_unit_loops", &MoveArgs::preserveUnitLoops, "keep loops of one iteration",
                      {.defaultValue = false, .encoding = Encoding::IntAttr, .flag = "Keep unit loops"})},
     .errors = {&kNoBlocks},
     .check = checkMove,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.inTvm = false}});

}  // namespace lw
