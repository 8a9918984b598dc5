// cache_index: compute the index arithmetic of a block once per value of the iters it is made of, into small tables, and
// look it up. The arithmetic is pure and its iters stay in their domains, so every lookup finds what was computed.
#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/block_checks.h"
#include "core/schedule/cache_stage.h"
#include "core/schedule/stmt_tools.h"

namespace lw {
namespace {

constexpr ErrorKind kThreshold{"cache_index.threshold", "the threshold {0} is negative"};

struct Args {
  BlockId block;
  Scope storage;
  int64_t threshold = 0;
};
struct Plan {
  int function;
  std::optional<PrimFunc> changed;  // none: there is no arithmetic to keep
  std::vector<BlockId> tables;
};

// ---- what is worth a table ----

size_t sizeOf(const Expr& e) {
  size_t nodes = 0;
  forEachExpr(e, [&](const Expr&) { ++nodes; });
  return nodes;
}

class Search {
 public:
  Search(const Block& block, std::vector<Var> notThese) : block_(block), barred_(std::move(notThese)) {}

  // The largest expressions that occur more often than the threshold, larger ones first.
  std::vector<Expr> run(int64_t threshold) {
    forEachExpr(block_.body, [&](const Expr& e) {
      if (const auto* load = e.as<BufferLoad>())
        for (const Expr& index : load->indices) addLargest(index, 1);
    });
    std::vector<Expr> chosen;
    while (!found_.empty()) {
      const auto largest = std::max_element(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return sizeOf(a.first) < sizeOf(b.first); });
      const auto [e, count] = *largest;
      found_.erase(largest);
      if (count > threshold) chosen.push_back(e);
      else addParts(e, count);
    }
    return chosen;
  }

 private:
  void add(const Expr& e, int64_t count) {
    for (auto& [known, n] : found_)
      if (equal(known, e)) {
        n += count;
        return;
      }
    found_.emplace_back(e, count);
  }
  void addLargest(const Expr& e, int64_t count) {
    if (mayBeKept(e)) return add(e, count);
    addParts(e, count);
  }
  void addParts(const Expr& e, int64_t count) {
    e.match([&](const Binary& n) { addLargest(n.a, count), addLargest(n.b, count); }, [&](const Cast& n) { addLargest(n.value, count); },
            [&](const Select& n) { addLargest(n.condition, count), addLargest(n.whenTrue, count), addLargest(n.whenFalse, count); },
            [](const auto&) {});
  }

  bool isBarred(const Var& v) const { return std::find(barred_.begin(), barred_.end(), v) != barred_.end(); }
  bool isIter(const Var& v) const {
    return std::any_of(block_.iters.begin(), block_.iters.end(), [&](const IterVar& i) { return i.var == v; });
  }
  // A table's loops stand outside of the block's: they cannot have a domain that changes with those.
  bool hasFixedDomain(const Var& iter) const {
    const auto at = std::find_if(block_.iters.begin(), block_.iters.end(), [&](const IterVar& i) { return i.var == iter; });
    for (const Expr& bound : {at->domain.min, at->domain.extent})
      for (const Var& v : freeVars(bound))
        if (isBarred(v) || isIter(v)) return false;
    return true;
  }

  // Integer arithmetic of the block's iters that cannot fail anywhere in their domains.
  bool mayBeKept(const Expr& e) const {
    if (!e.dtype().isInteger() || e.dtype().isVector() || e.as<Var>() || e.as<IntImm>()) return false;
    bool fine = true, iters = false;
    forEachExpr(e, [&](const Expr& x) {
      if (x.as<BufferLoad>() || x.as<Let>() || x.as<Ramp>() || x.as<Broadcast>() || x.as<Call>()) fine = false;
      if (const auto* v = x.as<Var>()) {
        fine = fine && !isBarred(*v) && (!isIter(*v) || hasFixedDomain(*v));
        iters = iters || isIter(*v);
      }
      const auto* n = x.as<Binary>();
      const bool divides = n && (n->op == BinaryOp::Div || n->op == BinaryOp::Mod || n->op == BinaryOp::FloorDiv || n->op == BinaryOp::FloorMod);
      if (divides && (!asInt(n->b) || *asInt(n->b) == 0)) fine = false;
    });
    return fine && iters;
  }

