// Statements, limits, and the entry points of the interpreter.
#include "core/script/interpreter.h"

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>

#include "core/script/deeper.h"
#include "core/script/errors.h"
#include "core/script/schedule_host.h"
#include "core/support/text.h"
#include "core/text/tir/registered_names.h"

namespace lw::script {

namespace {
constexpr int64_t kCheckEvery = 4096;
}

FileScope::FileScope(const SourceFile& file) : FileScope(file.syntax, file.unread) {}

FileScope::FileScope(const py::Module& module, const std::vector<Diagnostic>& diagnostics) {
  for (const py::Stmt& s : module.body) {
    if (const auto* n = s->as<py::Assign>())
      for (const py::Expr& target : n->targets) {
        if (const auto* name = target->as<py::Name>()) constants_[name->id] = n->value;
        // M, N = 16, 32
        const auto *names = target->as<py::Tuple>(), *values = n->value->as<py::Tuple>();
        for (size_t i = 0; names && values && names->items.size() == values->items.size() && i < names->items.size();
             ++i)
          if (const auto* name = names->items[i]->as<py::Name>()) constants_[name->id] = values->items[i];
      }
    if (const auto* n = s->as<py::AnnAssign>(); n && n->value)
      if (const auto* name = n->target->as<py::Name>()) constants_[name->id] = n->value;
    if (const auto* line = s->as<py::Import>()) {
      std::string from;
      if (const std::string name = importedAs(*line, &from); !name.empty()) imports_[name] = from;
    }
    const auto noteErrors = [&](const py::Stmt& at, const py::FunctionDef& def) {
      for (const Diagnostic& d : diagnostics)
        if (d.severity == Diagnostic::Severity::Error && d.span.begin >= at->span.begin && d.span.begin < at->span.end)
          broken_.emplace(&def, d);
    };
    if (const auto* c = s->as<py::ClassDef>(); c && c->decorators.empty()) {
      classes_[c->name] = c;
      for (const py::Stmt& inner : c->body)
        if (const auto* method = inner->as<py::FunctionDef>()) noteErrors(inner, *method);
    }
    const auto* def = s->as<py::FunctionDef>();
    if (!def || (!def->decorators.empty() && !registeredName(*def))) continue;
    functions_[def->name] = def;
    noteErrors(s, *def);
  }
}
const Diagnostic* FileScope::errorIn(const py::FunctionDef& function) const {
  const auto found = broken_.find(&function);
  return found == broken_.end() ? nullptr : &found->second;
}
const py::Expr* FileScope::constant(const std::string& name) const {
  const auto found = constants_.find(name);
  return found == constants_.end() ? nullptr : &found->second;
}
const py::FunctionDef* FileScope::function(const std::string& name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : found->second;
}
const py::ClassDef* FileScope::classNamed(const std::string& name) const {
  const auto found = classes_.find(name);
  return found == classes_.end() ? nullptr : found->second;
}
const std::string* FileScope::import(const std::string& name) const {
  const auto found = imports_.find(name);
  return found == imports_.end() ? nullptr : &found->second;
}
std::vector<std::string> FileScope::names() const {
  std::vector<std::string> all;
  for (const auto& [name, value] : constants_) all.push_back(name);
  for (const auto& [name, value] : functions_) all.push_back(name);
  return all;
}

Interpreter::Interpreter(const FileScope& file, Host& host, Limits limits)
    : file_(file), host_(host), limits_(std::move(limits)), nextCheck_(std::min(kCheckEvery, limits_.steps)) {}

Interpreter::~Interpreter() {
  returned_ = {};
  for (const auto& weak : frames_)
    if (const auto frame = weak.lock()) frame->slots.clear(), frame->parent.reset();
  for (const auto& weak : lists_)
    if (const auto list = weak.lock()) {
      std::vector<Value> items = std::move(list->items);
      list->items.clear();
      ListObject last(std::move(items));
    }
}

template <class F>
Result<Value> Interpreter::guarded(F run) {
  const int calls = calls_, depth = depth_;
  const py::Assign* assigning = assigning_;
  try {
    return run();
  } catch (Raised& raised) {
    calls_ = calls;
    depth_ = depth;
    assigning_ = assigning;
    return std::move(raised.error);
  } catch (const std::bad_alloc&) {
    calls_ = calls;
    depth_ = depth;
    assigning_ = assigning;
    return err::kOutOfMemory();
  }
}

Result<Value> Interpreter::run(const py::FunctionDef& function, std::vector<Value> values) {
  return guarded([&]() -> Value {
    CallArgs args;
    args.positional = std::move(values);
    args.span = function.nameSpan;
    return call(functionOf(function), args);
  });
}

Result<Value> Interpreter::runStatements(const py::Block& body) {
  return guarded([&]() -> Value {
    FunctionObject function;
    static const std::vector<py::Parameter> kNone;
    function.name = "<step>";
    function.params = &kNone;
    function.body = &body;
    resolveFunction(kNone, body, scopes_);
    function.info = scopes_.functions.at(&kNone);
    const std::shared_ptr<Frame> frame = newFrame(function);
    Value last;
    for (const py::Stmt& s : body) {
      if (const auto* e = s->as<py::ExprStmt>())
        last = eval(e->value, *frame);
      else if (stmt(*s, *frame) == Flow::Return)
        return returned_;
    }
    return last;
  });
}

Result<Value> Interpreter::evaluate(const py::Expr& e) {
  return guarded([&]() -> Value { return evalTopLevel(e); });
}

Result<Value> Interpreter::runModule(const py::Block& body) {
  return guarded([&]() -> Value {
    resolveModule(body, scopes_);
    FunctionObject top;
    top.info = scopes_.functions.at(&body);
    const std::shared_ptr<Frame> frame = newFrame(top);
    for (const py::Stmt& s : body)
      if (!s->as<py::FunctionDef>() && !s->as<py::ClassDef>() && !s->as<py::Import>()) (void)stmt(*s, *frame);
    return {};
  });
}

Result<Value> Interpreter::callFunction(const Value& function, std::vector<Value> values) {
  return guarded([&]() -> Value {
    CallArgs args;
    args.positional = std::move(values);
    return callValue(function, args);
  });
}

Interpreter::Flow Interpreter::block(const py::Block& body, Frame& frame) {
  for (const py::Stmt& s : body)
    if (const Flow flow = stmt(*s, frame); flow != Flow::Normal) return flow;
  return Flow::Normal;
}

Interpreter::Flow Interpreter::with(const py::With& n, Span span, Frame& frame) {
  std::vector<Value> scopes;
  for (const auto& [expr, target] : n.items) {
    scopes.push_back(eval(expr, frame));
    HostObject* scope = scopes.back().host();
    if (!scope) fail(span, err::kWithUnsupported(), "write its statements without it");
    const Value entered = take(scope->enter(), span);
    if (target) assign(target, entered, frame);
  }
  const Flow flow = block(n.body, frame);
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) take(scope->host()->leave(), span);
  return flow;
}

