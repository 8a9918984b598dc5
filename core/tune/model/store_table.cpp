#include "core/tune/model/store_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/analysis/cost/cost.h"
#include "core/analysis/program/layout_free.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/stream_stores.h"
#include "core/ir/update.h"
#include "core/tune/model/index_reader.h"

namespace lw::tune {
namespace {

constexpr const char *kMaxStep = "pragma_auto_unroll_max_step", *kExplicit = "pragma_unroll_explicit",
                     *kDimAlign = "buffer_dim_align";

int64_t numberIn(const AnnotationValue& v, int64_t otherwise) {
  const auto* i = std::get_if<int64_t>(&v.value);
  return i ? *i : otherwise;
}

class TableBuilder {
 public:
  explicit TableBuilder(Packing packing) : packing_(packing) {}
  StoreTable run(const PrimFunc& f) {
    for (const auto& [handle, buffer] : f.buffers) t_.buffers[static_cast<size_t>(bufferOf(buffer))].parameter = true;
    walk(f.body);
    allocate();
    return std::move(t_);
  }

 private:
  struct Frame {
    std::vector<int> loops;
    const Block* block = nullptr;
    double guards = 0;
    double skipped = 1;  // iterations of reduce loops in which an initial value is not written
    bool initial = false, streams = false, atomic = false;
    int64_t maxStep = 0, writtenOut = 1;
  };

  template <class F>
  void inside(const F& work) {
    Frame saved = frame_;
    work();
    frame_ = std::move(saved);
  }

  void walk(const Stmt& s) {
    s.match([&](const For& n) { inside([&] { loop(n); }); }, [&](const Block& n) { inside([&] { block(n); }); },
            [&](const BufferStore& n) { store(n); }, [&](const Evaluate& n) { evaluate(n); },
            [&](const Seq& n) {
              for (const Stmt& child : n.stmts)
                if (!runsOnce(child)) walk(child);
            },
            [&](const IfThenElse& n) {
              inside([&] {
                ++frame_.guards;
                walk(n.thenBody);
                if (n.elseBody) walk(*n.elseBody);
              });
            },
            [&](const While& n) { walk(n.body); },
            [&](const LetStmt& n) {
              reader_.define(n.var, reader_.read(n.value));
              walk(n.body);
            },
            [&](const Allocate& n) { walk(n.body); }, [&](const DeclBuffer& n) { walk(n.body); },
            [&](const AttrStmt& n) {
              inside([&] {
                frame_.streams |= n.key == kStreamStores;
                walk(n.body);
              });
            },
            [&](const AssertStmt& n) { walk(n.body); });
  }

  // The loops of a block that packs weights before the calls: what it writes is there, as parameters are.
  bool runsOnce(const Stmt& s) {
    if (packing_ == Packing::InEveryCall) return false;
    const Stmt* inner = &s;
    while (const auto* loop = inner->as<For>()) inner = &loop->body;
    const auto* block = inner->as<Block>();
    if (!block || !isPackedOnce(*block)) return false;
    for (const BufferRegion& r : block->writes) t_.buffers[static_cast<size_t>(bufferOf(r.buffer))].parameter = true;
    return true;
  }

  void annotations(const Annotations& all) {
    if (const auto found = all.find(std::string(kStreamStores)); found != all.end()) frame_.streams = true;
    if (const auto found = all.find(kMaxStep); found != all.end()) frame_.maxStep = numberIn(found->second, 0);
    if (const auto found = all.find(kExplicit); found != all.end()) frame_.writtenOut = numberIn(found->second, 1);
  }

  void loop(const For& n) {
    annotations(n.annotations);
    const double extent = std::max(1.0, reader_.largest(n.extent));
    const int index = static_cast<int>(t_.loops.size());
    t_.loops.push_back(
        {n.id, frame_.loops.empty() ? -1 : frame_.loops.back(), extent, n.kind,
         n.kind == ForKind::Unrolled || (n.kind == ForKind::Serial && extent <= static_cast<double>(frame_.maxStep)),
         n.kind == ForKind::Unrolled && frame_.writtenOut == 0});
    t_.loops.back().thread = n.thread;
    frame_.loops.push_back(index);
    IndexTerms self = reader_.read(n.min);
    if (extent > 1) self.add(LoopMotion{index, extent}, 1);
    reader_.define(n.var, std::move(self));
    walk(n.body);
  }

  void block(const Block& n) {
    annotations(n.annotations);
    frame_.block = &n;
    if (!isTrue(n.predicate)) ++frame_.guards;
    double reduced = 1;
    for (size_t i = 0; i < n.iters.size() && i < n.bindings.size(); ++i) {
      IndexTerms value = reader_.read(n.bindings[i]);
      if (n.iters[i].kind == IterKind::Reduce)
        for (const auto& [motion, step] : value.terms) reduced *= motion.count;
      reader_.define(n.iters[i].var, std::move(value));
    }
    for (const MatchBuffer& m : n.matches) views_.insert_or_assign(m.buffer.key(), &m.source);
    align(n);
    if (n.init)
      inside([&] {
        frame_.initial = true;
        frame_.skipped *= reduced;
        walk(*n.init);
      });
    walk(n.body);
  }

