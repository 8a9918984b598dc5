// Statements. An error abandons its statement and parsing continues at the next line; the body of a statement with an
// invalid header is still parsed to find further errors.
#include "core/text/python/python_parser.h"

#include <algorithm>
#include <array>

#include "core/text/errors.h"
#include "core/text/python/python_cursor.h"

namespace lw::py {

namespace {

constexpr std::array<std::pair<std::string_view, BinOp>, 12> kAugmented = {{{"+=", BinOp::Add},
                                                                            {"-=", BinOp::Sub},
                                                                            {"*=", BinOp::Mul},
                                                                            {"/=", BinOp::Div},
                                                                            {"//=", BinOp::FloorDiv},
                                                                            {"%=", BinOp::Mod},
                                                                            {"**=", BinOp::Pow},
                                                                            {"@=", BinOp::MatMul},
                                                                            {"<<=", BinOp::LShift},
                                                                            {">>=", BinOp::RShift},
                                                                            {"&=", BinOp::BitAnd},
                                                                            {"|=", BinOp::BitOr}}};
constexpr std::array<std::string_view, 10> kUnsupported = {"try", "except", "finally", "global", "nonlocal",
                                                           "del", "async",  "await",   "yield",  "elif"};

class StmtParser {
 public:
  explicit StmtParser(Cursor& cursor) : c_(cursor), expr_(cursor) {}

  Block module() {
    Block body;
    while (!c_.at(TokenKind::End)) {
      if (c_.at(TokenKind::Dedent))
        c_.next();  // belongs to an indentation that has been reported
      else
        statementInto(body);
    }
    return body;
  }

 private:
  void statementInto(Block& out) {
    if (c_.at(TokenKind::Newline)) {
      c_.next();
      return;
    }
    if (c_.at(TokenKind::Indent)) {
      c_.report(c_.peek(1).span, err::kUnexpectedIndent(),
                "align it with the line above, or end that line with ':' if a block starts here");
      c_.next();
      statementsUntilDedent(out);
      return;
    }
    try {
      if (Stmt s = compound())
        out.push_back(std::move(s));
      else
        simpleLine(out);
    } catch (const Abandon&) {
      recover();
    }
  }

  void statementsUntilDedent(Block& out) {
    while (!c_.at(TokenKind::Dedent) && !c_.at(TokenKind::End)) statementInto(out);
    if (c_.at(TokenKind::Dedent)) c_.next();
  }

  // Skips the rest of the line; a block after the line is parsed to report its errors, and dropped.
  void recover() {
    while (!c_.at(TokenKind::Newline) && !c_.at(TokenKind::End) && !c_.at(TokenKind::Dedent)) {
      if (c_.at(TokenKind::Indent)) break;
      c_.next();
    }
    if (c_.at(TokenKind::Newline)) c_.next();
    if (!c_.at(TokenKind::Indent)) return;
    c_.next();
    Block dropped;
    statementsUntilDedent(dropped);
  }

  template <class N>
  Stmt make(int begin, N node) {
    return std::make_shared<const StmtNode>(StmtNode{c_.since(begin), std::move(node)});
  }

  Stmt compound() {  // null: it is a simple one
    const Token& token = c_.peek();
    if (token.is("@")) return decorated();
    if (token.kind != TokenKind::Keyword) return nullptr;
    const Cursor::Nested nested(c_);
    if (token.text == "def") return function(token.span.begin, {});
    if (token.text == "class") return classDef(token.span.begin, {});
    if (token.text == "if") return conditional();
    if (token.text == "for") return forLoop();
    if (token.text == "while") return whileLoop();
    if (token.text == "with") return with();
    if (token.text == "try" && functions_ > 0) return tryStatement();
    if (token.text == "else") c_.fail(token.span, err::kElseWithoutIf(), "align it with its `if`");
    if (std::find(kUnsupported.begin(), kUnsupported.end(), token.text) != kUnsupported.end())
      c_.fail(token.span, err::kUnsupportedStatement(token.text), token.text == "elif" ? "align it with its `if`" : "");
    return nullptr;
  }

  // `: NEWLINE INDENT statements DEDENT`, or simple statements on the same line.
  Block block(std::string_view header) {
    const std::string what = std::string("`").append(header).append("`");
    if (!c_.accept(":")) {
      c_.report(c_.afterLast(), err::kMissingColon(what), "add ':'");
      while (!c_.at(TokenKind::Newline) && !c_.at(TokenKind::End)) c_.next();
    }
    Block body;
    if (!c_.at(TokenKind::Newline)) {
      if (c_.at(TokenKind::End)) c_.failExpected("the body of", what);
      simpleLine(body);
      return body;
    }
    c_.next();
    if (!c_.at(TokenKind::Indent)) {
      const bool other = header == "def" || c_.peek().span.end <= c_.peek().span.begin;  // at a token without an error
      c_.report(other ? c_.afterLast() : c_.peek().span, err::kMissingBlock(what), "indent the body, or write `pass`");
      return body;
    }
    c_.next();
    statementsUntilDedent(body);
    return body;
  }