Interpreter::Flow Interpreter::stmt(const py::StmtNode& s, Frame& frame) {
  tick(s.span);
  if (limits_.breakpoint && s.span.begin == limits_.breakpoint->at) stopAt(*limits_.breakpoint, s.span, frame);
  const Deeper deeper(*this, s.span);
  const auto done = [](auto&&...) { return Flow::Normal; };
  return std::visit(
      Overloaded{
          [&](const py::ExprStmt& n) { return done(eval(n.value, frame)); },
          [&](const py::Assign& n) {
            const py::Assign* outer = std::exchange(assigning_, &n);
            const Value value = eval(n.value, frame);
            assigning_ = outer;
            for (const py::Expr& target : n.targets) assign(target, value, frame);
            return Flow::Normal;
          },
          [&](const py::AnnAssign& n) {
            if (n.value) assign(n.target, eval(n.value, frame), frame);
            return Flow::Normal;
          },
          [&](const py::AugAssign& n) { return augment(n, s.span, frame), Flow::Normal; },
          [&](const py::If& n) {
            return block(truth(eval(n.condition, frame), n.condition->span) ? n.body : n.orElse, frame);
          },
          [&](const py::ForLoop& n) { return forLoop(n, frame); },
          [&](const py::WhileLoop& n) { return whileLoop(s, n, frame); },
          [&](const py::With& n) { return with(n, s.span, frame); },
          [&](const py::Return& n) {
            returned_ = n.value ? eval(n.value, frame) : Value();
            return Flow::Return;
          },
          [](const py::Pass&) { return Flow::Normal; },
          [](const py::Break&) { return Flow::Break; },
          [](const py::Continue&) { return Flow::Continue; },
          [&](const py::Assert& n) { return check(n, s.span, frame), Flow::Normal; },
          [&](const py::Import& n) { return import(n, s.span, frame), Flow::Normal; },
          [&](const py::FunctionDef& n) { return define(s, n, frame), Flow::Normal; },
          [&](const py::Try& n) { return tryStatement(n, frame); },
          [&](const py::Reraise&) -> Flow {
            if (handling_.empty())
              fail(s.span, err::kNothingToRaise(), "name an exception, or move it below an `except`");
            throw Raised{handling_.back()};
          },
          [&](const py::ClassDef&) -> Flow { fail(s.span, err::kClassInsideFunction(), "define plain functions"); },
      },
      s.value);
}

