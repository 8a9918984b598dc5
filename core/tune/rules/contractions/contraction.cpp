#include "core/tune/rules/contractions/contraction.h"

#include <algorithm>

#include "core/analysis/program/layout_free.h"
#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/product_terms.h"
#include "core/schedule/support/reduction.h"
#include "core/tune/rules/block_facts.h"

namespace lw::tune {
namespace {

bool uses(const std::vector<Expr>& indices, const Var& iter) {
  return std::any_of(indices.begin(), indices.end(), [&](const Expr& e) { return usesVar(e, iter); });
}

std::optional<size_t> readOf(const Block& block, const Buffer& buffer) {
  for (size_t i = 0; i < block.reads.size(); ++i)
    if (block.reads[i].buffer.sameAs(buffer)) return i;
  return std::nullopt;
}

bool contains(const std::vector<BlockId>& blocks, BlockId block) {
  return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
}

// The loops above run over the iters one by one, in some order, and hold nothing else.
bool hasLoopsOfItsOwn(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  const std::vector<LoopId> loops = program.loopsAbove(id);
  if (loops.size() != block.iters.size()) return false;
  for (const LoopId l : loops) {
    const For& loop = program.loop(l);
    if (program.children(l).size() != 1 || loop.kind != ForKind::Serial || !isZero(loop.min)) return false;
    size_t driven = 0;
    for (size_t i = 0; i < block.iters.size(); ++i) {
      const Var* binding = block.bindings[i].as<Var>();
      driven += binding && binding->sameAs(loop.var) && equal(loop.extent, block.iters[i].domain.extent);
    }
    if (driven != 1) return false;
  }
  return true;
}

// Sorts the iters into the groups; the reason why one fits none.
Message sortIters(const Block& block, Contraction& c) {
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const IterVar& iter = block.iters[i];
    const int64_t extent = asInt(iter.domain.extent).value_or(kSymbolicExtent);
    if (!asInt(iter.domain.extent)) c.symbolic.push_back(i);
    c.iters.push_back(iter.var);
    c.extents.push_back(extent);
    const bool left = uses(c.left.indices, iter.var), right = uses(c.right.indices, iter.var);
    if (iter.kind == IterKind::Reduce && left && right)
      c.sums.push_back(i);
    else if (iter.kind == IterKind::Reduce)
      return say("sums one factor alone up along {0}", Ident(iter.var.name()));
    else if (left && right)
      c.batch.push_back(i);
    else if (left)
      c.rows.push_back(i);
    else if (right)
      c.columns.push_back(i);
    else if (extent == 1)
      c.batch.push_back(i);
    else
      return say("repeats its sums along {0}", Ident(iter.var.name()));
  }
  return {};
}

bool isElementwise(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  const auto* store = block.body.as<BufferStore>();
  if (!store || block.init || store->indices.size() != block.iters.size() || !hasLoopsOfItsOwn(program, id))
    return false;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const Var* index = store->indices[i].as<Var>();
    if (!index || !index->sameAs(block.iters[i].var) || block.iters[i].kind != IterKind::Spatial) return false;
  }
  return true;
}

// Is the index the iter, or the one value that it has?
bool isIter(const Expr& index, const IterVar& iter) {
  const Var* var = index.as<Var>();
  return var ? var->sameAs(iter.var) : isOne(iter.domain.extent) && equal(index, iter.domain.min);
}

// Reads the buffer at its own iteration and nowhere else.
bool readsItsElement(const Block& block, const Buffer& buffer) {
  bool all = true, any = false;
  forEachExpr(block.body, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    if (!load || !load->buffer.sameAs(buffer)) return;
    any = true;
    all = all && load->indices.size() == block.iters.size();
    for (size_t i = 0; all && i < block.iters.size(); ++i) all = isIter(load->indices[i], block.iters[i]);
  });
  return all && any;
}

