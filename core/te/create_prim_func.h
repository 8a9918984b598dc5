// Tensor expressions -> a function of blocks and loops, as TVM's te.create_prim_func makes it: one nest of loops and
// one block for each operation, in the order of their use; what is not a parameter is allocated in the root block.
#pragma once

#include <variant>

#include "core/support/result.h"
#include "core/te/tensor.h"

namespace lw::te {

using Parameter = std::variant<Tensor, Var>;

struct CreateOptions {
  std::string name = "main";
  uint32_t firstId = 1;                   // of loops and blocks
  std::string list = "create_prim_func";  // whose list the parameters are, for hints
  std::optional<DataType> indexType;      // of loops, iters, shapes and indices; none: as they are written
};

struct Created {
  PrimFunc function;
  std::vector<std::pair<BlockId, Span>> places;  // of the calls that the blocks stem from
};

// Tensors of the list that are computed are outputs, the others inputs. `where` of a reduction becomes a guard of its
// update, `init` the start of the block. Errors: a tensor twice, a variable that has no value.
Result<Created> createPrimFunc(const std::vector<Parameter>& parameters, const CreateOptions& options = {});

// The function with all integer indices, extents and shapes of this type.
PrimFunc withIndexType(const PrimFunc& function, DataType type);

}  // namespace lw::te
