#include "passes/graph/model_program.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/arith/analyzer.h"
#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "passes/graph/model_sizes.h"
#include "passes/graph/run_errors.h"
#include "passes/graph/support/arm_results.h"
#include "passes/graph/support/changed_arguments.h"

namespace lw {
namespace {

using graph::Fit;
using graph::Node;
using graph::Sizes;
using graph::StructInfo;
using graph::Value;

constexpr int kDeepest = 64;             // calls of graph functions inside each other
constexpr int64_t kMostCalls = 100'000;  // of kernels and of graph functions, all of them

// What a value of the graph is when the model runs.
struct Held {
  int buffer = -1;
  std::optional<Sizes> sizes = {};  // of a shape
  std::optional<Expr> number = {};  // of a scalar
  std::vector<Held> fields = {};    // of a tuple
  bool tuple = false;
  int counted = -1;          // of a shape that is computed: the buffer of its sizes
  std::string changed = {};  // the value that has been written over this one
};

std::string tensorText(DataType type, const Sizes& sizes) { return toText(graph::tensorOf(sizes, type)); }

class ProgramBuilder {
 public:
  ProgramBuilder(const graph::Model& model, const graph::Function& function) : model_(model), function_(function) {}

  Result<ModelProgram> build() {
    program_.name = function_.name;
    for (const Value& param : function_.params)
      if (Status s = parameter(param); !s) return s.error();
    Result<Held> result = body(function_.body);
    if (!result) return result.error();
    if (Status s = outputs(*result); !s) return at(s.error(), function_.span);
    dropUnusedBuffers(program_);
    if (Status s = attributeBounds(); !s) return at(s.error(), function_.span);
    return std::move(program_);
  }

 private:
  static Explanation at(Explanation e, Span span) {
    if (!e.span.valid()) e.span = span;
    return e;
  }

  // ---- sizes
  Status attributeBounds() {
    std::map<std::string, int64_t> bounds;
    const std::vector<Var> sizes = allSizes(program_);
    for (const graph::NamedAttribute& attribute : function_.attrs) {
      const auto* named = attribute.value.as<graph::AttributeMap>();
      if (attribute.name != "tir_var_upper_bound" || !named) continue;
      for (const auto& [name, value] : *named) {
        const bool known =
            std::any_of(sizes.begin(), sizes.end(), [&, n = &name](const Var& v) { return v.name() == *n; });
        if (const auto* bound = value.as<int64_t>(); bound && known) bounds[name] = *bound;  // others may be static
      }
    }
    return boundSizes(program_, bounds);
  }
  Expr known(const Expr& size) const { return simplify(substitute(size, known_)); }
  bool determined(const Expr& size) const { return determinedBy(program_, size); }
  Result<Sizes> determinedSizes(const Sizes& sizes) const {
    Sizes result;
    for (const Expr& size : sizes) {
      result.push_back(known(size));
      if (!determined(result.back())) return err::kModelSize(function_.name, graph::sizeText(size));
    }
    return result;
  }

  // ---- buffers
  Result<int> add(const std::string& name, ModelBuffer::Role role, const StructInfo& info) {
    const auto* tensor = info.as<graph::TensorInfo>();
    if (!tensor || !tensor->type || !tensor->sizes) return err::kModelNotTensor(name, toText(info));
    Result<Sizes> shape = determinedSizes(*tensor->sizes);
    if (!shape) return shape.error();
    program_.buffers.push_back({name, role, *tensor->type, std::move(*shape)});
    return static_cast<int>(program_.buffers.size()) - 1;
  }

  Status parameter(const Value& param) {
    const auto* tensor = param.info().as<graph::TensorInfo>();
    if (tensor && tensor->sizes)
      for (const Expr& declared : *tensor->sizes) {
        const Expr size = known(declared);
        if (const auto* var = size.as<Var>(); var && !determined(size)) program_.sizes.push_back(*var);
      }
    Result<int> buffer = add(param.name(), ModelBuffer::Role::Input, param.info());
    if (!buffer) return at(buffer.error(), param->span);
    program_.inputs.push_back(*buffer);
    held_[param.key()] = Held{*buffer};
    return success();
  }

