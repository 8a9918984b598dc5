// The interpreter: runs functions of a source file with the objects and operators of a Host. It is safe: no step
// affects anything except its own values and the host's objects, and steps, calls, nesting and sizes are limited.
#pragma once

#include <map>

#include "core/schedule/value.h"
#include "core/script/host.h"
#include "core/script/scope.h"
#include "core/text/python/arithmetic.h"
#include "core/text/tir/parser.h"

namespace lw::script {

class TensorCalls;

// Decides for the sampling steps of a run that have no decision of their own.
class DecisionMaker {
 public:
  virtual ~DecisionMaker() = default;
  struct Wish {
    StepValue decision;
    // What has to result, as decided() gets it; a step that cannot give it is refused. Empty: anything, and a decision
    // that the step refuses is drawn.
    std::string chosen = {};
  };
  // The decision to be taken; nothing: it is drawn. `variables`: those that take it, "rows", or the step's name.
  // `steps`: those before it.
  virtual std::optional<Wish> decide(const std::string& variables, int steps) = 0;
  // What was taken. `chosen`: the result, for people: "8", "loop i".
  virtual void decided(const std::string& variables, const StepValue& decision, const std::string& chosen) = 0;
};

// A statement at which a run ends with the error script.cancelled the first time that it gets there.
struct Breakpoint {
  int at = 0;  // the first byte of the statement
  bool reached = false;
  // Those that the function can use there and that can be arguments of steps, the innermost function's first.
  std::vector<std::pair<std::string, StepValue>> variables = {};
};

struct Limits {
  int64_t steps = 20'000'000;       // expressions and statements
  int calls = 100;                  // nested calls
  int depth = 3000;                 // nested expressions and statements, over all calls
  int64_t items = 2'000'000;        // of one list or string
  int64_t totalItems = 50'000'000;  // created in the whole run
  std::function<bool()> cancelled;  // is called from time to time; may be empty
  // The text that tvm.lower(s, ...) shows; empty: the scheduled function itself.
  std::function<std::string(const PrimFunc&)> lowered;
  const TensorCalls* tensors = nullptr;  // for tensor expressions (core/script/tensor_calls.h)
  DecisionMaker* decisions = nullptr;    // null: all decisions are drawn
  Breakpoint* breakpoint = nullptr;      // in the text of the file; null: none
};

// The constants and functions that a file defines, by name.
class FileScope {
 public:
  explicit FileScope(const SourceFile& file);
  FileScope(const py::Module& module, const std::vector<Diagnostic>& diagnostics);
  const py::Expr* constant(const std::string& name) const;
  const py::FunctionDef* function(const std::string& name) const;
  const py::ClassDef* classNamed(const std::string& name) const;  // without decorators
  // An error inside the function. Statements with errors are missing from the tree, so such a function must not run.
  const Diagnostic* errorIn(const py::FunctionDef& function) const;
  const std::string* import(const std::string& name) const;  // the module that the name denotes
  std::vector<std::string> names() const;

 private:
  std::map<std::string, py::Expr> constants_;
  std::map<std::string, const py::FunctionDef*> functions_;
  std::map<std::string, const py::ClassDef*> classes_;
  std::map<std::string, std::string> imports_;
  std::map<const py::FunctionDef*, Diagnostic> broken_;
};

// The error of a failed run; thrown only inside this folder.
struct Raised {
  Explanation error;
};

class Interpreter : public Caller {
 public:
  Interpreter(const FileScope& file, Host& host, Limits limits = {});
  ~Interpreter() override;
  Interpreter(const Interpreter&) = delete;

  Result<Value> run(const py::FunctionDef& function, std::vector<Value> args);
  Result<Value> runStatements(const py::Block& body);  // runs them like the body of a function without parameters
  Result<Value> evaluate(const py::Expr& e);           // an expression at module level
  // Runs the statements of a file's top level in order; functions of the file see the variables that they assign.
  Result<Value> runModule(const py::Block& body);
  Result<Value> callFunction(const Value& function, std::vector<Value> args) override;
  std::string assigned() const override;
  int64_t steps() const { return steps_; }

 private:
  enum class Flow : uint8_t { Normal, Break, Continue, Return };
  class Deeper;
  friend class Builtins;

  // ---- statements: interpreter.cpp ----
  Flow block(const py::Block& body, Frame& frame);
  Flow stmt(const py::StmtNode& s, Frame& frame);
  Flow forLoop(const py::ForLoop& loop, Frame& frame);
  Flow with(const py::With& n, Span span, Frame& frame);
  Flow tryStatement(const py::Try& n, Frame& frame);
  Flow handled(const py::Try& n, const Explanation& error, Frame& frame);
  Flow whileLoop(const py::StmtNode& s, const py::WhileLoop& loop, Frame& frame);
  void assign(const py::Expr& target, const Value& value, Frame& frame);
  void unpack(const py::Expr& target, const std::vector<py::Expr>& items, const Value& value, Frame& frame);
  void augment(const py::AugAssign& n, Span span, Frame& frame);
  void check(const py::Assert& n, Span span, Frame& frame);
  void import(const py::Import& n, Span span, Frame& frame);
  void bind(const void* node, const Value& value, Frame& frame);
  std::shared_ptr<Frame> capture(Frame& frame);  // keeps the variables for a function that is defined inside
  void define(const py::StmtNode& s, const py::FunctionDef& def, Frame& frame);