// Apart from `own`, it reads parameters only: they are there wherever it is moved.
bool readsParameters(const Snapshot& program, BlockId id, const Buffer* own) {
  const PrimFunc& function = program.function(program.functionOf(id));
  const Block& block = program.block(id);
  return std::all_of(block.reads.begin(), block.reads.end(), [&](const BufferRegion& r) {
    return (own && r.buffer.sameAs(*own)) || isParameter(function, r.buffer);
  });
}

// An iter with one value adds nothing to a sum of indices: X[y + r] is X[y]. An index that is such an iter stays.
void dropUnitTerms(const Block& block, const Contraction& c, Factor& factor) {
  VarMap fixed;
  Analyzer analyzer;
  for (size_t i = 0; i < c.iters.size(); ++i) {
    analyzer.bind(c.iters[i], block.iters[i].domain);
    if (c.extents[i] == 1) fixed.insert_or_assign(c.iters[i].key(), block.iters[i].domain.min);
  }
  if (fixed.empty()) return;
  for (Expr& e : factor.indices)
    if (!e.as<Var>()) e = analyzer.simplify(substitute(e, fixed));
}

// A batch of one is no batch, unless the contraction is a product of matrices with it or has no other rows.
void dropUnitBatch(Contraction& c) {
  if (c.isMatrixProduct() || c.rows.empty() || c.columns.empty()) return;
  const auto units = std::stable_partition(c.batch.begin(), c.batch.end(), [&](size_t a) { return c.extents[a] != 1; });
  c.rows.insert(c.rows.end(), units, c.batch.end());
  std::sort(c.rows.begin(), c.rows.end());
  c.batch.erase(units, c.batch.end());
}

// What one term of the sum is made of.
struct Terms {
  const BufferLoad *first = nullptr, *second = nullptr;  // the two factors that are tiled
  std::vector<const BufferLoad*> others;                 // each buffer once
  bool plain = true;
};

// Is each of the loads used again along an axis of the other?
bool reuseEachOther(const Block& block, const BufferLoad& a, const BufferLoad& b) {
  bool onlyA = false, onlyB = false;
  for (const IterVar& iter : block.iters) {
    if (iter.kind != IterKind::Spatial || isOne(iter.domain.extent)) continue;
    const bool inA = uses(a.indices, iter.var), inB = uses(b.indices, iter.var);
    onlyA = onlyA || (inA && !inB);
    onlyB = onlyB || (inB && !inA);
  }
  return onlyA && onlyB;
}

double elementsUsed(const Block& block, const BufferLoad& load) {
  double count = 1;
  for (const IterVar& iter : block.iters)
    if (uses(load.indices, iter.var)) count *= static_cast<double>(asInt(iter.domain.extent).value_or(1));
  return count;
}

// The two largest that are used again along each other's axes.
void chooseFactors(const Block& block, const std::vector<const BufferLoad*>& loads, Terms& terms) {
  double most = 0;
  for (size_t i = 0; i < loads.size(); ++i)
    for (size_t j = i + 1; j < loads.size(); ++j) {
      const BufferLoad &a = *loads[i], &b = *loads[j];
      const double elements = reuseEachOther(block, a, b) ? elementsUsed(block, a) + elementsUsed(block, b) : 0;
      if (elements <= most) continue;
      most = elements;
      terms.first = &a;
      terms.second = &b;
    }
}

// Adds the loads of the factor, each buffer once.
Message addLoads(const Expr& factor, std::vector<const BufferLoad*>& loads) {
  Message misfit;
  forEachExpr(factor, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    if (!load) return;
    const auto known = std::find_if(loads.begin(), loads.end(),
                                    [&](const BufferLoad* other) { return other->buffer.sameAs(load->buffer); });
    if (known == loads.end())
      loads.push_back(load);
    else if (!equal(Expr(**known), e))
      misfit = say("reads {0} at several places", Ident(load->buffer->name));
  });
  return misfit;
}

