// Expressions -> closures, one lane at a time.
#include "backends/interpreter/access.h"
#include "backends/interpreter/compiler.h"
#include "core/ir/jumps.h"
#include "core/ir/row_span.h"
#include "core/ir/wide_index.h"

namespace lw::interpreter {

struct ExprCompiler {
  Compiler& c;
  DataType type;  // of the current expression

  static int lanesOf(const Expr& e) { return e.dtype().lanes; }
  // A scalar operand of a vector operation has one lane.
  Eval operand(const Expr& e) const {
    Eval value = c.expr(e);
    if (lanesOf(e) > 1 || type.lanes == 1) return value;
    return [value](Machine& m, int) { return value(m, 0); };
  }

  Eval operator()(const IntImm& n) const {
    return [v = ofInt(n.value)](Machine&, int) { return v; };
  }
  Eval operator()(const FloatImm& n) const {
    return [v = ofFloat(roundToType(n.type, n.value))](Machine&, int) { return v; };
  }
  Eval operator()(const StringImm&) const {
    return [](Machine&, int) { return ofInt(0); };
  }
  Eval operator()(const Var& n) const {
    if (n.dtype().isHandle()) return [](Machine&, int) { return ofInt(0); };
    const size_t slot = c.slotOf(n);
    return [slot](Machine& m, int lane) { return m.values[slot + static_cast<size_t>(lane)]; };
  }
  Eval operator()(const Cast& n) const {
    return [value = operand(n.value), from = n.value.dtype().element(), to = n.type.element()](Machine& m, int lane) {
      return convert(from, to, value(m, lane));
    };
  }
  Eval operator()(const Binary& n) const {
    const DataType t = n.a.dtype().element();
    const bool division = n.op >= BinaryOp::Div && n.op <= BinaryOp::FloorMod && !t.isFloat();
    Eval a = operand(n.a), b = operand(n.b);
    if (n.op == BinaryOp::And && type.lanes == 1)
      return [a, b](Machine& m, int lane) { return a(m, lane).i ? b(m, lane) : ofInt(0); };
    if (n.op == BinaryOp::Or && type.lanes == 1)
      return [a, b](Machine& m, int lane) { return a(m, lane).i ? ofInt(1) : b(m, lane); };
    return [a, b, t, op = n.op, division](Machine& m, int lane) {
      const Scalar x = a(m, lane), y = b(m, lane);
      if (division && y.i == 0) {
        if (m.discarded) return ofInt(0);
        m.fail(kDivisionByZero(m.where()));
      }
      return *compute(op, t, x, y);
    };
  }
  Eval operator()(const Not& n) const {
    return [value = operand(n.value)](Machine& m, int lane) { return ofInt(!value(m, lane).i); };
  }
  // Both sides are evaluated. The value of the other side is not used, so it may be uninitialised.
  Eval operator()(const Select& n) const {
    return
        [condition = operand(n.condition), yes = operand(n.whenTrue), no = operand(n.whenFalse)](Machine& m, int lane) {
          const bool chosen = condition(m, lane).i;
          const bool before = m.discarded;
          m.discarded = true;
          (chosen ? no : yes)(m, lane);
          m.discarded = before;
          return (chosen ? yes : no)(m, lane);
        };
  }
  Eval operator()(const Ramp& n) const {
    const int inner = lanesOf(n.base);
    return [base = c.expr(n.base), stride = c.expr(n.stride), inner, scalar = lanesOf(n.stride) == 1,
            t = type.element()](Machine& m, int lane) {
      const Scalar step = *compute(BinaryOp::Mul, t, ofInt(lane / inner), stride(m, scalar ? 0 : lane % inner));
      return *compute(BinaryOp::Add, t, base(m, lane % inner), step);
    };
  }
  Eval operator()(const Broadcast& n) const {
    return [value = c.expr(n.value), inner = lanesOf(n.value)](Machine& m, int lane) { return value(m, lane % inner); };
  }
  Eval operator()(const Let& n) const {
    Eval value = c.expr(n.value);
    const int lanes = lanesOf(n.value);
    const size_t slot = c.defineValue(n.var);
    return [value, lanes, slot, body = c.expr(n.body)](Machine& m, int lane) {
      for (int i = 0; i < lanes; ++i) m.values[slot + static_cast<size_t>(i)] = value(m, i);
      return body(m, lane);
    };
  }
  Eval operator()(const BufferLoad& n) const;
  Eval operator()(const Call& n) const;
  Eval ifThenElse(const Call& n) const;
  Eval unknown(const Call& n) const;
  Eval function(const Call& n) const;
  Eval barrier(const Call& n) const;
  Eval phased(const Call& n) const;
  Eval regroup(const Call& n) const;
  Eval fixedPoint(const Call& n) const;
};

Eval ExprCompiler::operator()(const BufferLoad& n) const {
  const Access access{&n.buffer, c.viewSlot(n.buffer)};
  if (static_cast<int>(n.indices.size()) != n.buffer.rank() || n.indices.size() > kMaxRank)
    c.refuse(kWrongRank(n.buffer->name, n.indices.size(), n.buffer.rank()));
  std::vector<bool> isVector;
  const std::vector<Expr> places = spansRows(n.buffer, n.indices) ? spannedIndices(n.buffer, n.indices) : n.indices;
  for (const Expr& index : places) isVector.push_back(lanesOf(index) > 1);
  const DataType element = n.buffer->dtype.element();
  return [access, indices = c.exprs(placesIn(n.buffer, places)), isVector, element, inner = int{n.buffer->dtype.lanes}](
             Machine& m, int lane) {
    const bool copying = std::exchange(m.copying, false);  // indices are used, so they must be initialised
    int64_t at[kMaxRank];
    for (size_t d = 0; d < indices.size(); ++d) at[d] = indices[d](m, isVector[d] ? lane / inner : 0).i;
    const std::byte* address = access.locate(m, at, false);
    access.requireWritten(m, address, at, copying);
    const Scalar value = readScalar(element, address + element.bytes() * (lane % inner));
    if (m.options.observer) {
      m.options.observer->onLoad(*access.buffer, {at, indices.size()});
      access.report(m, address, false, value, lane);
    }
    return value;
  };
}

Eval ExprCompiler::ifThenElse(const Call& n) const {
  if (n.args.size() != 3) c.refuse(kUnsupported(say("if_then_else with {0} arguments", n.args.size())));
  return [condition = operand(n.args[0]), yes = operand(n.args[1]), no = operand(n.args[2])](Machine& m, int lane) {
    const bool copying = std::exchange(m.copying, false);
    const bool chosen = condition(m, lane).i;
    m.copying = copying;
    return (chosen ? yes : no)(m, lane);
  };
}

// The bytes of all lanes, reinterpreted as lanes of another size.
Eval ExprCompiler::regroup(const Call& n) const {
  const DataType from = n.args[0].dtype(), to = type;
  if (from.bytes() != to.bytes())
    c.refuse(kUnsupported(say("reinterpret from {0} to {1}", toString(from), toString(to))));
  return [value = c.expr(n.args[0]), from = from.element(), to = to.element()](Machine& m, int lane) {
    const int begin = lane * to.bytes(), end = begin + to.bytes(), first = begin / from.bytes();
    std::byte bytes[16];
    for (int i = first; i * from.bytes() < end; ++i) writeScalar(from, bytes + (i - first) * from.bytes(), value(m, i));
    return readScalar(to, bytes + (begin - first * from.bytes()));
  };
}

// The product of x and a fraction y with q bits, scaled by a power of two, rounded to the nearest; a product in the
// middle between two numbers is rounded up. (x, y, q, s) scales by 2^s; (x, y, left, right, q, flag, flag) shifts to
// the left and to the right, each only if its flag is set.
Eval ExprCompiler::fixedPoint(const Call& n) const {
  std::vector<Eval> args;
  for (const Expr& arg : n.args) args.push_back(c.expr(arg));
  const bool perAxis = args.size() == 7;
  return [args, perAxis, result = type.element()](Machine& m, int lane) {
    const auto at = [&](size_t i) { return args[i](m, lane).i; };
    const int64_t q = at(perAxis ? 4 : 2), s = perAxis ? 0 : at(3);
    const int64_t left = perAxis ? (at(5) ? at(2) : 0) : std::max<int64_t>(s, 0);
    const int64_t right = q + (perAxis ? (at(6) ? at(3) : 0) : std::max<int64_t>(-s, 0));
    const int64_t x = wrapToType(result, static_cast<int64_t>(static_cast<uint64_t>(at(0)) << (left & 63)));
    const int64_t half = int64_t{1} << (right & 63) >> 1;
    return ofInt(wrapToType(result, (x * at(1) + half) >> (right & 63)));
  };
}

Eval ExprCompiler::unknown(const Call& n) const {
  std::string name = n.op.name();
  if (!n.args.empty())
    if (const auto* external = n.args[0].as<StringImm>()) name += " of " + external->value;
  return [name](Machine& m, int) -> Scalar {
    m.fail(kUnknownFunction(name, m.where()), "the interpreter runs TIR only; compile for a target to call it");
  };
}

Eval ExprCompiler::function(const Call& n) const {
  if (n.op == Intrinsic::Reinterpret && n.args.size() == 1 && n.args[0].dtype().lanes != type.lanes) return regroup(n);
  constexpr size_t kMaxArgs = 3;
  if (n.args.empty() || n.args.size() > kMaxArgs) return unknown(n);
  std::vector<Eval> args;
  for (const Expr& arg : n.args) args.push_back(operand(arg));
  return [args, meaning = meaningOf(n.op.id()), t = n.args[0].dtype().element(), result = type.element()](Machine& m,
                                                                                                          int lane) {
    Scalar values[kMaxArgs];
    for (size_t i = 0; i < args.size(); ++i) values[i] = args[i](m, lane);
    return meaning(t, result, values);
  };
}

Eval ExprCompiler::barrier(const Call& n) const {
  const auto* scope = n.args.empty() ? nullptr : n.args[0].as<StringImm>();
  return [site = &n, ofWarp = scope && scope->value == "warp"](Machine& m, int) {
    if (m.together) m.together->barrier(site, m.origin, ofWarp);
    return ofInt(0);
  };
}

// Only threads side by side can wait for a phase.
Eval ExprCompiler::phased(const Call& n) const {
  const PhasedKind kind = phasedCall(n)->kind;
  const bool counts = kind == PhasedKind::Make || kind >= PhasedKind::WaitStores;
  const Eval none = [](Machine&, int) { return ofInt(0); };
  const Eval first = n.args.empty() ? none : c.expr(n.args[0]), second = n.args.size() > 1 ? c.expr(n.args[1]) : none;
  return [kind, counts, first, second, otherwise = unknown(n), site = &n](Machine& m, int lane) -> Scalar {
    if (!m.together) return otherwise(m, lane);
    const int64_t a = first(m, 0).i, b = second(m, 0).i;
    m.together->phased(kind, site, m.origin, counts ? 0 : a, counts ? a : b);
    return ofInt(0);
  };
}

Eval ExprCompiler::operator()(const Call& n) const {
  if (phasedCall(n)) return phased(n);
  switch (n.op.id()) {
#define FUNCTION(id, ...) case Intrinsic::id:
#include "core/ir/intrinsics.def"
    return function(n);
    case Intrinsic::IfThenElse:
      return ifThenElse(n);
    case Intrinsic::VectorLow:
    case Intrinsic::VectorHigh:
      return [value = c.expr(n.args.at(0)), shift = n.op == Intrinsic::VectorLow ? 0 : int{type.lanes}](
                 Machine& m, int lane) { return value(m, lane + shift); };
    case Intrinsic::VectorCombine:
      return [a = c.expr(n.args.at(0)), b = c.expr(n.args.at(1)), half = lanesOf(n.args.at(0))](Machine& m, int lane) {
        return lane < half ? a(m, lane) : b(m, lane - half);
      };
    case Intrinsic::StorageSync:
      return barrier(n);
    case Intrinsic::IgnoreLoopPartition:
    case Intrinsic::ThreadInvariant:
      return n.args.size() == 1 ? c.expr(n.args[0]) : unknown(n);
    case Intrinsic::QMultiplyShift:
    case Intrinsic::QMultiplyShiftPerAxis:
      return fixedPoint(n);
    case Intrinsic::Undef:
      if (type.isFloat()) return [](Machine&, int) { return ofFloat(0); };
      [[fallthrough]];
    case Intrinsic::Prefetch:
    case Intrinsic::IsNullptr:
    case Intrinsic::TypeAnnotation:
    case Intrinsic::Assume:
      return [](Machine&, int) { return ofInt(0); };
    case Intrinsic::External:
      if (n.op == "cuda.cta_sync") return barrier(n);
      if (n.op == kBreakLoop || n.op == kContinueLoop)
        return [leaves = n.op == kBreakLoop](Machine&, int) -> Scalar { throw Jump{leaves}; };
      break;
    case Intrinsic::AddressOf:
    case Intrinsic::AccessPtr:
    case Intrinsic::CallExtern:
    case Intrinsic::CallPureExtern:
#define REFUSED(id, ...) case Intrinsic::id:
#include "core/ir/intrinsics.def"
    case Intrinsic::CallLlvmIntrin:
    case Intrinsic::CallLlvmPureIntrin:
    case Intrinsic::Ret:
      break;
  }
  return unknown(n);
}

Eval Compiler::expr(const Expr& e) {
  return e.match([&](const auto& n) { return ExprCompiler{*this, e.dtype()}(n); });
}

std::vector<Eval> Compiler::exprs(const std::vector<Expr>& list) {
  std::vector<Eval> result;
  for (const Expr& e : list) result.push_back(expr(e));
  return result;
}

}  // namespace lw::interpreter
