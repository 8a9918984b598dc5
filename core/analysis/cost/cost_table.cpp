#include "core/analysis/cost/cost_table.h"

#include <algorithm>
#include <unordered_set>

#include "core/analysis/cost/cost.h"
#include "core/analysis/tables/statement_walk.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw::analysis {
namespace {

class Builder : StatementWalk<int, Form, int> {  // loops: indices into CostTable::loops
 public:
  Builder(const PrimFunc& function, const Sizes& sizes) : function_(function) {
    for (const auto& [key, value] : sizes) sizes_.emplace(key, value);
  }

  CostTable run() {
    for (const Var& p : function_.params) knowSize(p);
    for (const auto& [handle, buffer] : function_.buffers)
      for (const Expr& extent : buffer->shape)
        if (const auto* v = extent.as<Var>()) knowSize(*v);
    open({}, {});
    walk(function_.body);
    close();
    return std::move(table_);
  }

 private:
  void knowSize(const Var& v) {
    if (!v.dtype().isInt() || !known_.insert(v.key()).second) return;
    const auto found = sizes_.find(v.key());
    if (found == sizes_.end()) table_.assumed.push_back(v.name());
    table_.forms.define(v, Form(found == sizes_.end() ? kAssumedSize : found->second));
  }

  void open(LoopId loop, BlockId block) {
    CostNode node;
    node.loop = loop;
    node.block = block;
    node.parent = node_;
    node.outside = around_.loops;
    node.conditions = around_.conditions;
    node.exact = place_.exact;
    node.firstAccess = table_.accesses.size();
    node_ = static_cast<int>(table_.nodes.size());
    table_.nodes.push_back(std::move(node));
  }
  void close() {
    CostNode& closed = table_.nodes[static_cast<size_t>(node_)];
    closed.endAccess = table_.accesses.size();
    node_ = closed.parent;
  }

  void addCondition(const Expr& condition) override {
    if (!table_.forms.readCondition(condition, around_.conditions)) place_.exact = false;
  }

  void walk(const Stmt& s) override {
    visit(
        s, [&](const BufferStore& n) { store(n); }, [&](const Evaluate& n) { evaluate(n); },
        [&](const While& n) {
          table_.understood = false;
          inside([&] { place_.exact = false, walk(n.body); });
        },
        [&](const LetStmt& n) {
          table_.forms.define(n.var, table_.forms.read(n.value));
          walk(n.body);
        },
        [&](const Allocate& n) { walk(n.body); }, [&](const DeclBuffer& n) { walk(n.body); },
        [&](const AttrStmt& n) { walk(n.body); }, [&](const AssertStmt& n) { walk(n.body); });
  }

  void loop(const For& n) override {
    open(n.id, {});
    CostLoop loop{0, table_.forms.read(n.min), table_.forms.read(n.extent)};
    loop.atom = table_.forms.addLoop(n.var, around_.loops.size());
    if (!loop.min || !loop.extent) table_.understood = false;
    const Form self = Form::of(loop.atom);
    if (loop.min && !loop.min->isConstant()) around_.conditions.push_back(self - *loop.min);
    if (loop.min && loop.extent && !(loop.min->isConstant() && loop.extent->isConstant())) {
      around_.conditions.push_back(*loop.min + *loop.extent - self);
      --around_.conditions.back().constant;
    }
    const int index = static_cast<int>(table_.loops.size());
    table_.nodes[static_cast<size_t>(node_)].own = index;
    enterLoop(index);
    table_.loops.push_back(std::move(loop));
    walk(n.body);
    close();
  }

  void block(const Block& n) override {
    addCondition(n.predicate);
    open({}, n.id);
    for (size_t i = 0; i < n.iters.size(); ++i)
      table_.forms.define(n.iters[i].var, i < n.bindings.size() ? table_.forms.read(n.bindings[i]) : std::nullopt);
    for (const MatchBuffer& m : n.matches) views_.insert_or_assign(m.buffer.key(), m.source);
    enterBlock(n, {});
    close();
  }

  CostAccess access(const Buffer& b, const std::vector<Expr>& indices) {
    CostAccess a;
    a.loops = around_.loops;
    a.map.conditions = around_.conditions;
    a.map.exact = a.placeExact = place_.exact;
    a.element = a.moved = b->dtype.bytes();
    for (size_t i = 0; i < indices.size(); ++i) {
      a.moved *= indices[i].dtype().lanes;
      auto form = table_.forms.read(indices[i]);
      a.map.dims.push_back(form.value_or(Form{}));
      if (form) continue;
      a.map.exact = false;  // any element
      span(a, i, i < b->shape.size() ? asInt(b->shape[i]).value_or(kAssumedSize) : 1);
    }
    point(a, b);
    return a;
  }

