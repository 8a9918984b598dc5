#include "core/script/scope.h"

#include "core/text/python/python_walk.h"

namespace lw::script {

namespace {

struct Scope {
  std::shared_ptr<FunctionInfo> info;
  std::vector<std::pair<std::string, int>> visible;  // name -> slot; a later entry shadows earlier ones

  int slotOf(const std::string& name) const {
    for (size_t i = visible.size(); i-- > 0;)
      if (visible[i].first == name) return visible[i].second;
    return -1;
  }
  int add(const std::string& name) {
    info->names.push_back(name);
    visible.emplace_back(name, static_cast<int>(info->names.size()) - 1);
    return visible.back().second;
  }
  int addOnce(const std::string& name) {
    const int slot = slotOf(name);
    return slot >= 0 ? slot : add(name);
  }
};

class Resolver {
 public:
  explicit Resolver(ScopeTable& table) : table_(table) {}

  void module(const py::Block& body) {
    scopes_.push_back({std::make_shared<FunctionInfo>(), {}});
    for (const py::Stmt& s : body)
      if (!s->as<py::FunctionDef>() && !s->as<py::Import>()) stmt(*s);
    table_.functions[&body] = scopes_.back().info;
    scopes_.pop_back();
  }

  void function(const std::vector<py::Parameter>& params, const py::Block* body, const py::Expr& result) {
    for (const py::Parameter& p : params)
      if (p.defaultValue && !scopes_.empty()) expr(p.defaultValue);
    Scope scope{std::make_shared<FunctionInfo>(), {}};
    for (const py::Parameter& p : params) table_.refs[&p] = {0, static_cast<int16_t>(scope.add(p.name))};
    if (body) assignedIn(*body, scope);
    scopes_.push_back(std::move(scope));
    if (body) block(*body);
    if (result) expr(result);
    table_.functions[&params] = scopes_.back().info;
    scopes_.pop_back();
  }

 private:
  void targets(const py::Expr& e, Scope& scope) {
    if (const auto* name = e->as<py::Name>()) scope.addOnce(name->id);
    if (const auto* star = e->as<py::Starred>()) targets(star->value, scope);
    if (const auto* tuple = e->as<py::Tuple>())
      for (const py::Expr& item : tuple->items) targets(item, scope);
    if (const auto* list = e->as<py::List>())
      for (const py::Expr& item : list->items) targets(item, scope);
  }

  void assignedIn(const py::Block& body, Scope& scope) {
    for (const py::Stmt& s : body) {
      if (const auto* n = s->as<py::Assign>())
        for (const py::Expr& t : n->targets) targets(t, scope);
      if (const auto* n = s->as<py::AnnAssign>()) targets(n->target, scope);
      if (const auto* n = s->as<py::AugAssign>()) targets(n->target, scope);
      if (const auto* n = s->as<py::ForLoop>()) targets(n->target, scope), assignedIn(n->body, scope);
      if (const auto* n = s->as<py::WhileLoop>()) assignedIn(n->body, scope);
      if (const auto* n = s->as<py::If>()) assignedIn(n->body, scope), assignedIn(n->orElse, scope);
      if (const auto* n = s->as<py::Try>()) {
        for (const py::Handler& handler : n->handlers) {
          if (!handler.name.empty()) scope.addOnce(handler.name);
          assignedIn(handler.body, scope);
        }
        assignedIn(n->body, scope), assignedIn(n->orElse, scope), assignedIn(n->atEnd, scope);
      }
      if (const auto* n = s->as<py::With>()) {
        for (const auto& [value, target] : n->items)
          if (target) targets(target, scope);
        assignedIn(n->body, scope);
      }
      if (const auto* n = s->as<py::FunctionDef>()) scope.addOnce(n->name);
      if (const auto* n = s->as<py::Import>())
        if (const std::string name = importedAs(*n, nullptr); !name.empty()) scope.addOnce(name);
    }
  }

  void block(const py::Block& body) {
    for (const py::Stmt& s : body) stmt(*s);
  }

