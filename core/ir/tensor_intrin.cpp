#include "core/ir/tensor_intrin.h"

#include "core/ir/equal.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

bool sameConstant(const Expr& a, const Expr& b) { return asInt(a) && asInt(a) == asInt(b); }

Message whyNoBlock(const PrimFunc& f) {
  const auto* root = f.body.as<Block>();
  if (root && root->iters.empty()) return {};
  return say("the body of {0} is not a single block without iteration variables", Ident(f.name));
}

}  // namespace

Message whyNoIntrin(const PrimFunc& desc, const PrimFunc& impl) {
  for (const PrimFunc* f : {&desc, &impl})
    if (Message why = whyNoBlock(*f); !why.empty()) return why;
  if (desc.params.size() != impl.params.size())
    return say("{0} has {1} parameters and {2} has {3}", Ident(desc.name), desc.params.size(), Ident(impl.name),
               impl.params.size());
  for (size_t i = 0; i < desc.params.size(); ++i) {
    const Buffer *a = desc.bufferOf(desc.params[i]), *b = impl.bufferOf(impl.params[i]);
    if (!a || !b) return say("parameter {0} is not a buffer in both functions", i);
    const Message pair =
        say("{0} of {1} and {2} of {3}", Ident((*a)->name), Ident(desc.name), Ident((*b)->name), Ident(impl.name));
    if (!((*a)->dtype == (*b)->dtype)) return say("{0} differ in their data type", pair);
    if (a->rank() != b->rank()) return say("{0} differ in the number of their dimensions", pair);
    for (int d = 0; d < a->rank(); ++d)
      if (!sameConstant((*a)->shape[d], (*b)->shape[d]))
        return say("{0} differ in their shape, or it is not constant", pair);
  }
  return {};
}

}  // namespace lw
