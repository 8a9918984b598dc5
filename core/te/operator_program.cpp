#include "core/te/operator_program.h"

#include <algorithm>

#include "core/support/text.h"
#include "core/te/errors.h"
#include "core/te/read_program.h"
#include "core/te/topi.h"

namespace lw::te {

namespace {

// Parameters whose values are written like shapes.
constexpr std::string_view kSizes[] = {"shape",   "newshape", "axes",    "pad_before", "pad_after",
                                       "strides", "stride",   "padding", "dilation",   "axis"};

// Splits "a=(1, 2), b=[(3,), (4,)]" at the commas outside of brackets.
std::vector<std::string> parts(std::string_view text) {
  std::vector<std::string> all(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      all.emplace_back();
    else if (c != ' ' || !all.back().empty())
      all.back() += c;
  }
  return all;
}

bool isShape(std::string_view value) { return value.ends_with(")") || value.starts_with("[("); }

std::string placeholder(const std::string& name, const std::string& value) {
  const size_t at = value.find('(');
  const std::string type = value.substr(0, at);
  return "    " + name + " = te.placeholder(" + value.substr(at) + (type.empty() ? "" : ", \"" + type + "\"") +
         ", name=\"" + name + "\")\n";
}

}  // namespace

std::vector<OperatorForm> operatorForms() {
  std::vector<OperatorForm> forms;
  for (const Operator& o : allOperators()) {
    OperatorForm form{std::string(o.name), std::string(o.summary), {}};
    for (size_t i = 0; i < o.params.size(); ++i)
      form.arguments.push_back({std::string(o.params[i]), "", false, i < o.required});
    for (const std::string& part : parts(o.example)) {
      const size_t equals = part.find('=');
      const auto at = std::find_if(form.arguments.begin(), form.arguments.end(),
                                   [&](const OperatorArgument& a) { return a.name == part.substr(0, equals); });
      if (at == form.arguments.end()) continue;
      at->value = part.substr(equals + 1);
      at->tensor = isShape(at->value) && std::find(std::begin(kSizes), std::end(kSizes), at->name) == std::end(kSizes);
    }
    forms.push_back(std::move(form));
  }
  return forms;
}

Result<std::string> operatorProgram(const OperatorForm& form) {
  std::string placeholders, names, call;
  const auto tensor = [&](const std::string& name, const std::string& value) {
    placeholders += placeholder(name, value);
    names += name + ", ";
  };
  for (const OperatorArgument& a : form.arguments) {
    if (a.value.empty() && a.required)
      return explain(err::kTopiNeedsArgument(form.name, a.name),
                     a.tensor ? "give its shape: (64, 64)" : "give its value");
    if (a.value.empty()) continue;
    if (a.tensor && !isShape(a.value))
      return explain(err::kArgumentGivenAs(a.name, a.value),
                     "a tensor is given by its shape: (64, 64), or with a type: int32(16,)");
    if (!a.tensor) {
      addItem(call, a.name + "=" + a.value);
    } else if (!a.value.starts_with("[")) {
      tensor(a.name, a.value);
      addItem(call, a.name);
    } else {
      std::string list;
      int number = 0;
      for (const std::string& one : parts(std::string_view(a.value).substr(1, a.value.size() - 2))) {
        const std::string name = std::string(1, static_cast<char>('A' + number++ % 26));
        tensor(name, one);
        addItem(list, name);
      }
      addItem(call, "[" + list + "]");
    }
  }
  const std::string function = form.name + "_program";
  std::string text = "from tvm import te, topi\n\n\ndef " + function + "():\n" + placeholders + "    result = topi." +
                     form.name + "(" + call + ")\n    return te.create_prim_func([" + names + "result])\n";
  const SourceFile file = readProgram(form.name + ".py", text);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) return explanationOf(d);
  return text;
}

}  // namespace lw::te
