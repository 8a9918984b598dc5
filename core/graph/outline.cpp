#include "core/graph/outline.h"

#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <set>

#include "core/graph/operators.h"
#include "core/ir/ops.h"
#include "core/support/text.h"

namespace lw::graph {
namespace {

using Kind = OutlineNode::Kind;

// Of an array with one element.
std::string numberText(const NDArray& array) {
  if (array.type.isBool()) return array.getInt(0) ? "True" : "False";
  if (!array.type.isFloat()) return std::to_string(array.getInt(0));
  std::array<char, 32> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), array.getDouble(0), std::chars_format::general, 6);
  return {digits.data(), end.ptr};
}

class OutlineBuilder {
 public:
  OutlineBuilder(const Graph* module, const Module* kernels) : module_(module), kernels_(kernels) {}
  Outline build(const Function& function) {
    for (const Value& param : function.params)
      values_.emplace(param.key(), add({Kind::Parameter, param.name(), param.name(), param.info()}, param->span));
    body(function.body);
    if (function.body.result) {
      OutlineNode made{Kind::Result, "return", {}, AnyInfo{}};
      if (const Result<StructInfo> info = infoOf(*function.body.result)) made.info = *info;
      std::vector<Use> uses;
      collect(*function.body.result, function.body.resultSpan, uses);
      if (made.info.as<AnyInfo>() && function.body.result->as<Value>() && !uses.empty())
        made.info = outline_.nodes[static_cast<size_t>(uses[0].node)].info;
      connect(uses, add(std::move(made), function.body.resultSpan));
    }
    return std::move(outline_);
  }

 private:
  struct Use {
    int node;
    std::string value;
    std::string shape;
  };

  int add(OutlineNode node, Span span) {
    node.shape = shapeText(node.info);
    node.bytes = bytesOf(node.info);
    node.branch = branchDepth_ == 0 ? -1 : kOpen - branchDepth_;
    node.span = span;
    outline_.nodes.push_back(std::move(node));
    return static_cast<int>(outline_.nodes.size()) - 1;
  }

  void connect(const std::vector<Use>& uses, int to) {
    for (size_t i = 0; i < uses.size(); ++i)
      outline_.edges.push_back({uses[i].node, to, static_cast<int>(i), uses[i].value, uses[i].shape});
  }

  void body(const Body& body) {
    for (const Block& block : body.blocks)
      for (const Binding& binding : block.bindings) bind(binding);
  }

  void bind(const Binding& binding) {
    const Span span = binding.target && !binding.span.valid() ? (*binding.target)->span : binding.span;
    OutlineNode made = described(binding.value);
    if (binding.matched) made = {Kind::Structure, "match_cast", {}, *binding.matched};
    if (binding.target) {
      made.value = binding.target->name();
      if (!binding.target->info().as<AnyInfo>()) made.info = binding.target->info();
    }
    int node = 0;
    if (binding.matched) {
      std::vector<Use> uses;
      collect(binding.value, span, uses);
      node = add(std::move(made), span);
      connect(uses, node);
    } else {
      node = place(binding.value, std::move(made), span);
    }
    if (binding.target) values_.emplace(binding.target->key(), node);
  }

  // Adds the node of a value, after the nodes of its operands.
  int place(const Node& value, OutlineNode made, Span span) {
    std::vector<Use> uses;
    if (const auto* branch = value.as<Branch>()) {
      collect(branch->condition, span, uses);
      const size_t first = outline_.nodes.size();
      ++branchDepth_;
      for (const Body* part : {&branch->whenTrue, &branch->whenFalse}) {
        body(*part);
        if (part->result) collect(*part->result, span, uses);
      }
      const int open = kOpen - branchDepth_--;
      const int node = add(std::move(made), span);
      for (size_t i = first; i < outline_.nodes.size(); ++i)
        if (outline_.nodes[i].branch == open) outline_.nodes[i].branch = node;
      connect(uses, node);
      return node;
    }
    operands(value, span, uses);
    const int node = add(std::move(made), span);
    connect(uses, node);
    return node;
  }