std::string Interpreter::assigned() const {
  std::string names;
  const auto add = [&](const py::Expr& target) {
    if (const auto* name = target->as<py::Name>()) addItem(names, name->id);
  };
  for (size_t i = 0; assigning_ && i < assigning_->targets.size(); ++i) {
    const py::Expr& target = assigning_->targets[i];
    add(target);
    if (const auto* tuple = target->as<py::Tuple>())
      for (const py::Expr& item : tuple->items) add(item->as<py::Starred>() ? item->as<py::Starred>()->value : item);
  }
  return names;
}

Interpreter::Flow Interpreter::forLoop(const py::ForLoop& loop, Frame& frame) {
  const Value iterable = eval(loop.iterable, frame);
  const auto once = [&](const Value& item) {
    tick(loop.target->span);
    assign(loop.target, item, frame);
    return block(loop.body, frame);
  };
  if (const auto* range = iterable.as<RangeRef>()) {
    const int64_t n = range->object->length();
    for (int64_t i = 0; i < n; ++i) {
      const Flow flow = once(range->object->at(i));
      if (flow == Flow::Break) break;
      if (flow == Flow::Return) return flow;
    }
    return Flow::Normal;
  }
  if (const auto* list = iterable.as<ListRef>()) {  // the list may grow during the iteration, as in Python
    for (size_t i = 0; i < list->object->items.size(); ++i) {
      const Value item = list->object->items[i];
      const Flow flow = once(item);
      if (flow == Flow::Break) break;
      if (flow == Flow::Return) return flow;
    }
    return Flow::Normal;
  }
  for (const Value& item : itemsOf(iterable, loop.iterable->span)) {
    const Flow flow = once(item);
    if (flow == Flow::Break) break;
    if (flow == Flow::Return) return flow;
  }
  return Flow::Normal;
}

Interpreter::Flow Interpreter::whileLoop(const py::StmtNode& s, const py::WhileLoop& loop, Frame& frame) {
  while (truth(eval(loop.condition, frame), loop.condition->span)) {
    tick(s.span);
    const Flow flow = block(loop.body, frame);
    if (flow == Flow::Break) break;
    if (flow == Flow::Return) return flow;
  }
  return Flow::Normal;
}

void Interpreter::bind(const void* node, const Value& value, Frame& frame) {
  const SlotRef ref = scopes_.refs.at(node);
  frame.slots[static_cast<size_t>(ref.slot)] = value;
  frame.bound[static_cast<size_t>(ref.slot)] = 1;
}

void Interpreter::assign(const py::Expr& target, const Value& value, Frame& frame) {
  if (const auto* name = target->as<py::Name>()) {
    if (scopes_.refs.contains(target.get())) return bind(target.get(), value, frame);
    constants_.insert_or_assign(name->id, value);  // at the top level of a file
    return;
  }
  if (const auto* tuple = target->as<py::Tuple>()) return unpack(target, tuple->items, value, frame);
  if (const auto* list = target->as<py::List>()) return unpack(target, list->items, value, frame);
  if (const auto* sub = target->as<py::Subscript>()) {
    const Value object = eval(sub->object, frame);
    return setIndex(object, indexValues(*sub, frame), value, target->span);
  }
  if (const auto* attribute = target->as<py::Attribute>()) {
    const Value object = eval(attribute->object, frame);
    if (!object.host()) fail(target->span, err::kAssignedAttribute(), "assign to a variable or to an element");
    take(object.host()->setAttribute(attribute->name, value), target->span);
    return;
  }
  fail(target->span, err::kBadScriptTarget(), "assign to a name, an element, or a list of names");
}

