// te.decl_tensor_intrin declares an operation of the hardware, or of foreign code, that computes what a tensor
// expression describes; tir.decl_buffer declares the memory that it uses, and tir.ir_builder builds the calls that it
// makes. It becomes a TensorIntrin: the description is the program of the expression, the implementation consists of
// the calls.
#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/schedule.h"
#include "core/te/errors.h"
#include "core/te/te_host.h"

namespace lw::te {

namespace {

// ---- tir.decl_buffer ----

Result<Value> declBuffer(const CallArgs& args) {
  const auto bound = bindCall("tir.decl_buffer", args,
                              {"shape", "dtype", "name", "data", "strides", "elem_offset", "scope", "data_alignment",
                               "offset_factor", "buffer_type"},
                              1);
  if (!bound) return bound.error();
  const auto given = [&](size_t i) { return (*bound)[i] && !(*bound)[i]->isNone() ? &*(*bound)[i] : nullptr; };
  for (const size_t i : {size_t{3}, size_t{9}})
    if (given(i))
      return explain(err::kDeclBufferArgument(i == 3 ? "data" : "buffer_type"),
                     "leave it out: the memory is passed to the intrinsic");
  Result<std::vector<Expr>> shape = toShape(*(*bound)[0]);
  if (!shape) return shape.error();
  Result<DataType> type = given(1) ? toType(*given(1)) : Result<DataType>(dtype::Float32);
  if (!type) return type.error();
  BufferNode node =
      *makeBuffer(given(2) && given(2)->text() ? *given(2)->text() : "buffer", std::move(*shape), *type,
                  given(6) && given(6)->text() && !given(6)->text()->empty() ? *given(6)->text() : "global");
  if (given(4)) {
    Result<std::vector<Expr>> strides = toShape(*given(4));
    if (!strides) return strides.error();
    if (!strides->empty() && strides->size() != node.shape.size())
      return explain(err::kIntrinStrideCount(node.name, node.shape.size(), strides->size()),
                     "give one stride for each dimension, in elements");
    node.strides = std::move(*strides);
  }
  if (const Value* alignment = given(7); alignment && alignment->as<int64_t>() && *alignment->as<int64_t>() > 0)
    node.dataAlignment = static_cast<int>(*alignment->as<int64_t>());
  if (const Value* factor = given(8); factor && factor->as<int64_t>())
    node.offsetFactor = static_cast<int>(*factor->as<int64_t>());
  if (given(5)) {
    Result<Expr> offset = toExpr(*given(5));
    if (!offset) return offset.error();
    node.elemOffset = *offset;
  } else if (node.offsetFactor > 0) {
    node.elemOffset = Var("elem_offset");
  }
  return Value(std::make_shared<BufferValue>(Buffer(std::move(node))));
}

// ---- tir.ir_builder ----

struct StatementValue : HostObject {
  explicit StatementValue(Stmt s) : stmt(std::move(s)) {}
  Stmt stmt;
  Message typeName() const override { return "a statement"; }
};

struct BuilderValue : HostObject {
  std::vector<Stmt> stmts;
  Message typeName() const override { return "an ir_builder"; }
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override {
    if (name == "get") return Value(std::make_shared<StatementValue>(sequence(stmts)));
    if (name != "emit") {
      static_cast<void>(caller);
      return explain(
          err::kBuilderHasNoMethod(name),
          "ib.emit(call) and ib.get(); loops are written in a @T.prim_func that TensorIntrin.register takes");
    }
    const auto bound = bindCall("emit", args, {"stmt"}, 1);
    if (!bound) return bound.error();
    if (const auto* s = (*bound)[0]->hostAs<StatementValue>()) {
      stmts.push_back(s->stmt);
      return Value();
    }
    const auto* e = (*bound)[0]->hostAs<ExprValue>();
    if (!e)
      return explain(err::kEmitArguments(script::typeName(*(*bound)[0])),
                     "ib.emit(tvm.tir.call_extern(\"int32\", \"name\", ...))");
    stmts.push_back(Evaluate{e->expr});
    return Value();
  }
};

// ---- te.decl_tensor_intrin ----

// The code that the function returns: for the whole computation, and, if the reduction continues outside, for its init
// and its update.
struct Code {
  std::optional<Stmt> body, reset, update;
};

std::optional<Stmt> statementOf(const Value& value) {
  if (const auto* s = value.hostAs<StatementValue>()) return s->stmt;
  if (const auto* e = value.hostAs<ExprValue>(); e && e->expr.as<Call>()) return Stmt(Evaluate{e->expr});
  return std::nullopt;
}

Result<Code> codeOf(const Value& value) {
  const std::vector<Value>* parts = value.items();
  std::vector<std::optional<Stmt>> stmts;
  for (const Value& part : parts ? *parts : std::vector<Value>{value}) {
    stmts.push_back(statementOf(part));
    if (!stmts.back() && !part.isNone())
      return explain(err::kIntrinFunctionResult(script::typeName(part)), "return ib.get(), or (body, reset, update)");
  }
  if (stmts.empty() || stmts.size() > 3 || !stmts[0]) return explain(err::kIntrinFunctionGives(), "return ib.get()");
  stmts.resize(3);
  return Code{stmts[0], stmts[1], stmts[2]};
}

// A function of one block with the parameters `params`.
PrimFunc functionOf(const std::string& name, const std::vector<Buffer>& params, const Stmt& body,
                    const std::vector<Buffer>& reads, const std::vector<Buffer>& writes) {
  PrimFunc f(name, Evaluate{0});
  for (const Buffer& b : params) {
    f.params.emplace_back(b->name, dtype::Handle());
    f.buffers.emplace_back(f.params.back(), b);
  }
  Block root(f.freshBlock(), "root", body);
  const auto whole = [](const Buffer& b) {
    BufferRegion region{b, {}};
    for (const Expr& size : b->shape) region.ranges.push_back({makeZero(size.dtype()), size});
    return region;
  };
  for (const Buffer& b : reads) root.reads.push_back(whole(b));
  for (const Buffer& b : writes) root.writes.push_back(whole(b));
  f.body = root;
  return f;
}

// The description in the form that tensorize compares: the init of a reduction comes before its loops.
struct Description {
  PrimFunc function;
  std::optional<Stmt> reset, update;  // init and update of a reduction
};

Result<Description> describe(const std::shared_ptr<const Operation>& op, const std::string& name) {
  std::vector<Parameter> parameters;
  for (const Tensor& t : op->inputs) parameters.emplace_back(t);
  for (const Tensor& t : outputsOf(op)) parameters.emplace_back(t);
  CreateOptions options;
  options.name = name + "_desc";
  Result<Created> made = createPrimFunc(parameters, options);
  if (!made) return made.error();
  Description description{made->function, {}, {}};
  if (!op->reduction) return description;
  Schedule schedule{Snapshot(description.function)};
  const Snapshot& program = schedule.program();
  for (const BlockId block : program.blocks(0)) {
    if (!program.block(block).init) continue;
    const std::vector<LoopId> loops = program.loopsAbove(block);
    if (loops.empty()) continue;
    if (Result<StepValue> done = schedule.apply(kDecomposeReduction, {block, loops.front()}); !done)
      return done.error();
    break;
  }
  description.function = schedule.program().function();
  const auto* halves = description.function.body.as<Block>()->body.as<Seq>();
  if (halves && halves->stmts.size() == 2) description.reset = halves->stmts[0], description.update = halves->stmts[1];
  return description;
}

class Declaration {
 public:
  Declaration(TeHost& host, std::shared_ptr<const Operation> op) : host_(host), op_(std::move(op)) {}

