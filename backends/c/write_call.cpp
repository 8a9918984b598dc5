// Calls: mathematics, bits, pointers, external functions.
#include <algorithm>

#include "backends/c/errors.h"
#include "backends/c/writer.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/support/quote.h"

namespace lw::c {
namespace {

constexpr const char* kObject = "export an object file or a library instead: LLVM compiles those";

bool isBits(std::string_view op) {
  return op.starts_with("bitwise_") || op.starts_with("shift_") || op == "popcount" || op == "clz";
}

}  // namespace

Text Writer::call(const Call& n, const std::string& lane) {
  if (n.op == "if_then_else")
    return {at(n.args[0], kOr, lane) + " ? " + at(n.args[1], kOr, lane) + " : " + at(n.args[2], kOr, lane), kTernary};
  if (n.op == "call_extern" || n.op == "call_pure_extern") return externCall(n);
  if (n.op == "likely") return expr(n.args[0], lane);
  if (isBits(n.op)) return bitsCall(n, lane);
  if (n.op == "address_of" || n.op == "tvm_access_ptr") return pointerTo(Expr(n));
  if (n.op == "isnullptr") return {at(n.args[0], kSum, "") + " == NULL", kCompare};
  if (n.op == "vectorlow") return expr(n.args[0], lane);
  if (n.op == "vectorhigh")
    return expr(n.args[0], "(" + lane + " + " + std::to_string(n.args[0].dtype().lanes / 2) + ")");
  if (n.op == "vectorcombine") {
    const std::string half = std::to_string(n.args[0].dtype().lanes);
    return {lane + " < " + half + " ? " + at(n.args[0], kOr, lane) + " : " +
                at(n.args[1], kOr, "(" + lane + " - " + half + ")"),
            kTernary};
  }
  if (n.op == "prefetch") return {"LW_PREFETCH(" + prefetched(n.args[0]) + ")"};
  if (n.op == "reinterpret") {
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
  const Intrinsic* known = findIntrinsic(n.op);
  if (known && known->elementwise) return mathCall(n, lane);
  return fail(err::kCUnsupportedCall(Snippet(n.op)), kObject);
}

Text Writer::mathCall(const Call& n, const std::string& lane) {
  const DataType type = n.args[0].dtype().element();
  std::vector<std::string> args;
  for (const Expr& arg : n.args) args.push_back(at(arg, kTernary, lane));
  if (!type.isFloat()) {
    if (n.op == "fabs" && type.isInt())
      return {"(" + at(n.args[0], kSum, lane) + " < 0 ? " + "-" + at(n.args[0], kPrimary, lane) + " : " + args[0] +
              ")"};
    if (n.op == "fabs" || n.op == "floor" || n.op == "ceil" || n.op == "trunc" || n.op == "round" ||
        n.op == "nearbyint")
      return expr(n.args[0], lane);
    if (n.op == "isnan" || n.op == "isinf") return {"false"};
    if (n.op == "isfinite") return {"true"};
    return fail(err::kCFloatWanted(n.op, toString(type)), "cast the argument to float32 first");
  }
  const std::string value = valueType(type);
  std::string name = n.op, list;
  for (size_t i = 0; i < args.size(); ++i) {
    if (n.op == "ldexp" && i == 1) args[i] = "(int)(" + args[i] + ")";
    list += (i ? ", " : "") + args[i];
  }
  if (n.op == "isnan" || n.op == "isinf" || n.op == "isfinite") return {n.op + "(" + list + ") != 0", kCompare};
  if (n.op == "rsqrt" || n.op == "sigmoid" || n.op == "exp10")
    name = helpers_.use(n.op, value);
  else if (value == "float")
    name += "f";
  const std::string text = name + "(" + list + ")";
  return {isNarrow(type) ? narrowed(type, text) : text};
}

Text Writer::bitsCall(const Call& n, const std::string& lane) {
  const DataType type = n.args[0].dtype().element();
  if (type.isFloat()) return fail(err::kCFloatWanted(n.op, toString(type)), "reinterpret it as an integer first");
  const std::string name = valueType(type);
  if (n.op == "bitwise_not")
    return type.isBool() ? Text{"!" + at(n.args[0], kPrimary, lane), kUnary}
                         : Text{"(" + name + ")~" + at(n.args[0], kUnary, lane), kUnary};
  if (n.op == "popcount" || n.op == "clz")
    return castTo({helpers_.use(n.op, name) + "(" + at(n.args[0], kTernary, lane) + ")"}, dtype::Int32,
                  n.type.element());
  if (n.op == "shift_left" || n.op == "shift_right")
    return {helpers_.use(n.op == "shift_left" ? "shl" : "shr", name) + "(" + at(n.args[0], kTernary, lane) + ", " +
            at(n.args[1], kTernary, lane) + ")"};
  const char* symbol = n.op == "bitwise_and" ? " & " : n.op == "bitwise_or" ? " | " : " ^ ";
  return {"(" + name + ")(" + at(n.args[0], kUnary, lane) + symbol + at(n.args[1], kUnary, lane) + ")", kUnary};
}

// Computed as an integer: a prefetched address may be beyond the end of the array, where C allows no pointers.
std::string Writer::prefetched(const Expr& place) {
  const auto* address = place.as<Call>();
  const auto* load = address && address->op == "address_of" ? address->args[0].as<BufferLoad>() : nullptr;
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
    if (c->op == "address_of") return pointerTo(c->args[0]);
    if (c->op == "tvm_access_ptr") {  // (type, data, offset, extent, access)
      const std::string type = storageType(c->args[0].dtype());
      return {"((" + type + " *)" + at(c->args[1], kPrimary, "") + " + " + index(c->args[2], kSum, "") + ")"};
    }
  }
  return expr(e, "");
}

// C's calling convention; pointers are void *, bool is one byte.
Text Writer::externCall(const Call& n) {
  const auto* name = n.args.empty() ? nullptr : n.args[0].as<StringImm>();
  if (!name) return fail(err::kCExternName(n.op));
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
    args += (args.empty() ? "" : ", ") + value;
    types += (types.empty() ? "" : ", ") + (text ? std::string("const char *") : storageType(type));
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
