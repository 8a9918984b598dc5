#include "passes/mark_origins.h"

#include "core/ir/visit.h"

namespace lw {
namespace {

class Marker : public Rewriter {
 public:
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const Origin outer = here_;
    if (const auto* loop = s.as<For>()) here_.loop = loop->id;
    if (const auto* block = s.as<Block>()) here_.block = block->id;
    Stmt done = children(s, s.origin() == Origin{} ? here_ : s.origin());
    here_ = outer;
    return done;
  }

 private:
  Origin here_;
};

}  // namespace

PrimFunc markOrigins(const PrimFunc& f) {
  PrimFunc result = f;
  result.body = Marker().stmt(f.body);
  return result;
}

const Pass kMarkOriginsPass{.name = "mark_origins",
                            .label = "scheduled TIR",
                            .help = "Record in every statement the block and loop it comes from.",
                            .run = programOnly<markOrigins>};

}  // namespace lw