  Stmt decorated() {
    const int begin = c_.peek().span.begin;
    std::vector<Expr> decorators;
    while (c_.accept("@")) {
      decorators.push_back(expr_.expression());
      if (!c_.at(TokenKind::Newline)) c_.failExpected("the end of the line", "after the decorator");
      c_.next();
    }
    if (c_.at("def")) return function(begin, std::move(decorators));
    if (c_.at("class")) return classDef(begin, std::move(decorators));
    c_.failExpected("`def` or `class`", "after a decorator");
  }

  Stmt function(int begin, std::vector<Expr> decorators) {
    c_.next();
    FunctionDef f;
    f.decorators = std::move(decorators);
    const Token& name = c_.expectName("the name of the function");
    f.name = std::string(name.text);
    f.nameSpan = name.span;
    c_.expect("(", "after the name of the function");
    f.params = expr_.parameters(")", true);
    c_.expect(")", "to close the parameters");
    if (c_.accept("->")) f.returns = expr_.expression();
    ++functions_;
    f.body = block("def");
    --functions_;
    return make(begin, std::move(f));
  }

  Stmt classDef(int begin, std::vector<Expr> decorators) {
    c_.next();
    ClassDef d;
    d.decorators = std::move(decorators);
    const Token& name = c_.expectName("the name of the class");
    d.name = std::string(name.text);
    d.nameSpan = name.span;
    if (c_.accept("(")) {
      while (!c_.at(")")) {
        d.bases.push_back(expr_.expression());
        if (!c_.accept(",")) break;
      }
      c_.expect(")", "to close the bases");
    }
    d.body = block("class");
    return make(begin, std::move(d));
  }

  Stmt conditional() {
    const int begin = c_.next().span.begin;
    If node;
    node.condition = expr_.expression();
    node.body = block("if");
    if (c_.at("elif")) {
      const Cursor::Nested nested(c_);
      node.orElse.push_back(conditional());
    } else if (c_.accept("else")) {
      node.orElse = block("else");
    }
    return make(begin, std::move(node));
  }

  Stmt forLoop() {
    const int begin = c_.next().span.begin;
    ForLoop node;
    node.target = expr_.targetList();
    c_.expect("in", "after the variables of the loop");
    node.iterable = expr_.expressionList();
    node.body = block("for");
    noElse("for");
    return make(begin, std::move(node));
  }

  Stmt whileLoop() {
    const int begin = c_.next().span.begin;
    WhileLoop node;
    node.condition = expr_.expression();
    node.body = block("while");
    noElse("while");
    return make(begin, std::move(node));
  }

  void noElse(std::string_view loop) {
    if (c_.at("else")) c_.fail(c_.peek().span, err::kUnsupportedLoopElse(loop));
  }

  Stmt with() {
    const int begin = c_.next().span.begin;
    With node;
    do {
      Expr item = expr_.expression();
      Expr target;
      if (c_.accept("as")) target = expr_.targetList();
      node.items.emplace_back(std::move(item), std::move(target));
    } while (c_.accept(","));
    node.body = block("with");
    return make(begin, std::move(node));
  }

  // Outside of functions only Python carries it out.
  Stmt tryStatement() {
    const int begin = c_.next().span.begin;
    Try node;
    node.body = block("try");
    while (c_.at("except")) node.handlers.push_back(handler());
    if (!node.handlers.empty() && c_.accept("else")) node.orElse = block("else");
    const bool ends = c_.accept("finally");
    if (ends) node.atEnd = block("finally");
    if (node.handlers.empty() && !ends) c_.fail(c_.since(begin), err::kTryWithoutHandler(), "add `except Exception:`");
    return make(begin, std::move(node));
  }

  Handler handler() {
    Handler handler;
    handler.span = c_.next().span;
    if (!c_.at(":")) {
      const Expr type = expr_.expression();
      const auto* several = type->as<Tuple>();
      handler.types = several ? several->items : std::vector<Expr>{type};
      if (c_.accept("as")) handler.name = std::string(c_.expectName("the name of the error").text);
    }
    handler.body = block("except");
    return handler;
  }

  void simpleLine(Block& out) {
    do {
      if (c_.at(TokenKind::Newline) || c_.at(TokenKind::End)) break;
      if (c_.at("import") || c_.at("from"))
        import(out);
      else
        out.push_back(simple());
    } while (c_.accept(";"));
    if (c_.at(TokenKind::Newline))
      c_.next();
    else if (!c_.at(TokenKind::End) && !c_.at(TokenKind::Dedent))
      c_.failExpected("the end of the line", {});
  }

