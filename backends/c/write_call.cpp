// Calls: mathematics, bits, pointers, external functions.
#include <algorithm>

#include "backends/c/errors.h"
#include "backends/c/writer.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/support/quote.h"
#include "core/support/text.h"

namespace lw::c {
namespace {

constexpr const char* kObject = "export an object file or a library instead: LLVM compiles those";

}  // namespace

Text Writer::call(const Call& n, const std::string& lane) {
  switch (n.op.id()) {
#define FUNCTION(id, ...) case Intrinsic::id:
#include "core/ir/intrinsics.def"
    return function(n, lane);
    case Intrinsic::IfThenElse:
      return {at(n.args[0], kOr, lane) + " ? " + at(n.args[1], kOr, lane) + " : " + at(n.args[2], kOr, lane), kTernary};
    case Intrinsic::CallExtern:
    case Intrinsic::CallPureExtern:
      return externCall(n);
    case Intrinsic::AddressOf:
    case Intrinsic::AccessPtr:
      return pointerTo(Expr(n));
    case Intrinsic::IsNullptr:
      return {at(n.args[0], kSum, "") + " == NULL", kCompare};
    case Intrinsic::VectorLow:
      return expr(n.args[0], lane);
    case Intrinsic::VectorHigh:
      return expr(n.args[0], "(" + lane + " + " + std::to_string(n.args[0].dtype().lanes / 2) + ")");
    case Intrinsic::VectorCombine: {
      const std::string half = std::to_string(n.args[0].dtype().lanes);
      return {lane + " < " + half + " ? " + at(n.args[0], kOr, lane) + " : " +
                  at(n.args[1], kOr, "(" + lane + " - " + half + ")"),
              kTernary};
    }
    case Intrinsic::Prefetch:
      return {"LW_PREFETCH(" + prefetched(n.args[0]) + ")"};
    case Intrinsic::TypeAnnotation:
    case Intrinsic::Undef:
    case Intrinsic::Assume:
    case Intrinsic::IgnoreLoopPartition:
    case Intrinsic::ThreadInvariant:
    case Intrinsic::QMultiplyShift:
    case Intrinsic::QMultiplyShiftPerAxis:
#define REFUSED(id, ...) case Intrinsic::id:
#include "core/ir/intrinsics.def"
    case Intrinsic::CallLlvmIntrin:
    case Intrinsic::CallLlvmPureIntrin:
    case Intrinsic::StorageSync:
    case Intrinsic::Ret:
    case Intrinsic::External:
      break;
  }
  return fail(err::kCUnsupportedCall(Snippet(n.op.name())), kObject);
}

Text Writer::function(const Call& n, const std::string& lane) {
  if (n.op == Intrinsic::Likely) return expr(n.args[0], lane);
  if (n.op == Intrinsic::Reinterpret) return reinterpreted(n, lane);
  return n.op.group() == IntrinsicGroup::Bits ? bitsCall(n, lane) : mathCall(n, lane);
}

Text Writer::reinterpreted(const Call& n, const std::string& lane) {
  const DataType from = n.args[0].dtype().element(), to = n.type.element();
  if (from.bits != to.bits || from.isHandle() || to.isHandle() || from.isBool() || to.isBool())
    return fail(err::kCUnsupportedCall(say("reinterpret from {0} to {1}", TypeName(toString(n.args[0].dtype())),
                                           TypeName(toString(n.type)))),
                kObject);
  std::string value = at(n.args[0], kTernary, lane);
  if (isNarrow(from)) value = toBits(from, value);
  std::string bits = storageType(from) == storageType(to)
                         ? value
                         : helpers_.useBits(storageType(from), storageType(to)) + "(" + value + ")";
  if (isNarrow(to)) bits = fromBits(to, bits);
  return {bits, bits == value ? kTernary : kPrimary};
}

Text Writer::mathCall(const Call& n, const std::string& lane) {
  const DataType type = n.args[0].dtype().element();
  std::vector<std::string> args;
  for (const Expr& arg : n.args) args.push_back(at(arg, kTernary, lane));
  if (!type.isFloat()) {
    if (n.op == Intrinsic::Fabs && type.isInt())
      return {"(" + at(n.args[0], kSum, lane) + " < 0 ? " + "-" + at(n.args[0], kPrimary, lane) + " : " + args[0] +
              ")"};
    if (n.op.group() == IntrinsicGroup::Rounding) return expr(n.args[0], lane);
    if (n.op == Intrinsic::IsNan || n.op == Intrinsic::IsInf) return {"false"};
    if (n.op == Intrinsic::IsFinite) return {"true"};
    return fail(err::kCFloatWanted(n.op.name(), toString(type)), "cast the argument to float32 first");
  }
  const std::string value = valueType(type);
  std::string name = n.op.name();
  if (n.op == Intrinsic::Ldexp) args.at(1) = "(int)(" + args.at(1) + ")";
  const std::string list = join(args);
  if (n.op.group() == IntrinsicGroup::FloatTest) return {name + "(" + list + ") != 0", kCompare};
  if (n.op == Intrinsic::Rsqrt || n.op == Intrinsic::Sigmoid || n.op == Intrinsic::Exp10)
    name = helpers_.use(name, value);
  else if (value == "float")
    name += "f";
  const std::string text = name + "(" + list + ")";
  return {isNarrow(type) ? narrowed(type, text) : text};
}

Text Writer::bitsCall(const Call& n, const std::string& lane) {
  const DataType type = n.args[0].dtype().element();
  if (type.isFloat())
    return fail(err::kCFloatWanted(n.op.name(), toString(type)), "reinterpret it as an integer first");
  const std::string name = valueType(type);
  if (n.op == Intrinsic::BitwiseNot)
    return type.isBool() ? Text{"!" + at(n.args[0], kPrimary, lane), kUnary}
                         : Text{"(" + name + ")~" + at(n.args[0], kUnary, lane), kUnary};
  if (n.op == Intrinsic::PopCount || n.op == Intrinsic::Clz)
    return castTo({helpers_.use(n.op.name(), name) + "(" + at(n.args[0], kTernary, lane) + ")"}, dtype::Int32,
                  n.type.element());
  if (n.op == Intrinsic::ShiftLeft || n.op == Intrinsic::ShiftRight)
    return {helpers_.use(n.op == Intrinsic::ShiftLeft ? "shl" : "shr", name) + "(" + at(n.args[0], kTernary, lane) +
            ", " + at(n.args[1], kTernary, lane) + ")"};
  const char* symbol = n.op == Intrinsic::BitwiseAnd ? " & " : n.op == Intrinsic::BitwiseOr ? " | " : " ^ ";
  return {"(" + name + ")(" + at(n.args[0], kUnary, lane) + symbol + at(n.args[1], kUnary, lane) + ")", kUnary};
}

// Computed as an integer: a prefetched address may be beyond the end of the array, where C allows no pointers.
std::string Writer::prefetched(const Expr& place) {
  const auto* address = place.as<Call>();
  const auto* load = address && address->op == Intrinsic::AddressOf ? address->args[0].as<BufferLoad>() : nullptr;
  if (!load) return "(uintptr_t)(" + pointerTo(place).text + ")";
  const std::string array = pointer(load->buffer);
  return "(uintptr_t)" + array + " + sizeof *" + array + " * (uintptr_t)(" + offset(load->buffer, load->indices, "0") +
         ")";
}

Text Writer::pointerTo(const Expr& e) {
  if (const auto* l = e.as<BufferLoad>()) {
    std::vector<Expr> indices = l->indices;  // of the first lane
    return {"&" + element(l->buffer, indices, "0"), kUnary};
  }
  if (const auto* c = e.as<Call>()) {
    if (c->op == Intrinsic::AddressOf) return pointerTo(c->args[0]);
    if (c->op == Intrinsic::AccessPtr) {  // (type, data, offset, extent, access)
      const std::string type = storageType(c->args[0].dtype());
      return {"((" + type + " *)" + at(c->args[1], kPrimary, "") + " + " + index(c->args[2], kSum, "") + ")"};
    }
  }
  return expr(e, "");
}

// C's calling convention; pointers are void *, bool is one byte.
Text Writer::externCall(const Call& n) {
  const auto* name = n.args.empty() ? nullptr : n.args[0].as<StringImm>();
  if (!name) return fail(err::kCExternName(n.op.name()));
  std::string args, types;
  const int outer = std::exchange(indexDepth_, 0);
  for (size_t i = 1; i < n.args.size(); ++i) {
    const DataType type = n.args[i].dtype();
    if (type.lanes > 1 || n.type.lanes > 1)
      return fail(err::kCExternVector(name->value), "do not vectorize the loop around it");
    const auto* text = n.args[i].as<StringImm>();
    std::string value = text              ? cQuoted(text->value)
                        : type.isHandle() ? "(void *)" + pointerTo(n.args[i]).text
                                          : at(n.args[i], kTernary, "");
    if (isNarrow(type)) value = toBits(type, value);
    addItem(args, value);
    addItem(types, text ? std::string("const char *") : storageType(type));
  }
  indexDepth_ = outer;
  if (std::find(externs_.begin(), externs_.end(), name->value) == externs_.end()) {
    externs_.push_back(name->value);
    prototypes_.push_back("extern " + storageType(n.type) + (n.type.isHandle() ? "" : " ") + name->value + "(" +
                          (types.empty() ? "void" : types) + ");");
  }
  Text result{name->value + "(" + args + ")"};
  if (n.type.isBool()) return {result.text + " != 0", kCompare};
  if (isNarrow(n.type)) return {fromBits(n.type, result.text)};
  return result;
}

Text Writer::fail(Explanation e, Message hint) {
  if (!error_) error_ = explain(std::move(e), std::move(hint));
  return {"0"};
}

}  // namespace lw::c
