#include "core/text/python/python_walk.h"

#include <algorithm>

#include "core/ir/expr.h"

namespace lw::py {

void forEachChild(const ExprNode& node, const std::function<void(const Expr&)>& visit) {
  const auto one = [&](const Expr& e) {
    if (e) visit(e);
  };
  const auto all = [&](const std::vector<Expr>& list) {
    for (const Expr& e : list) one(e);
  };
  std::visit(
      Overloaded{[](const NoneLiteral&) {},
                 [](const EllipsisLiteral&) {},
                 [](const BoolLiteral&) {},
                 [](const IntLiteral&) {},
                 [](const WideLiteral&) {},
                 [](const FloatLiteral&) {},
                 [](const StringLiteral&) {},
                 [](const Name&) {},
                 [&](const Attribute& n) { one(n.object); },
                 [&](const Slice& n) { one(n.lower), one(n.upper), one(n.step); },
                 [&](const Subscript& n) { one(n.object), all(n.indices); },
                 [&](const Call& n) {
                   one(n.function), all(n.args);
                   for (const Keyword& k : n.keywords) one(k.value);
                 },
                 [&](const Starred& n) { one(n.value); },
                 [&](const Unary& n) { one(n.value); },
                 [&](const Binary& n) { one(n.left), one(n.right); },
                 [&](const Compare& n) {
                   one(n.first);
                   for (const auto& [op, e] : n.rest) one(e);
                 },
                 [&](const BoolOp& n) { all(n.values); },
                 [&](const Conditional& n) { one(n.whenTrue), one(n.condition), one(n.whenFalse); },
                 [&](const Lambda& n) {
                   for (const Parameter& p : n.params) one(p.annotation), one(p.defaultValue);
                   one(n.body);
                 },
                 [&](const Tuple& n) { all(n.items); },
                 [&](const List& n) { all(n.items); },
                 [&](const Dict& n) {
                   for (const auto& [k, v] : n.items) one(k), one(v);
                 },
                 [&](const Comprehension& n) { one(n.element), one(n.target), one(n.iterable), all(n.conditions); },
                 [&](const FString& n) {
                   for (const auto& part : n.parts)
                     if (const Expr* e = std::get_if<Expr>(&part)) one(*e);
                 }},
      node.value);
}

int childHeight(const ExprNode& node) {
  int height = 0;
  forEachChild(node, [&](const Expr& e) { height = std::max(height, e->height); });
  return height;
}

std::vector<const Block*> blocksOf(const StmtNode& statement) {
  if (const auto* n = statement.as<If>()) return {&n->body, &n->orElse};
  if (const auto* n = statement.as<ForLoop>()) return {&n->body};
  if (const auto* n = statement.as<WhileLoop>()) return {&n->body};
  if (const auto* n = statement.as<With>()) return {&n->body};
  const auto* n = statement.as<Try>();
  if (!n) return {};
  std::vector<const Block*> blocks{&n->body};
  for (const Handler& handler : n->handlers) blocks.push_back(&handler.body);
  blocks.push_back(&n->orElse);
  blocks.push_back(&n->atEnd);
  return blocks;
}

void forEachExpr(const Block& body, const std::function<void(const Expr&)>& visit) {
  const auto one = [&](const Expr& e) {
    if (e) visit(e);
  };
  const auto nested = [&](const Block& inner) { forEachExpr(inner, visit); };
  for (const Stmt& s : body)
    std::visit(Overloaded{[&](const ExprStmt& n) { one(n.value); },
                          [&](const Assign& n) {
                            for (const Expr& target : n.targets) one(target);
                            one(n.value);
                          },
                          [&](const AnnAssign& n) { one(n.target), one(n.value); },
                          [&](const AugAssign& n) { one(n.target), one(n.value); },
                          [&](const If& n) { one(n.condition), nested(n.body), nested(n.orElse); },
                          [&](const ForLoop& n) { one(n.target), one(n.iterable), nested(n.body); },
                          [&](const WhileLoop& n) { one(n.condition), nested(n.body); },
                          [&](const With& n) {
                            for (const auto& [value, target] : n.items) one(value), one(target);
                            nested(n.body);
                          },
                          [&](const Return& n) { one(n.value); }, [](const Pass&) {}, [](const Break&) {},
                          [](const Continue&) {}, [&](const Assert& n) { one(n.condition), one(n.message); },
                          [](const Import&) {}, [](const FunctionDef&) {}, [](const ClassDef&) {},
                          [&](const Try& n) {
                            nested(n.body);
                            for (const Handler& handler : n.handlers) {
                              for (const Expr& type : handler.types) one(type);
                              nested(handler.body);
                            }
                            nested(n.orElse), nested(n.atEnd);
                          },
                          [](const Reraise&) {}},
               s->value);
}

int countCalls(const Block& body, std::string_view function) {
  int count = 0;
  const std::function<void(const Expr&)> look = [&](const Expr& e) {
    if (const auto* call = e->as<Call>()) {
      const auto* name = call->function->as<Name>();
      const auto* attribute = call->function->as<Attribute>();
      count += (name && name->id == function) || (attribute && attribute->name == function);
    }
    forEachChild(*e, look);
  };
  forEachExpr(body, look);
  return count;
}

bool callsAtTop(const Block& file, std::string_view function) {
  return countCalls(file, function) > 0 || std::any_of(file.begin(), file.end(), [&](const Stmt& s) {
           const auto* def = s->as<FunctionDef>();
           return def && !def->params.empty() && countCalls(def->body, function) > 0 && countCalls(file, def->name) > 0;
         });
}

}  // namespace lw::py