Message readTerms(const Block& block, const Expr& operand, Terms& terms) {
  std::vector<const BufferLoad*> factors, loads;
  size_t constants = 0;
  const std::vector<Expr> all = factorsOf(operand);
  for (const Expr& factor : all) {
    if (!isTotalFactor(factor)) return say("does not sum products of two buffers");
    if (const BufferLoad* load = loadOf(factor)) factors.push_back(load);
    constants += factor.as<IntImm>() || factor.as<FloatImm>();
  }
  if (factors.size() == 2 && factors[0]->buffer.sameAs(factors[1]->buffer))
    return say("multiplies {0} by itself", Ident(factors[0]->buffer->name));
  for (const Expr& factor : all)
    if (Message misfit = addLoads(factor, loads); !misfit.empty()) return misfit;
  terms.plain = factors.size() == 2 && all.size() == 2;
  if (factors.size() == 2 && factors.size() + constants == all.size()) {
    terms.first = factors[0];
    terms.second = factors[1];
  } else {
    chooseFactors(block, loads, terms);
  }
  if (!terms.first) return say("does not sum products of two buffers");
  for (const BufferLoad* load : loads)
    if (load != terms.first && load != terms.second) terms.others.push_back(load);
  return {};
}

// No axis is fused with one whose size is symbolic: which pairs of their values there are could not be proved.
Message whyNotFused(const Contraction& c) {
  for (const Axes* axes : {&c.rows, &c.columns, &c.sums}) {
    const auto longer = std::count_if(axes->begin(), axes->end(), [&](size_t a) { return c.extents[a] > 1; });
    if (longer > 1 && c.isSymbolic(*axes)) return c.whySymbolic();
  }
  return {};
}

// The values of a fused group that are consecutive, given that its last axis is the last index of the factor. Neither
// axes nor dimensions of one element count.
int64_t fusedRun(const Contraction& c, const Factor& factor, Axes axes) {
  std::erase_if(axes, [&](size_t a) { return c.extents[a] == 1; });
  std::vector<Expr> indices, shape;
  for (size_t i = 0; i < factor.indices.size(); ++i) {
    if (asInt(factor.buffer->shape[i]) == 1) continue;
    indices.push_back(factor.indices[i]);
    shape.push_back(factor.buffer->shape[i]);
  }
  if (axes.empty() || indices.empty()) return 0;
  const Expr& last = indices.back();
  const Var& inner = c.iters[axes.back()];
  const auto* sum = last.as<Binary>();
  const auto is = [&](const Expr& e) { return e.as<Var>() && e.as<Var>()->sameAs(inner); };
  if (sum && sum->op == BinaryOp::Add && is(sum->a) != is(sum->b) &&
      !(usesVar(sum->a, inner) && usesVar(sum->b, inner)))
    return c.extents[axes.back()];
  if (!is(last)) return 0;
  int64_t run = c.extents[axes.back()];
  for (size_t i = 1; i < axes.size() && i < indices.size(); ++i) {
    const size_t axis = axes[axes.size() - 1 - i];
    // The next dimension must be this axis, and the one inside must be covered whole.
    const Var* index = indices[indices.size() - 1 - i].as<Var>();
    if (!index || !index->sameAs(c.iters[axis]) || asInt(shape[indices.size() - i]) != c.extents[axes[axes.size() - i]])
      break;
    run *= c.extents[axis];
  }
  return run;
}

// Why the load cannot stay in the terms as it is while the axes of the factors are tiled, or fused.
Message whyNotBeside(const Contraction& c, const BufferLoad& load) {
  const auto usesAny = [&](const Axes& axes) {
    return std::any_of(axes.begin(), axes.end(), [&](size_t a) { return uses(load.indices, c.iters[a]); });
  };
  if (usesAny(c.rows) && usesAny(c.columns))
    return say("reads {0} along axes of both factors", Ident(load.buffer->name));
  for (const Expr& index : load.indices) {
    const Var* iter = index.as<Var>();
    const bool fixed = std::none_of(c.iters.begin(), c.iters.end(), [&](const Var& v) { return usesVar(index, v); });
    if (!iter && !fixed) return say("reads {0} at places that are not its iterations", Ident(load.buffer->name));
  }
  if (c.isMatrixProduct()) return {};
  for (const Axes* axes : {&c.rows, &c.columns, &c.sums}) {
    const auto longer = std::count_if(axes->begin(), axes->end(), [&](size_t a) { return c.extents[a] > 1; });
    if (longer > 1 && usesAny(*axes)) return say("reads {0} along one of several axes", Ident(load.buffer->name));
  }
  return {};
}

