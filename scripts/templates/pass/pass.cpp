// @name@: what the pass requires, and what it guarantees. As it is, it changes nothing.
#include "passes/pass.h"

namespace lw {
namespace {

PrimFunc changed(const PrimFunc& f) { return withBody(f, f.body); }

}  // namespace

extern const Pass k@Name@;
const Pass k@Name@{.name = "@name@",
                   .label = "@words@",
                   .help = "What the pass does, in one line.",
                   .run = programOnly<changed>};

}  // namespace lw