  // "buffer_dim_align": [[number of the written buffer, axis, factor, offset], ...]
  void align(const Block& n) {
    const auto found = n.annotations.find(kDimAlign);
    const auto* list =
        found == n.annotations.end() ? nullptr : std::get_if<AnnotationValue::List>(&found->second.value);
    if (!list) return;
    for (const AnnotationValue& one : *list) {
      const auto* numbers = std::get_if<AnnotationValue::List>(&one.value);
      if (!numbers || numbers->size() != 4) continue;
      const auto written = static_cast<size_t>(numberIn((*numbers)[0], 0));
      if (written >= n.writes.size()) continue;
      t_.buffers[static_cast<size_t>(bufferOf(n.writes[written].buffer))].aligned.push_back(
          {static_cast<size_t>(numberIn((*numbers)[1], 0)), static_cast<double>(numberIn((*numbers)[2], 1)),
           static_cast<double>(numberIn((*numbers)[3], 0))});
    }
  }

  int bufferOf(const Buffer& b) {
    const auto [found, fresh] = numbers_.emplace(b->data.key(), static_cast<int>(t_.buffers.size()));
    if (!fresh) return found->second;
    TableBuffer buffer{b->name, b->dtype.bytes(), {}, {}};
    for (const Expr& extent : b->shape) buffer.extents.push_back(std::max(1.0, reader_.largest(extent)));
    buffer.scope = b->scope;
    t_.buffers.push_back(std::move(buffer));
    return found->second;
  }

  TableAccess access(const Buffer& b, std::vector<IndexTerms> index, bool write) {
    const Buffer* buffer = &b;
    for (auto view = views_.find(b.key()); view != views_.end(); view = views_.find(buffer->key())) {
      const std::vector<lw::Range>& ranges = view->second->ranges;
      // The dimensions of a view are the last ones of its source.
      if (index.size() < ranges.size()) index.insert(index.begin(), ranges.size() - index.size(), IndexTerms());
      index.resize(ranges.size());
      for (size_t i = 0; i < ranges.size(); ++i) index[i].add(reader_.read(ranges[i].min));
      buffer = &view->second->buffer;
    }
    return {bufferOf(*buffer), write, conditions_ > 0, std::move(index)};
  }
  TableAccess access(const Buffer& b, const std::vector<Expr>& indices, bool write) {
    std::vector<IndexTerms> index;
    index.reserve(indices.size());
    for (const Expr& e : indices) index.push_back(reader_.read(e));
    return access(b, std::move(index), write);
  }

  // How often an operation is computed for each execution of its statement, if its operands are the reads from `first`
  // on: in loops inside those that move the operands, the result of the first iteration is used again. A vector has its
  // results side by side, for all iterations around it that move nothing.
  double share(const TableStore& s, size_t first) const {
    if (first == s.accesses.size()) return 1;
    size_t moved = 0;  // loops around and with the innermost one that moves an operand
    for (size_t a = first; a < s.accesses.size(); ++a)
      for (const IndexTerms& index : s.accesses[a].index) {
        if (!index.valid) return 1;
        for (const auto& [motion, step] : index.terms) {
          const auto at = std::find(s.loops.begin(), s.loops.end(), motion.loop);
          if (at != s.loops.end() && isVector(*at)) continue;
          moved = std::max(moved, at == s.loops.end() ? s.loops.size() : static_cast<size_t>(at - s.loops.begin()) + 1);
        }
      }
    double share = 1;
    for (size_t p = moved; p < s.loops.size(); ++p)
      if (!isVector(s.loops[p])) share /= t_.loops[static_cast<size_t>(s.loops[p])].extent;
    return share;
  }
  bool isVector(int loop) const { return t_.loops[static_cast<size_t>(loop)].kind == ForKind::Vectorized; }

  // Numbers of four bits that are converted and added to a constant: both in one instruction, which looks the result up
  // in a table (backends/cpu/nibble_tables.h).
  static bool fromTable(const Binary& n) {
    const auto* cast = n.a.as<Cast>();
    return cast && n.b.as<FloatImm>() && hasFourBits(cast->value);
  }
  static bool hasFourBits(const Expr& e) {
    const auto* n = e.as<Call>();
    if (!n) return false;
    if (n->op == Intrinsic::IfThenElse) return hasFourBits(n->args[1]) && hasFourBits(n->args[2]);
    const auto* constant = n->args.size() == 2 ? n->args[1].as<IntImm>() : nullptr;
    if (!constant) return false;
    return n->op == Intrinsic::BitwiseAnd
               ? constant->value >= 0 && constant->value < 16
               : n->op == Intrinsic::ShiftRight && n->type.isUInt() && n->type.bits - constant->value <= 4;
  }

