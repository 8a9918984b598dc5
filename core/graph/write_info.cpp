// Struct info and sizes as text.
#include <array>
#include <charconv>
#include <cmath>

#include "core/graph/graph.h"
#include "core/graph/struct_info.h"
#include "core/support/quote.h"
#include "core/support/text.h"

namespace lw::graph {
namespace {

enum Level : int { kOr = 1, kAnd, kNot, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct, kUnary, kAtom };

struct Sign {
  std::string_view text;  // between the operands; empty: `function` is called
  int level = kAtom;
  std::string_view function;
};
Sign signOf(BinaryOp op, bool isFloat) {
  switch (op) {
    case BinaryOp::Add:
      return {" + ", kSum, {}};
    case BinaryOp::Sub:
      return {" - ", kSum, {}};
    case BinaryOp::Mul:
      return {" * ", kProduct, {}};
    case BinaryOp::Div:
      return isFloat ? Sign{" / ", kProduct, {}} : Sign{{}, kAtom, "Div"};
    case BinaryOp::Mod:
      return {{}, kAtom, "truncmod"};
    case BinaryOp::FloorDiv:
      return {" // ", kProduct, {}};
    case BinaryOp::FloorMod:
      return {" % ", kProduct, {}};
    case BinaryOp::Min:
      return {{}, kAtom, "min"};
    case BinaryOp::Max:
      return {{}, kAtom, "max"};
    case BinaryOp::EQ:
      return {" == ", kCompare, {}};
    case BinaryOp::NE:
      return {" != ", kCompare, {}};
    case BinaryOp::LT:
      return {" < ", kCompare, {}};
    case BinaryOp::LE:
      return {" <= ", kCompare, {}};
    case BinaryOp::GT:
      return {" > ", kCompare, {}};
    case BinaryOp::GE:
      return {" >= ", kCompare, {}};
    case BinaryOp::And:
      return {" and ", kAnd, {}};
    case BinaryOp::Or:
      return {" or ", kOr, {}};
  }
  __builtin_unreachable();
}

std::string floatDigits(double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  std::array<char, 40> digits;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

class Writer {
 public:
  explicit Writer(const InfoNames& names) : names_(names) {}

  std::string size(const Expr& e, int least = 0) const {
    int level = kAtom;
    std::string text = e.match(
        [&](const IntImm& n) {
          if (n.type.isBool()) return std::string(n.value ? "T.bool(True)" : "T.bool(False)");
          const std::string digits = std::to_string(n.value);
          if (n.value < 0) level = kUnary;
          return n.type == dtype::Int64 ? digits : "T." + toString(n.type) + "(" + digits + ")";
        },
        [&](const FloatImm& n) { return "T." + toString(n.type) + "(" + floatDigits(n.value) + ")"; },
        [&](const StringImm& s) { return quoted(s.value); },
        [&](const Var& v) { return names_.size ? names_.size(v) : v.name(); },
        [&](const Cast& c) { return "T.Cast(\"" + toString(c.type) + "\", " + size(c.value) + ")"; },
        [&](const Binary& b) {
          const Sign sign = signOf(b.op, b.a.dtype().isFloat());
          if (sign.text.empty()) return "T." + std::string(sign.function) + "(" + size(b.a) + ", " + size(b.b) + ")";
          level = sign.level;
          const bool chains = level == kCompare;  // Python would read a < b < c otherwise
          return size(b.a, chains ? level + 1 : level) + std::string(sign.text) + size(b.b, level + 1);
        },
        [&](const Not& n) {
          level = kNot;
          return "not " + size(n.value, kNot);
        },
        [&](const Select& s) {
          return "T.Select(" + size(s.condition) + ", " + size(s.whenTrue) + ", " + size(s.whenFalse) + ")";
        },
        [&](const lw::Call& c) {
          std::string args = join(c.args, [&](const Expr& a) { return size(a); });
          return "T." + c.op.name() + "(" + args + ")";
        },
        // These are no sizes; a reader refuses them.
        [](const BufferLoad&) { return std::string("?"); }, [](const Ramp&) { return std::string("?"); },
        [](const Broadcast&) { return std::string("?"); }, [](const Let&) { return std::string("?"); });
    return level < least ? "(" + text + ")" : text;
  }

  std::string sizes(const Sizes& list) const {
    std::string text = "(";
    text += join(list, [&](const auto& item) { return listed(item); });
    return text + (list.size() == 1 ? ",)" : ")");
  }

  std::string listed(const Expr& e) const {
    const bool constant = e.as<IntImm>();
    return names_.quoteSizes && !constant ? quoted(size(e)) : size(e);
  }

  std::string info(const StructInfo& info) const {
    return std::visit(
        Overloaded{[](const AnyInfo&) { return std::string("R.Object"); },
                   [&](const ScalarInfo& s) {
                     if (s.value) return "R.Prim(value=" + listed(*s.value) + ")";
                     return "R.Prim(" + quoted(toString(s.type)) + ")";
                   },
                   [&](const ShapeInfo& s) {
                     if (s.sizes) {
                       const std::string text = sizes(*s.sizes);
                       const size_t comma = text.size() - 2;  // of (n,)
                       return "R.Shape([" + text.substr(1, (text[comma] == ',' ? comma : text.size() - 1) - 1) + "])";
                     }
                     return s.rank < 0 ? std::string("R.Shape") : "R.Shape(ndim=" + std::to_string(s.rank) + ")";
                   },
                   [&](const TensorInfo& t) { return tensor(t); },
                   [&](const TupleInfo& t) { return "R.Tuple(" + list(t.fields) + ")"; },
                   [&](const FunctionInfo& f) {
                     std::string params = "None";
                     if (f.params) params = "(" + list(*f.params) + (f.params->size() == 1 ? ",)" : ")");
                     return "R.Callable(" + params + ", " + this->info(f.result) + (f.pure ? ", True)" : ", False)");
                   }},
        info.node().kind);
  }

 private:
  std::string tensor(const TensorInfo& t) const {
    std::string args;
    const auto add = [&](const std::string& text) { addItem(args, text); };
    if (t.sizes) add(sizes(*t.sizes));
    if (t.shape) add(names_.value ? names_.value(*t.shape) : t.shape->name);
    if (t.type) add("dtype=" + quoted(toString(*t.type)));
    if (!t.sizes && !t.shape && t.rank >= 0) add("ndim=" + std::to_string(t.rank));
    if (!t.device.empty()) add("vdevice=" + (t.deviceIsSource ? t.device : quoted(t.device)));
    return args.empty() ? "R.Tensor" : "R.Tensor(" + args + ")";
  }
  std::string list(const std::vector<StructInfo>& items) const {
    return join(items, [&](const StructInfo& item) { return info(item); });
  }

  const InfoNames& names_;
};

}  // namespace

std::string toText(const StructInfo& info, const InfoNames& names) { return Writer(names).info(info); }
std::string toText(const Sizes& sizes, const InfoNames& names) { return Writer(names).sizes(sizes); }
std::string sizeText(const Expr& size, const InfoNames& names) { return Writer(names).size(size); }

}  // namespace lw::graph
