#include "tests/arith/text.h"

#include <gtest/gtest.h>

#include "core/ir/ops.h"

namespace lw::test {
namespace {

class Parser {
 public:
  Parser(Names& names, std::string_view text) : names_(names), text_(text) {}
  Expr all() {
    Expr e = disjunction();
    skip();
    EXPECT_EQ(at_, text_.size()) << "unread text in '" << text_ << "'";
    return e;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view token) {
    skip();
    if (text_.substr(at_, token.size()) != token) return false;
    if (isalpha(token[0]) && at_ + token.size() < text_.size() &&
        (isalnum(text_[at_ + token.size()]) || text_[at_ + token.size()] == '_'))
      return false;
    at_ += token.size();
    return true;
  }
  static Expr make(BinaryOp op, Expr a, Expr b) { return rawBinary(op, std::move(a), std::move(b)); }
  Expr disjunction() {
    Expr e = conjunction();
    while (take("or")) e = make(BinaryOp::Or, e, conjunction());
    return e;
  }
  Expr conjunction() {
    Expr e = negation();
    while (take("and")) e = make(BinaryOp::And, e, negation());
    return e;
  }
  Expr negation() {
    if (take("not")) return Not{negation()};
    return comparison();
  }
  Expr comparison() {
    Expr e = sum();
    if (take("==")) return make(BinaryOp::EQ, e, sum());
    if (take("!=")) return make(BinaryOp::NE, e, sum());
    if (take("<=")) return make(BinaryOp::LE, e, sum());
    if (take(">=")) return make(BinaryOp::GE, e, sum());
    if (take("<")) return make(BinaryOp::LT, e, sum());
    if (take(">")) return make(BinaryOp::GT, e, sum());
    return e;
  }
  Expr sum() {
    Expr e = product();
    for (;;) {
      if (take("+"))
        e = make(BinaryOp::Add, e, product());
      else if (take("-"))
        e = make(BinaryOp::Sub, e, product());
      else
        return e;
    }
  }
  Expr product() {
    Expr e = unary();
    for (;;) {
      if (take("*"))
        e = make(BinaryOp::Mul, e, unary());
      else if (take("//"))
        e = make(BinaryOp::FloorDiv, e, unary());
      else if (take("%"))
        e = make(BinaryOp::FloorMod, e, unary());
      else
        return e;
    }
  }
  Expr unary() {
    skip();
    if (take("-")) {
      Expr e = unary();
      return asInt(e) ? Expr(static_cast<int>(-*asInt(e))) : make(BinaryOp::Sub, 0, e);
    }
    if (take("(")) {
      Expr e = disjunction();
      EXPECT_TRUE(take(")"));
      return e;
    }
    if (at_ < text_.size() && isdigit(text_[at_])) {
      int v = 0;
      while (at_ < text_.size() && isdigit(text_[at_])) v = v * 10 + (text_[at_++] - '0');
      return v;
    }
    std::string name;
    while (at_ < text_.size() && (isalnum(text_[at_]) || text_[at_] == '_')) name += text_[at_++];
    if (name == "True") return boolConst(true);
    if (name == "False") return boolConst(false);
    if (!take("(")) return names_.var(name);
    std::vector<Expr> args{disjunction()};
    while (take(",")) args.push_back(disjunction());
    EXPECT_TRUE(take(")"));
    if (name == "select") return Select{args[0], args[1], args[2]};
    if (name == "div") return make(BinaryOp::Div, args[0], args[1]);
    if (name == "mod") return make(BinaryOp::Mod, args[0], args[1]);
    return make(name == "min" ? BinaryOp::Min : BinaryOp::Max, args[0], args[1]);
  }

  Names& names_;
  std::string_view text_;
  size_t at_ = 0;
};

const char* symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return "+";
    case BinaryOp::Sub:
      return "-";
    case BinaryOp::Mul:
      return "*";
    case BinaryOp::Div:
      return "div";
    case BinaryOp::Mod:
      return "mod";
    case BinaryOp::FloorDiv:
      return "//";
    case BinaryOp::FloorMod:
      return "%";
    case BinaryOp::Min:
      return "min";
    case BinaryOp::Max:
      return "max";
    case BinaryOp::EQ:
      return "==";
    case BinaryOp::NE:
      return "!=";
    case BinaryOp::LT:
      return "<";
    case BinaryOp::LE:
      return "<=";
    case BinaryOp::GT:
      return ">";
    case BinaryOp::GE:
      return ">=";
    case BinaryOp::And:
      return "and";
    case BinaryOp::Or:
      return "or";
  }
  return "?";
}

}  // namespace

Var Names::var(const std::string& name) { return vars_.try_emplace(name, Var(name)).first->second; }
Expr Names::parse(std::string_view text) { return Parser(*this, text).all(); }

