// cache_index: compute the index arithmetic of a block once per value of the iters that it uses, store the results in
// small tables, and read the tables instead. The arithmetic is pure and its iters stay in their domains, so every
// lookup finds the value that was computed. As in TVM, only the arithmetic of stores (indices, conditions and values)
// is considered, each store by itself, and expressions with the same simplified form count as one.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<int64_t> kThreshold{"cache_index.threshold", "the threshold {0} is negative"};

struct Args {
  BlockId block;
  Scope storage;
  int64_t threshold = 0;
};
struct Plan {
  int function;
  std::optional<PrimFunc> changed;  // none: no expression is put into a table
  std::vector<BlockId> tables;
};

// ---- which expressions are put into tables ----

size_t sizeOf(const Expr& e) {
  size_t nodes = 0;
  forEachExpr(e, [&](const Expr&) { ++nodes; });
  return nodes;
}

class Parts : public Visitor {
 public:
  void expr(const Expr& part) override { list.push_back(part); }
  std::vector<Expr> list;
};
std::vector<Expr> partsOf(const Expr& e) {
  Parts parts;
  parts.children(e);
  return parts.list;
}

// The stores of a block, without those of the blocks inside it.
class Stores : public Visitor {
 public:
  explicit Stores(const Block& block) {
    if (block.init) stmt(*block.init);
    stmt(block.body);
  }
  void stmt(const Stmt& s) override {
    if (const auto* store = s.as<BufferStore>())
      list.push_back(*store);
    else if (!s.as<Block>())
      children(s);
  }
  void expr(const Expr&) override {}
  std::vector<BufferStore> list;
};

class Definitions : public Visitor {
 public:
  void varDef(const Var& v) override { keys.insert(v.key()); }
  std::unordered_set<const void*> keys;
};

// Finds the expressions that have one value for each value of the block's iters, wherever in the scope they are
// computed.
class Arithmetic {
 public:
  Arithmetic(const Block& block, const Block& scope) : block_(block) { definitions_.stmt(scope.body); }

  bool has(const Expr& e) const {
    const DataType type = e.dtype();
    if (type.isVector() || type.isHandle() || e.as<Var>() || e.as<IntImm>() || e.as<FloatImm>()) return false;
    bool pure = true, iters = false;
    forEachExpr(e, [&](const Expr& x) {
      pure = pure && isPure(x);
      if (const auto* v = x.as<Var>()) iters = iters || iterOf(*v);
    });
    return pure && iters;
  }

 private:
  const IterVar* iterOf(const Var& v) const {
    const auto at =
        std::find_if(block_.iters.begin(), block_.iters.end(), [&](const IterVar& i) { return i.var == v; });
    return at == block_.iters.end() ? nullptr : &*at;
  }
  // A table is filled outside of the block's loops, so its own loops cannot have a domain that changes with them.
  bool isFixed(const Var& v) const {
    const auto outside = [&](const Var& used) { return !definitions_.keys.contains(used.key()); };
    const IterVar* iter = iterOf(v);
    if (!iter) return outside(v);
    const std::vector<Var> least = freeVars(iter->domain.min), extent = freeVars(iter->domain.extent);
    return std::all_of(least.begin(), least.end(), outside) && std::all_of(extent.begin(), extent.end(), outside);
  }
  // Conditions around an expression do not guard its table, so the expression must not fail anywhere in the domains of
  // its iters.
  bool isPure(const Expr& e) const {
    return e.match(
        [&](const Var& v) { return isFixed(v); },
        [](const Binary& n) {
          const bool divides = n.op == BinaryOp::Div || n.op == BinaryOp::Mod || n.op == BinaryOp::FloorDiv ||
                               n.op == BinaryOp::FloorMod;
          return !divides || n.b.dtype().isFloat() || asInt(n.b).value_or(0) != 0;
        },
        [](const Call& n) {
          const IntrinsicInfo* known = n.op.info();
          return n.op == Intrinsic::IfThenElse ||
                 (known && known->elementwise() && known->effect == Effect::Pure && n.op != Intrinsic::Likely);
        },
        [](const IntImm&) { return true; }, [](const FloatImm&) { return true; }, [](const Cast&) { return true; },
        [](const Not&) { return true; }, [](const Select&) { return true; }, [](const StringImm&) { return false; },
        [](const BufferLoad&) { return false; }, [](const Let&) { return false; }, [](const Ramp&) { return false; },
        [](const Broadcast&) { return false; });
  }

  const Block& block_;
  Definitions definitions_;  // variables that the scope defines, including those of the block
};