  Result<Held> constant(const graph::Constant& c) {
    if (!c.data)
      return explain(err::kModelNoData(c.index),
                     "write it as R.const([...]), or pass it as a parameter of the function");
    const auto found = constants_.find(c.data.get());
    if (found != constants_.end()) return Held{found->second};
    Result<int> buffer = add("constant_" + std::to_string(constants_.size()), ModelBuffer::Role::Constant, c.info);
    if (!buffer) return buffer.error();
    program_.buffers[static_cast<size_t>(*buffer)].data = c.data;
    constants_.emplace(c.data.get(), *buffer);
    return Held{*buffer};
  }

  Status outputs(const Held& held) {
    if (held.tuple) {
      for (const Held& field : held.fields)
        if (Status s = outputs(field); !s) return s;
      return success();
    }
    if (held.buffer < 0) return err::kModelNoValue();
    if (Status s = unchanged(held); !s) return s;
    ModelBuffer& buffer = program_.buffers[static_cast<size_t>(held.buffer)];
    if (buffer.role == ModelBuffer::Role::Temporary) buffer.role = ModelBuffer::Role::Output;
    program_.outputs.push_back(held.buffer);
    return success();
  }

  // ---- values
  Result<Held> body(const graph::Body& body) {
    for (const graph::Block& block : body.blocks)
      for (const graph::Binding& binding : block.bindings) {
        const Span place = binding.target ? (*binding.target)->span : function_.span;
        const std::string name = binding.target ? binding.target->name() : "_";
        Result<Held> made = value(binding.value, name, place);
        if (!made) return at(made.error(), place);
        if (binding.matched)
          if (Status s = matched(*made, *binding.matched, name, place); !s) return at(s.error(), place);
        if (binding.target) held_[binding.target->key()] = std::move(*made);
      }
    if (!body.result) return err::kModelNoValue();
    return value(*body.result, "result", function_.span);
  }

  Result<Held> value(const Node& node, const std::string& name, Span place) {
    if (const auto* v = node.as<Value>()) {
      const auto found = held_.find(v->key());
      return found != held_.end() ? Result<Held>(found->second) : err::kModelNotTensor(v->name(), toText(v->info()));
    }
    if (const auto* c = node.as<graph::Constant>()) return constant(*c);
    if (const auto* s = node.as<graph::ShapeNode>()) {
      Result<Sizes> sizes = determinedSizes(s->sizes);
      if (!sizes) return sizes.error();
      return Held{-1, std::move(*sizes)};
    }
    if (const auto* n = node.as<graph::ScalarNode>()) return Held{-1, {}, known(n->value)};
    if (const auto* t = node.as<graph::TupleNode>()) {
      Held all{.tuple = true};
      for (const Node& field : t->fields) {
        Result<Held> one = value(field, name, place);
        if (!one) return one;
        all.fields.push_back(std::move(*one));
      }
      return all;
    }
    if (const auto* item = node.as<graph::TupleItem>()) {
      Result<Held> tuple = value(item->tuple, name, place);
      if (!tuple) return tuple;
      if (!tuple->tuple || item->index < 0 || item->index >= static_cast<int>(tuple->fields.size()))
        return err::kModelNoValue();
      return tuple->fields[static_cast<size_t>(item->index)];
    }
    if (const auto* b = node.as<graph::Branch>()) return branch(*b, name, place);
    const auto* c = node.as<graph::Call>();
    if (!c) return err::kModelNoValue();
    if (++calls_ > kMostCalls) return err::kModelCalls(function_.name, kMostCalls);
    if (c->op) return operatorCall(*c, node, name, place);
    return functionCall(*c, name, place);
  }

