// NumPy's files: one array (.npy), or several by name in a zip (.npz), compressed or not; written uncompressed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ir/ndarray.h"

namespace lw {

using NamedArrays = std::vector<std::pair<std::string, NDArray>>;

Result<std::string> npyBytes(const NDArray& array);  // not for bfloat16, float8 and vector types, which NumPy lacks
Result<NDArray> parseNpy(std::string_view bytes);
Result<std::string> npzBytes(const NamedArrays& arrays);
Result<NamedArrays> parseNpz(std::string_view bytes);  // stored and deflated entries, also zip64

Status writeNpy(const std::string& path, const NDArray& array);
Result<NDArray> readNpy(const std::string& path);
Status writeNpz(const std::string& path, const NamedArrays& arrays);
Result<NamedArrays> readNpz(const std::string& path);

}  // namespace lw
