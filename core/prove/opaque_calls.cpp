// Calls whose meaning is not known here. T.reads and T.writes of their blocks say which memory they access; what a call
// leaves in an element is an unknown function of its name, its arguments, how its buffers are laid out, all that it may
// read, and the element's old value. Two calls agree where all of this does.
//
// What it may read is gathered as a sum of unknown functions of an element's value and of its place: two such sums are
// proved equal only where each place has the same value.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/prove/normal_form.h"

namespace lw::prove {
namespace {

bool runsInAnyOrder(ForKind kind) {
  return kind == ForKind::Parallel || kind == ForKind::Vectorized || kind == ForKind::ThreadBinding;
}

std::string constants(const std::vector<Expr>& list, bool& all) {
  std::string text;
  for (const Expr& e : list) {
    const std::optional<int64_t> n = asInt(e);
    all = all && n;
    text += std::to_string(n.value_or(0)) + ",";
  }
  return text;
}

// Where a region begins in the memory that is allocated, and in which buffer.
struct Origins {
  std::unordered_map<const void*, MatchBuffer> views;  // Buffer::key()
  std::unordered_map<const void*, Buffer> ofData;      // Var::key() of the data -> buffer
  VarMap offsets;                                      // variables for where views begin

  BufferRegion root(BufferRegion region) const {
    for (auto it = views.find(region.buffer.key()); it != views.end(); it = views.find(region.buffer.key())) {
      const BufferRegion& source = it->second.source;
      const size_t dropped = source.ranges.size() - region.ranges.size();
      BufferRegion outer = source;
      for (size_t i = 0; i < outer.ranges.size(); ++i) {
        if (i < dropped)
          outer.ranges[i].extent = makeConst(outer.ranges[i].min.dtype(), 1);
        else
          outer.ranges[i] = {source.ranges[i].min + region.ranges[i - dropped].min, region.ranges[i - dropped].extent};
      }
      region = std::move(outer);
    }
    return region;
  }

  void add(const Block& b) {
    for (const Buffer& buffer : b.allocs) ofData.emplace(buffer->data.key(), buffer);
    for (const MatchBuffer& m : b.matches) {
      views.insert_or_assign(m.buffer.key(), m);
      ofData.emplace(m.buffer->data.key(), m.buffer);
      const auto* start = m.buffer->elemOffset.as<Var>();
      const BufferRegion whole = root(m.source);
      if (!start || !whole.buffer->strides.empty() || asInt(whole.buffer->elemOffset) != 0) continue;
      Expr flat = makeZero(start->dtype());
      for (size_t i = 0; i < whole.ranges.size(); ++i)
        flat = flat * cast(start->dtype(), whole.buffer->shape[i]) + cast(start->dtype(), whole.ranges[i].min);
      offsets.insert_or_assign(start->key(), flat);
    }
  }
};

// One call, in words that tell all that is constant, and its other arguments.
class Description {
 public:
  Description(const Origins& origins, const Block& block) : origins_(origins) {
    for (const auto* list : {&block.reads, &block.writes})
      for (const BufferRegion& r : *list) {
        const BufferRegion region = origins.root(r);
        (list == &block.reads ? reads : writes).push_back(region);
        describe(region, list == &block.writes);
      }
  }

  bool add(const Call& call) {
    text_ += call.op.name() + ":" + toString(call.type) + "(";
    for (const Expr& arg : call.args) argument(arg);
    text_ += ")";
    return known_;
  }
  const std::string& text() const { return text_; }
  // Whether this is where a region's memory begins.
  bool pointsTo(const Expr& e, const BufferRegion& region) const {
    const auto* v = e.as<Var>();
    const std::optional<Buffer> buffer = v ? memoryOf(*v) : std::nullopt;
    return buffer && (*buffer)->data.sameAs(region.buffer->data);
  }

  std::vector<BufferRegion> reads, writes;
  std::vector<Expr> values;

