#include "passes/inject_tensor_stores.h"

#include "core/analysis/gpu/tensor_boxes.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/swizzle.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "passes/errors.h"

namespace lw {
namespace {

bool isNoted(const For& loop) { return loop.annotations.contains(std::string(kTensorStoreNote)); }

// Statements and values of the kernel that access the array.
int accessesOf(const Stmt& kernel, const Buffer& array) {
  int count = 0;
  forEachStmt(kernel, [&](const Stmt& s) {
    const auto* store = s.as<BufferStore>();
    count += store && store->buffer->data == array->data;
  });
  count += anyExpr(kernel, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    return load && load->buffer->data == array->data;
  });
  return count;
}

class Inject : public Rewriter {
 public:
  std::optional<Explanation> error;
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (!loop) return children(s);
    if (isNoted(*loop)) return made(s, *loop);
    const bool first = !top_;
    if (first) top_ = s;
    kernels_ += isKernelAxis(*loop);
    Stmt done = children(s);
    kernels_ -= isKernelAxis(*loop);
    if (first) top_.reset();
    return done;
  }

 private:
  Stmt made(const Stmt& s, const For& loop) {
    Message why;
    const std::optional<ProducerCopy> copy = tensorStoreOf(s, why);
    if (!copy || !boxIsDense(*copy, swizzleOf(copy->to->scope), why)) return refuse(s, loop, why);
    if (kernels_ == 0) return refuse(s, loop, "no loop around it is bound to blockIdx or threadIdx");
    if (accessesOf(*top_, copy->from) > 1)
      return refuse(s, loop, say("the kernel accesses {0} in other statements too", Ident(copy->from->name)));
    TensorCopy tensor = *tensorBoxOf(*copy, why);
    tensor.map.swizzle = swizzleOf(copy->to->scope);
    VarMap start;
    int64_t bytes = copy->to->dtype.bytes();
    for (const For* each : copy->loops) {
      start.insert_or_assign(each->var.key(), each->min);
      bytes *= *asInt(each->extent);
    }
    const auto first = [&](const Buffer& b, const std::vector<Expr>& indices) {
      std::vector<Expr> at;
      for (const Expr& e : indices) at.push_back(substitute(e, start));
      return Expr(BufferLoad{b, std::move(at)});
    };
    std::vector<Expr> values{makeZero(dtype::Int32), first(copy->to, copy->write), first(copy->from, copy->read),
                             makeConst(dtype::Int32, bytes)};
    const std::vector<Expr> more = tensorValues(tensor);
    values.insert(values.end(), more.begin(), more.end());
    For nest = loop;
    nest.annotations.erase(std::string(kTensorStoreNote));
    return Stmt(AttrStmt{std::string(kBulkStore), 0, Call{dtype::Handle(), "tvm_tuple", std::move(values)},
                         Stmt(std::move(nest), s.origin())},
                s.origin());
  }
  Stmt refuse(const Stmt& s, const For& loop, const Message& why) {
    if (error) return s;
    error = explain(err::kGpuTensorStore(loop.var.name(), why),
                    "annotate the outermost loop of a copy from shared to global memory (cache_write) that is not "
                    "bound to threads");
    error->loops = {loop.id};
    return s;
  }

  std::optional<Stmt> top_;  // the outermost loop around
  int kernels_ = 0;          // loops around that are bound to blocks and threads
};

}  // namespace

PrimFunc injectTensorStores(const PrimFunc& f) {
  PrimFunc result = f;
  result.body = Inject().stmt(f.body);
  return result.body.sameAs(f.body) ? f : result;
}

Status checkTensorStores(const PrimFunc& before) {
  Inject check;
  check.stmt(before.body);
  if (check.error) return *check.error;
  return success();
}

const Pass kInjectTensorStoresPass{.name = "inject_tensor_stores",
                                   .label = "tensor stores",
                                   .help = "Mark copies of tiles to global memory that one instruction makes.",
                                   .check = programOnly<checkTensorStores>,
                                   .run = programOnly<injectTensorStores>};

}  // namespace lw
