// Converts tensor expressions to a function of blocks and loops, as TVM's te.create_prim_func does: one nest of loops
// and one block for each operation, in the order of their use. Tensors that are not parameters are allocated in the
// root block.
#pragma once

#include <variant>

#include "core/support/result.h"
#include "core/te/tensor.h"

namespace lw::te {

using Parameter = std::variant<Tensor, Var>;

struct CreateOptions {
  std::string name = "main";
  uint32_t firstId = 1;                   // the first id of loops and blocks
  std::string list = "create_prim_func";  // the call that lists the parameters, for hints
  std::optional<DataType> indexType;      // of loops, iters, shapes and indices; none: types are kept
};

struct Created {
  PrimFunc function;
  std::vector<std::pair<BlockId, Span>> places;  // the calls from which the blocks were made
};

// Computed tensors of the list are outputs, the others inputs. `where` of a reduction becomes a guard of its update,
// `init` becomes the block's init. Errors: a tensor that is listed twice, a variable that has no value.
Result<Created> createPrimFunc(const std::vector<Parameter>& parameters, const CreateOptions& options = {});

// The function with all integer indices, extents and shapes converted to this type.
PrimFunc withIndexType(const PrimFunc& function, DataType type);

}  // namespace lw::te