  Result<Value> declare(const std::string& name, const Value* binds, const Value& function, Caller& caller) {
    for (const Tensor& t : op_->inputs)
      if (Status ok = bind(t, binds, ins_); !ok) return ok.error();
    for (const Tensor& t : outputsOf(op_))
      if (Status ok = bind(t, binds, outs_); !ok) return ok.error();
    Result<Value> result = caller.callFunction(function, {asTuple(ins_), asTuple(outs_)});
    if (!result) return result;
    Result<Code> code = codeOf(*result);
    if (!code) return code.error();
    Result<Description> description = describe(op_, name);
    if (!description) return description.error();
    return record(name, *description, *code);
  }

 private:
  Status bind(const Tensor& tensor, const Value* binds, std::vector<Buffer>& to) {
    if (const auto* dict = binds ? binds->as<script::DictRef>() : nullptr)
      for (const auto& [key, value] : dict->object->items) {
        const auto* t = key.hostAs<TensorValue>();
        if (!t || !(t->tensor == tensor)) continue;
        const auto* b = value.hostAs<BufferValue>();
        if (!b)
          return explain(err::kBindsGives(tensor.name(), script::typeName(value)),
                         "binds={a: tvm.tir.decl_buffer(a.shape, a.dtype)}");
        to.push_back(b->buffer);
        return success();
      }
    BufferNode node = *tensor.buffer();
    node.data = Var(node.name, dtype::Handle());
    node.offsetFactor = 1;
    node.elemOffset = Var("elem_offset");
    to.push_back(Buffer(std::move(node)));
    return success();
  }
  static Value asTuple(const std::vector<Buffer>& buffers) {
    std::vector<Value> values;
    for (const Buffer& b : buffers) values.emplace_back(std::make_shared<BufferValue>(b));
    return script::makeTuple(std::move(values));
  }

