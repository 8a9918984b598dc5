// get_block, get_loops, get_child_blocks, get_producers, get_consumers, get_output_blocks: return handles of existing
// loops and blocks. They change nothing; traces record them because later steps use their handles.
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident> kUnknownFunction{"get_block.unknown-function", "there is no function named \"{0}\""};
constexpr Error<Ident, Message> kUnknownBlock{"get_block.unknown", "there is no block named \"{0}\" in {1}"};
constexpr Error<int64_t, Ident, Message> kAmbiguousBlock{"get_block.ambiguous", "{0} blocks are named \"{1}\" in {2}"};

struct Found {
  std::vector<StepValue> outputs;
};

Edit answer(const Snapshot&, const Found& found) { return Edit{.outputs = found.outputs}; }

template <class Id>
Found asOutputs(const std::vector<Id>& ids) {
  return {{ids.begin(), ids.end()}};
}

struct NameArgs {
  std::string name;
  FunctionName function;
};

Result<Found> findBlock(const Snapshot& program, const NameArgs& args) {
  const std::optional<int> function = program.findFunction(args.function.name);
  if (!function) {
    std::string names;
    for (int i = 0; i < program.functionCount(); ++i) addItem(names, program.functionName(i));
    return explain(kUnknownFunction(args.function.name), say("the functions are {0}", Ident(names)));
  }
  const std::vector<BlockId> found = program.blocksNamed(args.name, *function);
  if (found.size() == 1) return asOutputs(found);
  const std::string where = program.function(*function).name;
  if (found.empty()) {
    std::string names = join(program.blocks(*function), [&](const BlockId id) { return program.name(id); });
    return explain(kUnknownBlock(args.name, where),
                   names.empty() ? "the function has no blocks" : say("the blocks are {0}", Ident(names)));
  }
  Explanation e = explain(kAmbiguousBlock(found.size(), args.name, where),
                          "get it with get_child_blocks of the enclosing block, or give the blocks different names");
  e.blocks = found;
  return e;
}

struct BlockArgs {
  BlockId block;
};

Result<Found> loopsOf(const Snapshot& program, const BlockArgs& args) {
  return asOutputs(program.loopsAbove(args.block));
}
Result<Found> producersOf(const Snapshot& program, const BlockArgs& args) {
  return asOutputs(program.producers(args.block));
}
Result<Found> consumersOf(const Snapshot& program, const BlockArgs& args) {
  return asOutputs(program.consumers(args.block));
}
Result<Found> outputsOf(const Snapshot& program, const BlockArgs& args) {
  return asOutputs(program.outputBlocks(args.block));
}

struct NodeArgs {
  LoopOrBlock node;
};

Result<Found> childrenOf(const Snapshot& program, const NodeArgs& args) {
  if (const auto* loop = std::get_if<LoopId>(&args.node)) return asOutputs(program.blocksBelow(*loop));
  return asOutputs(program.childBlocks(std::get<BlockId>(args.node)));
}

Primitive blockQuery(std::string_view name, std::string_view kind, std::string_view parameter, std::string_view summary,
                     Returns returns, Result<Found> (*check)(const Snapshot&, const BlockArgs&)) {
  return define<BlockArgs, Found>({.name = name,
                                   .kind = kind,
                                   .group = Group::Query,
                                   .summary = summary,
                                   .params = {param(parameter, &BlockArgs::block, "the block")},
                                   .returns = returns,
                                   .check = check,
                                   .rewrite = answer,
                                   .query = true});
}

}  // namespace

const Primitive kGetBlock = define<NameArgs, Found>(
    {.name = "get_block",
     .kind = "GetBlock",
     .group = Group::Query,
     .summary = "Find a block by its name.",
     .params = {param("name", &NameArgs::name, "name of the block", {.encoding = Encoding::Attr}),
                param("func_name", &NameArgs::function, "function to search; None: the current one",
                      {.defaultValue = StepValue(), .encoding = Encoding::Attr})},
     .returns = Returns::Block,
     .errors = {&kUnknownFunction, &kUnknownBlock, &kAmbiguousBlock},
     .check = findBlock,
     .rewrite = answer,
     .query = true,
     .traits = {.tvmName = "get_sblock", .tvmKind = "GetSBlock"}});

const Primitive kGetLoops =
    blockQuery("get_loops", "GetLoops", "block", "The loops above a block, outermost first.", Returns::Loops, loopsOf);

const Primitive kGetChildBlocks = define<NodeArgs, Found>(
    {.name = "get_child_blocks",
     .kind = "GetChildBlocks",
     .group = Group::Query,
     .summary = "The blocks directly inside a block or below a loop, in program order.",
     .params = {param("block_or_loop", &NodeArgs::node, "the block or loop", {.positional = true})},
     .returns = Returns::Blocks,
     .check = childrenOf,
     .rewrite = answer,
     .query = true});

const Primitive kGetProducers = blockQuery("get_producers", "GetProducers", "block",
                                           "The blocks whose results a block uses.", Returns::Blocks, producersOf);
const Primitive kGetConsumers = blockQuery("get_consumers", "GetConsumers", "block",
                                           "The blocks that use a block's results.", Returns::Blocks, consumersOf);
const Primitive kGetOutputBlocks =
    blockQuery("get_output_blocks", "GetOutputBlocks", "scope_block",
               "The blocks inside a block that write its outputs.", Returns::Blocks, outputsOf);

}  // namespace lw