 private:
  std::optional<Buffer> memoryOf(const Var& data) const {
    const auto found = origins_.ofData.find(data.key());
    if (found == origins_.ofData.end()) return std::nullopt;
    const std::vector<Range> none(found->second->shape.size(), Range{0, 1});
    return origins_.root({found->second, none}).buffer;
  }

  void describe(const BufferRegion& r, bool written) {
    std::vector<Expr> extents;
    for (const Range& range : r.ranges) extents.push_back(range.extent);
    const BufferNode& b = *r.buffer;
    text_ += std::string(written ? "w" : "r") + toString(b.dtype) + b.scope + "[" + constants(b.shape, known_) + ";" +
             constants(b.strides, known_) + ";" + constants({b.elemOffset}, known_) + ";" + constants(extents, known_) +
             "]";
    for (const Range& range : r.ranges) values.push_back(range.min);
  }

  void argument(const Expr& e) {
    if (const auto* s = e.as<StringImm>()) {
      text_ += "\"" + std::to_string(s->value.size()) + ":" + s->value + "\",";
    } else if (e.dtype().isHandle()) {
      pointer(e);
    } else if (const auto* c = e.as<Call>(); c && c->op == Intrinsic::TypeAnnotation) {
      text_ += toString(c->type) + ",";
    } else {
      known_ = known_ && !e.dtype().isVector();
      text_ += toString(e.dtype()) + ",";
      values.push_back(substitute(e, origins_.offsets));
    }
  }

  void pointer(const Expr& e) {
    if (const auto* c = e.as<Call>(); c && c->op == Intrinsic::AccessPtr) {
      text_ += "at(";
      for (const Expr& arg : c->args) argument(arg);
      text_ += "),";
      return;
    }
    const auto* v = e.as<Var>();
    const std::optional<Buffer> found = v ? memoryOf(*v) : std::nullopt;
    if (!found) {
      known_ = false;
      return;
    }
    const Buffer& buffer = *found;
    const auto place = [&](const std::vector<BufferRegion>& list) {
      return std::ranges::find_if(list, [&](const BufferRegion& r) { return r.buffer->data.sameAs(buffer->data); }) -
             list.begin();
    };
    known_ = known_ && (place(reads) < std::ssize(reads) || place(writes) < std::ssize(writes));
    text_ += "p" + std::to_string(place(reads)) + "/" + std::to_string(place(writes)) + ",";
  }

  const Origins& origins_;
  std::string text_ = std::string(kUnknownFunction);
  bool known_ = true;
};

// Does the call leave nothing of the old values? An instruction that fills or loads a fragment does.
bool overwrites(const Call& call, const Description& d) {
  const std::vector<BufferRegion>& writes = d.writes;
  if (call.op != "tvm_fill_fragment" && call.op != "tvm_load_matrix_sync") return false;
  const std::optional<int64_t> m = asInt(call.args.at(1)), n = asInt(call.args.at(2));
  int64_t elements = 1;
  for (const Range& r : writes.at(0).ranges) elements *= asInt(r.extent).value_or(0);
  return writes.size() == 1 && d.pointsTo(call.args.at(0), writes[0]) && m && n && elements == *m * *n;
}

class OpaqueCalls : public Rewriter {
 public:
  OpaqueCalls(Origins origins, uint32_t& nextId, std::set<std::string>& calls)
      : origins_(std::move(origins)), nextId_(nextId), calls_(calls) {}

  Stmt stmt(const Stmt& s) override {
    if (const auto* b = s.as<Block>()) {
      origins_.add(*b);
      const Block* outer = std::exchange(block_, b);
      const Stmt inner = children(s);
      block_ = outer;
      return inner;
    }
    if (const auto* f = s.as<For>(); f && runsInAnyOrder(f->kind)) {
      ++anyOrder_;
      const Stmt inner = children(s);
      --anyOrder_;
      return inner;
    }
    const auto* e = s.as<Evaluate>();
    const auto* call = e ? e->value.as<Call>() : nullptr;
    return call ? ofCall(*call, s) : children(s);
  }