  const Block& block_;
  std::vector<Var> barred_;
  std::vector<std::pair<Expr, int64_t>> found_;  // in the order of their first occurrence
};

// Variables that are no iters of the block: loops, those inside of it, lets.
std::vector<Var> otherVars(const Snapshot& program, BlockId id) {
  std::vector<Var> vars;
  for (const LoopId l : program.loopsAbove(id)) vars.push_back(program.loop(l).var);
  forEachStmt(program.block(id).body, [&](const Stmt& s) {
    if (const auto* n = s.as<For>()) vars.push_back(n->var);
    if (const auto* n = s.as<LetStmt>()) vars.push_back(n->var);
    if (const auto* n = s.as<Block>())
      for (const IterVar& iter : n->iters) vars.push_back(iter.var);
  });
  return vars;
}

// ---- tables ----

struct Table {
  Expr value;                        // over the block's iters
  std::vector<const IterVar*> iters;  // that it uses, in the block's order
  Buffer buffer;
  Expr index;                        // of the lookup, over the block's iters
};

Expr flatIndex(const std::vector<const IterVar*>& iters, const std::vector<Expr>& values) {
  std::optional<Expr> index;
  for (size_t i = 0; i < iters.size(); ++i) {
    const Expr from0 = values[i] - iters[i]->domain.min;
    index = index ? *index * iters[i]->domain.extent + from0 : from0;
  }
  return *index;
}

Table tableOf(const Block& block, const Expr& value, const std::string& storage, size_t number) {
  std::vector<const IterVar*> iters;
  std::vector<Expr> vars;
  std::optional<Expr> size;
  for (const IterVar& iter : block.iters) {
    if (!usesVar(value, iter.var)) continue;
    iters.push_back(&iter);
    vars.push_back(iter.var);
    size = size ? *size * iter.domain.extent : iter.domain.extent;
  }
  BufferNode node = *makeBuffer("index_var_" + std::to_string(number), {*size}, value.dtype(), storage);
  node.strides = {makeConst(size->dtype(), 1)};
  return {value, iters, Buffer(std::move(node)), flatIndex(iters, vars)};
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
  const Expr index = flatIndex(table.iters, iters);
  block.writes = {{table.buffer, {{index, makeConst(index.dtype(), 1)}}}};
  block.body = BufferStore{table.buffer, {index}, substitute(table.value, values)};
  Stmt body = std::move(block);
  for (size_t i = loops.size(); i-- > 0;) body = For{ids.freshLoop(), loops[i].first, loops[i].second.min, loops[i].second.extent, ForKind::Serial, "", {}, std::move(body)};
  return body;
}

class Lookup : public Rewriter {
 public:
  explicit Lookup(const std::vector<Table>& tables) : tables_(tables) {}
  Expr expr(const Expr& e) override {
    const auto* load = e.as<BufferLoad>();
    if (!load) return children(e);
    std::vector<Expr> indices;
    for (const Expr& index : load->indices) indices.push_back(replaced(index));
    return BufferLoad{load->buffer, std::move(indices)};
  }
  Stmt stmt(const Stmt& s) override {
    if (const auto* block = s.as<Block>(); block && depth_++ > 0) return s;
    return children(s);
  }

 private:
  Expr replaced(const Expr& e) {
    for (const Table& table : tables_)
      if (equal(e, table.value)) return BufferLoad{table.buffer, {table.index}};
    if (const auto* n = e.as<Binary>()) return rawBinary(n->op, replaced(n->a), replaced(n->b));
    if (const auto* n = e.as<Cast>()) return Cast{n->type, replaced(n->value)};
    if (const auto* n = e.as<Select>()) return Select{replaced(n->condition), replaced(n->whenTrue), replaced(n->whenFalse)};
    return expr(e);
  }
  const std::vector<Table>& tables_;
  int depth_ = 0;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (Status ok = checkStorage("cache_index", args.storage.name); !ok) return ok.error();
  if (args.threshold < 0) return aboutBlock(kThreshold, args.block, {std::to_string(args.threshold)}, "0 keeps every expression, 1 those that occur twice");
  Result<BlockId> scopeId = requireScope(program, args.block);
  if (!scopeId) return scopeId.error();
  const Block& block = program.block(args.block);
  const int function = program.functionOf(args.block);
  Plan plan{function, {}, {}};
  const std::vector<Expr> chosen = Search(block, otherVars(program, args.block)).run(args.threshold);
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
  const Block lookedUp = *Lookup(tables).stmt(program.stmt(args.block)).as<Block>();
  Block same = block;  // declared regions keep the arithmetic, as in TVM
  same.body = lookedUp.body;
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
  if (!Search(program.block(id), otherVars(program, id)).run(0).empty()) offers.push_back({{id, "global", 0}, "tables of its index arithmetic"});
  return offers;
}

}  // namespace

const Primitive kCacheIndex = define<Args, Plan>({
    .name = "cache_index", .kind = "CacheIndex", .group = Group::Memory,
    .summary = "Compute the index arithmetic of a block once, into tables.",
    .params = {param("block", &Args::block, "the block"), param("storage_scope", &Args::storage, "where the tables live", {.encoding = Encoding::Attr}),
               param("cse_thresh", &Args::threshold, "expressions that occur more often than this are kept", {.defaultValue = 0, .encoding = Encoding::Attr})},
    .returns = Returns::Blocks, .errors = {&kRootBlock, &kUnknownStorage, &kThreshold},
    .candidates = candidates, .check = check, .rewrite = rewrite});

}  // namespace lw