  // A comparison of numbers that unrolled loops alone move: which branch is taken is known when code is generated.
  bool isDecided(const Expr& condition) const {
    const auto* n = condition.as<Binary>();
    if (!n || n->a.dtype().isFloat()) return false;
    const auto decided = [&](const Expr& e) {
      const IndexTerms read = reader_.read(e);
      return read.valid && std::all_of(read.terms.begin(), read.terms.end(), [&](const auto& t) {
               return t.atom.loop >= 0 && t_.loops[static_cast<size_t>(t.atom.loop)].expanded;
             });
    };
    return decided(n->a) && decided(n->b);
  }

  void count(const Binary& n, OperationCounts& to) {
    if (!n.a.dtype().isFloat()) {
      // A product of narrow integers that is summed up is what the program computes, not an index.
      (n.op == BinaryOp::Mul ? to.multiplies : n.op == BinaryOp::Add ? to.adds : to.integers) += 1;
      return;
    }
    const auto isProduct = [](const Expr& e) {
      const auto* b = e.as<Binary>();
      return b && b->op == BinaryOp::Mul;
    };
    if ((n.op == BinaryOp::Add || n.op == BinaryOp::Sub) && (isProduct(n.a) || isProduct(n.b))) {
      to.multiplyAdds += 1;
      to.multiplies -= 1;  // it is counted below
    } else if (n.op == BinaryOp::Add || n.op == BinaryOp::Sub) {
      to.adds += fromTable(n) ? 0 : 1;
    } else if (n.op == BinaryOp::Mul) {
      to.multiplies += 1;
    } else if (n.op == BinaryOp::Div || n.op == BinaryOp::Mod) {
      // value() counts it, as it knows what the operands move with
    } else {
      to.comparisons += 1;
    }
  }

  void value(const Expr& e, TableStore& s) {
    if (const auto* load = e.as<BufferLoad>()) {
      s.accesses.push_back(access(load->buffer, load->indices, false));
      return;
    }
    if (const auto* n = e.as<Binary>()) {
      count(*n, s.operations);
      const size_t first = s.accesses.size();
      value(n->a, s), value(n->b, s);
      if (n->a.dtype().isFloat() && (n->op == BinaryOp::Div || n->op == BinaryOp::Mod))
        s.operations.divisions += share(s, first);
    } else if (const auto* c = e.as<Cast>()) {
      const size_t first = s.accesses.size();
      value(c->value, s);
      s.operations.casts += share(s, first);
    } else if (const auto* n = e.as<Not>()) {
      value(n->value, s);
    } else if (const auto* n = e.as<Select>()) {
      s.operations.selections += 1;
      value(n->condition, s), value(n->whenTrue, s), value(n->whenFalse, s);
    } else if (const auto* n = e.as<Broadcast>()) {
      value(n->value, s);
    } else if (const auto* n = e.as<Let>()) {
      value(n->value, s), value(n->body, s);
    } else if (const auto* n = e.as<Call>()) {
      call(*n, s);
    }
  }

  void call(const Call& n, TableStore& s) {
    const bool choice = n.op == Intrinsic::IfThenElse;
    // Both branches of what a choice between two parts of a word reads are alike.
    if (choice && hasFourBits(n.args[1]) && hasFourBits(n.args[2]) && isDecided(n.args[0])) return value(n.args[1], s);
    const IntrinsicInfo* known = n.op.info();
    const size_t first = s.accesses.size();
    if (choice)
      s.operations.selections += 1;
    else if (!known || known->effect == Effect::Opaque)
      s.opaque = true;
    conditions_ += choice;
    for (const Expr& argument : n.args) value(argument, s);
    conditions_ -= choice;
    if (known && known->elementwise() && n.type.isFloat()) s.operations.functions += share(s, first);
  }

  TableStore begun(DataType type) const {
    TableStore s;
    s.loops = frame_.loops;
    s.bits = std::max<int>(8, type.bits);
    s.guards = frame_.guards;
    s.initial = frame_.initial;
    s.streams = frame_.streams;
    for (const int l : s.loops) s.executions *= t_.loops[static_cast<size_t>(l)].extent;
    s.executions = std::max(1.0, s.executions / frame_.skipped);
    return s;
  }

  void store(const BufferStore& n) {
    TableStore s = begun(n.buffer->dtype);
    value(n.value, s);
    s.accesses.push_back(access(n.buffer, n.indices, true));
    s.update = updateOf(n).has_value();
    t_.stores.push_back(std::move(s));
  }