  // ---- calls: call.cpp ----
  Value call(const FunctionObject& function, CallArgs& args);
  void bindParameters(const FunctionObject& function, CallArgs& args, Frame& frame);
  Value callValue(const Value& callee, CallArgs& args);
  Value callBuiltin(Builtin builtin, CallArgs& args);
  Value callMethod(const Value& object, const py::Attribute& attribute, CallArgs& args);
  CallArgs arguments(const py::Call& call, Span span, Frame& frame);
  Value evalCall(const py::Expr& e, const py::Call& call, Frame& frame);
  FunctionObject functionOf(const py::FunctionDef& def);
  Value classOf(const py::ClassDef& definition);
  std::shared_ptr<Frame> newFrame(const FunctionObject& function);

  // ---- expressions: eval.cpp ----
  Value eval(const py::Expr& e, Frame& frame);
  Value evalTopLevel(const py::Expr& e);  // constants, and defaults of the file's functions
  Value name(const py::Expr& e, const py::Name& n, Frame& frame, bool called);
  Value global(const std::string& name, Span span, bool called);
  Value comparison(const py::Compare& n, Frame& frame);
  Value subscript(const py::Expr& e, const py::Subscript& n, Frame& frame);
  std::vector<Value> indexValues(const py::Subscript& n, Frame& frame);
  Value index(const Value& object, std::span<const Value> index, Span span);
  void setIndex(const Value& object, std::span<const Value> index, const Value& value, Span span);
  Value sequenceItem(const std::vector<Value>& items, const Value& index, Span span, bool tuple);
  Value comprehension(const py::Comprehension& n, Span span, Frame& frame);
  Value display(const std::vector<py::Expr>& items, bool tuple, Frame& frame);
  Value formatted(const py::FString& n, Frame& frame);
  Value lambda(const py::Lambda& n, Frame& frame);
  Value attribute(const py::Attribute& n, Span span, Frame& frame);

  // ---- operators: operators.cpp ----
  Value binary(py::BinOp op, const Value& a, const Value& b, Span span, bool inPlace);
  Value unary(py::UnaryOp op, const Value& a, Span span);
  bool compare(py::CompareOp op, const Value& a, const Value& b, Span span, int depth = 0);
  Value compareValue(py::CompareOp op, const Value& a, const Value& b, Span span);
  bool equalValues(const Value& a, const Value& b, Span span, int depth = 0);
  bool contains(const Value& container, const Value& item, Span span);
  bool truth(const Value& value, Span span);

  // ---- helpers ----
  std::vector<Value> itemsOf(const Value& iterable, Span span);  // as a copy
  int64_t lengthOf(const Value& value, Span span);
  Value makeList(std::vector<Value> items, Span span);
  void tick(Span span) {
    if (++steps_ >= nextCheck_) slowTick(span);
  }
  void slowTick(Span span);
  [[noreturn]] void stopAt(Breakpoint& place, Span span, const Frame& frame);
  void charge(int64_t items, Span span);  // counts the items of new containers
  template <class T>
  T take(Result<T> result, Span span) {
    if (result) return std::move(*result);
    throw Raised{located(std::move(result).error(), span)};
  }
  Explanation located(Explanation error, Span span) const;
  [[noreturn]] void fail(Span span, Explanation e, Message hint = {}) const;
  template <class F>
  Result<Value> guarded(F run);

  const py::Assign* assigning_ = nullptr;  // the innermost assignment whose value is being evaluated
  const FileScope& file_;
  Host& host_;
  Limits limits_;
  ScopeTable scopes_;
  std::map<std::string, Value> constants_;        // those that have been evaluated
  std::vector<std::string> evaluating_;           // constants that are being evaluated, to detect cycles
  std::vector<std::weak_ptr<ListObject>> lists_;  // all lists, which are emptied at the end to break cycles
  std::vector<std::weak_ptr<Frame>> frames_;
  Value returned_;
  int64_t steps_ = 0, nextCheck_ = 0, created_ = 0;
  int calls_ = 0, depth_ = 0;
  int entered_ = 0;                    // calls that the host was told of and not yet of their end
  std::vector<Explanation> handling_;  // the errors of the `except` blocks that are being carried out
};

// A hint with the names that are nearest to a misspelled one: "did you mean 'block'?"; empty: there is no near name.
Message didYouMean(std::string_view name, const std::vector<std::string>& known);

Result<std::string> formatValue(const Value& value, const std::string& spec);
Result<int64_t> toInt(const Value& value, std::string_view what);
// bool, int and float as the numbers of core/text/python/arithmetic.h; nullopt: another kind of value.
std::optional<Number> plainNumber(const Value& value);
Value plainValue(const Number& number);

}  // namespace lw::script
