#include "core/schedule/support/inline_helpers.h"

#include <algorithm>

#include "core/ir/intrinsics.h"
#include "core/ir/python_values.h"
#include "core/ir/visit.h"
#include "core/schedule/support/regions.h"
#include "core/support/text.h"
#include "core/text/tir/regions.h"

namespace lw {

const Error<Ident, Message> kNotOneStore{"inline.not-one-store", "block {0} is not a single store: {1}"};
const Error<Ident> kInlinePointer{"inline.pointer", "{0} is accessed through its pointer or a match_buffer"};
namespace {

class UsedBuffers : public Visitor {
 public:
  std::vector<Buffer> buffers;
  void bufferUse(const Buffer& b) override {
    if (std::find(buffers.begin(), buffers.end(), b) == buffers.end()) buffers.push_back(b);
  }
};

}  // namespace

Block withInferredRegions(const Block& block) {
  UsedBuffers used;
  used.stmt(Stmt(block));
  tir::BlockRegions regions = tir::inferRegions(block, used.buffers);
  const auto keepOpaque = [&](const std::vector<BufferRegion>& declared, std::vector<BufferRegion>& inferred) {
    for (const BufferRegion& r : declared) {
      const auto same = [&](const Buffer& b) { return b == r.buffer; };
      if (std::any_of(regions.opaque.begin(), regions.opaque.end(), same)) inferred.push_back(r);
    }
  };
  keepOpaque(block.reads, regions.reads);
  keepOpaque(block.writes, regions.writes);
  Block fresh = block;
  fresh.reads = std::move(regions.reads);
  fresh.writes = std::move(regions.writes);
  return fresh;
}

namespace {

class RegionRefresher : public Rewriter {
 public:
  RegionRefresher(const Block& scope, const Buffer& buffer, const Stmt& root)
      : scope_(scope.id), buffer_(buffer), root_(root) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    const auto* block = done.as<Block>();
    if (!block || block->id == scope_) return done;
    const auto named = [&](const BufferRegion& r) { return r.buffer == buffer_; };
    if (std::none_of(block->reads.begin(), block->reads.end(), named) &&
        std::none_of(block->writes.begin(), block->writes.end(), named))
      return done;
    return Stmt(inside(withInferredRegions(*block)), done.origin());
  }

 private:
  // What is inferred for a block around loops or other blocks takes the ends of their ranges one by one, whatever the
  // conditions of the accesses are, and may be too large.
  Block inside(Block block) const {
    const bool around = anyStmt(block.body, [&](const Stmt& s) { return s.as<Block>() || s.as<For>(); });
    if (!around) return block;
    Analyzer known = knownAt(root_, block.id);
    for (const IterVar& iter : block.iters) known.bind(iter.var, iter.domain);
    for (auto* list : {&block.reads, &block.writes})
      for (BufferRegion& region : *list)
        for (size_t d = 0; d < region.ranges.size(); ++d)
          if (!loadsMemory(region.ranges[d]))
            region.ranges[d] = insideBuffer(region.ranges[d], region.buffer->shape[d], known);
    return block;
  }

  BlockId scope_;
  const Buffer& buffer_;
  const Stmt& root_;
};

class LetRenamer : public Rewriter {
 public:
  VarMap map;
  Var varDef(const Var& v) override {
    const Var fresh(v.name(), v.dtype());
    map.insert_or_assign(v.key(), fresh);
    return fresh;
  }
  Expr var(const Var& v) override {
    const auto found = map.find(v.key());
    return found == map.end() ? Expr(v) : found->second;
  }
};

}  // namespace

const BufferStore* onlyStore(const Block& block) { return block.body.as<BufferStore>(); }

bool hasEffects(const Expr& e) {
  return anyExpr(e, [&](const Expr& x) {
    const auto* call = x.as<Call>();
    if (!call) return false;
    const IntrinsicInfo* known = call->op.info();
    return !known || known->effect == Effect::Opaque;
  });
}

Stmt refreshRegions(const Stmt& scope, const Buffer& buffer, const Stmt& root) {
  return RegionRefresher(*scope.as<Block>(), buffer, root).stmt(scope);
}

bool takesAddress(const Stmt& root, const Buffer& buffer) {
  return anyExpr(root, [&](const Expr& e) {
    const BufferLoad* load = passedElement(e);
    return load && load->buffer == buffer;
  });
}

Expr withFreshLets(const Expr& e) {
  const bool lets = anyExpr(e, [&](const Expr& x) { return x.as<Let>(); });
  return lets ? LetRenamer().expr(e) : e;
}

Message inputWrittenLater(const Snapshot& program, BlockId block, const std::vector<BlockId>& others) {
  const std::vector<BlockId> blocks = program.childBlocks(program.scopeOf(block));
  const auto position = [&](BlockId b) { return std::find(blocks.begin(), blocks.end(), b) - blocks.begin(); };
  const auto sharesLoop = [&](BlockId a, BlockId b) {
    const std::vector<LoopId> x = program.loopsAbove(a), y = program.loopsAbove(b);
    return !x.empty() && !y.empty() && x.front() == y.front();
  };
  for (const BufferRegion& read : program.block(block).reads)
    for (const BlockId w : blocks) {
      const auto writes = [&](const BufferRegion& r) { return r.buffer->data == read.buffer->data; };
      const std::vector<BufferRegion>& written = program.block(w).writes;
      if (std::none_of(written.begin(), written.end(), writes)) continue;
      const bool shared = sharesLoop(w, block) ||
                          std::any_of(others.begin(), others.end(), [&](BlockId o) { return sharesLoop(w, o); });
      if (position(w) >= position(block) || shared)
        return say("{0} (written by block {1})", Ident(read.buffer->name), Ident(program.name(w)));
    }
  return {};
}

BoxAnswer determinesIters(const std::vector<Expr>& read, const std::vector<IterVar>& iters, const ProofBudget& budget) {
  Box box;
  std::vector<Expr> vars;
  bool plain = true;  // every iter is an index by itself
  for (const IterVar& iter : iters) {
    const auto isIter = [&](const Expr& e) {
      const auto* v = e.as<Var>();
      return v && *v == iter.var;
    };
    box.vars.push_back(iter.var);
    box.ranges.push_back(iter.domain);
    vars.push_back(iter.var);
    plain = plain && (isOne(iter.domain.extent) || std::any_of(read.begin(), read.end(), isIter));
  }
  return plain ? BoxAnswer{Verdict::Answer::Yes, {}} : determines(box, read, vars, budget);
}

std::string textOfPoints(const BoxAnswer& answer) {
  std::string text;
  for (const std::vector<int64_t>& point : answer.points) {
    std::string values = join(point, [&](const int64_t n) { return std::to_string(n); });
    text += (text.empty() ? "(" : " and (") + values + ")";
  }
  return text;
}

}  // namespace lw