  void evaluate(const Evaluate& n) {
    if (n.value.as<IntImm>()) return;
    const auto* called = n.value.as<Call>();
    if (called && called->op == Intrinsic::Prefetch) {
      double times = 1;
      for (const int l : frame_.loops) times *= t_.loops[static_cast<size_t>(l)].extent;
      t_.prefetches += times;
      return;
    }
    if (!frame_.block || frame_.block->writes.empty()) return;
    TableStore s = begun(frame_.block->writes[0].buffer->dtype);
    s.opaque = true;
    for (const auto* regions : {&frame_.block->reads, &frame_.block->writes})
      for (const BufferRegion& region : *regions) {
        std::vector<IndexTerms> index;
        for (const lw::Range& r : region.ranges) {
          index.push_back(reader_.read(r.min));
          if (const double extent = reader_.largest(r.extent); extent > 1) index.back().add(LoopMotion{-1, extent}, 1);
        }
        s.accesses.push_back(access(region.buffer, std::move(index), regions == &frame_.block->writes));
      }
    t_.stores.push_back(std::move(s));
  }

  // Lowering allocates of a cache only the part that is used at a time, inside the loops around all of its uses.
  void allocate() {
    std::vector<std::optional<std::vector<int>>> around(t_.buffers.size());
    for (const TableStore& s : t_.stores)
      for (const TableAccess& a : s.accesses) {
        auto& common = around[static_cast<size_t>(a.buffer)];
        if (!common) common = s.loops;
        const auto end = std::mismatch(common->begin(), common->end(), s.loops.begin(), s.loops.end()).first;
        common->erase(end, common->end());
      }
    for (size_t b = 0; b < t_.buffers.size(); ++b) {
      TableBuffer& buffer = t_.buffers[b];
      if (around[b] && !buffer.parameter) compact(static_cast<int>(b), around[b]->size());
      buffer.strides.assign(buffer.extents.size(), 1);
      double stride = 1;
      for (size_t d = buffer.extents.size(); d-- > 0;) {
        for (const TableBuffer::Align& align : buffer.aligned)
          if (align.axis == d && align.factor > 0)
            stride = std::ceil((stride - align.offset) / align.factor) * align.factor + align.offset;
        buffer.strides[d] = stride;
        stride *= buffer.extents[d];
      }
    }
  }

  void compact(int number, size_t outside) {
    TableBuffer& buffer = t_.buffers[static_cast<size_t>(number)];
    std::vector<double> used(buffer.extents.size(), 1);
    for (const TableStore& s : t_.stores)
      for (const TableAccess& a : s.accesses)
        for (size_t d = 0; a.buffer == number && d < used.size() && d < a.index.size(); ++d)
          used[d] = std::max(used[d], a.index[d].valid ? reachOf(a.index[d], s.loops, outside).span : 1e18);
    for (size_t d = 0; d < used.size(); ++d) buffer.extents[d] = std::min(buffer.extents[d], used[d]);
  }

  Packing packing_;
  StoreTable t_;
  Frame frame_;
  IndexReader reader_;
  int conditions_ = 0;
  std::unordered_map<const void*, int> numbers_;                // by data pointer; only looked up
  std::unordered_map<const void*, const BufferRegion*> views_;  // by Buffer::key(); only looked up
};

}  // namespace

StoreTable storeTable(const PrimFunc& scheduled, Packing packing) { return TableBuilder(packing).run(scheduled); }

IndexReach reachOf(const IndexTerms& index, const std::vector<int>& loops, size_t first) {
  IndexReach reach;
  const auto inside = loops.begin() + static_cast<std::ptrdiff_t>(first);
  for (const auto& [motion, step] : index.terms) {
    if (motion.loop >= 0 && std::find(inside, loops.end(), motion.loop) == loops.end()) continue;
    reach.values *= motion.count;
    reach.span += std::abs(step) * (motion.count - 1);
  }
  reach.values = std::min(reach.values, reach.span);
  return reach;
}

Movement movementIn(const TableAccess& access, const TableBuffer& buffer, int loop) {
  Movement m;
  for (size_t d = 0; d < access.index.size(); ++d) {
    m.regular = m.regular && access.index[d].valid;
    for (const auto& [motion, step] : access.index[d].terms) {
      if (motion.loop != loop) continue;
      if (motion.period > 1 || motion.wraps) m.regular = false;
      if (motion.period == 1 && d < buffer.strides.size()) m.stride += step * buffer.strides[d];
    }
  }
  return m;
}

double valuesIn(const TableAccess& access, int loop) {
  double values = 1;
  for (const IndexTerms& index : access.index)
    for (const auto& [motion, step] : index.terms)
      if (motion.loop == loop) values *= motion.count;
  return values;
}

}  // namespace lw::tune