// As pad_einsum demands of the iters that are summed up.
bool fillsTerms(const Contraction& c, const std::vector<Expr>& factors) {
  const auto zero = [&](const BufferLoad& load) {
    return std::any_of(c.sums.begin(), c.sums.end(), [&](size_t a) { return uses(load.indices, c.iters[a]); });
  };
  return std::any_of(factors.begin(), factors.end(), [&](const Expr& f) { return loadOf(f) && zero(*loadOf(f)); }) &&
         std::all_of(factors.begin(), factors.end(), [&](const Expr& f) { return isFiniteFactor(f, zero); });
}

}  // namespace

int64_t Contraction::count(const Axes& axes) const {
  if (isSymbolic(axes)) return kSymbolicExtent;
  int64_t all = 1;
  for (const size_t a : axes) all *= extents[a];
  return all;
}

bool Contraction::isSymbolic(const Axes& axes) const {
  return std::any_of(axes.begin(), axes.end(),
                     [&](size_t a) { return std::find(symbolic.begin(), symbolic.end(), a) != symbolic.end(); });
}

Message Contraction::whySymbolic() const {
  if (symbolic.empty()) return {};
  return say("has a number of iterations along {0} that is not known", Ident(iters[symbolic.front()].name()));
}

bool Contraction::isMatrixProduct() const {
  if (rows.size() != 1 || columns.size() != 1 || sums.size() != 1) return false;
  for (const auto* indices : {&left.indices, &right.indices, &resultIndices})
    for (const Expr& e : *indices)
      if (!e.as<Var>()) return false;
  return left.indices.size() == batch.size() + 2 && right.indices.size() == batch.size() + 2 &&
         resultIndices.size() == batch.size() + 2;
}

std::variant<Contraction, Message> contractionOf(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  Message why;
  const std::optional<Reducer> reducer = reducerOf(block, why);
  if (!reducer || reducer->op != BinaryOp::Add) return say("is no sum");
  Terms terms;
  if (Message misfit = readTerms(block, reducer->operand, terms); !misfit.empty()) return misfit;
  const BufferLoad *a = terms.first, *b = terms.second;
  if (!hasLoopsOfItsOwn(program, id)) return say("has loops that are no longer as they were written");
  const std::optional<size_t> readA = readOf(block, a->buffer), readB = readOf(block, b->buffer);
  if (!readA || !readB || reducer->update->indices.empty()) return say("does not declare what it reads");
  const Factor first{a->buffer, a->indices, *readA}, second{b->buffer, b->indices, *readB};
  const Var* last = reducer->update->indices.back().as<Var>();
  if (!last) return say("writes to places that are not its iterations");
  const bool swapped = uses(first.indices, *last);
  Contraction c{id,
                block.name,
                {},
                {},
                swapped ? second : first,
                swapped ? first : second,
                reducer->update->buffer,
                reducer->update->indices,
                {},
                {},
                {},
                {},
                false,
                terms.plain,
                {},
                true};
  if (Message misfit = sortIters(block, c); !misfit.empty()) return misfit;
  if (Message misfit = whyNotFused(c); !misfit.empty()) return misfit;
  for (Factor* factor : {&c.left, &c.right}) dropUnitTerms(block, c, *factor);
  dropUnitBatch(c);
  for (const Expr& e : c.resultIndices)
    if (!e.as<Var>()) return say("writes to places that are not its iterations");
  for (const BufferLoad* load : terms.others)
    if (Message misfit = whyNotBeside(c, *load); !misfit.empty()) return misfit;
  c.fillsTerms = fillsTerms(c, factorsOf(reducer->operand));
  c.allocatedLeft = isAllocated(program.function(program.functionOf(id)), c.left.buffer);
  return c;
}