void Interpreter::unpack(const py::Expr& target, const std::vector<py::Expr>& items, const Value& value, Frame& frame) {
  const std::vector<Value> values = itemsOf(value, target->span);
  const auto star =
      std::find_if(items.begin(), items.end(), [](const py::Expr& e) { return e->as<py::Starred>() != nullptr; });
  const bool starred = star != items.end();
  if (starred ? values.size() + 1 < items.size() : values.size() != items.size()) {
    const size_t names = items.size() - starred;
    fail(target->span,
         (starred ? err::kScriptUnpackMore : err::kScriptUnpackCount)(names, names == 1 ? "" : "s", values.size(),
                                                                      values.size() == 1 ? "" : "s"),
         values.size() > items.size() ? "take all of them, or collect the rest with `*rest`"
                                      : "name as many as there are");
  }
  const size_t before = static_cast<size_t>(star - items.begin());
  for (size_t i = 0; i < before; ++i) assign(items[i], values[i], frame);
  if (!starred) return;
  const size_t after = items.size() - before - 1;
  const auto* rest = (*star)->as<py::Starred>();
  assign(rest->value,
         makeList({values.begin() + static_cast<long>(before), values.end() - static_cast<long>(after)}, target->span),
         frame);
  for (size_t i = 0; i < after; ++i) {
    if (items[before + 1 + i]->as<py::Starred>())
      fail(items[before + 1 + i]->span, err::kSeveralStars(), "keep one `*`");
    assign(items[before + 1 + i], values[values.size() - after + i], frame);
  }
}

void Interpreter::augment(const py::AugAssign& n, Span span, Frame& frame) {
  if (const auto* sub = n.target->as<py::Subscript>()) {
    const Value object = eval(sub->object, frame);
    const std::vector<Value> where = indexValues(*sub, frame);
    const Value old = index(object, where, n.target->span);
    const Value value = binary(n.op, old, eval(n.value, frame), span, true);
    return setIndex(object, where, value, n.target->span);
  }
  if (!n.target->as<py::Name>()) fail(n.target->span, err::kNotChangedInPlace(), "use a name or an element");
  const Value old = eval(n.target, frame);
  const Value value = binary(n.op, old, eval(n.value, frame), span, true);
  assign(n.target, value, frame);
}

void Interpreter::check(const py::Assert& n, Span span, Frame& frame) {
  if (truth(eval(n.condition, frame), n.condition->span)) return;
  const std::string message = n.message ? toText(eval(n.message, frame)) : "";
  fail(span, message.empty() ? err::kAssertionFailed() : err::kAssertionFailedWith(message));
}

void Interpreter::import(const py::Import& n, Span span, Frame& frame) {
  std::string module;
  const std::string name = importedAs(n, &module);
  if (name.empty()) return;
  (void)span;
  if (const auto value = host_.module(module)) bind(&n, *value, frame);
}

void Interpreter::define(const py::StmtNode&, const py::FunctionDef& def, Frame& frame) {
  auto function = std::make_shared<FunctionObject>();
  function->name = def.name;
  function->params = &def.params;
  function->body = &def.body;
  function->info = scopes_.functions.at(&def.params);
  for (const py::Parameter& p : def.params)
    if (p.defaultValue) function->defaults.push_back(eval(p.defaultValue, frame));
  function->scope = capture(frame);
  bind(&def, FunctionRef{function}, frame);
}

std::shared_ptr<Frame> Interpreter::capture(Frame& frame) {
  std::shared_ptr<Frame> shared = frame.shared_from_this();
  if (frames_.empty() || frames_.back().lock() != shared) frames_.push_back(shared);
  charge(1, {});
  return shared;
}

void Interpreter::slowTick(Span span) {
  if (steps_ >= limits_.steps) fail(span, err::kStepLimit(limits_.steps), "check whether a loop never ends");
  if (limits_.cancelled && limits_.cancelled()) fail(span, err::kStoppedOnRequest());
  nextCheck_ = std::min(steps_ + kCheckEvery, limits_.steps);
}

void Interpreter::stopAt(Breakpoint& place, Span span, const Frame& frame) {
  place.reached = true;
  for (const Frame* f = &frame; f; f = f->parent.get())
    for (size_t i = 0; i < f->slots.size(); ++i)
      if (f->bound[i])
        if (Result<StepValue> value = toStepValue(f->slots[i], *this))
          place.variables.emplace_back(f->info->names[i], std::move(*value));
  fail(span, err::kStoppedOnRequest());
}

void Interpreter::charge(int64_t items, Span span) {
  if (items > limits_.items) fail(span, err::kListTooLong(items), say("at most {0} are allowed", limits_.items));
  created_ += items + 1;
  if (created_ > limits_.totalItems) fail(span, err::kTooManyItems(limits_.totalItems));
}

Explanation Interpreter::located(Explanation error, Span span) const {
  if (!error.span.valid()) error.span = span;
  return error;
}

void Interpreter::fail(Span span, Explanation e, Message hint) const {
  e.span = span;
  throw Raised{hint.empty() ? std::move(e) : explain(std::move(e), std::move(hint))};
}

}  // namespace lw::script
