#include "backends/measure/loop_parts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "backends/measure/errors.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr size_t kMostAxes = 3;  // of a nest

// The name of a loop that runs as often as the data says.
std::optional<std::string> dataLoop(const Stmt& body) {
  std::optional<std::string> found;
  std::set<const void*> read;  // variables that name what was read
  const auto isData = [&](const Expr& e) {
    bool data = loadsMemory(e);
    forEachExpr(e, [&](const Expr& part) {
      if (const auto* v = part.as<Var>()) data = data || read.contains(v->key());
    });
    return data;
  };
  forEachStmt(body, [&](const Stmt& s) {  // a statement before those in it
    if (s.as<While>()) found = "while";
    if (const auto* let = s.as<LetStmt>(); let && isData(let->value)) read.insert(let->var.key());
    if (const auto* loop = s.as<For>(); loop && (isData(loop->min) || isData(loop->extent))) found = loop->var.name();
  });
  return found;
}

bool canRunInPart(const For& loop) {
  const std::optional<int64_t> extent = asInt(loop.extent);
  return extent && *extent > 1 && isZero(loop.min) && (loop.kind == ForKind::Serial || loop.kind == ForKind::Parallel);
}

// The statement itself, or the one that it only allocates memory or names values for.
const Stmt& inside(const Stmt& s) {
  if (const auto* n = s.as<Allocate>()) return inside(n->body);
  if (const auto* n = s.as<DeclBuffer>()) return inside(n->body);
  if (const auto* n = s.as<AttrStmt>()) return inside(n->body);
  if (const auto* n = s.as<LetStmt>()) return inside(n->body);
  return s;
}

bool hasLoop(const Stmt& body) {
  return anyStmt(body, [&](const Stmt& s) { return s.as<For>(); });
}

using DataSet = std::set<const void*>;  // keys of the buffers' data

struct Touched {
  DataSet written, read, indexing;  // indexing: whose elements are parts of indices
};

// What a nest touches. A variable that names a value counts as the buffers that the value is read from.
class Toucher {
 public:
  explicit Toucher(const Stmt& nest) {
    forEachStmt(nest, [this](const Stmt& s) {
      if (const auto* let = s.as<LetStmt>()) add(named_[let->var.key()], let->value);
    });
    forEachExpr(nest, [this](const Expr& e) {
      if (const auto* let = e.as<Let>()) add(named_[let->var.key()], let->value);
    });
    forEachStmt(nest, [this](const Stmt& s) {
      const auto* store = s.as<BufferStore>();
      if (!store) return;
      touched_.written.insert(store->buffer->data.key());
      for (const Expr& index : store->indices) add(touched_.indexing, index);
    });
    forEachExpr(nest, [this](const Expr& e) {
      if (const auto* load = e.as<BufferLoad>()) {
        touched_.read.insert(load->buffer->data.key());
        for (const Expr& index : load->indices) add(touched_.indexing, index);
      }
      const auto* pointer = e.as<Var>();
      if (!pointer || !pointer->dtype().isHandle()) return;  // in a call
      touched_.written.insert(pointer->key());
      touched_.read.insert(pointer->key());
    });
  }
  Touched result() && { return std::move(touched_); }

 private:
  void add(DataSet& data, const Expr& value) {
    forEachExpr(value, [&](const Expr& part) {
      if (const auto* load = part.as<BufferLoad>()) data.insert(load->buffer->data.key());
      const auto* v = part.as<Var>();
      if (const auto known = v ? named_.find(v->key()) : named_.end(); known != named_.end() && &known->second != &data)
        data.insert(known->second.begin(), known->second.end());
    });
  }

  std::map<const void*, DataSet> named_;
  Touched touched_;
};

// The nests before `nest` that write what its indices are made of.
std::vector<size_t> indexNests(const std::vector<Touched>& touched, size_t nest) {
  std::vector<size_t> found;
  DataSet needed = touched[nest].indexing;
  for (size_t i = nest; i-- > 0;) {
    const DataSet& written = touched[i].written;
    if (std::none_of(written.begin(), written.end(), [&](const void* data) { return needed.contains(data); })) continue;
    found.push_back(i);
    needed.insert(touched[i].read.begin(), touched[i].read.end());
  }
  return found;
}

std::vector<BlockId> blocksOf(const Stmt& nest) {
  std::vector<BlockId> blocks;
  forEachStmt(nest, [&](const Stmt& s) {
    const BlockId block = s.origin().block;
    const bool known = std::find(blocks.begin(), blocks.end(), block) != blocks.end();
    if ((s.as<BufferStore>() || s.as<Evaluate>()) && block.valid() && !known) blocks.push_back(block);
  });
  return blocks;
}

class Cutter : public Rewriter {
 public:
  std::vector<PartNest> nests;
  std::vector<Touched> touched;  // by each of them

  Stmt stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (!loop) return children(s);
    const bool inNest = depth_ > 0;
    if (!canRunInPart(*loop)) return inNest || asInt(loop->extent) != 1 ? s : children(s);
    // The innermost loop stays whole, because its code depends on its extent.
    if (inNest && (nests.back().axes.size() == kMostAxes || !hasLoop(loop->body))) return s;
    if (!inNest) {
      nests.emplace_back();
      nests.back().blocks = blocksOf(s);
      touched.push_back(Toucher(s).result());
    }
    const std::vector<PartAxis>& outer = nests.back().axes;
    const bool threads = loop->kind == ForKind::Parallel &&
                         std::none_of(outer.begin(), outer.end(), [](const PartAxis& a) { return a.parallel; });
    const std::string number = std::to_string(++count_);
    PartAxis axis{loop->var.name(), Var("first_" + number, loop->var.dtype()),
                  Var("count_" + number, loop->var.dtype()), *asInt(loop->extent), threads};
    For part = *loop;
    part.min = max(Expr(axis.first), makeZero(loop->var.dtype()));
    part.extent = axis.count;
    nests.back().axes.push_back(axis);
    if (inside(loop->body).as<For>()) {
      ++depth_;
      part.body = stmt(loop->body);
      --depth_;
    }
    return Stmt(std::move(part), s.origin());
  }

 private:
  int depth_ = 0, count_ = 0;
};

}  // namespace

int64_t PartNest::iterations() const {
  int64_t product = 1;
  for (const PartAxis& axis : axes) product *= axis.extent;
  return product;
}

std::vector<Var> LoopParts::parameters() const {
  std::vector<Var> all;
  for (const PartNest& nest : nests)
    for (const PartAxis& axis : nest.axes) all.push_back(axis.first), all.push_back(axis.count);
  return all;
}

Result<LoopParts> loopParts(const PrimFunc& lowered) {
  if (const std::optional<std::string> loop = dataLoop(lowered.body))
    return explain(err::kEstimateData(*loop), "run the whole program");
  Cutter cutter;
  LoopParts parts{lowered, {}};
  parts.lowered.body = cutter.stmt(lowered.body);
  parts.nests = std::move(cutter.nests);
  for (size_t i = 0; i < parts.nests.size(); ++i) parts.nests[i].before = indexNests(cutter.touched, i);
  if (parts.nests.empty()) return explain(err::kEstimateLoops(lowered.name), "run the whole program");
  for (const Var& v : parts.parameters()) parts.lowered.params.push_back(v);
  return parts;
}

}  // namespace lw