  // ---- branches
  Result<Held> branch(const graph::Branch& b, const std::string& name, Span place) {
    Result<Held> condition = value(b.condition, name, place);
    if (!condition) return condition;
    if (condition->number && asInt(*condition->number))
      return body(*asInt(*condition->number) != 0 ? b.whenTrue : b.whenFalse);
    const auto* tensor = condition->buffer >= 0 ? &program_.buffers[static_cast<size_t>(condition->buffer)] : nullptr;
    if (tensor ? !tensor->type.isBool() || !tensor->shape.empty()
               : !condition->number || !determined(*condition->number))
      return err::kModelCondition(name, tensor ? tensorText(tensor->type, tensor->shape) : "no tensor");
    if (Status s = unchanged(*condition); !s) return s.error();
    const int number = branches_++;
    const VarMap known = known_;
    std::vector<ArmResults::Side> sides;
    std::vector<Held> results;
    for (const bool when : {true, false}) {
      program_.arms.push_back({number, when, condition->buffer, condition->number, arm_});
      const int outer = std::exchange(arm_, static_cast<int>(program_.arms.size()) - 1);
      ArmResults::Side side{arm_, program_.steps.size(), 0, program_.buffers.size(), 0};
      Result<Held> result = body(when ? b.whenTrue : b.whenFalse);
      arm_ = outer;
      known_ = known;
      if (!result) return result;
      side.lastStep = program_.steps.size();
      side.lastBuffer = program_.buffers.size();
      sides.push_back(side);
      results.push_back(std::move(*result));
    }
    ArmResults both(model_, program_, sides[0], sides[1]);
    return joined(both, results[0], results[1], name, place);
  }
  Result<Held> joined(ArmResults& both, const Held& first, const Held& second, const std::string& name, Span place) {
    if (first.tuple && second.tuple && first.fields.size() == second.fields.size()) {
      Held all{.tuple = true};
      for (size_t i = 0; i < first.fields.size(); ++i) {
        Result<Held> one = joined(both, first.fields[i], second.fields[i], name + "_" + std::to_string(i), place);
        if (!one) return one;
        all.fields.push_back(std::move(*one));
      }
      return all;
    }
    const auto same = [](const Expr& a, const Expr& b) { return graph::sameSize(a, b) == Fit::Yes; };
    if (first.sizes && second.sizes &&
        std::equal(first.sizes->begin(), first.sizes->end(), second.sizes->begin(), second.sizes->end(), same))
      return first;
    if (first.number && second.number && same(*first.number, *second.number)) return first;
    if (first.buffer < 0 || second.buffer < 0) return err::kModelSides(name, textOf(first), textOf(second));
    for (const Held* side : {&first, &second})
      if (Status s = unchanged(*side); !s) return s.error();
    const ModelBuffer& a = program_.buffers[static_cast<size_t>(first.buffer)];
    const ModelBuffer& b = program_.buffers[static_cast<size_t>(second.buffer)];
    if (!(a.type == b.type) || !std::equal(a.shape.begin(), a.shape.end(), b.shape.begin(), b.shape.end(), same))
      return err::kModelSides(name, textOf(first), textOf(second));
    return Held{both.joined(first.buffer, second.buffer, name, place)};
  }
  std::string textOf(const Held& held) const {
    if (held.tuple) return "a tuple of " + std::to_string(held.fields.size());
    if (held.sizes) return "R.shape(" + graph::toText(*held.sizes) + ")";
    if (held.number) return graph::sizeText(*held.number);
    if (held.buffer < 0) return "no value";
    const ModelBuffer& buffer = program_.buffers[static_cast<size_t>(held.buffer)];
    return tensorText(buffer.type, buffer.shape);
  }

  Result<Held> operatorCall(const graph::Call& c, const Node& node, const std::string& name, Span place) {
    if (c.op->name == "call_tir" || c.op->name == "call_dps_packed" || c.op->name == "call_tir_inplace")
      return step(c, name, place);
    // A shape that is known needs no computation.
    if (const Result<StructInfo> info = infoOf(node))
      if (const auto* shape = info->as<graph::ShapeInfo>(); shape && shape->sizes) {
        Result<Sizes> sizes = determinedSizes(*shape->sizes);
        if (!sizes) return sizes.error();
        return Held{-1, std::move(*sizes)};
      }
    if (c.op->name == "tensor_to_shape") {
      Result<Held> tensor = value(*c.args.at(0), name, place);
      return tensor ? countedShape(*tensor, name) : tensor;
    }
    return err::kModelOperator("R." + c.op->name);
  }

