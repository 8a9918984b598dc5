// Functions of the file without a decorator that a program calls: they run while the program is read, as in TVM, and
// may take and give its expressions. Their bodies are statements of Python whose conditions and loops are known then.
#include <algorithm>

#include "core/ir/visit.h"
#include "core/text/errors.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

namespace {

constexpr size_t kMostCalls = 64;       // nested
constexpr int64_t kMostWork = 500'000;  // of a file: about the characters of the statements that ran
constexpr int64_t kMostNodes = 20'000;  // of an expression, or items of a list
constexpr int kMostHeight = 200;        // of an expression
constexpr size_t kMostCharacters = 100'000;

// Counts the nodes of an expression until there are too many: a small graph of shared nodes may be a large tree.
class Size : public Visitor {
 public:
  int64_t nodes = 0;
  bool tooLarge = false;
  void expr(const Expr& e) override {
    tooLarge = tooLarge || ++nodes > kMostNodes || height_ >= kMostHeight;
    if (tooLarge) return;
    ++height_;
    children(e);
    --height_;
  }
  void value(const ParsedValue& v) {
    if (tooLarge) return;
    if (const auto* e = v.as<Expr>()) expr(*e);
    if (const auto* s = v.as<std::string>()) tooLarge = tooLarge || s->size() > kMostCharacters;
    if (const auto* s = v.as<SliceValue>())
      for (const Range& r : s->ranges) expr(r.min), expr(r.extent);
    if (const auto* list = v.as<ListValue>()) {
      tooLarge = tooLarge || ++nodes > kMostNodes || height_ >= kMostHeight;
      ++height_;
      for (const ParsedValue& item : list->items) value(item);
      --height_;
    }
  }

 private:
  int height_ = 0;
};

}  // namespace

void FunctionParser::limitHelper(Span span, int64_t work) {
  file_.helperWork += 1 + work;
  if (file_.helperWork > kMostWork) fail(span, err::kHelperTooLong(), "compute the values once, as constants");
}

void FunctionParser::limitSize(const ParsedValue& value, Span span) {
  Size size;
  size.value(value);
  if (size.tooLarge) fail(span, err::kHelperTooLarge(), "assign a part of it in the program");
  limitHelper(span, size.nodes / 16);
}

// An error inside is reported at the call, because it is the caller that cannot be read.
ParsedValue FunctionParser::helperCall(const py::FunctionDef& function, const py::Call& call, Span span) {
  if (helpers_.size() >= kMostCalls)
    fail(span, err::kHelperTooDeep(function.name, kMostCalls), "end the recursion by a condition");
  NamesInScope names;
  bindHelperArguments(function, call, span, names);
  const size_t errors = file_.diagnostics.size();
  const bool failedBefore = failed_;
  std::swap(names, names_);
  helpers_.push_back({function, std::nullopt});
  const bool ok = attempt([&] {
    limitHelper(span, 0);
    helperBlock(function.body);
    if (helpers_.back().result) limitSize(*helpers_.back().result, span);
  });
  std::optional<ParsedValue> result = std::move(helpers_.back().result);
  helpers_.pop_back();
  std::swap(names, names_);
  if (ok) {
    if (const auto* e = result ? result->as<Expr>() : nullptr) map(MappedRange::Kind::Expression, span, {}, e->key());
    return result ? std::move(*result) : ParsedValue(NoneValue{});
  }
  failed_ = failedBefore;
  if (file_.diagnostics.size() == errors) throw Failed{};  // there were too many to report
  const Diagnostic inner = file_.diagnostics[errors];
  file_.diagnostics.resize(errors);
  const int line = inner.span.valid() ? file_.source.locate(inner.span.begin).line : 0;
  fail(span, err::kHelperFailed(function.name, line, inner.reason), inner.remedy);
}

void FunctionParser::bindHelperArguments(const py::FunctionDef& function, const py::Call& call, Span span,
                                         NamesInScope& names) {
  std::vector<ParsedValue> given;
  for (const ParsedValue& value : items(call.args).items)
    given.push_back(isPlace(value) ? ParsedValue(toExpr(value, span)) : value);
  std::map<std::string, ParsedValue> named;
  for (const py::Keyword& k : call.keywords) {
    const auto known = std::any_of(function.params.begin(), function.params.end(),
                                   [&](const py::Parameter& p) { return !p.star && p.name == k.name; });
    if (!known) fail(k.span, err::kHasNoArgumentNamed(function.name, k.name));
    ParsedValue value = eval(k.value);
    if (isPlace(value)) value = toExpr(value, span);
    if (!named.emplace(k.name, std::move(value)).second) fail(k.span, err::kArgumentTwice(k.name, function.name));
  }
  size_t next = 0;
  for (const py::Parameter& p : function.params) {
    if (p.star) {
      const auto rest = given.begin() + static_cast<std::ptrdiff_t>(std::min(next, given.size()));
      names.add(p.name, ListValue{std::vector<ParsedValue>(rest, given.end())});
      next = given.size();
      continue;
    }
    const auto byName = named.find(p.name);
    if (next < given.size() && byName != named.end()) fail(span, err::kArgumentTwice(p.name, function.name));
    if (next < given.size()) {
      names.add(p.name, given[next++]);
    } else if (byName != named.end()) {
      names.add(p.name, byName->second);
    } else if (p.defaultValue) {
      NamesInScope module;  // defaults use only names of the module
      std::swap(module, names_);
      std::optional<ParsedValue> value;
      const bool ok = attempt([&] { value = eval(p.defaultValue); });
      std::swap(module, names_);
      if (!ok) throw Failed{};
      names.add(p.name, std::move(*value));
    } else {
      fail(span, err::kNeedsArgument(function.name, p.name));
    }
  }
  if (next < given.size())
    fail(span, err::kTakesAtMostArgumentsGiven(function.name, static_cast<int64_t>(function.params.size()),
                                               static_cast<int64_t>(given.size())));
}

