#include "backends/onnx/test_data.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lw {
namespace {

namespace fs = std::filesystem;

Result<std::vector<NDArray>> tensorsOf(const fs::path& file, onnx::Type::Kind kind, const std::string& folder) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  const std::string text = bytes.str();
  const Result<std::vector<onnx::Tensor>> tensors = onnx::parseTensors(text, kind);
  if (!tensors) return tensors.error();
  std::vector<NDArray> arrays;
  for (const onnx::Tensor& t : *tensors) {
    Result<NDArray> array = onnx::arrayOf(t, folder);
    if (!array) return array.error();
    arrays.push_back(*std::move(array));
  }
  return arrays;
}

// Entries of the folder whose names are `prefix`, a number and `suffix`, by their numbers.
std::vector<std::string> numbered(const fs::path& folder, const std::string& prefix, const std::string& suffix) {
  std::vector<std::pair<int, std::string>> found;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(suffix))
      found.emplace_back(std::atoi(name.c_str() + prefix.size()), entry.path().string());
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> paths;
  for (auto& [_, path] : found) paths.push_back(std::move(path));
  return paths;
}

}  // namespace

std::vector<std::string> onnxTestDataBeside(const std::string& model) {
  return numbered(fs::absolute(model).parent_path(), "test_data_set_", "");
}

Result<OnnxTestData> readOnnxTestData(const std::string& folder, const onnx::Graph& graph) {
  OnnxTestData data;
  const auto read = [&](const char* prefix, const std::vector<onnx::ValueInfo>& values,
                        std::vector<std::vector<NDArray>>& to) -> Status {
    const std::vector<std::string> files = numbered(folder, prefix, ".pb");
    for (size_t i = 0; i < files.size() && i < values.size(); ++i) {
      Result<std::vector<NDArray>> arrays = tensorsOf(files[i], values[i].type.kind, folder);
      if (!arrays) return arrays.error();
      // The data of ONNX 1.12 call the bits of a bfloat16 a uint16.
      for (NDArray& array : *arrays)
        if (values[i].type.element == onnx::ElementType::BFloat16 && array.type == dtype::UInt(16))
          array.type = dtype::BFloat16();
      to.push_back(*std::move(arrays));
    }
    return success();
  };
  if (Status s = read("input_", graph.inputs, data.inputs); !s) return s.error();
  if (Status s = read("output_", graph.outputs, data.outputs); !s) return s.error();
  return data;
}

OnnxTolerance OnnxTolerance::of(DataType type) const {
  return {type == dtype::BFloat16() ? std::max(relative, 0.015625) : relative, absolute};
}

bool OnnxTolerance::accepts(double got, double expected) const {
  if (std::isnan(expected)) return std::isnan(got);
  return got == expected || std::abs(got - expected) <= absolute + relative * std::abs(expected);
}

}  // namespace lw
