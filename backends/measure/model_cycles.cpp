// The cycles and cache lines of counts.h, from the lowered program.
#include <algorithm>
#include <cmath>

#include "backends/measure/counts.h"
#include "backends/measure/model_terms.h"
#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr double kVectorBits = 256, kRegisters = 16, kCores = 8, kStartThreads = 5000, kSumLatency = 4;
constexpr double kLineBytes = 64;
constexpr double kFunction = 12;  // operations of exp and its like, on one register

double registersOf(DataType type) { return std::max(1.0, std::ceil(type.lanes * type.bits / kVectorBits)); }

// One place in memory that a loop body reads, writes or both.
struct Spot {
  Buffer buffer;
  std::vector<Expr> indices;
  DataType type;
  int loads = 0, stores = 0, updates = 0;  // updates: stores of a value that depends on the stored one

  // The index of the first element.
  Expr base() const {
    const auto* ramp = indices.back().as<Ramp>();
    return ramp ? ramp->base : indices.back();
  }
  // Accesses to memory of one load or store of it.
  double accesses() const {
    if (const auto* ramp = indices.back().as<Ramp>(); ramp && !isOne(ramp->stride)) return type.lanes;
    if (type.lanes > 1 && !indices.back().as<Ramp>()) return type.lanes;  // indices that are read, or computed
    return registersOf(type);
  }
};

struct Effort {
  double operations = 0, loads = 0, stores = 0;
  double all() const { return operations + loads + stores; }
  double cycles() const { return std::max({operations / 2, loads / 2, stores, all() / 4}); }
  ModelLimit limit() const {
    const double most = cycles();
    return most == operations / 2 ? ModelLimit::Operations
           : most == loads / 2    ? ModelLimit::Loads
           : most == stores       ? ModelLimit::Stores
                                  : ModelLimit::Instructions;
  }
};

// The statements of a loop body without those of inner loops, and the terms of the inner loops.
class Body : public Visitor {
 public:
  Effort work;
  std::vector<Spot> places;
  std::vector<LoopTerm> inner;
  std::map<BlockId, double> blocks;  // instructions of the stores of each block
  bool innermost = true;

  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) {
      innermost = false;
      inner.push_back(termOf(*loop));
    } else if (const auto* let = s.as<LetStmt>()) {
      lets_.emplace(let->var.key(), let->value);
      if (!let->value.dtype().isInt() || loadsMemory(let->value)) operations(let->value);
      stmt(let->body);
    } else if (const auto* store = s.as<BufferStore>()) {
      const DataType type = store->value.dtype();
      const double earlier = work.operations, known = static_cast<double>(places.size());
      const int before = note(store->buffer, store->indices, type).loads;
      operations(store->value);
      Spot& place = note(store->buffer, store->indices, type);
      place.stores += 1;
      place.updates += place.loads > before;
      blocks[s.origin().block] += 1 + work.operations - earlier + static_cast<double>(places.size()) - known;
    } else if (const auto* choice = s.as<IfThenElse>()) {
      work.operations += 1;
      operations(choice->condition);
      children(s);
    } else if (const auto* call = s.as<Evaluate>()) {
      operations(call->value);
    } else {
      children(s);
    }
  }
  void expr(const Expr&) override {}  // indices cost nothing: addresses are computed beside the rest

  static LoopTerm termOf(const For& loop);
  // Whether an index changes with the loop.
  bool follows(const Expr& e, const Var& loop) const {
    for (const Var& v : freeVars(e)) {
      if (v == loop) return true;
      const auto let = lets_.find(v.key());
      if (let != lets_.end() && follows(let->second, loop)) return true;
    }
    return false;
  }
  // Cache lines that one execution of the loop goes through at the place.
  double linesOf(const Spot& place, const For& loop, double extent) const {
    const double width = place.type.bytes(), lines = std::max(1.0, width / kLineBytes);
    if (!follows(place, loop.var)) return lines;
    const Expr index = expanded(place.base());
    const Expr next = substitute(index, {{loop.var.key(), Expr(loop.var) + makeConst(loop.var.dtype(), 1)}});
    Analyzer analyzer;
    const std::optional<int64_t> step = asInt(analyzer.simplify(next - index));
    const double bytes = step ? std::abs(static_cast<double>(*step)) * place.type.element().bytes() : kLineBytes;
    return extent * std::min(lines, bytes / kLineBytes);
  }
  bool follows(const Spot& place, const Var& loop) const {
    return std::any_of(place.indices.begin(), place.indices.end(), [&](const Expr& e) { return follows(e, loop); });
  }

 private:
  VarMap lets_;

  Expr expanded(const Expr& e) const {
    for (const Var& v : freeVars(e))
      if (lets_.contains(v.key())) return expanded(substitute(e, lets_));
    return e;
  }
  Spot& note(const Buffer& buffer, const std::vector<Expr>& indices, DataType type) {
    for (Spot& place : places)
      if (place.buffer == buffer && equal(place.indices, indices)) return place;
    return places.emplace_back(Spot{buffer, indices, type});
  }
  // Products that are added at once are free: a multiply-add is one operation.
  void operations(const Expr& e) {
    const DataType type = e.dtype();
    if (const auto* load = e.as<BufferLoad>()) {
      note(load->buffer, load->indices, type).loads += 1;
    } else if (const auto* b = e.as<Binary>()) {
      work.operations += registersOf(type);
      for (const Expr& side : {b->a, b->b}) {
        const auto* product = side.as<Binary>();
        const bool added =
            (b->op == BinaryOp::Add || b->op == BinaryOp::Sub) && product && product->op == BinaryOp::Mul;
        operations(side);
        if (added && type.isFloat()) work.operations -= registersOf(type);
      }
    } else if (const auto* call = e.as<Call>()) {
      work.operations += registersOf(type) * (type.isFloat() ? kFunction : 1);
      for (const Expr& argument : call->args) operations(argument);
    } else if (const auto* repeated = e.as<Broadcast>()) {
      operations(repeated->value);
    } else if (const auto* changed = e.as<Cast>()) {
      work.operations += registersOf(type);
      operations(changed->value);
    } else if (const auto* chosen = e.as<Select>()) {
      work.operations += registersOf(type);
      for (const Expr& part : {chosen->condition, chosen->whenTrue, chosen->whenFalse}) operations(part);
    }
  }
};