  // What a value is that has a node of its own.
  OutlineNode described(const Node& value) {
    OutlineNode made{Kind::Structure, {}, {}, AnyInfo{}};
    if (const Result<StructInfo> info = infoOf(value)) made.info = *info;
    std::visit(
        Overloaded{[&](const Value&) { made.label = "alias"; },
                   [&](const Constant& c) {
                     made.kind = Kind::Constant;
                     made.label = c.data && c.data->shape.empty() ? numberText(*c.data) : "constant";
                   },
                   [&](const ShapeNode&) { made.label = "shape"; },
                   [&](const ScalarNode& s) { made.label = sizeText(s.value); },
                   [&](const TextNode& t) { made.label = "\"" + t.value + "\""; },
                   [&](const TypeNode& t) { made.label = toString(t.type); },
                   [&](const TupleNode&) { made.label = "tuple"; },
                   [&](const TupleItem& item) { made.label = "[" + std::to_string(item.index) + "]"; },
                   [&](const FunctionRef& f) { made.label = made.callee = f.name; },
                   [&](const ExternRef& f) { made.label = f.name; }, [&](const Call& call) { describe(call, made); },
                   [&](const Branch&) {
                     made.kind = Kind::Branch;
                     made.label = "if";
                   },
                   [&](const Closure& closure) {
                     made.kind = Kind::Function;
                     made.label = closure.function->name;
                   }},
        value.data().kind);
    return made;
  }

  void describe(const Call& call, OutlineNode& made) const {
    const Node* callee = call.callee ? &*call.callee : nullptr;
    made.kind = call.op ? Kind::Operator : Kind::Function;
    made.label = call.op ? call.op->name : "call";
    if (call.op && !call.op->params.empty() && call.op->params[0].kind == ParamKind::Function && !call.args.empty() &&
        call.args[0])
      callee = &*call.args[0];
    if (!callee) return;
    if (const auto* f = callee->as<FunctionRef>()) {
      if (call.op) made.kind = Kind::Kernel;
      made.label = made.callee = f->name;
      const Function* called = !call.op && module_ ? module_->find(f->name) : nullptr;
      if (called && called->result && made.info.as<AnyInfo>()) made.info = *called->result;
    } else if (const auto* library = callee->as<ExternRef>()) {
      // A kernel of the module hides a registered function of its name.
      const bool kernel = call.op && kernels_ && kernels_->find(library->name);
      made.kind = kernel ? Kind::Kernel : Kind::Library;
      made.label = library->name;
      if (kernel) made.callee = library->name;
    } else if (const auto* value = callee->as<Value>()) {
      made.kind = Kind::Function;
      made.label = value->name();
    }
  }

  void operands(const Node& value, Span span, std::vector<Use>& uses) {
    if (const auto* call = value.as<Call>()) {
      if (call->callee) collect(*call->callee, span, uses);
      for (const std::optional<Node>& arg : call->args)
        if (arg) collect(*arg, span, uses);
    } else if (const auto* tuple = value.as<TupleNode>()) {
      for (const Node& field : tuple->fields) collect(field, span, uses);
    } else if (const auto* item = value.as<TupleItem>()) {
      collect(item->tuple, span, uses);
    } else if (const auto* closure = value.as<Closure>()) {
      // The values that the function inside takes from this one; its own nodes are not shown.
      OutlineBuilder inside(module_, kernels_);
      inside.build(*closure->function);
      std::set<const ValueNode*> seen;
      for (const Value& value : inside.outside_)
        if (seen.insert(value.key()).second) collect(value, span, uses);
    } else if (value.as<Value>()) {
      collect(value, span, uses);
    }
  }

