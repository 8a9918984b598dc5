#include "backends/measure/loop_parts.h"

#include <optional>
#include <set>

#include "backends/measure/errors.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr size_t kMostAxes = 3;  // of a nest

bool readsMemory(const Expr& e) {
  bool reads = false;
  forEachExpr(e, [&](const Expr& part) { reads = reads || part.as<BufferLoad>(); });
  return reads;
}

// The name of a loop that runs as often as the data says.
std::optional<std::string> dataLoop(const Stmt& body) {
  std::optional<std::string> found;
  std::set<const void*> read;  // variables that name what was read
  const auto isData = [&](const Expr& e) {
    bool data = readsMemory(e);
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
  bool found = false;
  forEachStmt(body, [&](const Stmt& s) { found = found || s.as<For>(); });
  return found;
}

class Cutter : public Rewriter {
 public:
  std::vector<PartNest> nests;

  Stmt stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (!loop) return children(s);
    const bool inNest = depth_ > 0;
    if (!canRunInPart(*loop)) return inNest || asInt(loop->extent) != 1 ? s : children(s);
    // The innermost loop stays whole, because its code depends on its extent.
    if (inNest && (nests.back().axes.size() == kMostAxes || !hasLoop(loop->body))) return s;
    if (!inNest) nests.emplace_back();
    const std::string number = std::to_string(++count_);
    PartAxis axis{loop->var.name(), Var("first_" + number, loop->var.dtype()),
                  Var("count_" + number, loop->var.dtype()), *asInt(loop->extent), loop->kind == ForKind::Parallel};
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
  if (parts.nests.empty()) return explain(err::kEstimateLoops(lowered.name), "run the whole program");
  for (const Var& v : parts.parameters()) parts.lowered.params.push_back(v);
  return parts;
}

}  // namespace lw