  Result<Held> functionCall(const graph::Call& c, const std::string& name, Span place) {
    const auto* ref = c.callee ? c.callee->as<graph::FunctionRef>() : nullptr;
    const graph::Function* callee = ref ? model_.graph.find(ref->name) : nullptr;
    const auto* outside = c.callee ? c.callee->as<graph::ExternRef>() : nullptr;
    if (!callee) return err::kModelCallee(ref ? ref->name : outside ? outside->name : name);
    if (depth_ >= kDeepest) return err::kModelRecursion(callee->name);
    if (callee->params.size() != c.args.size())
      return err::kModelParameters(callee->name, static_cast<int64_t>(callee->params.size()),
                                   static_cast<int64_t>(c.args.size()));
    std::vector<Held> given;
    for (const std::optional<Node>& arg : c.args) {
      if (!arg) return err::kModelNoValue();
      Result<Held> one = value(*arg, name, {});
      if (!one) return one;
      given.push_back(std::move(*one));
    }
    ++depth_;
    callers_.push_back({name, callee->name, place});
    for (const Value& param : callee->params)
      for (const Var& v : variablesOf(param.info())) known_.erase(v.key());
    graph::forEachBinding(callee->body, [&](const graph::Binding& b) {
      if (b.matched)
        for (const Var& v : variablesOf(*b.matched)) known_.erase(v.key());
    });
    for (size_t i = 0; i < given.size(); ++i) {
      if (Status s = match(given[i], callee->params[i].info(), callee->params[i].name()); !s) return s.error();
      held_[callee->params[i].key()] = std::move(given[i]);
    }
    Result<Held> result = body(callee->body);
    callers_.pop_back();
    --depth_;
    return result;
  }

  static std::vector<Var> variablesOf(const StructInfo& info) {
    std::vector<Var> found;
    const auto* tensor = info.as<graph::TensorInfo>();
    const auto* shape = info.as<graph::ShapeInfo>();
    const std::optional<Sizes>* sizes = tensor ? &tensor->sizes : shape ? &shape->sizes : nullptr;
    if (sizes && *sizes)
      for (const Expr& e : **sizes)
        if (const auto* var = e.as<Var>()) found.push_back(*var);
    return found;
  }

  // ---- sizes that are computed
  Status matched(Held& held, const StructInfo& info, const std::string& name, Span place) {
    if (held.counted < 0) return match(held, info, name);
    const auto* shape = info.as<graph::ShapeInfo>();
    if (!shape || !shape->sizes) return success();
    if (arm_ >= 0) return explain(err::kModelCountInBranch(name), "compute the shape before the `if`");
    const ModelBuffer& buffer = program_.buffers[static_cast<size_t>(held.counted)];
    if (asInt(buffer.shape[0]) != static_cast<int64_t>(shape->sizes->size()))
      return err::kModelMatch(tensorText(buffer.type, buffer.shape), toText(info));
    Sizes sizes;
    for (size_t d = 0; d < shape->sizes->size(); ++d) {
      const Expr size = known((*shape->sizes)[d]);
      const auto* var = size.as<Var>();
      const bool open = var && !determined(size);
      if (!open && !determined(size)) return err::kModelSize(function_.name, graph::sizeText(size));
      // A function that is called twice has its sizes twice.
      const Var own(open ? var->name() : name, dtype::Int64);
      program_.counts.push_back({own, held.counted, static_cast<int64_t>(d), place});
      if (open)
        known_.insert_or_assign(var->key(), cast(var->dtype(), Expr(own)));
      else
        program_.checks.push_back({name, Expr(own), size});
      sizes.emplace_back(open ? Expr(own) : size);
    }
    held = Held{-1, std::move(sizes)};
    return success();
  }
  Result<Held> countedShape(const Held& held, const std::string& name) {
    const auto* tensor = held.buffer >= 0 ? &program_.buffers[static_cast<size_t>(held.buffer)] : nullptr;
    const auto rank = tensor && tensor->shape.size() == 1 ? asInt(tensor->shape[0]) : std::nullopt;
    if (!rank || tensor->type != dtype::Int64) return err::kModelCountOf(name, textOf(held));
    if (!tensor->data) return Held{.counted = held.buffer};
    Sizes sizes;
    for (int64_t d = 0; d < *rank; ++d) sizes.push_back(makeConst(dtype::Int64, tensor->data->getInt(d)));
    return Held{-1, std::move(sizes)};
  }