  Stmt simple() {
    const Token& token = c_.peek();
    const int begin = token.span.begin;
    if (token.kind == TokenKind::Keyword) {
      if (c_.accept("pass")) return make(begin, Pass{});
      if (c_.accept("break")) return make(begin, Break{});
      if (c_.accept("continue")) return make(begin, Continue{});
      if (c_.accept("return")) {
        const bool bare = c_.at(TokenKind::Newline) || c_.at(TokenKind::End) || c_.at(";");
        Expr value = bare ? nullptr : expr_.expressionList();
        return make(begin, Return{std::move(value)});
      }
      if (c_.accept("assert")) {
        Expr condition = expr_.expression();
        Expr message = c_.accept(",") ? expr_.expression() : nullptr;
        return make(begin, Assert{std::move(condition), std::move(message)});
      }
      if (c_.accept("raise")) {
        if (functions_ > 0 && (c_.at(TokenKind::Newline) || c_.at(TokenKind::End) || c_.at(";")))
          return make(begin, Reraise{});
        // An assertion that never holds, with the argument of the exception.
        const Expr exception = expr_.expression();
        if (c_.accept("from")) expr_.expression();
        const auto* call = exception->as<Call>();
        const auto never = std::make_shared<const ExprNode>(ExprNode{exception->span, BoolLiteral{false}});
        return make(begin, Assert{never, call && !call->args.empty() ? call->args[0] : nullptr});
      }
    }
    return assignment();
  }

  // `from tvm.contrib import clang, utils` becomes one statement per imported module.
  void import(Block& out) {
    const int begin = c_.peek().span.begin;
    while (!c_.at(TokenKind::Newline) && !c_.at(TokenKind::End) && !c_.at(";")) c_.next();
    const Span span = c_.since(begin);
    const std::string line =
        c_.source().text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin));
    const size_t names = line.find("import ");
    if (names == std::string::npos || line.find('(') != std::string::npos)
      return out.push_back(make(begin, Import{line}));
    const std::string head = line.substr(0, names + 7);
    for (size_t at = names + 7; at <= line.size();) {
      const size_t comma = std::min(line.find(',', at), line.size());
      out.push_back(make(begin, Import{head + line.substr(at, comma - at)}));
      at = comma + 1;
    }
  }

  Stmt assignment() {
    const int begin = c_.peek().span.begin;
    Expr first = expr_.expressionList();
    if (c_.accept(":")) {
      Expr annotation = expr_.expression();
      Expr value = c_.accept("=") ? expr_.expressionList() : nullptr;
      checkTarget(first);
      return make(begin, AnnAssign{std::move(first), std::move(annotation), std::move(value)});
    }
    for (const auto& [text, op] : kAugmented) {
      if (!c_.accept(text)) continue;
      checkTarget(first);
      Expr value = expr_.expressionList();
      return make(begin, AugAssign{std::move(first), op, std::move(value)});
    }
    if (c_.at("^=") || c_.at(":=")) c_.fail(c_.peek().span, err::kUnsupportedOperator(c_.peek().text));
    if (!c_.at("=")) return make(begin, ExprStmt{std::move(first)});
    Assign node{{}, std::move(first)};
    while (c_.accept("=")) {
      checkTarget(node.value);
      node.targets.push_back(std::move(node.value));
      node.value = expr_.expressionList();
    }
    return make(begin, std::move(node));
  }

  void checkTarget(const Expr& target) {
    if (target->as<Name>() || target->as<Subscript>() || target->as<Attribute>()) return;
    const std::vector<Expr>* items = nullptr;
    if (const auto* tuple = target->as<Tuple>()) items = &tuple->items;
    if (const auto* list = target->as<List>()) items = &list->items;
    if (const auto* star = target->as<Starred>()) return checkTarget(star->value);
    if (!items) c_.fail(target->span, err::kBadAssignmentTarget(), "to compare two values write '=='");
    for (const Expr& item : *items) checkTarget(item);
  }

  Cursor& c_;
  ExprParser expr_;
  int functions_ = 0;  // that the statement is in
};

}  // namespace

ParseResult parseModule(const SourceText& source) {
  Cursor cursor(source, tokenize(source));
  ParseResult result;
  result.module.body = StmtParser(cursor).module();
  result.diagnostics = cursor.takeDiagnostics();
  std::stable_sort(result.diagnostics.begin(), result.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  return result;
}

Result<Expr> parseExpression(const SourceText& source) {
  TokenStream stream = tokenizeExpression(source, {0, static_cast<int>(source.text.size())});
  Cursor cursor(source, std::move(stream));
  Expr value;
  try {
    value = ExprParser(cursor).expressionList();
    if (!cursor.at(TokenKind::End)) cursor.failExpected("the end of the expression", {});
  } catch (const Abandon&) {
  }
  std::vector<Diagnostic> diagnostics = cursor.takeDiagnostics();
  if (diagnostics.empty()) return value;
  return explanationOf(diagnostics.front());
}

}  // namespace lw::py
