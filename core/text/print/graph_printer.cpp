#include "core/text/print/graph_printer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <unordered_set>

#include "core/graph/operators.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/text/print/print_impl.h"

namespace lw::graph {
namespace {

std::string numberText(double value) {
  if (std::isnan(value)) return "float(\"nan\")";
  if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  std::array<char, 40> digits;
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  std::string text(digits.data(), end);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// The size variables of a function in the order of their first use, those of functions inside it too.
class SizeVars {
 public:
  std::vector<Var> found;
  bool refersToModule = false;  // does it name another function of its module?

  void function(const graph::Function& f) {
    for (const Value& p : f.params) info(p.info());
    if (f.result) info(*f.result);
    body(f.body);
  }

 private:
  void add(const Var& v) {
    if (known_.insert(v.key()).second) found.push_back(v);
  }
  void size(const Expr& e) {
    forEachExpr(e, [&](const Expr& part) {
      if (const auto* v = part.as<Var>()) add(*v);
    });
  }
  void sizes(const std::optional<Sizes>& list) {
    if (list)
      for (const Expr& e : *list) size(e);
  }
  void info(const StructInfo& i) {
    std::visit(Overloaded{[](const AnyInfo&) {},
                          [&](const ScalarInfo& s) {
                            if (s.value) size(*s.value);
                          },
                          [&](const ShapeInfo& s) { sizes(s.sizes); }, [&](const TensorInfo& t) { sizes(t.sizes); },
                          [&](const TupleInfo& t) {
                            for (const StructInfo& field : t.fields) info(field);
                          },
                          [&](const FunctionInfo& f) {
                            if (f.params)
                              for (const StructInfo& p : *f.params) info(p);
                            info(f.result);
                          }},
               i.node().kind);
  }
  void attribute(const Attribute& a) {
    if (const auto* e = a.as<Expr>()) size(*e);
    if (const auto* list = a.as<AttributeList>())
      for (const Attribute& item : *list) attribute(item);
  }
  void node(const Node& n) {
    std::visit(Overloaded{[](const Value&) {}, [](const Constant&) {},
                          [&](const ShapeNode& s) {
                            for (const Expr& e : s.sizes) size(e);
                          },
                          [&](const ScalarNode& s) { size(s.value); }, [](const TextNode&) {}, [](const TypeNode&) {},
                          [&](const TupleNode& t) {
                            for (const Node& field : t.fields) node(field);
                          },
                          [&](const TupleItem& t) { node(t.tuple); },
                          [&](const FunctionRef&) { refersToModule = true; }, [](const ExternRef&) {},
                          [&](const graph::Call& c) {
                            if (c.callee) node(*c.callee);
                            for (const std::optional<Node>& arg : c.args)
                              if (arg) node(*arg);
                            for (const auto& [name, value] : c.attrs) attribute(value);
                            for (const StructInfo& r : c.results) info(r);
                          },
                          [&](const Branch& b) {
                            node(b.condition);
                            body(b.whenTrue);
                            body(b.whenFalse);
                          },
                          [&](const Closure& c) { function(*c.function); }},
               n.data().kind);
  }
  void body(const Body& b) {
    for (const graph::Block& block : b.blocks)
      for (const Binding& binding : block.bindings) {
        if (binding.target) info(binding.target->info());
        if (binding.matched) info(*binding.matched);
        node(binding.value);
      }
    if (b.result) node(*b.result);
  }

  std::unordered_set<const void*> known_;
};

class GraphPrinter {
 public:
  GraphPrinter(int indent, std::string module) : indent_(indent), module_(std::move(module)) {
    infoNames_.size = [this](const Var& v) { return nameOf(v.key(), v.name()); };
    infoNames_.value = [this](const ValueNode& v) { return nameOf(&v, v.name); };
  }

  void function(const graph::Function& f) {
    names_.push();
    SizeVars sizes;
    sizes.function(f);
    const int begin = at();
    decorator(f);
    line("def " + f.name + "(");
    for (const Var& v : sizes.found)
      if (!names_.find(v.key())) names_.define(v.key(), v.name());
    if (!module_.empty() && sizes.refersToModule && !names_.find(&module_)) names_.define(&module_, "cls");
    for (size_t i = 0; i < f.params.size(); ++i) {
      if (i) out_ += ", ";
      defineValue(f.params[i]);
      out_ += ": " + quotedInfo(f.params[i].info());
    }
    out_ += ")";
    if (f.result) out_ += " -> " + quotedInfo(*f.result);
    out_ += ":";
    ++indent_;
    for (const Var& v : sizes.found) line(nameOf(v.key(), v.name()) + " = T." + toString(v.dtype()) + "()");
    if (!f.attrs.empty()) line("R.func_attr(" + map(f.attrs) + ")");
    if (!module_.empty() && sizes.refersToModule) line(nameOf(&module_, "cls") + " = " + module_);
    body(f.body);
    if (f.body.result) line("return " + node(*f.body.result));
    --indent_;
    map_.add({{begin, at()}, MappedRange::Kind::Function, {}, {}, f.name, nullptr});
    names_.pop();
  }

  void line(const std::string& text) {
    if (!out_.empty()) out_ += '\n';
    out_.append(static_cast<size_t>(4 * indent_), ' ');
    out_ += text;
  }
  std::string& text() { return out_; }
  SourceMap& sourceMap() { return map_; }

 private:
  int at() const { return static_cast<int>(out_.size()); }
  std::string nameOf(const void* key, const std::string& hint) const {
    const std::string* name = names_.find(key);
    return name ? *name : hint;
  }
  void mapName(const Value& v, const std::string& name) {
    map_.add({{at() - static_cast<int>(name.size()), at()}, MappedRange::Kind::Variable, {}, {}, name, v.key()});
  }
  void defineValue(const Value& v) {
    const std::string name = names_.find(v.key()) ? *names_.find(v.key()) : names_.define(v.key(), v.name());
    out_ += name;
    mapName(v, name);
  }

  void decorator(const graph::Function& f) {
    std::string args;
    if (f.privateFunction) args = "private=True";
    if (!f.pure) args += args.empty() ? "pure=False" : ", pure=False";
    line(args.empty() ? "@R.function" : "@R.function(" + args + ")");
  }

  // ---- statements ----

  void body(const Body& b) {
    if (b.blocks.empty() && !b.result) line("pass");
    for (const graph::Block& block : b.blocks) {
      if (block.dataflow) {
        line("with R.dataflow():");
        ++indent_;
        if (block.bindings.empty() && block.outputs.empty()) line("pass");
      }
      for (const Binding& binding : block.bindings) this->binding(binding);
      if (!block.dataflow) continue;
      std::string outputs = join(block.outputs, [&](const Value& v) { return nameOf(v.key(), v.name()); });
      if (!block.outputs.empty()) line("R.output(" + outputs + ")");
      --indent_;
    }
  }

  // Calls that state their results say all that an annotation would.
  static bool statesInfo(const Node& value) {
    const auto* call = value.as<graph::Call>();
    return value.as<Closure>() || (call && call->op && !call->results.empty());
  }

  void binding(const Binding& b) {
    if (const auto* branch = b.value.as<Branch>()) return this->branch(*branch, b);
    if (const auto* closure = b.value.as<Closure>()) {
      if (b.target && !names_.find(b.target->key())) names_.define(b.target->key(), b.target->name());
      graph::Function renamed = *closure->function;
      if (b.target) renamed.name = nameOf(b.target->key(), b.target->name());
      return function(renamed);
    }
    std::string value = node(b.value);
    if (b.matched) value = "R.match_cast(" + value + ", " + toText(*b.matched, infoNames_) + ")";
    if (!b.target) return line(value);
    line("");
    defineValue(*b.target);
    const bool known = !b.target->info().as<AnyInfo>() || (*b.target)->annotated;
    if (known && !b.matched && !statesInfo(b.value)) out_ += ": " + toText(b.target->info(), infoNames_);
    out_ += " = " + value;
  }

  void branch(const Branch& b, const Binding& binding) {
    const std::string name = names_.find(binding.target->key())
                                 ? *names_.find(binding.target->key())
                                 : names_.define(binding.target->key(), binding.target->name());
    const auto part = [&](const std::string& head, const Body& body) {
      line(head);
      ++indent_;
      names_.push();
      if (const auto* last = body.result ? body.result->as<Value>() : nullptr) names_.alias(last->key(), name);
      this->body(body);
      names_.pop();
      --indent_;
    };
    part("if " + node(b.condition) + ":", b.whenTrue);
    part("else:", b.whenFalse);
  }

  // ---- struct info, attributes ----

  // In a signature, sizes with variables are strings.
  std::string quotedInfo(const StructInfo& info) const {
    InfoNames names = infoNames_;
    names.quoteSizes = true;
    return toText(info, names);
  }

  std::string attribute(const Attribute& a) const {
    return std::visit(
        Overloaded{
            [](NoneAttribute) { return std::string("None"); }, [](bool b) { return std::string(b ? "True" : "False"); },
            [](int64_t i) { return std::to_string(i); }, [](double d) { return numberText(d); },
            [](const std::string& s) { return quoted(s); }, [&](const Expr& e) { return sizeText(e, infoNames_); },
            [&](const AttributeList& list) {
              std::string text = join(list, [&](const Attribute& item) { return attribute(item); });
              return "[" + text + "]";
            },
            [&](const AttributeMap& m) { return map(m); }, [](const SourceAttribute& s) { return s.text; }},
        a.value);
  }
  std::string map(const AttributeMap& entries) const {
    std::string text = join(entries, [&](const auto& item) {
      const auto& [key, value] = item;
      return quoted(key) + ": " + attribute(value);
    });
    return "{" + text + "}";
  }

  // ---- values ----

  std::string numbers(const NDArray& data, size_t dimension, int64_t& next) const {
    if (dimension == data.shape.size()) {
      const int64_t i = next++;
      if (data.type.isBool()) return data.getInt(i) ? "True" : "False";
      return data.type.isFloat() ? numberText(data.type.bits == 32 ? shortFloat(data.getDouble(i)) : data.getDouble(i))
                                 : std::to_string(data.getInt(i));
    }
    std::string text;
    for (int64_t i = 0; i < data.shape[dimension]; ++i) addItem(text, numbers(data, dimension + 1, next));
    return "[" + text + "]";
  }
  // The shortest decimal that denotes the float32.
  static double shortFloat(double value) {
    if (!std::isfinite(value)) return value;
    std::array<char, 40> digits;
    const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<float>(value)).ptr;
    std::from_chars(digits.data(), end, value);
    return value;
  }

  std::string constant(const Constant& c) const {
    if (!c.data) return "metadata[\"relax.expr.Constant\"][" + std::to_string(c.index) + "]";
    int64_t next = 0;
    return "R.const(" + numbers(*c.data, 0, next) + ", " + quoted(toString(c.data->type)) + ")";
  }

  std::string scalar(const Expr& value) const {
    if (const auto* f = value.as<FloatImm>(); f && f->type == dtype::Float(64)) return numberText(f->value);
    return sizeText(value, infoNames_);
  }

  std::string node(const Node& n) const {
    return std::visit(
        Overloaded{
            [&](const Value& v) { return nameOf(v.key(), v.name()); }, [&](const Constant& c) { return constant(c); },
            [&](const ShapeNode& s) {
              std::string text = join(s.sizes, [&](const Expr& e) { return sizeText(e, infoNames_); });
              return "R.shape([" + text + "])";
            },
            [&](const ScalarNode& s) { return "R.prim_value(" + scalar(s.value) + ")"; },
            [](const TextNode& t) { return "R.str(" + quoted(t.value) + ")"; },
            [](const TypeNode& t) {
              return "R.dtype(" + quoted(t.type == dtype::Void() ? "" : toString(t.type)) + ")";
            },
            [&](const TupleNode& t) {
              std::string text = join(t.fields, [&](const Node& field) { return node(field); });
              return t.fields.empty() ? "R.tuple()" : "(" + text + (t.fields.size() == 1 ? ",)" : ")");
            },
            [&](const TupleItem& t) { return node(t.tuple) + "[" + std::to_string(t.index) + "]"; },
            [&](const FunctionRef& f) { return module_.empty() ? f.name : nameOf(&module_, "cls") + "." + f.name; },
            [](const ExternRef& f) { return "R.ExternFunc(" + quoted(f.name) + ")"; },
            [&](const graph::Call& c) { return c.op ? operatorCall(c) : functionCall(c); },
            [](const Branch&) { return std::string(); }, [](const Closure&) { return std::string(); }},
        n.data().kind);
  }

  std::string infos(const graph::Call& c) const {
    if (!c.severalResults && c.results.size() == 1) return toText(c.results[0], infoNames_);
    std::string text = join(c.results, [&](const StructInfo& r) { return toText(r, infoNames_); });
    return "[" + text + "]";
  }

  std::string functionCall(const graph::Call& c) const {
    std::string args = join(c.args, [&](const std::optional<Node>& arg) { return node(*arg); });
    if (!c.results.empty()) args += (args.empty() ? "sinfo_args=" : ", sinfo_args=") + infos(c);
    return node(*c.callee) + "(" + args + ")";
  }

  std::string operatorCall(const graph::Call& c) const {
    const std::vector<OperatorParam>& params = c.op->params;
    size_t after = 0;  // values behind *values
    bool variadic = false;
    for (const OperatorParam& p : params) {
      if (p.kind == ParamKind::Variadic)
        variadic = true;
      else if (variadic && p.kind != ParamKind::Attribute && p.kind != ParamKind::Infos)
        ++after;
    }
    std::string text;
    bool byName = false;
    const auto add = [&](const OperatorParam& p, const std::string& value) {
      addItem(text, byName ? p.name + "=" + value : value);
    };
    size_t next = 0;
    for (const OperatorParam& p : params) {
      if (p.kind == ParamKind::Attribute) {
        byName = true;
        for (const auto& [name, value] : c.attrs)
          if (name == p.name) add(p, attribute(value));
      } else if (p.kind == ParamKind::Infos) {
        byName = true;
        if (!c.results.empty()) add(p, infos(c));
      } else if (p.kind == ParamKind::Variadic) {
        for (; next + after < c.args.size(); ++next) add(p, node(*c.args[next]));
        byName = true;
      } else if (const std::optional<Node>& arg = c.args[next++]) {
        const auto* extern_ = arg->as<ExternRef>();
        add(p, p.kind == ParamKind::Function && extern_ ? quoted(extern_->name) : node(*arg));
      } else {
        byName = true;
      }
    }
    return "R." + c.op->name + "(" + text + ")";
  }

  int indent_;
  std::string module_;
  std::string out_;
  SourceMap map_;
  Names names_{"I", "R"};
  InfoNames infoNames_;
};

}  // namespace
}  // namespace lw::graph