  // The value fits the info; variables of its shape that are new get the sizes of the value.
  Status match(const Held& held, const StructInfo& info, const std::string& name) {
    if (const auto* tuple = info.as<graph::TupleInfo>(); tuple && held.tuple) {
      if (tuple->fields.size() != held.fields.size()) return err::kModelMatch(Snippet(name), toText(info));
      for (size_t i = 0; i < held.fields.size(); ++i)
        if (Status s = match(held.fields[i], tuple->fields[i], name); !s) return s;
      return success();
    }
    if (held.sizes) {
      const auto* shape = info.as<graph::ShapeInfo>();
      if (shape && shape->sizes) return matchSizes(*held.sizes, *shape->sizes, name, toText(info));
      return success();
    }
    const auto* tensor = info.as<graph::TensorInfo>();
    if (!tensor || held.buffer < 0) return success();
    const ModelBuffer& buffer = program_.buffers[static_cast<size_t>(held.buffer)];
    if (tensor->type && !(*tensor->type == buffer.type))
      return err::kModelMatch(tensorText(buffer.type, buffer.shape), toText(info));
    if (!tensor->sizes) return success();
    return matchSizes(Sizes(buffer.shape), *tensor->sizes, name, toText(info));
  }
  Status matchSizes(const Sizes& given, const Sizes& wanted, const std::string& name, const std::string& info) {
    if (given.size() != wanted.size()) return err::kModelMatch(graph::toText(given), Snippet(info));
    for (size_t d = 0; d < given.size(); ++d) {
      const Expr size = known(wanted[d]);
      const auto* var = size.as<Var>();
      if (var && !determined(size)) {
        known_.insert_or_assign(var->key(), cast(var->dtype(), given[d]));
        continue;
      }
      if (!determined(size)) return err::kModelSize(function_.name, graph::sizeText(wanted[d]));
      const Fit fit = graph::sameSize(given[d], size);
      if (fit == Fit::No) return err::kModelMatch(graph::toText(given), Snippet(info));
      if (fit == Fit::Unknown) program_.checks.push_back({name, given[d], size});
    }
    return success();
  }

  // ---- calls
  static void flatten(const Held& held, std::vector<const Held*>& all) {
    if (!held.tuple) return all.push_back(&held);
    for (const Held& field : held.fields) flatten(field, all);
  }

  Result<Held> step(const graph::Call& c, const std::string& name, Span place) {
    ModelStep step;
    step.result = name;
    step.span = place;
    step.arm = arm_;
    step.callers = callers_;
    const Node& callee = *c.args.at(0);
    if (const auto* ref = callee.as<graph::FunctionRef>()) step.callee = ref->name;
    if (const auto* ref = callee.as<graph::ExternRef>()) step.callee = ref->name;
    const PrimFunc* kernel = model_.kernels.find(step.callee);
    if (!kernel && (!callee.as<graph::ExternRef>() || c.op->name != "call_dps_packed"))
      return err::kModelCallee(step.callee.empty() ? name : step.callee);
    Result<Held> args = value(*c.args.at(1), name, place);
    if (!args) return args;
    std::vector<const Held*> given;
    flatten(*args, given);
    for (const Held* one : given) {
      if (Status s = unchanged(*one); !s) return s.error();
      if (one->sizes)
        step.numbers.insert(step.numbers.end(), one->sizes->begin(), one->sizes->end());
      else if (one->number)
        step.numbers.push_back(*one->number);
      else
        step.reads.push_back(one->buffer);
    }
    if (c.args.size() > 2 && c.args[2]) {
      Result<Held> numbers = value(*c.args[2], name, place);
      if (!numbers) return numbers;
      if (numbers->sizes) step.numbers.insert(step.numbers.end(), numbers->sizes->begin(), numbers->sizes->end());
    }
    Result<Held> results = resultsOf(c, name, step.writes);
    if (!results) return results;
    if (c.op->name == "call_tir_inplace") return inPlaceStep(c, *kernel, std::move(step), std::move(*results));
    if (kernel)
      if (Status s = checkCall(program_, *kernel, step); !s) return s.error();
    if (kernel) step.kernel = numberOf(*kernel);
    program_.steps.push_back(std::move(step));
    return results;
  }

