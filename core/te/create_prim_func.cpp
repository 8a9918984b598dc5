#include "core/te/create_prim_func.h"

#include <algorithm>
#include <set>

#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/te/errors.h"
#include "core/text/tir/regions.h"

namespace lw::te {

namespace {

class Builder {
 public:
  Builder(PrimFunc& function, const std::vector<Buffer>& all) : function_(function), all_(all) {}

  std::vector<std::pair<BlockId, Span>> places;

  Stmt statement(const Operation& op) {
    if (op.kind == Operation::Kind::Extern) return external(op);
    if (op.reduction || op.kind == Operation::Kind::Statement) return nest(op, 0);
    std::vector<Stmt> nests;  // one per result, because the results are independent
    for (size_t i = 0; i < op.outputs.size(); ++i) nests.push_back(nest(op, i));
    return sequence(std::move(nests));
  }

 private:
  std::string fresh(const std::string& name) {
    std::string unique = name;
    for (int i = 1; !names_.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
    return unique;
  }

  // The loops and the block of a compute; without a reduction, of its result number `output` only.
  Stmt nest(const Operation& op, size_t output) {
    Block block(function_.freshBlock(), fresh(op.name), Evaluate{0});
    places.emplace_back(block.id, op.span);
    std::vector<IterVar> axes = op.axes;
    if (op.reduction) axes.insert(axes.end(), op.reduction->axes.begin(), op.reduction->axes.end());
    std::vector<For> loops;
    VarMap own;  // axis of the expression -> iter of the block
    for (const IterVar& axis : axes) {
      const Range domain{simplify(axis.domain.min), simplify(axis.domain.extent)};
      const Var iter("v_" + axis.var.name(), axis.var.dtype()), loop(axis.var.name(), axis.var.dtype());
      block.iters.push_back({iter, domain, axis.kind});
      block.bindings.emplace_back(loop);
      loops.push_back(
          For{function_.freshLoop(), loop, domain.min, domain.extent, ForKind::Serial, "", {}, Evaluate{0}});
      own.insert_or_assign(axis.var.key(), Expr(iter));
    }
    std::vector<Expr> point;
    for (size_t i = 0; i < op.axes.size(); ++i) point.emplace_back(block.iters[i].var);
    if (op.kind == Operation::Kind::Statement) {
      block.body = freshCopy(substitute(*op.body, own), function_);
      stateRegions(block);
    } else if (op.reduction)
      reduce(op, own, point, block);
    else
      block.body = BufferStore{op.outputs[output], point, value(op.values[output], own)};
    return around(std::move(block), std::move(loops));
  }

  // What a statement reads and writes: along each dimension the one index that all its accesses have, if this is made
  // of the block's iteration variables only, else the whole dimension.
  static void stateRegions(Block& block) {
    const auto fixed = [&](const Expr& index) {
      bool own = true;
      forEachExpr(index, [&](const Expr& e) {
        const auto* var = e.as<Var>();
        own = own && !e.as<BufferLoad>() &&
              (!var || std::any_of(block.iters.begin(), block.iters.end(),
                                   [&](const IterVar& iter) { return iter.var.sameAs(*var); }));
      });
      return own;
    };
    const auto add = [&](std::vector<BufferRegion>& to, const Buffer& buffer, const std::vector<Expr>& indices) {
      const auto at =
          std::find_if(to.begin(), to.end(), [&](const BufferRegion& r) { return r.buffer.sameAs(buffer); });
      BufferRegion region{buffer, {}};
      for (size_t d = 0; d < indices.size(); ++d) {
        const Expr& extent = buffer->shape[d];
        const bool one = fixed(indices[d]) &&
                         (at == to.end() || (isOne(at->ranges[d].extent) && equal(at->ranges[d].min, indices[d])));
        region.ranges.push_back(one ? Range{indices[d], makeConst(extent.dtype(), 1)}
                                    : Range{makeConst(extent.dtype(), 0), extent});
      }
      if (at == to.end())
        to.push_back(std::move(region));
      else
        *at = std::move(region);
    };
    forEachExpr(block.body, [&](const Expr& e) {
      if (const auto* load = e.as<BufferLoad>()) add(block.reads, load->buffer, load->indices);
    });
    forEachStmt(block.body, [&](const Stmt& s) {
      if (const auto* store = s.as<BufferStore>()) add(block.writes, store->buffer, store->indices);
    });
  }

  static Expr value(const Expr& e, const VarMap& own) { return simplify(substitute(e, own)); }

  // The init is the identity or the given start; the body combines values under the condition. Several results are
  // stored in variables first, so that each result is computed from the old values of all.
  static void reduce(const Operation& op, const VarMap& own, const std::vector<Expr>& point, Block& block) {
    const Reduction& r = *op.reduction;
    const size_t count = op.outputs.size();
    std::vector<Stmt> start;
    VarMap operands;
    for (size_t i = 0; i < count; ++i) {
      start.push_back(
          BufferStore{op.outputs[i], point, value(r.init.empty() ? r.combiner.identity[i] : r.init[i], own)});
      operands.insert_or_assign(r.combiner.left[i].key(), Expr(BufferLoad{op.outputs[i], point}));
      operands.insert_or_assign(r.combiner.right[i].key(), value(r.sources[i], own));
    }
    block.init = sequence(std::move(start));
    std::vector<Expr> results;
    for (const Expr& e : r.combiner.results) results.push_back(substitute(e, operands));
    block.body = count == 1 ? Stmt(BufferStore{op.outputs[0], point, results[0]}) : together(op, point, results);
    if (r.condition) block.body = IfThenElse{value(*r.condition, own), block.body, std::nullopt};
  }

  static Stmt together(const Operation& op, const std::vector<Expr>& point, const std::vector<Expr>& results) {
    std::vector<Var> values;
    std::vector<Stmt> stores;
    for (size_t i = 0; i < results.size(); ++i) {
      values.emplace_back("v_" + op.outputs[i]->name, results[i].dtype());
      stores.push_back(BufferStore{op.outputs[i], point, Expr(values[i])});
    }
    Stmt body = sequence(std::move(stores));
    for (size_t i = results.size(); i-- > 0;) body = LetStmt{values[i], results[i], body};
    return body;
  }

  // Nothing is known about the statement, so its block declares no regions.
  Stmt external(const Operation& op) { return Block(function_.freshBlock(), fresh(op.name), *op.body); }

  Stmt around(Block block, std::vector<For> loops) {
    if (block.writes.empty()) {
      // Reads of the block's own outputs in indices are part of the reduction. Regions are inferred as if T.reads and
      // T.writes were missing.
      const tir::BlockRegions regions = tir::inferRegions(block, all_);
      block.reads = regions.reads;
      block.writes = regions.writes;
    }
    Stmt s = std::move(block);
    for (size_t i = loops.size(); i-- > 0;) {
      loops[i].body = std::move(s);
      s = std::move(loops[i]);
    }
    return s;
  }

  PrimFunc& function_;
  tir::VisibleBuffers all_;  // of all operations
  std::set<std::string> names_;
};

// Every variable must be a parameter, or the whole size of a dimension of a parameter.
Status checkVariables(const PrimFunc& f, const std::string& list) {
  std::set<const void*> known;
  for (const Var& v : f.params) known.insert(v.key());
  for (const auto& [handle, buffer] : f.buffers) {
    known.insert(buffer->data.key());
    for (const Expr& size : buffer->shape)
      if (const auto* v = size.as<Var>()) known.insert(v->key());
  }
  const auto unknown = [&](const Var& v) { return !known.contains(v.key()); };
  std::vector<Var> used = freeVars(f.body);
  for (const auto& [handle, buffer] : f.buffers)
    for (const Expr& size : buffer->shape)
      for (const Var& v : freeVars(size)) used.push_back(v);
  const auto at =
      std::find_if(used.begin(), used.end(), [&](const Var& v) { return !v.dtype().isHandle() && unknown(v); });
  if (at == used.end()) return success();
  return explain(err::kFreeVariable(at->name()),
                 say("put it into the list of {0}, or use it as a size of a parameter", Snippet(list)));
}

// As in TVM, buffers that are passed to external functions may start at any offset in their memory.
PrimFunc withOffsets(const PrimFunc& function, const std::vector<std::shared_ptr<const Operation>>& ops) {
  BufferMap map;
  VarMap offsets;  // data pointer -> offset at which the buffer starts
  for (const auto& op : ops) {
    if (op->kind != Operation::Kind::Extern) continue;
    std::vector<Buffer> buffers = op->outputs;
    for (const Tensor& t : op->inputs) buffers.push_back(t.buffer());
    for (const Buffer& b : buffers) {
      BufferNode node = *b;
      node.offsetFactor = 1;
      node.elemOffset = Var("elem_offset");
      if (map.contains(b.key())) continue;
      offsets.emplace(b->data.key(), node.elemOffset);
      map.emplace(b.key(), Buffer(std::move(node)));
    }
  }
  if (map.empty()) return function;
  PrimFunc f = function;
  for (auto& [handle, buffer] : f.buffers)
    if (const auto at = map.find(buffer.key()); at != map.end()) buffer = at->second;
  f.body = rewriteExprs(substituteBuffers(f.body, map), [&](const Expr& e) -> std::optional<Expr> {
    const auto* call = e.as<Call>();
    const auto* data = call && call->op == Intrinsic::StackMakeArray ? call->args[0].as<Var>() : nullptr;
    const auto at = data ? offsets.find(data->key()) : offsets.end();
    if (at == offsets.end()) return std::nullopt;
    std::vector<Expr> args = call->args;
    args.back() = at->second;
    return Expr(Call{call->type, call->op, std::move(args)});
  });
  return f;
}

}  // namespace

Result<Created> createPrimFunc(const std::vector<Parameter>& parameters, const CreateOptions& options) {
  PrimFunc f(options.name, Evaluate{0});
  f.nextId = options.firstId;
  std::vector<Tensor> tensors;
  for (const Parameter& p : parameters) {
    if (const auto* scalar = std::get_if<Var>(&p)) {
      f.params.push_back(*scalar);
      continue;
    }
    const Tensor& tensor = std::get<Tensor>(p);
    if (std::find(tensors.begin(), tensors.end(), tensor) != tensors.end())
      return explain(err::kTensorTwice(tensor.name()), "remove the repetition: both would share one memory");
    tensors.push_back(tensor);
    const Var handle(tensor.name(), dtype::Handle());
    f.params.push_back(handle);
    f.buffers.emplace_back(handle, tensor.buffer());
  }
  if (tensors.empty())
    return explain(err::kNoParameters(),
                   say("{0} with inputs and outputs",
                       Snippet(options.list == "create_prim_func" ? "create_prim_func([A, B])" : options.list)));
  f.attrs.emplace("tir.noalias", true);
  const BlockId root = f.freshBlock();
  const auto operations = operationsFor(tensors);
  std::vector<Buffer> all;
  for (const auto& op : operations) all.insert(all.end(), op->outputs.begin(), op->outputs.end());
  Builder builder(f, std::move(all));
  std::vector<Stmt> statements;
  Block whole(root, "root", Evaluate{0});
  for (const auto& op : operations) {
    if (op->kind == Operation::Kind::Placeholder) {
      if (std::find(tensors.begin(), tensors.end(), Tensor{op, 0}) == tensors.end())
        return explain(err::kFreeVariable(op->name),
                       say("it is a placeholder: put it into the list of {0}", Snippet(options.list)));
      continue;
    }
    statements.push_back(builder.statement(*op));
    for (const Tensor& t : outputsOf(op))
      if (std::find(tensors.begin(), tensors.end(), t) == tensors.end()) whole.allocs.push_back(t.buffer());
  }
  whole.body = sequence(std::move(statements));
  // As in TVM, a single block without loops around it becomes the root block of the function.
  f.body = whole.body.as<Block>() && whole.allocs.empty() ? whole.body : Stmt(std::move(whole));
  if (Status known = checkVariables(f, options.list); !known) return known.error();
  f = withOffsets(f, operations);
  if (options.indexType) f = withIndexType(f, *options.indexType);
  return Created{std::move(f), std::move(builder.places)};
}

}  // namespace lw::te