  void span(CostAccess& a, size_t dim, int64_t extent) {
    a.spans.emplace_back(table_.forms.addDigit(), extent);
    a.map.dims[dim] = a.map.dims[dim] + Form::of(a.spans.back().first);
  }

  // What a view accesses is a part of its source.
  void point(CostAccess& a, Buffer b) {
    for (auto view = views_.find(b.key()); view != views_.end(); view = views_.find(b.key())) {
      const std::vector<lw::Range>& ranges = view->second.ranges;
      if (ranges.size() != a.map.dims.size()) a.map.exact = false;
      for (size_t i = 0; i < ranges.size() && i < a.map.dims.size(); ++i) {
        const auto min = table_.forms.read(ranges[i].min);
        if (!min) a.map.exact = false;
        a.map.dims[i].add(min.value_or(Form()));
      }
      b = view->second.buffer;
    }
    a.data = b->data.key();
    a.buffer = b->name;
  }

  void add(CostAccess a) {
    const size_t first = table_.nodes[static_cast<size_t>(node_)].firstAccess;
    for (size_t i = table_.accesses.size(); i-- > first && !a.again;) {
      const CostAccess& b = table_.accesses[i];
      a.again = b.data == a.data && b.loops == a.loops && b.map.dims == a.map.dims &&
                b.map.conditions == a.map.conditions && b.spans == a.spans;
    }
    table_.accesses.push_back(std::move(a));
  }

  // Loads inside `if_then_else` happen only if its condition holds.
  void loads(const Expr& e) {
    if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::IfThenElse && call->args.size() == 3) {
      loads(call->args[0]);
      inside([&] { addCondition(call->args[0]), loads(call->args[1]); });
      inside([&] { addCondition(logicalNot(call->args[0])), loads(call->args[2]); });
      return;
    }
    e.match([&](const IntImm&) {}, [&](const FloatImm&) {}, [&](const StringImm&) {}, [&](const Var&) {},
            [&](const Cast& n) { loads(n.value); }, [&](const Binary& n) { loads(n.a), loads(n.b); },
            [&](const Not& n) { loads(n.value); },
            [&](const Select& n) { loads(n.condition), loads(n.whenTrue), loads(n.whenFalse); },
            [&](const BufferLoad& n) {
              for (const Expr& index : n.indices) loads(index);
              add(access(n.buffer, n.indices));
            },
            [&](const Ramp& n) { loads(n.base), loads(n.stride); }, [&](const Broadcast& n) { loads(n.value); },
            [&](const Let& n) { loads(n.value), loads(n.body); },
            [&](const Call& n) {
              for (const Expr& argument : n.args) loads(argument);
            });
  }

  void store(const BufferStore& n) {
    loads(n.value);
    for (const Expr& index : n.indices) loads(index);
    CostAccess a = access(n.buffer, n.indices);
    a.flops = flopsOf(n.value);
    add(std::move(a));
  }

  // An opaque call accesses what its block declares.
  void evaluate(const Evaluate& n) {
    if (n.value.as<IntImm>()) return;
    table_.understood = false;
    if (!place_.block) return;
    for (const auto* regions : {&place_.block->reads, &place_.block->writes})
      for (const BufferRegion& region : *regions) {
        std::vector<Expr> starts;
        for (const lw::Range& r : region.ranges) starts.push_back(r.min);
        CostAccess a = access(region.buffer, starts);
        for (size_t i = 0; i < region.ranges.size() && i < a.map.dims.size(); ++i) {
          const std::optional<int64_t> extent = asInt(region.ranges[i].extent);
          if (!extent) a.map.exact = false;
          a.moved *= static_cast<double>(extent.value_or(1));
          if (extent.value_or(1) != 1) span(a, i, *extent);
        }
        add(std::move(a));
      }
  }

  const PrimFunc& function_;
  Sizes sizes_;
  std::unordered_set<const void*> known_;
  std::unordered_map<const void*, BufferRegion> views_;
  CostTable table_;
  int node_ = -1;  // the innermost one that is open
};

}  // namespace

CostTable costTable(const PrimFunc& function, const Sizes& sizes) { return Builder(function, sizes).run(); }

}  // namespace lw::analysis