  // Results get the buffers of arguments; the values that these had are gone.
  Result<Held> inPlaceStep(const graph::Call& c, const PrimFunc& kernel, ModelStep step, Held results) {
    Result<ChangedArguments> changed = changedArguments(c, step.writes.size(), step.reads.size());
    if (!changed) return changed.error();
    std::vector<int> reads;
    for (size_t i = 0; i < step.reads.size(); ++i)
      if (!changed->holds(static_cast<int>(i))) reads.push_back(step.reads[i]);
    for (size_t w = 0; w < step.writes.size(); ++w) {
      if (changed->argumentOf[w] < 0) continue;
      const int buffer = step.reads[static_cast<size_t>(changed->argumentOf[w])];
      const ModelBuffer &to = program_.buffers[static_cast<size_t>(buffer)],
                        &result = program_.buffers[static_cast<size_t>(step.writes[w])];
      if (to.role == ModelBuffer::Role::Constant) return err::kModelChangedConstant(to.name);
      if (decides(buffer)) return err::kModelChangedDecides(to.name);
      if (std::count(step.reads.begin(), step.reads.end(), buffer) > 1) return err::kModelChangedAlias(to.name);
      const bool fits = to.type == result.type && to.shape.size() == result.shape.size() &&
                        std::equal(to.shape.begin(), to.shape.end(), result.shape.begin(),
                                   [](const Expr& a, const Expr& b) { return graph::sameSize(a, b) == Fit::Yes; });
      if (!fits)
        return err::kModelChangedShape(step.result, tensorText(result.type, result.shape), to.name,
                                       tensorText(to.type, to.shape));
      for (auto& [value, held] : held_) markChanged(held, buffer, step.result);
      (results.tuple ? results.fields[w] : results).buffer = buffer;
      step.changes.push_back(w);
      step.writes[w] = buffer;
    }
    const PrimFunc ordered = withResultsLast(kernel, *changed, step.reads.size());
    step.reads = std::move(reads);
    if (Status s = checkCall(program_, ordered, step); !s) return s.error();
    step.kernel = numberOf(ordered);
    program_.steps.push_back(std::move(step));
    return results;
  }
  bool decides(int buffer) const {
    return std::any_of(program_.arms.begin(), program_.arms.end(),
                       [&](const ModelArm& arm) { return arm.condition == buffer; }) ||
           std::any_of(program_.counts.begin(), program_.counts.end(),
                       [&](const ModelCount& count) { return count.buffer == buffer; });
  }
  static void markChanged(Held& held, int buffer, const std::string& by) {
    if (held.buffer == buffer && !held.tuple) held.changed = by;
    for (Held& field : held.fields) markChanged(field, buffer, by);
  }
  Status unchanged(const Held& held) const {
    if (held.changed.empty()) return success();
    const std::string& name = program_.buffers[static_cast<size_t>(held.buffer)].name;
    return explain(err::kModelChanged(name, held.changed), say("use {0} there", Ident(held.changed)));
  }