void addAccesses(const Spot& place, Effort& work) {
  if (place.loads > 0) work.loads += place.accesses();
  work.stores += place.stores > 0 ? place.accesses() : 0;
}

LoopTerm Body::termOf(const For& loop) {
  LoopTerm term{.loop = loop.id, .name = loop.var.name(), .kind = loop.kind};
  term.extent = static_cast<double>(asInt(loop.extent).value_or(1));
  Body body;
  body.stmt(loop.body);
  Effort before;               // and after the loop, once
  double kept = 0, waits = 0;  // waits: of a sum for its previous value, in one iteration
  for (const Spot& place : body.places)
    if (!body.follows(place, loop.var)) kept += registersOf(place.type);
  const bool keeps = body.innermost && loop.kind == ForKind::Serial && kept <= kRegisters;
  for (const Spot& place : body.places) {
    const bool fixed = !body.follows(place, loop.var);
    if (fixed && body.innermost && loop.kind == ForKind::Serial) waits = std::max(waits, kSumLatency * place.updates);
    addAccesses(place, keeps && fixed ? before : body.work);
    if (body.innermost) term.lines += body.linesOf(place, loop, term.extent);
  }
  body.work.operations += 1;  // the end of an iteration
  term.once = std::max(body.work.cycles(), waits);
  term.limit = waits > body.work.cycles() ? ModelLimit::Sums : body.work.limit();
  const bool threads = loop.kind == ForKind::Parallel;
  term.entry = threads ? kStartThreads : before.cycles();
  term.entryLimit = threads ? ModelLimit::Threads : before.limit();
  term.rounds = threads ? std::ceil(term.extent / kCores) : term.extent;
  term.inner = std::move(body.inner);
  term.blocks = std::move(body.blocks);
  return term;
}

}  // namespace

double LoopTerm::cycles() const {
  double inside = once;
  for (const LoopTerm& loop : inner) inside += loop.cycles();
  return entry + rounds * inside;
}

double LoopTerm::allLines() const {
  double inside = 0;
  for (const LoopTerm& loop : inner) inside += loop.allLines();
  return lines + extent * inside;
}

LoopTerm modelTerms(const PrimFunc& lowered) {
  Body whole;
  whole.stmt(lowered.body);
  for (const Spot& place : whole.places) addAccesses(place, whole.work);
  LoopTerm term{.extent = 1, .once = whole.work.cycles(), .limit = whole.work.limit(), .rounds = 1};
  term.inner = std::move(whole.inner);
  term.blocks = std::move(whole.blocks);
  return term;
}

LoopCosts loopCosts(const PrimFunc& lowered) {
  const LoopTerm whole = modelTerms(lowered);
  return {whole.cycles(), whole.allLines()};
}

}  // namespace lw