FunctionParser::HelperFlow FunctionParser::helperBlock(const py::Block& block) {
  for (const py::Stmt& s : block)
    if (const HelperFlow flow = helperStatement(s); flow != HelperFlow::Normal) return flow;
  return HelperFlow::Normal;
}

FunctionParser::HelperFlow FunctionParser::helperStatement(const py::Stmt& stmt) {
  limitHelper(stmt->span, (stmt->span.end - stmt->span.begin) / 16);
  if (const auto* n = stmt->as<py::Return>()) {
    helpers_.back().result = n->value ? eval(n->value) : ParsedValue(NoneValue{});
    return HelperFlow::Return;
  }
  if (const auto* n = stmt->as<py::Assign>()) {
    const ParsedValue value = eval(n->value);
    limitSize(value, stmt->span);
    for (const py::Expr& target : n->targets) helperAssign(target, value);
    return HelperFlow::Normal;
  }
  if (const auto* n = stmt->as<py::AnnAssign>(); n && n->value) {
    helperAssign(n->target, eval(n->value));
    return HelperFlow::Normal;
  }
  if (const auto* n = stmt->as<py::AugAssign>()) {
    const ParsedValue left = eval(n->target), right = eval(n->value);
    const ParsedValue value = binaryOp(n->op, left, n->target->span, right, n->value->span, stmt->span);
    limitSize(value, stmt->span);
    helperAssign(n->target, value);
    return HelperFlow::Normal;
  }
  if (const auto* n = stmt->as<py::If>()) return helperBlock(helperCondition(n->condition) ? n->body : n->orElse);
  if (const auto* n = stmt->as<py::ForLoop>()) return helperLoop(*n);
  if (const auto* n = stmt->as<py::WhileLoop>()) {
    while (helperCondition(n->condition)) {
      limitHelper(stmt->span, 0);
      const HelperFlow flow = helperBlock(n->body);
      if (flow == HelperFlow::Return) return flow;
      if (flow == HelperFlow::Break) break;
    }
    return HelperFlow::Normal;
  }
  if (const auto* n = stmt->as<py::Assert>()) {
    if (helperCondition(n->condition)) return HelperFlow::Normal;
    fail(stmt->span, n->message ? err::kHelperAssertionWith(assertionMessage(n->message)) : err::kHelperAssertion());
  }
  if (stmt->as<py::Break>()) return HelperFlow::Break;
  if (stmt->as<py::Continue>()) return HelperFlow::Continue;
  if (stmt->as<py::Pass>()) return HelperFlow::Normal;
  if (const auto* n = stmt->as<py::ExprStmt>()) {
    if (!n->value->as<py::StringLiteral>()) eval(n->value);
    return HelperFlow::Normal;
  }
  fail(stmt->span, err::kHelperStatement(), "use assignments, if, for, while, assert and return");
}

FunctionParser::HelperFlow FunctionParser::helperLoop(const py::ForLoop& loop) {
  for (const ParsedValue& item : helperItems(loop.iterable)) {
    limitHelper(loop.iterable->span, 0);
    helperAssign(loop.target, item);
    const HelperFlow flow = helperBlock(loop.body);
    if (flow == HelperFlow::Return) return flow;
    if (flow == HelperFlow::Break) break;
  }
  return HelperFlow::Normal;
}

void FunctionParser::helperAssign(const py::Expr& target, const ParsedValue& value) {
  if (const auto* name = target->as<py::Name>())
    return define(name->id, isPlace(value) ? toExpr(value, target->span) : value);
  const std::vector<py::Expr>* targets = nullptr;
  if (const auto* tuple = target->as<py::Tuple>()) targets = &tuple->items;
  if (const auto* list = target->as<py::List>()) targets = &list->items;
  if (!targets) fail(target->span, err::kCannotAssignInPrimFunc());
  const auto* values = value.as<ListValue>();
  if (!values) fail(target->span, err::kCannotUnpack(describe(value)));
  if (values->items.size() != targets->size())
    fail(target->span, err::kValuesForNames(values->items.size(), targets->size()));
  for (size_t i = 0; i < targets->size(); ++i) helperAssign((*targets)[i], values->items[i]);
}

std::vector<ParsedValue> FunctionParser::helperItems(const py::Expr& iterable) {
  const ParsedValue value = eval(iterable);
  if (const auto* list = value.as<ListValue>()) return list->items;
  fail(iterable->span, err::kHelperLoop(), "iterate over a list or a range of numbers");
}

bool FunctionParser::helperCondition(const py::Expr& e) {
  const ParsedValue value = eval(e);
  if (const auto known = truthOf(value)) return *known;
  fail(e->span, err::kHelperCondition(), "choose a value by T.if_then_else(condition, a, b)");
}

// [x for t in list if c]
ListValue FunctionParser::comprehension(const py::Comprehension& node) {
  ListValue made;
  const size_t names = names_.size();
  for (const ParsedValue& item : helperItems(node.iterable)) {
    limitHelper(node.iterable->span, 1);
    helperAssign(node.target, item);
    const bool taken = std::all_of(node.conditions.begin(), node.conditions.end(),
                                   [&](const py::Expr& condition) { return helperCondition(condition); });
    if (taken) made.items.push_back(eval(node.element));
  }
  names_.truncate(names);
  return made;
}

}  // namespace lw::tir
