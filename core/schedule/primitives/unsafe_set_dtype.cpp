// unsafe_set_dtype: store an intermediate in another element type. Values are converted when they are stored and
// converted back when they are loaded. An update x = x + e of a wider float is computed in the wider type: otherwise a
// sum would still be rounded to the narrow one after every term. "Unsafe", because values may be rounded: this is the
// only step that may change them.
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"

namespace lw {
namespace {

constexpr Error<Snippet> kType{"unsafe_set_dtype.type", "\"{0}\" is not a type for the elements of a buffer"};

struct Args {
  BlockId block;
  WriteIndex index;
  std::string dtype;
};
struct Plan {
  int function;
  std::optional<Buffer> from, to;  // none: nothing changes
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Buffer> buffer = accessedBuffer(program, args.block, true, args.index.index);
  if (!buffer) return buffer.error();
  const std::optional<DataType> type = parseDataType(args.dtype);
  const bool usable = type && !type->isVector() && !type->isHandle() && type->code != TypeCode::Void;
  if (!usable)
    return aboutBlock(kType(args.dtype), args.block,
                      "for example \"float16\", \"bfloat16\", \"float32\", \"int8\", \"int32\"");
  if (Status ok = requireAllocated(program, args.block, *buffer, "its element type"); !ok) return ok.error();
  if (Status ok = requirePlainAccesses(program, args.block, *buffer); !ok) return ok.error();
  const int function = program.functionOf(args.block);
  if ((*buffer)->dtype == *type) return Plan{function, {}, {}};
  BufferNode node = **buffer;
  node.dtype = *type;
  return Plan{function, *buffer, Buffer(std::move(node))};
}

class Converter : public Rewriter {
 public:
  Converter(const Buffer& from, const Buffer& to) : from_(from), to_(to) {}
  Buffer buffer(const Buffer& b) override { return b == from_ ? to_ : b; }
  Expr expr(const Expr& e) override {
    const auto* load = e.as<BufferLoad>();
    if (!load || !(load->buffer == from_)) return children(e);
    return cast(e.dtype(), BufferLoad{to_, exprs(load->indices)});
  }
  Stmt stmt(const Stmt& s) override {
    const auto* store = s.as<BufferStore>();
    if (!store || !(store->buffer == from_)) return children(s);
    if (const auto update = updateOf(*store); update && isWider()) {
      const Expr state = BufferLoad{to_, exprs(store->indices)}, operand = cast(state.dtype(), expr(update->operand));
      return Stmt(BufferStore{to_, exprs(store->indices),
                              update->stateFirst ? rawBinary(update->op, state, operand)
                                                 : rawBinary(update->op, operand, state)},
                  s.origin());
    }
    const Expr value = expr(store->value);
    return Stmt(BufferStore{to_, exprs(store->indices), cast(to_->dtype.withLanes(value.dtype().lanes), value)},
                s.origin());
  }

 private:
  bool isWider() const { return from_->dtype.isFloat() && to_->dtype.isFloat() && to_->dtype.bits > from_->dtype.bits; }

  const Buffer &from_, &to_;
};

Edit rewrite(const Snapshot& program, const Plan& plan) {
  Edit edit{.function = plan.function};
  if (!plan.from) return edit;
  edit.changed = program.function(plan.function);
  edit.changed->body = Converter(*plan.from, *plan.to).stmt(edit.changed->body);
  return edit;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  const std::vector<BufferRegion>& writes = program.block(block).writes;
  for (size_t i = 0; i < writes.size(); ++i) {
    const Buffer& b = writes[i].buffer;
    if (!b->dtype.isFloat() || !isAllocated(program.function(program.functionOf(block)), b)) continue;
    for (const char* type : {"float16", "bfloat16", "float32", "float64"})
      if (toString(b->dtype) != type)
        offers.push_back({{block, static_cast<int64_t>(i), type}, b->name + " in " + type});
  }
  return offers;
}

}  // namespace

const Primitive kUnsafeSetDtype = define<Args, Plan>(
    {.name = "unsafe_set_dtype",
     .kind = "UnsafeSetDType",
     .group = Group::Memory,
     .summary = "Keep an intermediate buffer in another element type; values may be rounded.",
     .params = {param("block", &Args::block, "a block that writes the buffer"),
                param("buffer_index", &Args::index, "position among what the block writes, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("dtype", &Args::dtype, "the new element type", {.encoding = Encoding::Attr})},
     .errors = {&kNoSuchSlot, &kType, &kNotAllocated, &kSeenOtherwise},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