Run runOf(const Contraction& c, const Factor& factor, const Axes& own) {
  return {fusedRun(c, factor, own), fusedRun(c, factor, c.sums)};
}

Axes loopOrder(const Snapshot& program, const Contraction& c) {
  const Block& block = program.block(c.block);
  Axes order;
  for (const LoopId l : program.loopsAbove(c.block))
    for (size_t i = 0; i < block.iters.size(); ++i)
      if (block.bindings[i].as<Var>()->sameAs(program.loop(l).var)) order.push_back(i);
  return order;
}

std::vector<BlockId> epilogueOf(const Snapshot& program, const Contraction& c, const std::vector<BlockId>& taken) {
  std::vector<BlockId> chain;
  BlockId at = c.block;
  Buffer written = c.result;
  while (isAllocated(program.function(program.functionOf(at)), written)) {
    const std::vector<BlockId> consumers = program.consumers(at);
    if (consumers.size() != 1 || !isElementwise(program, consumers[0]) ||
        !readsItsElement(program.block(consumers[0]), written) || !readsParameters(program, consumers[0], &written))
      break;
    at = consumers[0];
    if (program.block(at).iters.size() != c.resultIndices.size()) break;
    if (!contains(taken, at)) chain.push_back(at);
    written = program.block(at).writes.at(0).buffer;
  }
  return chain;
}

BlockId prologueOf(const Snapshot& program, const Contraction& c, const Factor& factor,
                   const std::vector<BlockId>& taken) {
  if (!isAllocated(program.function(program.functionOf(c.block)), factor.buffer)) return {};
  for (const BlockId producer : program.producers(c.block)) {
    const Block& block = program.block(producer);
    if (block.writes.size() != 1 || !block.writes[0].buffer.sameAs(factor.buffer)) continue;
    const std::vector<BlockId> consumers = program.consumers(producer);
    if (consumers.size() == 1 && isElementwise(program, producer) && !contains(taken, producer) &&
        readsParameters(program, producer, nullptr))
      return producer;
  }
  return {};
}

std::string onlyFor(const RuleContext& context, BlockId reader, const Buffer& buffer, const std::string& block) {
  const auto reads = [&](BlockId id) {
    const std::vector<BufferRegion>& all = context.program.block(id).reads;
    return id != reader && id != context.program.rootBlock(context.function) &&
           std::any_of(all.begin(), all.end(), [&](const BufferRegion& r) { return r.buffer.sameAs(buffer); });
  };
  const std::vector<BlockId> blocks = context.program.blocks(context.function);
  return std::any_of(blocks.begin(), blocks.end(), reads) ? ", [" + block + "]" : std::string();
}

bool isWeight(const RuleContext& context, const Factor& factor) {
  const PrimFunc& function = context.program.function(context.function);
  const Result<std::vector<size_t>> weights = layoutFreeParams(function);
  return weights && std::any_of(weights->begin(), weights->end(),
                                [&](size_t p) { return function.bufferOf(function.params[p])->sameAs(factor.buffer); });
}

Message forEachContraction(RuleContext& context, Message (*misfit)(const Snapshot&, const Contraction&),
                           const std::function<std::vector<BlockId>(const Contraction&)>& write) {
  Message first;
  bool any = false;
  for (const BlockId block : context.program.blocks(context.function)) {
    if (contains(context.taken, block) || block == context.program.rootBlock(context.function)) continue;
    const std::variant<Contraction, Message> found = contractionOf(context.program, block);
    const auto* contraction = std::get_if<Contraction>(&found);
    Message why = contraction ? misfit(context.program, *contraction) : std::get<Message>(found);
    if (why.empty()) {
      const std::vector<BlockId> written = write(*contraction);
      context.taken.insert(context.taken.end(), written.begin(), written.end());
      any |= !written.empty();
      if (written.empty()) why = say("is a product with a vector");
    }
    if (!why.empty() && first.empty())
      first = say("block {0} does not fit: it {1}", Ident(context.program.name(block)), why);
  }
  if (any) return {};
  return first.empty() ? say("the function has no blocks that are left") : first;
}

}  // namespace lw::tune
