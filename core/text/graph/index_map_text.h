// Index maps that a graph keeps as they are written: T.index_map(lambda i, j: (i // 4, j, i % 4)).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/ir/expr.h"

namespace lw {

struct WrittenIndexMap {
  std::vector<Var> inputs;  // int64
  std::vector<Expr> results;
};
// Sums, products, and quotients and remainders by numbers. Separators of axes are left out, because they arrange no
// elements. Nothing: the text is another one.
std::optional<WrittenIndexMap> indexMapFrom(std::string_view text);

}  // namespace lw