  void stmt(const py::StmtNode& s) {
    std::visit(Overloaded{
                   [&](const py::ExprStmt& n) { expr(n.value); },
                   [&](const py::Assign& n) {
                     expr(n.value);
                     for (const py::Expr& t : n.targets) expr(t);
                   },
                   [&](const py::AnnAssign& n) {
                     if (n.value) expr(n.value);
                     expr(n.target);
                   },
                   [&](const py::AugAssign& n) {
                     expr(n.value);
                     expr(n.target);
                   },
                   [&](const py::If& n) {
                     expr(n.condition);
                     block(n.body);
                     block(n.orElse);
                   },
                   [&](const py::ForLoop& n) {
                     expr(n.iterable);
                     expr(n.target);
                     block(n.body);
                   },
                   [&](const py::WhileLoop& n) {
                     expr(n.condition);
                     block(n.body);
                   },
                   [&](const py::With& n) {
                     for (const auto& [value, target] : n.items) {
                       expr(value);
                       if (target) expr(target);
                     }
                     block(n.body);
                   },
                   [&](const py::Return& n) {
                     if (n.value) expr(n.value);
                   },
                   [](const py::Pass&) {},
                   [](const py::Break&) {},
                   [](const py::Continue&) {},
                   [&](const py::Assert& n) {
                     expr(n.condition);
                     if (n.message) expr(n.message);
                   },
                   [&](const py::Import& n) {
                     if (const std::string name = importedAs(n, nullptr); !name.empty()) refer(&n, name);
                   },
                   [&](const py::FunctionDef& n) {
                     refer(&n, n.name);
                     function(n.params, &n.body, nullptr);
                   },
                   [](const py::ClassDef&) {},
                   [&](const py::Try& n) { tryStatement(n); },
                   [](const py::Reraise&) {},
               },
               s.value);
  }

  void tryStatement(const py::Try& n) {
    block(n.body);
    for (const py::Handler& handler : n.handlers) {
      if (!handler.name.empty()) refer(&handler, handler.name);
      block(handler.body);
    }
    block(n.orElse);
    block(n.atEnd);
  }

  void refer(const void* node, const std::string& name) {
    for (size_t depth = 0; depth < scopes_.size(); ++depth)
      if (const int slot = scopes_[scopes_.size() - 1 - depth].slotOf(name); slot >= 0) {
        table_.refs[node] = {static_cast<int16_t>(depth), static_cast<int16_t>(slot)};
        return;
      }
  }

  void expr(const py::Expr& e) {
    if (const auto* name = e->as<py::Name>()) return refer(e.get(), name->id);
    if (const auto* lambda = e->as<py::Lambda>()) return function(lambda->params, nullptr, lambda->body);
    if (const auto* c = e->as<py::Comprehension>()) return comprehension(*c);
    py::forEachChild(*e, [&](const py::Expr& child) { expr(child); });
  }

  // The variables of a comprehension are local to it: they get new slots and are out of scope after it.
  void comprehension(const py::Comprehension& c) {
    expr(c.iterable);
    const size_t before = scopes_.back().visible.size();
    Scope own{scopes_.back().info, {}};
    targets(c.target, own);
    for (const auto& entry : own.visible) scopes_.back().visible.push_back(entry);
    expr(c.target);
    for (const py::Expr& condition : c.conditions) expr(condition);
    expr(c.element);
    scopes_.back().visible.resize(before);
  }

  ScopeTable& table_;
  std::vector<Scope> scopes_;
};

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\n' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

}  // namespace

void resolveFunction(const std::vector<py::Parameter>& params, const py::Block& body, ScopeTable& table) {
  Resolver(table).function(params, &body, nullptr);
}

void resolveExpression(const py::Expr& e, ScopeTable& table) {
  const std::vector<py::Parameter> none;
  Resolver(table).function(none, nullptr, e);
  table.functions[e.get()] = table.functions.at(&none);
  table.functions.erase(&none);
}

void resolveModule(const py::Block& body, ScopeTable& table) { Resolver(table).module(body); }

std::string importedAs(const py::Import& line, std::string* module) {
  std::string_view text = trim(line.text);
  std::string from;
  if (text.starts_with("from ")) {
    const size_t import = text.find(" import ");
    if (import == std::string_view::npos) return {};
    from = std::string(trim(text.substr(5, import - 5))) + ".";
    text = text.substr(import + 1);
  }
  if (!text.starts_with("import ")) return {};
  text = trim(text.substr(7));
  if (text.find_first_of(",(*") != std::string_view::npos) return {};
  std::string_view name = text;
  if (const size_t as = text.find(" as "); as != std::string_view::npos) {
    name = trim(text.substr(as + 4));
    text = trim(text.substr(0, as));
  } else if (name.find('.') != std::string_view::npos) {
    name = text = name.substr(0, name.find('.'));
  }
  if (module) *module = from + std::string(text);
  return std::string(name);
}

}  // namespace lw::script
