// Converts the Python syntax tree of a @R.function to a graph::Function. Internal to core/text; parser.cpp calls it.
// The class is split over graph_function.cpp (signature and statements), graph_info.cpp (struct info, sizes and
// attributes), graph_values.cpp (expressions) and graph_calls.cpp. An error abandons its statement; names that the
// statement would have bound become values of which nothing is known, so that using them causes no further errors.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph/operators.h"
#include "core/text/tir/tir_parser.h"

namespace lw::graph {

// The names of the functions of a class, and the class's own.
struct ModuleNames {
  std::string module;  // empty: outside of classes
  std::set<std::string, std::less<>> functions;
};

class FunctionReader {
 public:
  FunctionReader(tir::FileContext& file, const ModuleNames& module)
      : file_(file),
        module_(module),
        scalarFile_{file.source, scalarErrors_, scalarMap_, file.constants, file.functions, file.tirName},
        scalars_(scalarFile_) {}
  // nullopt: there were errors, all of which have been reported.
  std::optional<Function> read(const py::FunctionDef& def, Span span);

 private:
  struct LastName {
    std::string name;
    Span span;
  };
  struct Scope {
    std::vector<Block> blocks;
    std::set<std::string> outputs;  // of the dataflow block that is being read
    bool dataflow = false;
    std::optional<Node> result;
    Span resultSpan;
    LastName last;             // the name that was bound last
    size_t firstName = 0;      // where the names of the dataflow block begin
    bool outputsRead = false;  // R.output ends a dataflow block
  };

  // Errors
  void report(Span span, Explanation e, Message hint = {});
  [[noreturn]] void fail(Span span, Explanation e, Message hint = {});
  template <class F>
  bool attempt(F&& f);

  // Functions and statements
  Function function(const py::FunctionDef& def, Span span);
  void decorator(const py::FunctionDef& def, Function& f);
  void declareSizes(const py::Expr& annotation);
  void param(const py::Parameter& p, Function& f);
  Body body(const py::Block& block, bool isBranch, LastName* last);
  void statement(const py::Stmt& s, Scope& scope);
  void expression(const py::Expr& e, Scope& scope);
  void assign(const py::Expr& target, const py::Expr& value, const py::Expr* annotation, Scope& scope);
  bool declaration(const py::Expr& target, const py::Expr& value);  // of sizes, and other names of the class
  void declareAhead(const py::Expr& target, const py::Expr& value);
  void bind(const std::string& name, Span nameSpan, Node value, std::optional<StructInfo> annotation,
            std::optional<StructInfo> matched, Scope& scope);
  void bindNothing(Node value, Scope& scope);
  void dataflow(const py::With& node, Scope& scope);
  void outputs(const py::Call& call, Scope& scope);
  void branch(const py::If& node, Span span, Scope& scope);
  void closure(const py::FunctionDef& def, Span span, Scope& scope);
  Block& openBlock(Scope& scope);

  // Names
  void define(const std::string& name, const Value& value);
  void forget(size_t from);                                    // all names but the first `from`
  std::optional<size_t> place(const std::string& name) const;  // in names_
  const Value* lookup(const std::string& name) const;
  void checkInfo(const Node& value, Span span);  // reports operands that do not fit together
  bool isModule(const std::string& name) const { return modules_.contains(name); }
  void defineSize(const std::string& name);

  // Struct info, sizes, attributes
  StructInfo info(const py::Expr& e);
  std::vector<StructInfo> infos(const py::Expr& e, bool& several);
  StructInfo tensorInfo(const py::Call& call, Span span);
  StructInfo shapeInfo(const py::Call& call);
  StructInfo scalarInfo(const py::Call& call, Span span);
  StructInfo tupleInfo(const py::Call& call);
  StructInfo functionInfo(const py::Call& call);
  Sizes sizes(const py::Expr& e);
  Expr size(const py::Expr& e);
  Expr scalar(const py::Expr& e);
  std::optional<Expr> evaluated(const py::Expr& e);
  DataType type(const py::Expr& e);
  int64_t integer(const py::Expr& e);
  int rank(const py::Expr& e);
  void device(const py::Expr& e, TensorInfo& tensor);
  std::string string(const py::Expr& e);
  Attribute attribute(const py::Expr& e);
  std::optional<Attribute> computedAttribute(const py::Expr& e);
  AttributeMap attributeMap(const py::Expr& e);
  std::string sourceOf(const py::Expr& e) const;

  // Values
  Node node(const py::Expr& e);
  Node nodeOf(const py::Expr& e, ParamKind kind);
  Node named(const std::string& name, Span span);
  Node item(const py::Subscript& s, Span span);
  Node itemOf(const py::Expr& of, const py::Expr& place, Span span);
  int indexOf(const py::Expr& e);
  Node binary(const py::Binary& b, Span span);
  Node compare(const py::Compare& c, Span span);
  Node attributeNode(const py::Attribute& a, Span span);
  Node tuple(const std::vector<py::Expr>& items);
  Node shape(const py::Expr& e);
  Node constant(const py::Call& call, Span span);
  static std::optional<double> fraction(const py::Expr& e);  // 0.5, -0.5, float("inf")
  Node metadata(const py::Subscript& s, Span span);
  bool hasValues(const py::Expr& e) const;
  Node apply(std::string_view op, std::vector<std::optional<Node>> args, Span span);

  // Calls
  Node call(const py::Call& call, Span span);
  std::optional<Node> form(const std::string& name, const py::Call& call, Span span);
  StructInfo resultOf(const py::Expr* shape, const py::Keyword& dtype, const Operator& op, const OperatorParam& param,
                      Span span);
  Node operatorCall(const Operator& op, const py::Call& call, Span span);
  Node functionOf(const py::Expr& e);
  Node arguments(const py::Expr& e);

  std::string path(const py::Expr& e) const;       // "R.nn.relu"; empty: not a plain name
  std::string relaxName(const py::Expr& e) const;  // "nn.relu"; empty: not of R
  const py::Expr* argument(const py::Call& call, size_t position, std::string_view name) const;

  tir::FileContext& file_;
  const ModuleNames& module_;
  // Sizes and numbers are read as in a prim_func. Some are strings, whose places in the text are not those of the file.
  std::vector<Diagnostic> scalarErrors_;
  SourceMap scalarMap_;
  tir::FileContext scalarFile_;
  tir::FunctionParser scalars_;
  bool failed_ = false;
  Span statement_;  // that is being read
  int depth_ = 0;
  std::vector<std::pair<std::string, Value>> names_;
  std::unordered_map<std::string, std::vector<size_t>> places_;  // of a name in names_; the last one is seen
  int constants_ = 0;                                            // of the file, that are being read as an attribute
  std::vector<std::string> hidden_;                              // values of a dataflow block that has ended
  std::set<std::string> modules_;                                // names of the class: `cls`
  std::map<std::string, Expr> sizeNames_;
};

}  // namespace lw::graph