class Search {
 public:
  Search(const Block& block, const Arithmetic& arithmetic) : block_(block), arithmetic_(arithmetic) {}

  // The largest expressions that occur at least `threshold` times in one store, larger ones first, then in the order of
  // the text.
  std::vector<Expr> run(int64_t threshold) {
    for (const BufferStore& store : Stores(block_).list) addFrom(store, threshold);
    std::stable_sort(chosen_.begin(), chosen_.end(),
                     [](const Found& a, const Found& b) { return sizeOf(a.value) > sizeOf(b.value); });
    std::vector<Expr> list;
    for (const Found& f : chosen_) list.push_back(f.value);
    return list;
  }

 private:
  struct Found {
    Expr value, normal;  // `normal` tells whether two expressions are the same
    int64_t count = 0;
  };

  void addFrom(const BufferStore& store, int64_t threshold) {
    found_.clear();
    addLargest(store.value, 1);
    for (const Expr& index : store.indices) addLargest(index, 1);
    std::vector<Found> often;
    while (!found_.empty()) {
      const auto largest = std::max_element(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
        return sizeOf(a.value) < sizeOf(b.value);
      });
      Found next = std::move(*largest);
      found_.erase(largest);
      if (next.count >= threshold)
        often.push_back(std::move(next));
      else
        for (const Expr& part : partsOf(next.value)) addLargest(part, next.count);
    }
    // As in TVM, only arithmetic in the stored value is put into tables, not arithmetic that occurs in the indices
    // alone.
    forEachExpr(store.value, [&](const Expr& e) {
      if (!arithmetic_.has(e)) return;
      const Expr normal = simplify(e);
      const auto same = [&](const Found& f) { return equal(f.normal, normal); };
      const auto kept = std::find_if(often.begin(), often.end(), same);
      if (kept != often.end() && std::none_of(chosen_.begin(), chosen_.end(), same)) chosen_.push_back(*kept);
    });
  }
  void addLargest(const Expr& e, int64_t count) {
    if (!arithmetic_.has(e)) {
      for (const Expr& part : partsOf(e)) addLargest(part, count);
      return;
    }
    const Expr normal = simplify(e);
    const auto known =
        std::find_if(found_.begin(), found_.end(), [&](const Found& f) { return equal(f.normal, normal); });
    if (known != found_.end())
      known->count += count;
    else
      found_.push_back({e, normal, count});
  }

  const Block& block_;
  const Arithmetic& arithmetic_;
  std::vector<Found> found_, chosen_;  // in the order of their first occurrence
};

// ---- tables ----

struct Table {
  Expr value, normal;                 // over the block's iters
  std::vector<const IterVar*> iters;  // that `value` uses, in the order of their first use: one dimension each
  Buffer buffer;
  std::vector<Expr> indices;  // of the lookup, over the block's iters
};

std::vector<Expr> placeOf(const std::vector<const IterVar*>& iters, const std::vector<Expr>& values) {
  std::vector<Expr> indices;
  for (size_t i = 0; i < iters.size(); ++i) indices.push_back(values[i] - iters[i]->domain.min);
  return indices;
}

Table tableOf(const Block& block, const Expr& value, const std::string& storage, size_t number) {
  std::vector<const IterVar*> iters;
  std::vector<Expr> vars, shape;
  for (const Var& v : freeVars(value)) {
    const auto iter =
        std::find_if(block.iters.begin(), block.iters.end(), [&](const IterVar& i) { return i.var == v; });
    if (iter == block.iters.end()) continue;
    iters.push_back(&*iter);
    vars.push_back(v);
    shape.push_back(iter->domain.extent);
  }
  BufferNode node = *makeBuffer("index_var_" + std::to_string(number), shape, value.dtype(), storage);
  if (shape.size() == 1) node.strides = {makeConst(shape[0].dtype(), 1)};  // as TVM writes it
  return {value, simplify(value), iters, Buffer(std::move(node)), placeOf(iters, vars)};
}