namespace lw {

PrintedText print(const graph::Function& function, const PrintOptions& options) {
  graph::GraphPrinter printer(0, "");
  if (options.imports) printer.text() = "from tvm.script import relax as R, tir as T\n";
  printer.function(function);
  printer.sourceMap().finish();
  return {printer.text() + "\n", printer.sourceMap()};
}

PrintedText print(const Module& module, const graph::Graph& graph, const PrintOptions& options) {
  PrintedText first = print(module, options);
  // The class without its graph functions comes from the printer of prim_funcs.
  std::string& text = first.text;
  if (module.functions.empty()) text.resize(text.rfind("    pass"));
  if (options.imports) {
    constexpr std::string_view kImport = "from tvm.script import relax as R\n";
    const size_t at = text.find("from tvm.script import tir");
    text.insert(at, kImport);
    first.map.shift(static_cast<int>(at), static_cast<int>(kImport.size()));
  }
  // I.module_attrs and the like stand below the line of the class.
  std::string statements;
  for (const std::string& s : graph.statements) statements += "    " + s + "\n";
  if (!statements.empty() && !module.functions.empty()) statements += '\n';
  const size_t head = text.find('\n', text.find("class " + module.name + ":")) + 1;
  text.insert(head, statements);
  first.map.shift(static_cast<int>(head), static_cast<int>(statements.size()));
  for (const graph::Function& f : graph.functions) {
    graph::GraphPrinter printer(1, module.name);
    printer.function(f);
    if (!text.ends_with(":\n") && !text.empty()) text += '\n';
    const int offset = static_cast<int>(text.size());
    text += printer.text() + "\n";
    for (MappedRange range : printer.sourceMap().ranges()) {
      range.span.begin += offset;
      range.span.end += offset;
      first.map.add(std::move(range));
    }
  }
  first.map.finish();
  return first;
}

PrintedText print(const graph::Model& model, const PrintOptions& options) {
  return print(model.kernels, model.graph, options);
}

}  // namespace lw