  Result<Value> record(const std::string& name, const Description& description, const Code& code) {
    std::vector<Buffer> all = ins_;
    all.insert(all.end(), outs_.begin(), outs_.end());
    std::vector<TensorIntrin> made{
        {name, description.function, functionOf(name + "_impl", all, *code.body, ins_, outs_)}};
    const auto half = [&](const char* suffix, const std::optional<Stmt>& described, const std::optional<Stmt>& done,
                          const std::vector<Buffer>& params, const std::vector<Buffer>& reads) {
      if (!described || !done) return;
      PrimFunc desc = description.function;
      Block root = *desc.body.as<Block>();
      root.body = *described;
      desc.body = root;
      const auto unused = static_cast<std::ptrdiff_t>(desc.params.size() - params.size());
      desc.params.erase(desc.params.begin(), desc.params.begin() + unused);
      desc.buffers.erase(desc.buffers.begin(), desc.buffers.begin() + unused);
      made.push_back({name + suffix, desc, functionOf(name + suffix + "_impl", params, *done, reads, outs_)});
    };
    half("_reset", description.reset, code.reset, outs_, {});
    half("_update", description.update, code.update, all, all);
    for (const TensorIntrin& t : made)
      if (const Message why = whyNoIntrin(t.desc, t.impl); !why.empty())
        return explain(err::kIntrinsicDoesNotFit(why), "buffers have the shapes and types of their tensors");
    return Value(std::make_shared<IntrinValue>(host_.know(std::move(made))));
  }

  TeHost& host_;
  std::shared_ptr<const Operation> op_;
  std::vector<Buffer> ins_, outs_;
};

Result<Value> declare(TeHost& host, CallArgs& args, Caller& caller) {
  const auto bound = bindCall("te.decl_tensor_intrin", args,
                              {"op", "fcompute", "name", "binds", "scalar_params", "default_buffer_params"}, 2);
  if (!bound) return bound.error();
  const auto* op = (*bound)[0]->hostAs<OperationValue>();
  const auto* tensor = (*bound)[0]->hostAs<TensorValue>();
  if (!op && !tensor)
    return explain(err::kDeclTensorIntrinArguments(script::typeName(*(*bound)[0])),
                   "te.decl_tensor_intrin(c.op, intrin_func, binds={...})");
  const auto operation = op ? op->op : tensor->tensor.op;
  if (operation->kind != Operation::Kind::Compute)
    return explain(err::kIntrinOfNoCompute(operation->name), "give the operation of a te.compute");
  if ((*bound)[4] && !(*bound)[4]->isNone())
    return explain(err::kIntrinScalarParameters(), "put the numbers into the call");
  const Value* name = (*bound)[2] && (*bound)[2]->text() ? &*(*bound)[2] : nullptr;
  const Value* binds = (*bound)[3] && !(*bound)[3]->isNone() ? &*(*bound)[3] : nullptr;
  if (binds && !binds->as<script::DictRef>())
    return explain(err::kBindsArguments(script::typeName(*binds)), "binds={a: Ab, b: Bb, c: Cb}");
  return Declaration(host, operation)
      .declare(name ? *name->text() : "intrin_" + operation->name, binds, *(*bound)[1], caller);
}

}  // namespace

bool isIntrinFunction(std::string_view module, std::string_view name) {
  return (module == "tvm.te" && name == "decl_tensor_intrin") || (module == "tvm.tir" && name == "decl_buffer") ||
         (module == "tvm.tir.ir_builder" && name == "create");
}

Called callIntrin(TeHost& host, std::string_view module, std::string_view name, CallArgs& args, Caller& caller) {
  const auto given = [](Result<Value> value) -> Called {
    return value ? Called(std::optional<Value>(std::move(*value))) : Called(value.error());
  };
  if (!isIntrinFunction(module, name)) return std::optional<Value>();
  if (name == "decl_tensor_intrin") return given(declare(host, args, caller));
  if (name == "decl_buffer") return given(declBuffer(args));
  return given(Value(std::make_shared<BuilderValue>()));
}

// An intrinsic that is equal to one that is already declared keeps the name of that one.
std::string TeHost::know(std::vector<TensorIntrin> made) {
  const std::string wanted = made.front().name;
  std::string name = wanted;
  for (int i = 1;; ++i) {
    const TensorIntrin* other = nullptr;
    for (const auto* list : {&known, &intrinsics})
      for (const TensorIntrin& t : *list)
        if (t.name == name) other = &t;
    if (!other) break;
    if (equal(other->desc, made.front().desc) && equal(other->impl, made.front().impl)) return name;
    name = wanted + "_" + std::to_string(i);
  }
  for (TensorIntrin& t : made) {
    t.name = name + t.name.substr(wanted.size());
    intrinsics.push_back(std::move(t));
  }
  return name;
}

}  // namespace lw::te