  Result<Held> resultsOf(const graph::Call& c, const std::string& name, std::vector<int>& writes) {
    std::vector<StructInfo> infos = c.results;
    bool tuple = c.severalResults;
    if (infos.size() == 1)
      if (const auto* fields = infos[0].as<graph::TupleInfo>()) {
        infos = std::vector<StructInfo>(fields->fields);
        tuple = true;
      }
    Held all{.tuple = true};
    for (size_t i = 0; i < infos.size(); ++i) {
      Result<int> buffer = add(tuple ? name + "_" + std::to_string(i) : name, ModelBuffer::Role::Temporary, infos[i]);
      if (!buffer) return buffer.error();
      writes.push_back(*buffer);
      all.fields.push_back(Held{*buffer});
    }
    if (tuple) return all;
    if (all.fields.empty()) return err::kModelNoValue();
    return all.fields[0];
  }

  int numberOf(const PrimFunc& kernel) {
    for (size_t i = 0; i < program_.kernels.size(); ++i)
      if (program_.kernels[i].name == kernel.name) return static_cast<int>(i);
    program_.kernels.push_back(kernel);
    return static_cast<int>(program_.kernels.size()) - 1;
  }

  const graph::Model& model_;
  const graph::Function& function_;
  ModelProgram program_;
  VarMap known_;  // sizes that are not those of the parameters
  std::unordered_map<const graph::ValueNode*, Held> held_;
  std::map<const NDArray*, int> constants_;
  int depth_ = 0;
  std::vector<ModelCaller> callers_;  // that are being inlined
  int branches_ = 0;
  int arm_ = -1;  // that the calls are in
  int64_t calls_ = 0;
};

}  // namespace

Status checkCall(const ModelProgram& program, const PrimFunc& kernel, const ModelStep& step) {
  std::vector<const Buffer*> buffers;
  int64_t numbers = 0;
  VarMap sizes;
  for (const Var& param : kernel.params) {
    if (const Buffer* buffer = kernel.bufferOf(param))
      buffers.push_back(buffer);
    else if (param.dtype().isHandle())
      return err::kModelPointer(kernel.name, param.name());
    else if (numbers < static_cast<int64_t>(step.numbers.size()))
      sizes.insert_or_assign(param.key(), cast(param.dtype(), step.numbers[static_cast<size_t>(numbers++)]));
    else
      ++numbers;
  }
  std::vector<int> given = step.reads;
  given.insert(given.end(), step.writes.begin(), step.writes.end());
  if (buffers.size() != given.size())
    return err::kModelBuffers(kernel.name, static_cast<int64_t>(buffers.size()),
                              static_cast<int64_t>(step.reads.size()), static_cast<int64_t>(step.writes.size()));
  if (numbers != static_cast<int64_t>(step.numbers.size()))
    return err::kModelNumbers(kernel.name, numbers, static_cast<int64_t>(step.numbers.size()));
  for (size_t i = 0; i < given.size(); ++i) {
    const ModelBuffer& argument = program.buffers[static_cast<size_t>(given[i])];
    const Buffer& wanted = *buffers[i];
    bool fits = argument.type == wanted->dtype && static_cast<size_t>(wanted.rank()) == argument.shape.size();
    for (size_t d = 0; fits && d < argument.shape.size(); ++d) {
      const Expr size = substitute(wanted->shape[d], sizes);
      const auto* var = size.as<Var>();
      if (var && !determinedBy(program, size))
        sizes.insert_or_assign(var->key(), cast(var->dtype(), argument.shape[d]));
      else
        fits = graph::sameSize(size, argument.shape[d]) != Fit::No;
    }
    if (!fits) {
      Sizes declared;
      for (const Expr& size : wanted->shape)
        declared.push_back(asInt(size) ? makeConst(dtype::Int64, *asInt(size)) : size);
      return err::kModelShape(kernel.name, wanted->name, tensorText(wanted->dtype, declared),
                              tensorText(argument.type, argument.shape));
    }
  }
  return success();
}

Result<ModelProgram> modelProgramOf(const graph::Model& model, const graph::Function& function) {
  return ProgramBuilder(model, function).build();
}

}  // namespace lw
