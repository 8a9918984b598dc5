#include "core/ir/tensor_intrin.h"

#include "core/ir/equal.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

bool sameConstant(const Expr& a, const Expr& b) { return asInt(a) && asInt(a) == asInt(b); }

std::string whyNoBlock(const PrimFunc& f) {
  const auto* root = f.body.as<Block>();
  if (root && root->iters.empty()) return {};
  return "the body of " + f.name + " is not one block without axes";
}

}  // namespace

std::string whyNoIntrin(const PrimFunc& desc, const PrimFunc& impl) {
  for (const PrimFunc* f : {&desc, &impl})
    if (std::string why = whyNoBlock(*f); !why.empty()) return why;
  if (desc.params.size() != impl.params.size())
    return desc.name + " has " + std::to_string(desc.params.size()) + " parameters and " + impl.name + " has " +
           std::to_string(impl.params.size());
  for (size_t i = 0; i < desc.params.size(); ++i) {
    const Buffer *a = desc.bufferOf(desc.params[i]), *b = impl.bufferOf(impl.params[i]);
    if (!a || !b) return "parameter " + std::to_string(i) + " is no buffer in both functions";
    const std::string pair = (*a)->name + " of " + desc.name + " and " + (*b)->name + " of " + impl.name;
    if (!((*a)->dtype == (*b)->dtype)) return pair + " differ in their data type";
    if (a->rank() != b->rank()) return pair + " differ in the number of their dimensions";
    for (int d = 0; d < a->rank(); ++d)
      if (!sameConstant((*a)->shape[d], (*b)->shape[d])) return pair + " differ in their shape, or it is not constant";
  }
  return {};
}

}  // namespace lw
