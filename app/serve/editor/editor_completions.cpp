// Completions and signatures. In a schedule function, the values of a step's arguments are those that are legal in the
// state that the function has reached at the cursor.
#include <algorithm>
#include <chrono>
#include <set>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/editor/schedule/schedule_calls.h"
#include "app/serve/editor/text/call_forms.h"
#include "app/serve/editor/text/names.h"
#include "core/graph/operators.h"
#include "core/schedule/all_primitives.h"
#include "core/script/composite.h"
#include "core/te/te_stages.h"
#include "core/te/topi.h"
#include "core/text/tir/function_names.h"

namespace lw::serve {
namespace {

enum ItemKind : int { kMethodItem = 2, kFunctionItem = 3, kVariableItem = 6, kModuleItem = 9, kValueItem = 12 };
constexpr std::chrono::milliseconds kLegalTime{300};  // somebody types
constexpr size_t kMostCalls = 40;

bool isOneOf(const std::string& name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// ---- what a call takes ----

struct Signature {
  std::string label;  // "split(loop, factors)"
  std::string help;
  std::vector<std::pair<std::string, std::string>> params;  // name and help
};

Signature signatureOf(const Primitive& p) {
  Signature s{p.signature(), p.summary, {}};
  for (const Param& param : p.params) s.params.emplace_back(param.name, param.help);
  return s;
}

Signature signatureOf(std::string name, const std::vector<std::pair<std::string, bool>>& params, std::string help) {
  Signature s{std::move(name) + "(", std::move(help), {}};
  for (const auto& [param, optional] : params) {
    if (!s.params.empty()) s.label += ", ";
    s.label += param + (optional ? "=..." : "");
    s.params.emplace_back(param, "");
  }
  s.label += ")";
  return s;
}

// Of a function of T or te.
std::optional<Signature> programSignature(const std::string& name) {
  const CallForm* form = findCallForm(name);
  if (!form) return std::nullopt;
  Signature s{form->label, form->help, {}};
  for (const std::string& param : form->params) s.params.emplace_back(param, "");
  return s;
}

std::optional<Signature> topiSignature(const std::string& name) {
  for (const te::Operator& op : te::allOperators()) {
    if (op.name != name) continue;
    std::vector<std::pair<std::string, bool>> params;
    for (size_t i = 0; i < op.params.size(); ++i) params.emplace_back(op.params[i], i >= op.required);
    return signatureOf("topi." + name, params, std::string(op.summary));
  }
  return std::nullopt;
}

// "R.nn.conv2d" names the operator nn.conv2d.
std::string graphPrefix(const std::string& receiver) {
  for (const std::string_view module : {"relax.op", "R"}) {
    if (receiver == module) return "";
    if (receiver.starts_with(std::string(module) + ".")) return receiver.substr(module.size() + 1) + ".";
  }
  return "?";
}

std::optional<Signature> graphSignature(const OpenCall& call) {
  const graph::Operator* op = graph::findOperator(graphPrefix(call.receiver) + call.name);
  if (!op) return std::nullopt;
  std::vector<std::pair<std::string, bool>> params;
  for (const graph::OperatorParam& p : op->params) params.emplace_back(p.name, p.optional);
  return signatureOf(call.receiver + "." + call.name, params, "operator of graphs");
}

std::optional<Signature> signatureOf(const EditedText& text, const OpenCall& call) {
  if (call.receiver.empty()) {
    if (const auto composite = findComposite(call.name, text.sharedFile())) {
      Signature s = signatureOf(*composite->form);
      s.label.insert(s.label.find('(') + 1, composite->form->params.empty() ? "sch" : "sch, ");
      s.params.insert(s.params.begin(), {"sch", "the schedule"});
      return s;
    }
    return std::nullopt;
  }
  if (call.receiver == "topi") return topiSignature(call.name);
  if (graphPrefix(call.receiver) != "?") return graphSignature(call);
  if (auto form = programSignature(call.receiver + "." + call.name)) return form;
  if (isOneOf(call.receiver, {"T", "te", "tir", "tvm", "np"})) return std::nullopt;
  const Primitive* primitive = findPrimitive(call.name);
  return primitive ? std::optional(signatureOf(*primitive)) : std::nullopt;
}

// ---- completions ----

class Completions {
 public:
  Completions(const EditedText& text, const CursorWords& cursor, const Context& context)
      : text_(text),
        cursor_(cursor),
        context_(context),
        end_(std::chrono::steady_clock::now() + kLegalTime),
        around_(functionAround(text.text(), cursor.statement)) {}

  Json list() {
    if (cursor_.inComment) return result();
    if (!cursor_.calls.empty()) values(cursor_.calls.back());
    if (cursor_.inString) return result();
    if (cursor_.dotted)
      members();
    else
      names();
    return result();
  }

 private:
  Json result() { return {{"isIncomplete", incomplete_}, {"items", std::move(items_)}}; }
  bool stopped() const { return context_.stopped() || std::chrono::steady_clock::now() > end_; }

  void add(const std::string& label, ItemKind kind, int begin, Json more = Json::object()) {
    const std::string typed =
        text_.text().substr(static_cast<size_t>(begin), static_cast<size_t>(cursor_.offset - begin));
    if (!label.starts_with(typed) || !seen_.insert(label).second) return;
    char order[16];
    std::snprintf(order, sizeof order, "%05zu", items_.size());  // as listed: the best first
    Json item{{"label", label},
              {"kind", kind},
              {"sortText", order},
              {"textEdit", {{"range", text_.rangeOf({begin, cursor_.offset})}, {"newText", label}}}};
    item.update(more);
    items_.push_back(std::move(item));
  }

  void add(const Signature& s, const std::string& name, ItemKind kind) {
    add(name, kind, cursor_.wordBegin,
        {{"detail", s.label}, {"documentation", {{"kind", "markdown"}, {"value", s.help}}}});
  }

  bool inProgram() const {
    for (const py::Stmt& s : text_.file().syntax.body)
      if (const auto* f = s->as<py::FunctionDef>(); f && f->name == around_) return !f->decorators.empty();
    return false;
  }

  const ScheduleState* state() {
    if (!asked_) state_ = stateAt(text_, cursor_, context_);
    asked_ = true;
    return state_ ? &*state_ : nullptr;
  }

  // Of the argument at the cursor, if it is one of a step.
  void values(const OpenCall& call) {
    const Primitive* step = call.receiver.empty() || call.receiver.ends_with(']') ? nullptr : findPrimitive(call.name);
    if (!step || isOneOf(call.receiver, {"T", "te", "tir", "tvm", "np", "topi"}) || around_.empty() || inProgram())
      return;
    const ScheduleState* place = state();
    if (!place) return;
    const StepValues found = valuesAt(*place, *step, call, text_.text(), cursor_, [this] { return stopped(); });
    incomplete_ = incomplete_ || !found.complete;
    for (const StepChoice& choice : found.choices)
      add(choice.text, kValueItem, found.begin, {{"detail", choice.legal ? "legal here" : found.param}});
  }

  void function(const std::string& receiver, const std::string& name) {
    if (const auto s = programSignature(receiver + "." + name))
      add(*s, name, kFunctionItem);
    else
      add(name, kFunctionItem, cursor_.wordBegin);
  }

  void members() {
    const std::string& of = cursor_.receiver;
    if (of == "topi") {
      for (const te::Operator& op : te::allOperators())
        if (const auto s = topiSignature(std::string(op.name))) add(*s, std::string(op.name), kFunctionItem);
    } else if (of == "te") {
      for (const std::string_view name : te::teFunctions()) function("te", std::string(name));
      for (const char* name : {"create_schedule", "thread_axis"}) add(name, kFunctionItem, cursor_.wordBegin);
    } else if (const std::string prefix = graphPrefix(of); prefix != "?") {
      graphMembers(prefix);
    } else if (of == "T" || of.starts_with("T.") || of == "tir") {
      const std::string inner = of.size() > 2 && of[1] == '.' ? of.substr(2) + "." : "";
      for (const std::string& name : tir::functionNames())
        if (name.starts_with(inner)) function(of, name.substr(inner.size()));
    } else if (of.ends_with(']')) {
      for (const std::string& name : te::stageMethods()) add(name, kMethodItem, cursor_.wordBegin);
    } else if (!around_.empty() && !inProgram() && !isOneOf(of, {"np", "tvm"})) {
      steps();
    }
  }

  void graphMembers(const std::string& prefix) {
    for (const graph::Operator& op : graph::operators()) {
      if (!op.name.starts_with(prefix)) continue;
      const std::string rest = op.name.substr(prefix.size());
      const size_t dot = rest.find('.');
      if (dot != std::string::npos)
        add(rest.substr(0, dot), kModuleItem, cursor_.wordBegin);
      else if (const auto s = graphSignature({cursor_.receiver, rest, 0, 0, ""}))
        add(*s, rest, kFunctionItem);
    }
  }

  // Whole calls that are legal here, then all steps by name.
  void steps() {
    if (const ScheduleState* place = !cursor_.word.empty() ? state() : nullptr) {
      const LegalCalls calls = legalCalls(*place, cursor_.word, kMostCalls, [this] { return stopped(); });
      incomplete_ = incomplete_ || !calls.complete;
      for (const LegalCalls::Call& call : calls.calls)
        add(call.text, kMethodItem, cursor_.wordBegin, {{"detail", "legal here"}});
    }
    for (const Primitive* p : allPrimitives()) add(signatureOf(*p), p->name, kMethodItem);
  }

  void names() {
    const NameIndex index = namesIn(text_.file());
    for (const NamedThing& thing : index.things) {
      if (thing.kind == NamedThing::Kind::Block || (!thing.owner.empty() && thing.owner != around_)) continue;
      const bool function = thing.kind == NamedThing::Kind::Function || thing.kind == NamedThing::Kind::Class;
      add(thing.name,
          thing.kind == NamedThing::Kind::Module ? kModuleItem
          : function                             ? kFunctionItem
                                                 : kVariableItem,
          cursor_.wordBegin);
    }
    if (around_.empty() || inProgram()) return;
    for (const Composite& composite : libraryComposites())
      add(signatureOf(*composite.form), composite.form->name, kFunctionItem);
  }

  const EditedText& text_;
  const CursorWords& cursor_;
  const Context& context_;
  const std::chrono::steady_clock::time_point end_;
  const std::string around_;
  std::optional<ScheduleState> state_;
  bool asked_ = false, incomplete_ = false;
  std::set<std::string> seen_;
  Json items_ = Json::array();
};

}  // namespace

Json completionsJson(const EditedText& text, int offset, const Context& context) {
  const CursorWords cursor = wordsBefore(text.source(), offset);
  return Completions(text, cursor, context).list();
}

Json signatureJson(const EditedText& text, int offset) {
  const CursorWords cursor = wordsBefore(text.source(), offset);
  for (auto call = cursor.calls.rbegin(); call != cursor.calls.rend(); ++call) {
    const std::optional<Signature> s = signatureOf(text, *call);
    if (!s) continue;
    Json params = Json::array();
    int active = std::min(call->argument, std::max(static_cast<int>(s->params.size()) - 1, 0));
    for (size_t i = 0; i < s->params.size(); ++i) {
      params.push_back({{"label", s->params[i].first}, {"documentation", s->params[i].second}});
      if (s->params[i].first == call->keyword) active = static_cast<int>(i);
    }
    return {{"signatures", {{{"label", s->label}, {"documentation", s->help}, {"parameters", std::move(params)}}}},
            {"activeSignature", 0},
            {"activeParameter", active}};
  }
  return {};
}

}  // namespace lw::serve
