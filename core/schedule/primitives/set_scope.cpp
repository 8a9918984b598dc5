// set_scope: move a buffer that the function allocates to another storage scope. Values do not change.
#include <algorithm>

#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<Ident, int64_t, Message> kBadIndex{"set_scope.bad-index",
                                                   "block {0} has no write buffer {1}; it writes {2}"};
constexpr Error<Ident, Message> kNotAllocated{"set_scope.not-allocated",
                                              "buffer {0} is {1}: it lies where the caller put it"};
constexpr Error<Ident> kMatched{"set_scope.matched",
                                "buffer {0} is seen through a match_buffer, whose scope must be the same"};

struct Args {
  BlockId block;
  WriteIndex index;
  Scope storage;
};
struct Plan {
  int function;
  std::optional<Buffer> from, to;  // none: nothing changes
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.block};
  return e;
}

bool isAllocated(const PrimFunc& function, const Buffer& buffer) {
  bool found = false;
  forEachStmt(function.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>())
      found |= std::any_of(block->allocs.begin(), block->allocs.end(), [&](const Buffer& b) { return b == buffer; });
  });
  return found;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  const int64_t index = args.index.index;
  if (index < 0 || index >= static_cast<int64_t>(block.writes.size()))
    return about(kBadIndex(block.name, index, block.writes.empty() ? "nothing" : positionsAndNames(block.writes)), args,
                 block.writes.empty() ? "" : "give one of these positions or names");
  if (Status ok = checkStorage("set_scope", args.storage.name); !ok) return ok.error();
  const int f = program.functionOf(args.block);
  const PrimFunc& function = program.function(f);
  const Buffer buffer = block.writes[static_cast<size_t>(index)].buffer;
  if (!isAllocated(function, buffer)) {
    const bool parameter = std::any_of(function.buffers.begin(), function.buffers.end(),
                                       [&](const auto& p) { return p.second == buffer; });
    return about(kNotAllocated(buffer->name, parameter ? "a parameter of the function" : "part of another buffer"),
                 args, "cache_write makes a buffer of the wanted scope");
  }
  if (buffer->scope == args.storage.name) return Plan{f, {}, {}};
  if (isMatched(function.body, buffer)) return about(kMatched(buffer->name), args, "set the scope before tensorizing");
  BufferNode node = *buffer;
  node.name += "_" + args.storage.name;
  node.data = Var(node.name, buffer->data.dtype());
  node.scope = args.storage.name;
  return Plan{f, buffer, Buffer(std::move(node))};
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  PrimFunc changed = program.function(plan.function);
  if (plan.from) changed.body = substituteBuffers(changed.body, {{plan.from->key(), *plan.to}});
  return Edit{.function = plan.function, .changed = std::move(changed), .outputs = {}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  const std::vector<BufferRegion>& writes = program.block(block).writes;
  for (size_t i = 0; i < writes.size(); ++i) {
    if (!isAllocated(program.function(program.functionOf(block)), writes[i].buffer)) continue;
    for (const std::string& storage : storageScopes())
      if (storage != writes[i].buffer->scope)
        offers.push_back({{block, static_cast<int64_t>(i), storage}, writes[i].buffer->name + " in " + storage});
  }
  return offers;
}

// A parameter of the function cannot change its scope; a copy of it can be in another scope.
Alternatives copyInstead(const Snapshot&, const Primitive&, const Arguments& args, const Explanation& reason) {
  if (!args.front().as<BlockId>() || reason.kind != kNotAllocated.id) return {};
  return {{{&kCacheWrite, {args[0], args[1], args[2], Value::List{}}}}};
}

}  // namespace

const Primitive kSetScope = define<Args, Plan>(
    {.name = "set_scope",
     .kind = "SetScope",
     .group = Group::Memory,
     .summary = "Move an intermediate buffer to another storage scope.",
     .params = {param("block", &Args::block, "a block that writes the buffer"),
                param("buffer_index", &Args::index, "position among what the block writes, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("storage_scope", &Args::storage, "where the buffer shall live", {.encoding = Encoding::Attr})},
     .errors = {&kBadIndex, &kNotAllocated, &kMatched, &kUnknownStorage},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereBound,
     .traits = {.alternatives = copyInstead}});

}  // namespace lw