 private:
  Stmt ofCall(const Call& call, const Stmt& whole) {
    const Stmt nothing(Evaluate{Expr(0)}, whole.origin());
    if (call.op == Intrinsic::AccessPtr) {
      const std::optional<int64_t> mask = asInt(call.args.back());
      return mask && !(*mask & 2) ? nothing : whole;  // an address that is not used, of memory that is only read
    }
    const bool foreign =
        call.op == Intrinsic::CallExtern || call.op == "tvm_fill_fragment" || call.op == "tvm_load_matrix_sync";
    if (!foreign || !block_ || anyOrder_ || block_->writes.empty()) return whole;
    Description d(origins_, *block_);
    if (!d.add(call)) return whole;
    const auto* name = call.args.empty() ? nullptr : call.args[0].as<StringImm>();
    calls_.insert(call.op == Intrinsic::CallExtern && name ? name->value : call.op.name());
    return statements(d, overwrites(call, d), whole.origin());
  }

  Stmt statements(const Description& d, bool all, Origin origin) {
    const DataType type = dtype::Int32;
    const Buffer cell = makeBuffer("call", {}, type);
    const Expr held = BufferLoad{cell, {}};
    std::vector<Stmt> made{Stmt(BufferStore{cell, {}, Call{type, d.text() + " of", d.values}}, origin)};
    for (size_t k = 0; k < d.reads.size(); ++k)
      made.push_back(overRegion(d.reads[k], [&](const std::vector<Expr>& at, std::vector<Expr> names) {
        names.insert(names.begin(), BufferLoad{d.reads[k].buffer, at});
        const Expr one = Call{type, std::string(kUnknownFunction) + "element " + std::to_string(k), names};
        return Stmt(BufferStore{cell, {}, rawBinary(BinaryOp::Add, held, one)}, origin);
      }));
    for (size_t k = 0; k < d.writes.size(); ++k)
      made.push_back(overRegion(d.writes[k], [&](const std::vector<Expr>& at, std::vector<Expr> names) {
        const Buffer& buffer = d.writes[k].buffer;
        names.insert(names.begin(), held);
        if (!all) names.push_back(BufferLoad{buffer, at});
        const std::string function = std::string(kUnknownFunction) + "result " + std::to_string(k);
        return Stmt(BufferStore{buffer, at, Call{buffer->dtype, function, names}}, origin);
      }));
    Block block(BlockId{nextId_++}, block_->name, Stmt(Seq{std::move(made)}));
    block.allocs.push_back(cell);
    return Stmt(block, origin);
  }

  // A loop over each dimension; `body` gets the element, and its place in the region.
  template <class Body>
  Stmt overRegion(const BufferRegion& r, Body body) {
    std::vector<Expr> at, names;
    std::vector<Var> vars;
    for (const Range& range : r.ranges) {
      vars.emplace_back("q", range.min.dtype());
      names.emplace_back(vars.back());
      at.push_back(range.min + Expr(vars.back()));
    }
    Stmt made = body(at, names);
    for (size_t i = vars.size(); i-- > 0;)
      made = For{LoopId{nextId_++},
                 vars[i],
                 makeZero(vars[i].dtype()),
                 cast(vars[i].dtype(), r.ranges[i].extent),
                 ForKind::Serial,
                 {},
                 {},
                 made};
    return made;
  }

  Origins origins_;
  uint32_t& nextId_;
  std::set<std::string>& calls_;
  const Block* block_ = nullptr;
  int anyOrder_ = 0;  // loops around whose iterations run in any order
};

}  // namespace

void withoutOpaqueCalls(PrimFunc& f, std::set<std::string>& calls) {
  Origins origins;
  for (const auto& [handle, buffer] : f.buffers) origins.ofData.emplace(buffer->data.key(), buffer);
  f.body = OpaqueCalls(std::move(origins), f.nextId, calls).stmt(f.body);
}

}  // namespace lw::prove
