// Expressions, by precedence climbing. The height of trees is limited, so that later recursion over them is safe.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "core/text/errors.h"
#include "core/text/python/python_cursor.h"
#include "core/text/python/python_literals.h"
#include "core/text/python/python_walk.h"

namespace lw::py {

namespace {

struct BinarySpelling {
  std::string_view text;
  BinOp op;
  int level;
};
constexpr int kUnaryLevel = 6;
constexpr std::array<BinarySpelling, 12> kBinary = {{{"|", BinOp::BitOr, 0},
                                                     {"^", BinOp::BitXor, 1},
                                                     {"&", BinOp::BitAnd, 2},
                                                     {"<<", BinOp::LShift, 3},
                                                     {">>", BinOp::RShift, 3},
                                                     {"+", BinOp::Add, 4},
                                                     {"-", BinOp::Sub, 4},
                                                     {"*", BinOp::Mul, 5},
                                                     {"/", BinOp::Div, 5},
                                                     {"//", BinOp::FloorDiv, 5},
                                                     {"%", BinOp::Mod, 5},
                                                     {"@", BinOp::MatMul, 5}}};

std::optional<BinOp> binaryAt(const Token& token, int level) {
  if (token.kind != TokenKind::Operator) return std::nullopt;
  for (const BinarySpelling& b : kBinary)
    if (b.level == level && token.spelledAs(b.text)) return b.op;
  return std::nullopt;
}

}  // namespace

template <class N>
Expr ExprParser::make(int begin, N node) {
  ExprNode result{c_.since(begin), std::move(node)};
  result.height = 1 + childHeight(result);
  if (result.height > kMaxExprHeight)
    c_.fail(result.span, err::kExpressionTooDeep(kMaxExprHeight), "name a part of it and use the name");
  return std::make_shared<const ExprNode>(std::move(result));
}

Expr ExprParser::expression() {
  const Cursor::Nested nested(c_);
  return c_.at("lambda") ? lambda() : conditional();
}

Expr ExprParser::starOrExpression() {
  const int begin = c_.peek().span.begin;
  if (!c_.accept("*")) return expression();
  Expr value = binary(0);
  return make(begin, Starred{std::move(value)});
}

Expr ExprParser::expressionList() {
  const int begin = c_.peek().span.begin;
  Expr first = starOrExpression();
  if (!c_.at(",")) return first;
  Tuple tuple{{std::move(first)}};
  while (c_.accept(",")) {
    if (c_.at(TokenKind::Newline) || c_.at(TokenKind::End) || c_.at("=") || c_.at(")") || c_.at("]") || c_.at(";"))
      break;
    tuple.items.push_back(starOrExpression());
  }
  return make(begin, std::move(tuple));
}

Expr ExprParser::targetList() {
  const int begin = c_.peek().span.begin;
  const auto one = [&] {
    const int start = c_.peek().span.begin;
    if (!c_.accept("*")) return binary(0);
    Expr value = binary(0);
    return make(start, Starred{std::move(value)});
  };
  Expr first = one();
  if (!c_.at(",")) return first;
  Tuple tuple{{std::move(first)}};
  while (c_.accept(",")) {
    if (c_.at("in")) break;
    tuple.items.push_back(one());
  }
  return make(begin, std::move(tuple));
}

Expr ExprParser::conditional() {
  const int begin = c_.peek().span.begin;
  Expr value = boolean(false);
  if (!c_.accept("if")) return value;
  Expr condition = boolean(false);
  c_.expect("else", "in `a if condition else b`");
  Expr other = expression();
  return make(begin, Conditional{std::move(condition), std::move(value), std::move(other)});
}

Expr ExprParser::lambda() {
  const int begin = c_.next().span.begin;
  std::vector<Parameter> params = parameters(":", false);
  c_.expect(":", "after the parameters of the lambda");
  Expr body = expression();
  return make(begin, Lambda{std::move(params), std::move(body)});
}

std::vector<Parameter> ExprParser::parameters(std::string_view close, bool annotations) {
  std::vector<Parameter> params;
  while (!c_.at(close)) {
    const int begin = c_.peek().span.begin;
    Parameter p;
    if (c_.at("**")) c_.fail(c_.peek().span, err::kKeywordParameters());
    if (c_.accept("/")) {
      if (!c_.accept(",")) break;
      continue;
    }
    p.star = c_.accept("*");
    if (!p.star || c_.at(TokenKind::Name)) p.name = std::string(c_.expectName("the name of a parameter").text);
    if (annotations && c_.accept(":")) p.annotation = expression();
    if (c_.accept("=")) p.defaultValue = expression();
    p.span = c_.since(begin);
    params.push_back(std::move(p));
    if (!c_.accept(",")) break;
  }
  return params;
}

Expr ExprParser::boolean(bool isAnd) {
  const std::string_view word = isAnd ? "and" : "or";
  const int begin = c_.peek().span.begin;
  Expr first = isAnd ? negation() : boolean(true);
  if (!c_.at(word)) return first;
  BoolOp op{isAnd, {std::move(first)}};
  while (c_.accept(word)) {
    op.values.push_back(isAnd ? negation() : boolean(true));
    if (op.values.size() > static_cast<size_t>(kMaxExprHeight))
      c_.fail(c_.since(begin), err::kTooManyConditions(kMaxExprHeight));
  }
  return make(begin, std::move(op));
}

Expr ExprParser::negation() {
  const int begin = c_.peek().span.begin;
  if (!c_.accept("not")) return comparison();
  const Cursor::Nested nested(c_);
  Expr value = negation();
  return make(begin, Unary{UnaryOp::Not, std::move(value)});
}

Expr ExprParser::comparison() {
  static constexpr std::array<std::pair<std::string_view, CompareOp>, 7> kCompare = {{{"==", CompareOp::Eq},
                                                                                      {"!=", CompareOp::Ne},
                                                                                      {"<", CompareOp::Lt},
                                                                                      {"<=", CompareOp::Le},
                                                                                      {">", CompareOp::Gt},
                                                                                      {">=", CompareOp::Ge},
                                                                                      {"in", CompareOp::In}}};
  const int begin = c_.peek().span.begin;
  Expr first = binary(0);
  Compare compare{first, {}};
  for (;;) {
    std::optional<CompareOp> op;
    for (const auto& [text, value] : kCompare)
      if (c_.at(text)) op = value;
    if (op) {
      c_.next();
    } else if (c_.at("not") && c_.peek(1).is("in")) {
      c_.next();
      c_.next();
      op = CompareOp::NotIn;
    } else if (c_.accept("is")) {
      op = c_.accept("not") ? CompareOp::IsNot : CompareOp::Is;
    } else {
      break;
    }
    compare.rest.emplace_back(*op, binary(0));
    if (compare.rest.size() > static_cast<size_t>(kMaxExprHeight))
      c_.fail(c_.since(begin), err::kTooManyComparisons(kMaxExprHeight));
  }
  if (compare.rest.empty()) return first;
  return make(begin, std::move(compare));
}

Expr ExprParser::binary(int level) {
  if (level == kUnaryLevel) return unary();
  const int begin = c_.peek().span.begin;
  Expr left = binary(level + 1);
  while (const std::optional<BinOp> op = binaryAt(c_.peek(), level)) {
    c_.next();
    Expr right = binary(level + 1);
    left = make(begin, Binary{*op, std::move(left), std::move(right)});
  }
  return left;
}

Expr ExprParser::unary() {
  const int begin = c_.peek().span.begin;
  std::optional<UnaryOp> op;
  if (c_.at("-"))
    op = UnaryOp::Minus;
  else if (c_.at("+"))
    op = UnaryOp::Plus;
  else if (c_.at("~"))
    op = UnaryOp::Invert;
  if (!op) return power();
  c_.next();
  if (*op == UnaryOp::Minus && c_.at(TokenKind::Number) && !c_.peek(1).is("**") &&
      decodeNumber(c_.peek().text).isMinimumNegated) {
    c_.next();
    return make(begin, IntLiteral{std::numeric_limits<int64_t>::min()});
  }
  const Cursor::Nested nested(c_);
  Expr value = unary();
  return make(begin, Unary{*op, std::move(value)});
}

Expr ExprParser::power() {
  const int begin = c_.peek().span.begin;
  Expr base = postfix();
  if (!c_.accept("**")) return base;
  const Cursor::Nested nested(c_);
  Expr exponent = unary();
  return make(begin, Binary{BinOp::Pow, std::move(base), std::move(exponent)});
}

Expr ExprParser::postfix() {
  const int begin = c_.peek().span.begin;
  Expr value = atom();
  for (;;) {
    if (c_.accept(".")) {
      const Token& token = c_.expectName("a name after '.'");
      value = make(begin, Attribute{std::move(value), std::string(token.text), token.span});
    } else if (c_.at("(")) {
      value = call(std::move(value));
    } else if (c_.at("[")) {
      value = subscript(std::move(value));
    } else {
      return value;
    }
  }
}

Expr ExprParser::call(Expr function) {
  const int begin = function->span.begin;
  c_.next();
  Call call{std::move(function), {}, {}};
  while (!c_.at(")")) {
    const int start = c_.peek().span.begin;
    if (c_.at(TokenKind::Name) && c_.peek(1).is("=")) {
      std::string name(c_.next().text);
      c_.next();
      Expr value = expression();
      call.keywords.push_back({std::move(name), std::move(value), c_.since(start)});
    } else if (c_.accept("**")) {
      Expr value = expression();
      call.keywords.push_back({{}, std::move(value), c_.since(start)});
    } else {
      Expr value = starOrExpression();
      if (c_.at("for")) value = comprehension(std::move(value), start);
      call.args.push_back(std::move(value));
    }
    if (!c_.accept(",")) break;
  }
  c_.expect(")", "to close the call");
  return make(begin, std::move(call));
}

Expr ExprParser::subscript(Expr object) {
  const int begin = object->span.begin;
  c_.next();
  Subscript node{std::move(object), {}, false};
  if (c_.at("]")) c_.failExpected("an index", {});
  while (!c_.at("]")) {
    node.indices.push_back(index());
    if (!c_.accept(",")) break;
    node.tupleIndex = true;
  }
  c_.expect("]", "to close the index");
  return make(begin, std::move(node));
}

Expr ExprParser::index() {
  const int begin = c_.peek().span.begin;
  Slice slice;
  const auto ends = [&] { return c_.at(":") || c_.at(",") || c_.at("]"); };
  if (!c_.at(":")) {
    slice.lower = starOrExpression();
    if (!c_.at(":")) return slice.lower;
  }
  c_.next();
  if (!ends()) slice.upper = expression();
  if (c_.accept(":") && !ends()) slice.step = expression();
  return make(begin, std::move(slice));
}

Expr ExprParser::atom() {
  const Token& token = c_.peek();
  switch (token.kind) {
    case TokenKind::Name:
      return name();
    case TokenKind::Number:
      return number();
    case TokenKind::String:
      return strings();
    case TokenKind::Keyword:
      if (token.text == "None" || token.text == "True" || token.text == "False") return name();
      break;
    case TokenKind::Operator:
      if (token.text == "(") return parenthesized();
      if (token.text == "[") return listDisplay();
      if (token.text == "{") return mapDisplay();
      if (token.text == "...") return make(c_.next().span.begin, EllipsisLiteral{});
      break;
    case TokenKind::Newline:
    case TokenKind::Indent:
    case TokenKind::Dedent:
    case TokenKind::End:
      break;
  }
  c_.failExpected("an expression", {});
}

Expr ExprParser::name() {
  const Token& token = c_.next();
  const int begin = token.span.begin;
  if (token.text == "None") return make(begin, NoneLiteral{});
  if (token.text == "True" || token.text == "False") return make(begin, BoolLiteral{token.text == "True"});
  return make(begin, Name{std::string(token.text)});
}

Expr ExprParser::number() {
  const Token& token = c_.next();
  const NumberLiteral literal = decodeNumber(token.text);
  if (literal.wide && c_.at(")")) return make(token.span.begin, WideLiteral{*literal.wide});
  if (literal.error) c_.fail(token.span, *literal.error);
  if (literal.isFloat) return make(token.span.begin, FloatLiteral{literal.real});
  return make(token.span.begin, IntLiteral{literal.integer});
}

Expr ExprParser::parenthesized() {
  const int begin = c_.next().span.begin;
  if (c_.accept(")")) return make(begin, Tuple{});
  Expr first = starOrExpression();
  if (c_.at("for")) {
    first = comprehension(std::move(first), begin);
    c_.expect(")", "to close the bracket");
    return first;
  }
  if (!c_.at(",")) {
    c_.expect(")", "to close the bracket");
    return first;
  }
  Tuple tuple{{std::move(first)}};
  while (c_.accept(",")) {
    if (c_.at(")")) break;
    tuple.items.push_back(starOrExpression());
  }
  c_.expect(")", "to close the bracket");
  return make(begin, std::move(tuple));
}

Expr ExprParser::listDisplay() {
  const int begin = c_.next().span.begin;
  List list;
  while (!c_.at("]")) {
    list.items.push_back(starOrExpression());
    if (c_.at("for") && list.items.size() == 1) {
      Expr result = comprehension(std::move(list.items.front()), begin);
      c_.expect("]", "to close the list");
      return result;
    }
    if (!c_.accept(",")) break;
  }
  c_.expect("]", "to close the list");
  return make(begin, std::move(list));
}

Expr ExprParser::mapDisplay() {
  const int begin = c_.next().span.begin;
  Dict dict;
  while (!c_.at("}")) {
    Expr key = expression();
    if (c_.at(",") || c_.at("}") || c_.at("for")) c_.fail({begin, c_.peek().span.end}, err::kSetDisplay());
    c_.expect(":", "between a key and its value");
    Expr value = expression();
    if (c_.at("for")) c_.fail({begin, c_.peek().span.end}, err::kMapComprehension());
    dict.items.emplace_back(std::move(key), std::move(value));
    if (!c_.accept(",")) break;
  }
  c_.expect("}", "to close the map");
  return make(begin, std::move(dict));
}

Expr ExprParser::comprehension(Expr element, int begin) {
  c_.next();
  Comprehension node{std::move(element), nullptr, nullptr, {}};
  node.target = targetList();
  c_.expect("in", "after the variables of the comprehension");
  node.iterable = boolean(false);
  while (c_.accept("if")) node.conditions.push_back(boolean(false));
  if (c_.at("for")) c_.fail(c_.peek().span, err::kSeveralFors(), "nest two comprehensions or write a loop");
  return make(begin, std::move(node));
}

Expr ExprParser::strings() {
  const int begin = c_.peek().span.begin;
  FString joined;
  bool formatted = false;
  const auto append = [&](std::string text) {
    if (!joined.parts.empty() && std::holds_alternative<std::string>(joined.parts.back())) {
      std::get<std::string>(joined.parts.back()) += text;
      return;
    }
    joined.parts.emplace_back(std::move(text));
    joined.formats.emplace_back();
  };
  append({});
  while (c_.at(TokenKind::String)) {
    const Token& token = c_.next();
    const StringShape shape = shapeOf(token.text);
    const std::string_view body = token.text.substr(shape.begin, shape.end - shape.begin);
    if (shape.formatted) {
      formatted = true;
      fString(body, token.span.begin + static_cast<int>(shape.begin), shape.raw, joined);
    } else {
      append(decodeString(body, shape.raw));
    }
  }
  if (formatted) return make(begin, std::move(joined));
  return make(begin, StringLiteral{std::get<std::string>(joined.parts.front())});
}

void ExprParser::fString(std::string_view body, int offset, bool raw, FString& out) {
  for (FStringPart& part : splitFString(body)) {
    const Span place{offset + part.span.begin, offset + part.span.end};
    if (part.error) c_.fail(place, (*part.error)());
    if (part.isHole) {
      out.parts.emplace_back(hole(place));
      out.formats.push_back(std::move(part.format));
    } else {
      out.parts.emplace_back(decodeString(part.text, raw));
      out.formats.emplace_back();
    }
  }
}

Expr ExprParser::hole(Span span) {
  const Cursor::Nested nested(c_);
  TokenStream stream = tokenizeExpression(c_.source(), span);
  for (Diagnostic& d : stream.diagnostics) c_.fail(d.span, explanationOf(d));
  Cursor inner(c_.source(), std::move(stream));
  try {
    Expr value = ExprParser(inner).expressionList();
    if (!inner.at(TokenKind::End)) inner.failExpected("the end of the expression", {});
    return value;
  } catch (const Abandon&) {
    for (Diagnostic& d : inner.takeDiagnostics()) c_.report(d.span, explanationOf(d));
    throw;
  }
}

}  // namespace lw::py