  // Adds what the operand is made from. A call or a constant inside an expression becomes a node of its own.
  void collect(const Node& operand, Span span, std::vector<Use>& uses) {
    if (const auto* value = operand.as<Value>()) {
      const auto node = values_.find(value->key());
      if (node == values_.end())
        outside_.push_back(*value);
      else
        uses.push_back({node->second, value->name(), outline_.nodes[static_cast<size_t>(node->second)].shape});
    } else if (const auto* tuple = operand.as<TupleNode>()) {
      for (const Node& field : tuple->fields) collect(field, span, uses);
    } else if (const auto* item = operand.as<TupleItem>()) {
      const size_t first = uses.size();
      collect(item->tuple, span, uses);
      for (size_t i = first; i < uses.size(); ++i) {
        uses[i].value += "[" + std::to_string(item->index) + "]";
        if (const Result<StructInfo> info = infoOf(operand)) uses[i].shape = shapeText(*info);
      }
    } else if (operand.as<Constant>() || operand.as<Call>() || operand.as<Branch>()) {
      const int node = place(operand, described(operand), span);
      uses.push_back({node, {}, outline_.nodes[static_cast<size_t>(node)].shape});
    }
  }

  static constexpr int kOpen = -1;  // kOpen - depth: inside a branch whose number is not known yet
  const Graph* module_;
  const Module* kernels_;
  Outline outline_;
  std::map<const ValueNode*, int> values_;
  std::vector<Value> outside_;  // used, but not bound here
  int branchDepth_ = 0;
};

std::string listText(const std::vector<StructInfo>& fields) {
  return join(fields, [&](const StructInfo& field) { return shapeText(field); });
}

std::string sizesText(const std::optional<Sizes>& sizes, int rank) {
  if (sizes) return toText(*sizes);
  if (rank < 0) return "?";
  std::string text = "(";
  for (int i = 0; i < rank; ++i) text += i ? ", ?" : "?";
  return text + (rank == 1 ? ",)" : ")");
}

}  // namespace

std::string shapeText(const StructInfo& info) {
  return std::visit(Overloaded{[](const AnyInfo&) { return std::string("?"); },
                               [](const ScalarInfo& s) { return s.value ? sizeText(*s.value) : toString(s.type); },
                               [](const ShapeInfo& s) { return "shape " + sizesText(s.sizes, s.rank); },
                               [](const TensorInfo& t) {
                                 return sizesText(t.sizes, t.rank) + " " + (t.type ? toString(*t.type) : "?");
                               },
                               [](const TupleInfo& t) { return "[" + listText(t.fields) + "]"; },
                               [](const FunctionInfo&) { return std::string("function"); }},
                    info.node().kind);
}

std::optional<int64_t> bytesOf(const StructInfo& info) {
  if (const auto* tuple = info.as<TupleInfo>()) {
    int64_t sum = 0;
    for (const StructInfo& field : tuple->fields) {
      const std::optional<int64_t> bytes = bytesOf(field);
      if (!bytes || __builtin_add_overflow(sum, *bytes, &sum)) return std::nullopt;
    }
    return sum;
  }
  const auto* tensor = info.as<TensorInfo>();
  if (!tensor || !tensor->sizes || !tensor->type) return std::nullopt;
  int64_t bytes = tensor->type->bytes();
  for (const Expr& size : *tensor->sizes) {
    const std::optional<int64_t> count = asInt(size);
    if (!count || *count < 0 || __builtin_mul_overflow(bytes, *count, &bytes)) return std::nullopt;
  }
  return bytes;
}

int Outline::nodeAt(int offset) const {
  int best = -1, length = std::numeric_limits<int>::max();
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Span& span = nodes[i].span;
    // Of nodes of one statement, the last is the statement's own.
    if (!span.valid() || offset < span.begin || offset > span.end || span.end - span.begin > length) continue;
    best = static_cast<int>(i);
    length = span.end - span.begin;
  }
  return best;
}

Outline outlineOf(const Function& function, const Graph* module, const Module* kernels) {
  return OutlineBuilder(module, kernels).build(function);
}

}  // namespace lw::graph
