#include "passes/support/kernel_nest.h"

#include "core/ir/threads.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

class EachKernel : public Rewriter {
 public:
  explicit EachKernel(const std::function<Stmt(const KernelNest&)>& f) : f_(f) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const auto nest = kernelNest(s);
    if (!nest) return children(s);
    Stmt body = f_(*nest);
    if (body.sameAs(nest->body)) return s;
    for (size_t i = nest->axes.size(); i-- > 0;) {
      For axis = *nest->axes[i];
      axis.body = std::move(body);
      body = Stmt(std::move(axis), s.origin());
    }
    return body;
  }

 private:
  const std::function<Stmt(const KernelNest&)>& f_;
};

}  // namespace

std::optional<KernelNest> kernelNest(const Stmt& s) {
  KernelNest nest{{}, s};
  while (const auto* loop = nest.body.as<For>()) {
    if (!isKernelAxis(*loop)) break;
    nest.axes.push_back(loop);
    nest.body = Stmt(loop->body);
  }
  if (nest.axes.empty()) return std::nullopt;
  return nest;
}

Stmt rewriteKernels(const Stmt& s, const std::function<Stmt(const KernelNest&)>& f) { return EachKernel(f).stmt(s); }

Stmt barrier(Origin origin) { return Stmt(Evaluate{Call{dtype::Int32, kSyncCall, {StringImm{"shared"}}}}, origin); }
Stmt warpSync(Origin origin) { return Stmt(Evaluate{Call{dtype::Int32, kSyncCall, {StringImm{"warp"}}}}, origin); }

}  // namespace lw
