#include "app/serve/editor/text/names.h"

#include <algorithm>
#include <map>

#include "app/serve/editor/text/name_links.h"
#include "core/schedule/all_primitives.h"
#include "core/script/scope.h"
#include "core/text/python/python_lexer.h"
#include "core/text/python/python_walk.h"

namespace lw::serve {
namespace {

using Kind = NamedThing::Kind;

std::string_view calledName(const py::Expr& e) {
  const auto* call = e ? e->as<py::Call>() : nullptr;
  const auto* attribute = call ? call->function->as<py::Attribute>() : nullptr;
  const auto* name = call ? call->function->as<py::Name>() : nullptr;
  return attribute ? std::string_view(attribute->name) : name ? std::string_view(name->id) : std::string_view();
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// What a name is by the value that it gets, in a function of TVMScript.
Kind kindOfValue(const py::Expr& value) {
  const auto* call = value ? value->as<py::Call>() : nullptr;
  const auto* attribute = call ? call->function->as<py::Attribute>() : nullptr;
  const auto* object = attribute ? attribute->object->as<py::Attribute>() : nullptr;
  if (object && object->name == "axis") return Kind::IterVar;
  const std::string_view name = calledName(value);
  return contains(name, "buffer") || contains(name, "Buffer") ? Kind::Buffer : Kind::Variable;
}

// Names that statements of a function assign, without those of functions inside it.
void collect(const py::Block& body, const std::function<void(const py::Expr&)>& target,
             const std::function<void(const py::StmtNode&)>& other) {
  for (const py::Stmt& s : body) {
    if (const auto* n = s->as<py::Assign>())
      for (const py::Expr& e : n->targets) target(e);
    if (const auto* n = s->as<py::AnnAssign>()) target(n->target);
    if (const auto* n = s->as<py::AugAssign>()) target(n->target);
    if (const auto* n = s->as<py::ForLoop>()) target(n->target);
    if (const auto* n = s->as<py::With>())
      for (const auto& [value, as] : n->items)
        if (as) target(as);
    for (const py::Block* inner : py::blocksOf(*s)) collect(*inner, target, other);
    if (s->as<py::FunctionDef>() || s->as<py::ClassDef>() || s->as<py::Import>()) other(*s);
  }
}

class Resolver {
 public:
  explicit Resolver(const SourceFile& file) : text_(file.source.text), file_(file) {}
  NameIndex result();

 private:
  struct Scope {
    std::map<std::string, int, std::less<>> names;
    bool blocks = false;  // of TVMScript: what a statement defines is known inside it only
  };

  int thing(Kind kind, const std::string& name) {
    index_.things.push_back({kind, name, owner_});
    return static_cast<int>(index_.things.size()) - 1;
  }
  void use(Span span, int thing, bool definition, bool string = false) {
    if (span.valid()) index_.uses.push_back({span, thing, definition, string});
  }
  int find(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = scope->names.find(name); found != scope->names.end()) return found->second;
    return -1;
  }
  Span insideOf(Span string) const;
  void define(const std::string& name, Span span, Kind kind);
  void target(const py::Expr& e, Kind kind);
  void top(const py::Block& body);
  void signature(const py::FunctionDef& f);
  void parameters(const std::vector<py::Parameter>& params, bool script, const std::string& function);
  void function(const py::FunctionDef& f);
  void classBody(const py::ClassDef& c);
  void block(const py::Block& body);
  void stmt(const py::StmtNode& s);
  void with(const py::With& n);
  void expr(const py::Expr& e);
  void call(const py::Call& n);
  void string(const py::Expr& e, const Primitive* step, size_t argument);

  const std::string& text_;
  const SourceFile& file_;
  NameIndex index_;
  std::vector<Scope> scopes_;
  std::string owner_;
  ParametersOf parametersOf_;
  std::vector<NamedString> strings_;  // of functions that are no programs
  bool inProgram_ = false, inReference_ = false;
};

// Between the quotes of a string without escapes; none: it is written in another way.
Span Resolver::insideOf(Span string) const {
  const std::string_view all =
      std::string_view(text_).substr(static_cast<size_t>(string.begin), static_cast<size_t>(string.end - string.begin));
  const bool plain = all.size() > 2 && (all[0] == '"' || all[0] == '\'') && all.back() == all[0] &&
                     all.find(all[0], 1) == all.size() - 1 && !contains(all, "\\");
  return plain ? Span{string.begin + 1, string.end - 1} : Span{};
}

void Resolver::define(const std::string& name, Span span, Kind kind) {
  Scope& scope = scopes_.back();
  int known = -1;
  if (scope.blocks) {  // an assignment changes the variable of a statement around it
    for (auto s = scopes_.rbegin(); s != scopes_.rend() && s->blocks && known < 0; ++s)
      if (const auto found = s->names.find(name); found != s->names.end()) known = found->second;
  } else if (const auto found = scope.names.find(name); found != scope.names.end()) {
    known = found->second;
  }
  if (known < 0) known = scope.names[name] = thing(kind, name);
  use(span, known, true);
}

void Resolver::target(const py::Expr& e, Kind kind) {
  if (const auto* name = e->as<py::Name>()) return define(name->id, e->span, kind);
  if (const auto* star = e->as<py::Starred>()) return target(star->value, kind);
  const auto* tuple = e->as<py::Tuple>();
  const auto* list = e->as<py::List>();
  if (!tuple && !list) return expr(e);
  for (const py::Expr& item : tuple ? tuple->items : list->items) target(item, kind);
}

void Resolver::parameters(const std::vector<py::Parameter>& params, bool script, const std::string& function) {
  for (const py::Parameter& p : params) {
    if (p.name.empty()) continue;
    const Kind kind = script && kindOfValue(p.annotation) == Kind::Buffer ? Kind::Buffer : Kind::Parameter;
    const int made = scopes_.back().names[p.name] = thing(kind, p.name);
    use(wordIn(text_, p.span, p.name), made, true);
    if (!function.empty()) parametersOf_[function][p.name] = made;
  }
}

// Parameters of functions at the top are known before bodies are read, because calls name them.
void Resolver::signature(const py::FunctionDef& f) {
  owner_ = f.name;
  scopes_.emplace_back();
  parameters(f.params, isPrimFunc(f), f.name);
  scopes_.pop_back();
  owner_.clear();
}

NameIndex Resolver::result() {
  scopes_.emplace_back();
  top(file_.syntax.body);
  linkStrings(index_, strings_);
  linkReference(index_, parametersOf_);
  linkComments(index_, file_.source, parametersOf_);
  std::stable_sort(index_.uses.begin(), index_.uses.end(),
                   [](const NameUse& a, const NameUse& b) { return a.span.begin < b.span.begin; });
  return std::move(index_);
}

void Resolver::top(const py::Block& body) {
  const auto name = [&](const py::Expr& e) { target(e, Kind::Constant); };
  const auto other = [&](const py::StmtNode& s) {
    if (const auto* f = s.as<py::FunctionDef>()) define(f->name, f->nameSpan, Kind::Function), signature(*f);
    if (const auto* c = s.as<py::ClassDef>()) define(c->name, c->nameSpan, Kind::Class);
    if (const auto* line = s.as<py::Import>())
      if (const std::string as = script::importedAs(*line, nullptr); !as.empty())
        define(as, wordIn(text_, s.span, as), Kind::Module);
  };
  collect(body, name, other);
  index_.uses.erase(std::remove_if(index_.uses.begin(), index_.uses.end(),
                                   [&](const NameUse& u) {
                                     return index_.things[static_cast<size_t>(u.thing)].kind == Kind::Constant;
                                   }),
                    index_.uses.end());  // block() adds them
  for (const py::Stmt& s : body) {
    if (const auto* f = s->as<py::FunctionDef>()) {
      owner_ = f->name;
      function(*f);
      owner_.clear();
    } else if (const auto* c = s->as<py::ClassDef>()) {
      owner_ = c->name;
      classBody(*c);
      owner_.clear();
    } else {
      stmt(*s);
    }
  }
}

void Resolver::classBody(const py::ClassDef& c) {
  for (const py::Expr& e : c.decorators) expr(e);
  for (const py::Expr& e : c.bases) expr(e);
  scopes_.emplace_back();
  for (const py::Stmt& s : c.body)
    if (const auto* f = s->as<py::FunctionDef>()) define(f->name, f->nameSpan, Kind::Function);
  const std::map<std::string, int, std::less<>> methods = scopes_.back().names;
  for (const py::Stmt& s : c.body) {
    if (const auto* f = s->as<py::FunctionDef>())
      function(*f);
    else
      stmt(*s);
  }
  scopes_.pop_back();
}

void Resolver::function(const py::FunctionDef& f) {
  for (const py::Expr& e : f.decorators) expr(e);
  const bool atTop = owner_ == f.name && scopes_.size() == 1;
  const bool script = isPrimFunc(f), program = inProgram_, reference = inReference_;
  inProgram_ = !f.decorators.empty();
  inReference_ = atTop && f.name == "reference";
  scopes_.push_back({{}, script});
  if (atTop)
    for (const auto& [name, known] : parametersOf_[f.name]) scopes_.back().names[name] = known;
  else
    parameters(f.params, script, "");
  for (const py::Parameter& p : f.params) {
    if (p.annotation) expr(p.annotation);
    if (p.defaultValue) expr(p.defaultValue);
  }
  if (f.returns) expr(f.returns);
  if (!script) {
    std::vector<NameUse> before = std::move(index_.uses);
    index_.uses.clear();
    collect(
        f.body,
        [&](const py::Expr& e) {
          if (!e->as<py::Subscript>() && !e->as<py::Attribute>()) target(e, Kind::Variable);
        },
        [&](const py::StmtNode& s) {
          if (const auto* inner = s.as<py::FunctionDef>()) define(inner->name, inner->nameSpan, Kind::Function);
        });
    index_.uses = std::move(before);  // block() adds them
  }
  block(f.body);
  scopes_.pop_back();
  inProgram_ = program;
  inReference_ = reference;
}

void Resolver::block(const py::Block& body) {
  for (const py::Stmt& s : body) stmt(*s);
}

void Resolver::with(const py::With& n) {
  const bool blocks = scopes_.back().blocks;
  if (blocks) scopes_.push_back({{}, true});
  for (const auto& [value, as] : n.items) {
    const auto* call = value->as<py::Call>();
    const std::string_view name = calledName(value);
    if (blocks && (name == "block" || name == "sblock") && call && !call->args.empty()) {
      if (const auto* text = call->args[0]->as<py::StringLiteral>())
        use(insideOf(call->args[0]->span), thing(Kind::Block, text->value), true, true);
    } else {
      expr(value);
    }
    if (as) target(as, Kind::IterVar);
  }
  block(n.body);
  if (blocks) scopes_.pop_back();
}

void Resolver::stmt(const py::StmtNode& s) {
  const bool blocks = scopes_.back().blocks;
  if (const auto* n = s.as<py::ExprStmt>()) expr(n->value);
  if (const auto* n = s.as<py::Assign>()) {
    expr(n->value);
    for (const py::Expr& e : n->targets) target(e, scopes_.size() == 1 ? Kind::Constant : kindOfValue(n->value));
  }
  if (const auto* n = s.as<py::AnnAssign>()) {
    expr(n->annotation);
    if (n->value) expr(n->value);
    target(n->target, scopes_.size() == 1 ? Kind::Constant : kindOfValue(n->value));
  }
  if (const auto* n = s.as<py::AugAssign>()) expr(n->value), expr(n->target);
  if (const auto* n = s.as<py::If>()) expr(n->condition), block(n->body), block(n->orElse);
  if (const auto* n = s.as<py::ForLoop>()) {
    expr(n->iterable);
    if (blocks) scopes_.push_back({{}, true});
    if (blocks) {  // a new variable, whatever has the name outside
      scopes_.back().blocks = false;
      target(n->target, Kind::Loop);
      scopes_.back().blocks = true;
    } else {
      target(n->target, Kind::Variable);
    }
    block(n->body);
    if (blocks) scopes_.pop_back();
  }
  if (const auto* n = s.as<py::WhileLoop>()) expr(n->condition), block(n->body);
  if (const auto* n = s.as<py::With>()) with(*n);
  if (s.as<py::Try>())
    for (const py::Block* inner : py::blocksOf(s)) block(*inner);
  if (const auto* n = s.as<py::Return>(); n && n->value) expr(n->value);
  if (const auto* n = s.as<py::Assert>()) {
    expr(n->condition);
    if (n->message) expr(n->message);
  }
  if (const auto* f = s.as<py::FunctionDef>()) {
    define(f->name, f->nameSpan, Kind::Function);
    function(*f);
  }
}

void Resolver::expr(const py::Expr& e) {
  if (!e) return;
  if (const auto* name = e->as<py::Name>()) {
    if (const int known = find(name->id); known >= 0) use(e->span, known, false);
  } else if (const auto* n = e->as<py::Call>()) {
    call(*n);
  } else if (e->as<py::StringLiteral>()) {
    string(e, nullptr, 0);
  } else if (const auto* lambda = e->as<py::Lambda>()) {
    for (const py::Parameter& p : lambda->params) expr(p.defaultValue);
    scopes_.emplace_back();
    parameters(lambda->params, false, "");
    expr(lambda->body);
    scopes_.pop_back();
  } else if (const auto* c = e->as<py::Comprehension>()) {
    expr(c->iterable);
    scopes_.emplace_back();
    target(c->target, Kind::Variable);
    expr(c->element);
    for (const py::Expr& condition : c->conditions) expr(condition);
    scopes_.pop_back();
  } else {
    py::forEachChild(*e, [&](const py::Expr& child) { expr(child); });
  }
}

void Resolver::call(const py::Call& n) {
  expr(n.function);
  const auto* attribute = n.function->as<py::Attribute>();
  const auto* callee = n.function->as<py::Name>();
  const Primitive* step = attribute ? findPrimitive(attribute->name) : nullptr;
  for (size_t i = 0; i < n.args.size(); ++i)
    if (n.args[i]->as<py::StringLiteral>())
      string(n.args[i], step, i);
    else
      expr(n.args[i]);
  for (const py::Keyword& k : n.keywords) {
    const std::optional<size_t> param = step ? step->paramIndex(k.name) : std::nullopt;
    if (callee && !k.name.empty())
      if (const auto f = parametersOf_.find(callee->id); f != parametersOf_.end() && f->second.contains(k.name))
        use({k.span.begin, k.span.begin + static_cast<int>(k.name.size())}, f->second.at(k.name), false);
    const auto* text = k.value->as<py::StringLiteral>();
    if (text && k.name == "name" && attribute && !step && !inProgram_)  // te.compute(..., name="C")
      use(insideOf(k.value->span), thing(Kind::Block, text->value), true, true);
    else if (text)
      string(k.value, param ? step : nullptr, param.value_or(0));
    else
      expr(k.value);
  }
}

void Resolver::string(const py::Expr& e, const Primitive* step, size_t argument) {
  if (inProgram_ || inReference_ || scopes_.size() == 1) return;
  const Span inside = insideOf(e->span);
  if (!inside.valid()) return;
  const bool buffer = step && argument < step->params.size() && infoOf(step->params[argument].type).byName;
  strings_.push_back({inside, e->as<py::StringLiteral>()->value, buffer});
}

}  // namespace

const NameUse* NameIndex::at(int offset) const {
  const NameUse* best = nullptr;
  for (const NameUse& use : uses)
    if (use.span.begin <= offset && offset <= use.span.end && (!best || offset < use.span.end)) best = &use;
  return best;
}

std::vector<NameUse> NameIndex::usesOf(int thing) const {
  std::vector<NameUse> all;
  for (const NameUse& use : uses)
    if (use.thing == thing && (all.empty() || all.back().span.begin != use.span.begin)) all.push_back(use);
  return all;
}

NameIndex namesIn(const SourceFile& file) { return Resolver(file).result(); }

bool isPrimFunc(const py::FunctionDef& function) {
  return std::any_of(function.decorators.begin(), function.decorators.end(), [](const py::Expr& e) {
    const auto* call = e->as<py::Call>();
    const auto* attribute = (call ? call->function : e)->as<py::Attribute>();
    return attribute && attribute->name == "prim_func";
  });
}

bool isNewName(std::string_view name) {
  const py::TokenStream stream = py::tokenize(makeSource("name", std::string(name)));
  return stream.diagnostics.empty() && !stream.tokens.empty() && stream.tokens[0].kind == py::TokenKind::Name &&
         stream.tokens[0].text.size() == name.size();
}

}  // namespace lw::serve
