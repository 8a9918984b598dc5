// set_scope: move a buffer that the function allocates to another storage scope. Values do not change.
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<Ident, Message> kPlacedByCaller{"set_scope.not-allocated",
                                                "buffer {0} is {1}: its storage scope cannot be changed"};
constexpr Error<Ident> kMatched{"set_scope.matched",
                                "buffer {0} is accessed through a match_buffer, whose scope must be the same"};

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

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Buffer> written = accessedBuffer(program, args.block, true, args.index.index);
  if (!written) return written.error();
  const Buffer& buffer = *written;
  if (Status ok = checkStorage("set_scope", args.storage.name); !ok) return ok.error();
  const int f = program.functionOf(args.block);
  const PrimFunc& function = program.function(f);
  if (!isAllocated(function, buffer)) {
    return about(kPlacedByCaller(buffer->name, isParameter(function, buffer) ? "a parameter of the function"
                                                                             : "part of another buffer"),
                 args, "cache_write makes a buffer of the required scope");
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
  if (!args.front().as<BlockId>() || reason.kind != kPlacedByCaller.id) return {};
  return {{{&kCacheWrite, {args[0], args[1], args[2], StepValue::List{}}}}};
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
                param("storage_scope", &Args::storage, "the new storage scope", {.encoding = Encoding::Attr})},
     .errors = {&kNoSuchSlot, &kPlacedByCaller, &kMatched, &kUnknownStorage},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.alternatives = copyInstead,
                .spellings = {{"block.set_scope(name)", "set_scope({block}, 0, {name})"}}}});

}  // namespace lw
