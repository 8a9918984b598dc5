#include "passes/encode_at_stores.h"

#include <unordered_map>

#include "core/ir/integer_value.h"
#include "core/ir/ndarray.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// The operation `element op constant`.
struct Encoding {
  Callee op;
  int64_t constant;  // of the element's type
  friend bool operator==(const Encoding&, const Encoding&) = default;
};

// A load, converted and broadcast, whose value has an encoding applied to each element.
struct EncodedLoad {
  Expr value;
  const BufferLoad* load;
  Encoding encoding;
};

const BufferLoad* loadUnder(const Expr& e) {
  if (const auto* load = e.as<BufferLoad>()) return load;
  if (const auto* many = e.as<Broadcast>()) return loadUnder(many->value);
  const auto* call = e.as<Call>();
  return call && call->op == Intrinsic::Reinterpret ? loadUnder(call->args[0]) : nullptr;
}

// The constant that an operation with `constant` of type `type` applies to each of the elements that the number
// consists of; nullopt if it differs among the elements.
std::optional<int64_t> ofElement(int64_t constant, DataType type, DataType element) {
  if (!type.isInteger() || !element.isInteger() || element.isVector() || element.bits % 8 != 0 ||
      type.bits % element.bits != 0)
    return std::nullopt;
  const int64_t result = wrapToType(element, constant);
  for (int shift = element.bits; shift < type.bits; shift += element.bits)
    if (wrapToType(element, constant >> shift) != result) return std::nullopt;
  return result;
}

bool isBitwise(const Callee& op) {
  return op == Intrinsic::BitwiseXor || op == Intrinsic::BitwiseAnd || op == Intrinsic::BitwiseOr;
}

std::optional<EncodedLoad> encodedLoad(const Expr& e) {
  const auto* call = e.as<Call>();
  if (!call || !isBitwise(call->op)) return std::nullopt;
  for (const size_t side : {0u, 1u}) {
    const Expr &value = call->args[side], &other = call->args[1 - side];
    const auto* many = other.as<Broadcast>();
    const auto constant = asInt(many ? many->value : other);
    const BufferLoad* load = constant ? loadUnder(value) : nullptr;
    if (!load || value.dtype() != e.dtype()) continue;
    const auto each = ofElement(*constant, e.dtype(), load->buffer->dtype);
    if (each) return EncodedLoad{value, load, {call->op, *each}};
  }
  return std::nullopt;
}

// Finds the encoding that all loads of an allocation apply.
class Encodings : public Visitor {
 public:
  explicit Encodings(const Stmt& body) { stmt(body); }
  const Encoding* of(const Buffer& b) const {
    const auto found = found_.find(b->data.key());
    return found != found_.end() && found->second.same && found->second.encoding ? &*found->second.encoding : nullptr;
  }

  void varUse(const Var& v) override { exclude(v); }
  void bufferUse(const Buffer& b) override {
    const auto found = found_.find(b->data.key());
    if (found != found_.end() && (b->dtype != found->second.type || inAtomic_)) found->second.same = false;
  }
  void expr(const Expr& e) override {
    if (const auto encoded = encodedLoad(e)) {
      note(encoded->load->buffer, encoded->encoding);
      return children(Expr(*encoded->load));
    }
    if (const auto* load = e.as<BufferLoad>()) exclude(load->buffer->data);
    const auto* call = e.as<Call>();
    const auto* address = call && call->op == Intrinsic::Prefetch ? call->args[0].as<Call>() : nullptr;
    const auto* hint = address && address->op == Intrinsic::AddressOf ? address->args[0].as<BufferLoad>() : nullptr;
    if (!hint) return children(e);
    // A prefetch reads no value.
    for (const Expr& index : hint->indices) expr(index);
    for (size_t i = 1; i < call->args.size(); ++i) expr(call->args[i]);
  }
  void stmt(const Stmt& s) override {
    if (const auto* allocation = s.as<Allocate>())
      found_.insert_or_assign(allocation->data.key(), Reads{allocation->type});
    const auto* attribute = s.as<AttrStmt>();
    const bool before = inAtomic_;
    inAtomic_ = before || (attribute && isAtomic(*attribute));
    children(s);
    inAtomic_ = before;
  }

 private:
  struct Reads {
    DataType type;
    bool same = true;
    std::optional<Encoding> encoding = {};
  };
  void exclude(const Var& pointer) {
    if (const auto found = found_.find(pointer.key()); found != found_.end()) found->second.same = false;
  }
  void note(const Buffer& b, const Encoding& encoding) {
    const auto found = found_.find(b->data.key());
    if (found == found_.end()) return;
    if (found->second.encoding && *found->second.encoding != encoding) found->second.same = false;
    found->second.encoding = encoding;
  }
  std::unordered_map<const void*, Reads> found_;  // Var::key() of the pointer; only looked up
  bool inAtomic_ = false;
};

Expr encode(const Expr& value, const Encoding& encoding) {
  if (const auto* many = value.as<Broadcast>()) return Broadcast{encode(many->value, encoding), many->lanes};
  const int64_t constant = encoding.constant;
  if (const auto v = asInt(value))
    return makeConst(value.dtype(), wrapToType(value.dtype(), *foldBits(encoding.op, value.dtype(), *v, constant)));
  return Call{value.dtype(), encoding.op, {value, makeConst(value.dtype(), constant)}};
}

class MoveToStores : public Rewriter {
 public:
  explicit MoveToStores(const Encodings& encodings) : encodings_(encodings) {}
  Expr expr(const Expr& e) override {
    const auto encoded = encodedLoad(e);
    return encoded && encodings_.of(encoded->load->buffer) ? children(encoded->value) : children(e);
  }
  Stmt stmt(const Stmt& s) override {
    const Stmt done = children(s);
    const auto* store = done.as<BufferStore>();
    const Encoding* encoding = store ? encodings_.of(store->buffer) : nullptr;
    return encoding ? Stmt(BufferStore{store->buffer, store->indices, encode(store->value, *encoding)}, s.origin())
                    : done;
  }

 private:
  const Encodings& encodings_;
};

}  // namespace

PrimFunc encodeAtStores(const PrimFunc& f) { return withBody(f, MoveToStores(Encodings(f.body)).stmt(f.body)); }

const Pass kEncodeAtStoresPass{.name = "encode_at_stores",
                               .label = "encode stores",
                               .help = "Move bit operations that all reads of a buffer apply into its stores.",
                               .run = programOnly<encodeAtStores>};

}  // namespace lw