Stmt nestOf(const Table& table, const std::string& name, BlockId id, PrimFunc& ids) {
  Block block(id, name, Evaluate{0});
  VarMap values;
  std::vector<Expr> iters;
  std::vector<std::pair<Var, Range>> loops;
  for (const IterVar* old : table.iters) {
    const std::string number = std::to_string(loops.size());
    const DataType type = old->var.dtype();
    const Var iter("v" + number, type);
    loops.emplace_back(Var("ax" + number, type), old->domain);
    block.iters.push_back({iter, old->domain, IterKind::Spatial});
    block.bindings.push_back(loops.back().first);
    values.insert_or_assign(old->var.key(), iter);
    iters.push_back(iter);
  }
  const std::vector<Expr> place = placeOf(table.iters, iters);
  BufferRegion element{table.buffer, {}};
  for (const Expr& index : place) element.ranges.push_back({index, makeConst(index.dtype(), 1)});
  block.writes = {element};
  block.body = BufferStore{table.buffer, place, substitute(table.value, values)};
  Stmt body = std::move(block);
  for (size_t i = loops.size(); i-- > 0;)
    body = For{ids.freshLoop(), loops[i].first, loops[i].second.min, loops[i].second.extent, ForKind::Serial, "", {},
               std::move(body)};
  return body;
}

class Lookup : public Rewriter {
 public:
  Lookup(const Arithmetic& arithmetic, const std::vector<Table>& tables) : arithmetic_(arithmetic), tables_(tables) {}
  Stmt stmt(const Stmt& s) override {
    if (s.as<Block>()) return s;  // a block inside this one has its own arithmetic
    const bool outside = !std::exchange(inStore_, s.as<BufferStore>() != nullptr);
    const Stmt done = children(s);
    inStore_ = !outside;
    return done;
  }
  Expr expr(const Expr& e) override {
    if (!inStore_) return e;
    if (arithmetic_.has(e)) {
      const Expr normal = simplify(e);
      for (const Table& table : tables_)
        if (equal(normal, table.normal)) return BufferLoad{table.buffer, table.indices};
    }
    return children(e);
  }

 private:
  const Arithmetic& arithmetic_;
  const std::vector<Table>& tables_;
  bool inStore_ = false;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (Status ok = checkStorage("cache_index", args.storage.name); !ok) return ok.error();
  if (args.threshold < 0)
    return aboutBlock(kThreshold(args.threshold), args.block, "1 keeps every expression, 2 those that occur twice");
  Result<BlockId> scopeId = requireScope(program, args.block);
  if (!scopeId) return scopeId.error();
  const Block& block = program.block(args.block);
  const int function = program.functionOf(args.block);
  Plan plan{function, {}, {}};
  const Arithmetic arithmetic(block, program.block(*scopeId));
  const std::vector<Expr> chosen = Search(block, arithmetic).run(args.threshold);
  if (chosen.empty()) return plan;
  PrimFunc changed = program.function(function);
  std::vector<Table> tables;
  std::vector<Stmt> nests;
  Block scope = program.block(*scopeId);
  for (const Expr& value : chosen) {
    const size_t number = tables.size();
    tables.push_back(tableOf(block, value, args.storage.name, number));
    plan.tables.push_back(changed.freshBlock());
    nests.push_back(nestOf(tables.back(), "index_" + std::to_string(number), plan.tables.back(), changed));
    scope.allocs.push_back(tables.back().buffer);
  }
  Lookup lookup(arithmetic, tables);
  Block same = block;  // declared regions keep the arithmetic, as in TVM
  if (block.init) same.init = lookup.stmt(*block.init);
  same.body = lookup.stmt(block.body);
  CopySite site = siteBeside(program, args.block, false);
  scope.body = replaceIn(scope.body, site.holder, insertAt(site, sequence(nests)));
  scope.body = replaceIn(scope.body, program.stmt(args.block), same);
  changed.body = replaceIn(changed.body, program.stmt(*scopeId), scope);
  plan.changed = std::move(changed);
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  Edit edit{.function = plan.function, .changed = plan.changed};
  edit.outputs.assign(plan.tables.begin(), plan.tables.end());
  return edit;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.scopeOf(selection.blocks.front()).valid()) return offers;
  const BlockId id = selection.blocks.front();
  const Arithmetic arithmetic(program.block(id), program.block(program.scopeOf(id)));
  if (!Search(program.block(id), arithmetic).run(0).empty())
    offers.push_back({{id, "global", 0}, "tables of its index arithmetic"});
  return offers;
}

}  // namespace

const Primitive kCacheIndex = define<Args, Plan>(
    {.name = "cache_index",
     .kind = "CacheIndex",
     .group = Group::Memory,
     .summary = "Compute the index arithmetic of a block once, into tables.",
     .params = {param("block", &Args::block, "the block"),
                param("storage_scope", &Args::storage, "storage scope of the tables", {.encoding = Encoding::Attr}),
                param("cse_thresh", &Args::threshold, "expressions that occur in a store at least this often are kept",
                      {.defaultValue = 0, .encoding = Encoding::Attr})},
     .returns = Returns::Blocks,
     .errors = {&kRootBlock, &kUnknownStorage, &kThreshold},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
