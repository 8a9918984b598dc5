#include "passes/unroll_loop.h"

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/support/effects.h"

namespace lw {
namespace {

constexpr std::string_view kMaxStep = "pragma_auto_unroll_max_step", kExplicit = "pragma_unroll_explicit";
constexpr int kMaxDepth = 8;

class Unroll : public Rewriter {
 public:
  explicit Unroll(PrimFunc& ids) : ids_(ids) {}
  Expr expr(const Expr& e) override { return e; }

  Stmt stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) return visitLoop(*loop, s);
    if (s.as<BufferStore>() || s.as<Evaluate>()) ++steps_;
    if (const auto* seq = s.as<Seq>()) return visitSeq(*seq, s);
    if (const auto* attr = s.as<AttrStmt>())
      if (attr->key == kMaxStep || attr->key == kExplicit)
        return underPragma(attr->key, asInt(attr->value), attr->body);
    return children(s);
  }

 private:
  // Counts as TVM does: statements of the parts add up, and the deepest nest of the parts counts.
  Stmt visitSeq(const Seq& seq, const Stmt& s) {
    std::vector<Stmt> stmts;
    bool changed = false;
    int64_t steps = 0;
    int loops = 0, depth = 0;
    for (const Stmt& part : seq.stmts) {
      steps_ = 0, plainLoops_ = 0, depth_ = 0;
      stmts.push_back(stmt(part));
      changed |= !stmts.back().sameAs(part);
      steps += steps_;
      loops = std::max(loops, plainLoops_), depth = std::max(depth, depth_);
    }
    steps_ = steps, plainLoops_ = loops, depth_ = depth;
    return changed ? sequence(std::move(stmts)).withOrigin(s.origin()) : s;
  }

  Stmt underPragma(std::string_view key, std::optional<int64_t> value, const Stmt& body) {
    const auto savedStep = maxStep_;
    const bool savedExplicit = writeOut_;
    if (key == kMaxStep)
      maxStep_ = value.value_or(0);
    else
      writeOut_ = value.value_or(1) != 0;
    Stmt done = stmt(body);
    maxStep_ = savedStep;
    writeOut_ = savedExplicit;
    return done;
  }

  Stmt visitLoop(const For& n, const Stmt& s) {
    const auto found = n.annotations.find(std::string(kMaxStep)), how = n.annotations.find(std::string(kExplicit));
    const auto savedStep = maxStep_;
    const bool savedExplicit = writeOut_;
    const auto number = [](const AnnotationValue& v, int64_t otherwise) {
      const auto* i = std::get_if<int64_t>(&v.value);
      return i ? *i : otherwise;
    };
    For copy = n;
    bool changed = false;
    if (found != n.annotations.end())
      maxStep_ = number(found->second, 0), changed |= copy.annotations.erase(std::string(kMaxStep)) > 0;
    if (how != n.annotations.end())
      writeOut_ = number(how->second, 1) != 0, changed |= copy.annotations.erase(std::string(kExplicit)) > 0;
    copy.body = stmt(n.body);
    changed |= !copy.body.sameAs(n.body);
    Stmt done = unrolled(std::move(copy), s, changed);
    maxStep_ = savedStep;
    writeOut_ = savedExplicit;
    return done;
  }

  Stmt unrolled(For n, const Stmt& s, bool changed) {
    const auto extent = asInt(n.extent);
    const bool automatic = n.kind == ForKind::Serial && extent && *extent >= 0 && plainLoops_ == 0 &&
                           depth_ <= kMaxDepth && *extent * steps_ <= maxStep_;
    const bool wanted = n.kind == ForKind::Unrolled || automatic;
    if (!wanted) {
      ++plainLoops_;
      return changed ? Stmt(std::move(n), s.origin()) : s;
    }
    ++depth_;
    const bool fits = extent && *extent >= 0 && *extent * std::max(1, countStores(n.body)) <= kMostUnrolled;
    if (extent) steps_ *= *extent;
    if (fits && writeOut_) return writtenOut(n, *extent, s.origin());
    if (n.kind == ForKind::Serial) n.kind = ForKind::Unrolled, changed = true;
    return changed ? Stmt(std::move(n), s.origin()) : s;
  }

  Stmt writtenOut(const For& n, int64_t extent, Origin origin) {
    std::vector<Stmt> parts;
    for (int64_t i = 0; i < extent; ++i) {
      const Stmt body = i + 1 < extent ? freshCopy(n.body, ids_) : n.body;
      parts.push_back(substitute(body, {{n.var.key(), n.min + makeConst(n.var.dtype(), i)}}));
    }
    Stmt result = sequence(std::move(parts));
    return result.origin() == Origin{} ? result.withOrigin(origin) : result;
  }

  PrimFunc& ids_;
  int64_t maxStep_ = -1;  // no automatic unrolling
  bool writeOut_ = true;
  int64_t steps_ = 0;
  int plainLoops_ = 0, depth_ = 0;
};

}  // namespace

PrimFunc unrollLoop(const PrimFunc& f) {
  PrimFunc result = f;
  Unroll unroll(result);
  result.body = unroll.stmt(f.body);
  return result;
}

const Pass kUnrollLoopPass{
    .name = "unroll_loop", .label = "unroll", .help = "Expand unrolled loops.", .run = programOnly<unrollLoop>};

}  // namespace lw