void Names::bind(Analyzer& analyzer, std::string_view ranges) {
  const auto trim = [](std::string_view s) {
    while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    return s;
  };
  while (!ranges.empty()) {
    size_t comma = 0;
    for (int depth = 0; comma < ranges.size() && (depth > 0 || ranges[comma] != ','); ++comma)
      depth += (ranges[comma] == '(') - (ranges[comma] == ')');
    const std::string_view part = trim(ranges.substr(0, comma));
    ranges.remove_prefix(std::min(comma + 1, ranges.size()));
    const size_t colon = part.find(':');
    if (colon == std::string_view::npos) continue;
    const Var v = var(std::string(trim(part.substr(0, colon))));
    const std::string_view range = part.substr(colon + 1);
    const size_t dots = range.find("..");
    const Expr low = parse(trim(range.substr(0, dots)));
    const std::string_view top = trim(range.substr(dots + 2));
    analyzer.bind(v, {low, (top.empty() ? Expr(1 << 20) : parse(top)) - low});
  }
}

std::string show(const Expr& e) {
  return e.match(
      [](const IntImm& n) {
        return n.type.isBool() ? std::string(n.value ? "True" : "False") : std::to_string(n.value);
      },
      [](const FloatImm& n) { return std::to_string(n.value); }, [](const StringImm& n) { return n.value; },
      [](const Var& n) { return n.name(); }, [](const Cast& n) { return "cast(" + show(n.value) + ")"; },
      [](const Binary& n) { return "(" + show(n.a) + " " + symbol(n.op) + " " + show(n.b) + ")"; },
      [](const Not& n) { return "not " + show(n.value); },
      [](const Select& n) {
        return "select(" + show(n.condition) + ", " + show(n.whenTrue) + ", " + show(n.whenFalse) + ")";
      },
      [](const BufferLoad& n) { return n.buffer->name + "[...]"; },
      [](const Ramp& n) { return "ramp(" + show(n.base) + ", " + show(n.stride) + ")"; },
      [](const Broadcast& n) { return "broadcast(" + show(n.value) + ")"; },
      [](const Let&) { return std::string("let"); },
      [](const Call& n) {
        std::string s = n.op.name() + "(";
        for (const Expr& a : n.args) s += show(a) + ",";
        return s + ")";
      });
}

static int64_t wrapped(uint64_t bits) { return static_cast<int64_t>(bits); }

std::optional<int64_t> evaluate(const Expr& e, const std::map<const void*, int64_t>& point) {
  if (const auto c = asInt(e)) return c;
  if (const auto* v = e.as<Var>()) return point.at(v->key());
  if (const auto* n = e.as<Not>()) {
    const auto v = evaluate(n->value, point);
    return v ? std::optional<int64_t>(*v == 0) : std::nullopt;
  }
  if (const auto* n = e.as<Select>()) {
    const auto c = evaluate(n->condition, point), t = evaluate(n->whenTrue, point), f = evaluate(n->whenFalse, point);
    if (!c || !t || !f) return std::nullopt;
    return *c ? t : f;
  }
  const auto* n = e.as<Binary>();
  if (!n) return std::nullopt;
  const auto a = evaluate(n->a, point), b = evaluate(n->b, point);
  if (!a || !b) return std::nullopt;
  switch (n->op) {
    case BinaryOp::Add:
      return wrapped(static_cast<uint64_t>(*a) + static_cast<uint64_t>(*b));
    case BinaryOp::Sub:
      return wrapped(static_cast<uint64_t>(*a) - static_cast<uint64_t>(*b));
    case BinaryOp::Mul:
      return wrapped(static_cast<uint64_t>(*a) * static_cast<uint64_t>(*b));
    case BinaryOp::Div:
      return *b ? std::optional(*a / *b) : std::nullopt;
    case BinaryOp::Mod:
      return *b ? std::optional(*a % *b) : std::nullopt;
    case BinaryOp::FloorDiv:
      return *b ? std::optional(floorDivide(*a, *b)) : std::nullopt;
    case BinaryOp::FloorMod:
      return *b ? std::optional(floorModulo(*a, *b)) : std::nullopt;
    case BinaryOp::Min:
      return std::min(*a, *b);
    case BinaryOp::Max:
      return std::max(*a, *b);
    case BinaryOp::EQ:
      return *a == *b;
    case BinaryOp::NE:
      return *a != *b;
    case BinaryOp::LT:
      return *a < *b;
    case BinaryOp::LE:
      return *a <= *b;
    case BinaryOp::GT:
      return *a > *b;
    case BinaryOp::GE:
      return *a >= *b;
    case BinaryOp::And:
      return *a && *b;
    case BinaryOp::Or:
      return *a || *b;
  }
  return std::nullopt;
}

}  // namespace lw::test
