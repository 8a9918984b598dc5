// Files that are no models, or damaged ones: an error with the place, no crash, nothing read outside of the folder.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "backends/measure/model_in_file.h"
#include "backends/onnx/onnx_source.h"
#include "backends/onnx/open_onnx.h"
#include "tests/onnx/model_bytes.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::string goodModel() {
  OnnxGraph g;
  g.nodes = {onnxNode("MatMul", {"x", "w"}, {"h"}),
             onnxNode("Softmax", {"h"}, {"s"}, {onnxAttribute("axis", int64_t{1})}),
             onnxNode("Transpose", {"s"}, {"t"}, {onnxAttribute("perm", std::vector<int64_t>{1, 0})}),
             onnxNode("Clip", {"t", "low"}, {"y"})};
  NDArray low = floats({}, {0.25});
  g.initializers = {onnxTensor("w", floats({3, 2}, {1, 2, 3, 4, 5, 6})), onnxTensor("low", low)};
  g.inputs = {onnxValue("x", {"n", "3"})};
  g.outputs = {onnxValue("y", {"2", "n"})};
  return onnxModel(g);
}

// What it pads depends on the size of axis 1, which it leaves open.
std::string modelOfSizes() {
  OnnxGraph g;
  g.nodes = {onnxNode("Conv", {"x", "w"}, {"y"},
                      {Bytes().text(1, "auto_pad").text(4, "SAME_UPPER").number(20, 3),
                       onnxAttribute("strides", std::vector<int64_t>{2})})};
  g.initializers = {onnxTensor("w", floats({8, 1, 3}, std::vector<double>(24, 1)))};
  g.inputs = {onnxValue("x", {"1", "1", "n"})};
  g.outputs = {onnxValue("y", {"1", "8", "m"})};
  return onnxModel(g);
}

// Reads and imports the bytes; whatever they are, it ends with a model or with an explanation.
bool isRead(const std::string& bytes) {
  const Result<onnx::Model> model = onnx::parseModel(bytes, "/nowhere");
  if (!model) {
    EXPECT_FALSE(model.error().message.empty());
    return false;
  }
  const onnx::Import made = importOnnx(*model, {});
  for (const Explanation& why : made.problems) EXPECT_FALSE(why.message.empty());
  return made.problems.empty();
}

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("lw_onnx_" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path write(const std::string& name, const std::string& bytes) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

 private:
  fs::path path_;
};

TEST(OnnxFiles, ATextMadeWithSizesFindsItsConstants) {
  const Folder folder;
  const std::string path = folder.write("sized.onnx", modelOfSizes());
  const Result<OnnxSource> open = onnxSource(path);
  ASSERT_FALSE(open.ok());
  EXPECT_EQ(open.error().hint, "the model leaves open: n; numbers for them may help: --bind n=1");
  const Result<OnnxSource> made = onnxSource(path, {.sizes = {{"n", 8}}});
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_NE(made->text.find("# parameters: sized.onnx\n# sizes: n = 8\n"), std::string::npos) << made->text;
  const Result<BoundParameters> again = readParameters(path, {{"n", 8}});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->size(), made->constants.size());
}

TEST(OnnxFiles, EveryCutOfAModelIsRefusedOrRead) {
  const std::string good = goodModel();
  ASSERT_TRUE(isRead(good));
  for (size_t length = 0; length < good.size(); ++length) isRead(good.substr(0, length));
}

TEST(OnnxFiles, MutatedModelsNeverCrash) {
  const std::string good = goodModel();
  std::mt19937 random(1);
  const char* wanted = std::getenv("LW_ONNX_MUTANTS");
  const int count = wanted ? std::atoi(wanted) : 3000;
  for (int i = 0; i < count; ++i) {
    std::string bytes = good;
    for (int change = 0; change < 1 + static_cast<int>(random() % 4); ++change) {
      const size_t at = random() % bytes.size();
      switch (random() % 3) {
        case 0:
          bytes[at] = static_cast<char>(random());
          break;
        case 1:
          bytes.erase(at, 1 + random() % 8);
          break;
        default:
          bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 16));
      }
      if (bytes.empty()) bytes = "x";
    }
    isRead(bytes);
  }
}

TEST(OnnxFiles, WhatIsNoModelIsSaid) {
  const Folder folder;
  const auto errorOf = [&](const std::string& name, const std::string& bytes) {
    const Result<OnnxSource> source = onnxSource(folder.write(name, bytes).string());
    // The path is in front.
    return source ? std::string() : source.error().message.substr(source.error().message.find(name));
  };
  EXPECT_EQ(errorOf("text.onnx", "import numpy as np\n"),
            "text.onnx: the bytes are no ONNX model: a field ends after the message around it");
  EXPECT_EQ(errorOf("empty.onnx", ""), "empty.onnx: the bytes are no ONNX model: there is no graph");
  const Result<OnnxSource> none = onnxSource("/nowhere/model.onnx");
  EXPECT_EQ(none.error().message, "cannot open /nowhere/model.onnx: No such file or directory");
}

// A tensor of 4 floats in a file.
Bytes external(const std::string& location, int64_t offset, int64_t length) {
  const auto entry = [](const std::string& key, const std::string& value) {
    return Bytes().text(1, key).text(2, value);
  };
  return Bytes()
      .number(1, 4)
      .number(2, 1)
      .text(8, "w")
      .message(13, entry("location", location))
      .message(13, entry("offset", std::to_string(offset)))
      .message(13, entry("length", std::to_string(length)))
      .number(14, 1);
}
std::string errorOfExternal(const Folder& folder, const Bytes& tensor) {
  OnnxGraph g;
  g.nodes = {onnxNode("Add", {"x", "w"}, {"y"})};
  g.initializers = {tensor};
  g.inputs = {onnxValue("x", {"4"})};
  g.outputs = {onnxValue("y", {"4"})};
  const Result<OnnxSource> source = onnxSource(folder.write("model/external.onnx", onnxModel(g)).string());
  return source ? std::string() : source.error().message;
}

TEST(OnnxFiles, ExternalDataLiesInTheFolderOfTheModel) {
  const Folder folder;
  folder.write("model/weights.bin", std::string(32, '\0'));
  folder.write("secret.bin", std::string(32, '\0'));
  EXPECT_EQ(errorOfExternal(folder, external("weights.bin", 16, 16)), "");
  EXPECT_EQ(errorOfExternal(folder, external("../secret.bin", 0, 16)),
            "the tensor w lies in ../secret.bin, outside of the model's folder");
  EXPECT_EQ(errorOfExternal(folder, external("/etc/hostname", 0, 16)),
            "the tensor w lies in /etc/hostname, outside of the model's folder");
  fs::create_symlink("../secret.bin", folder.write("model/x", "").parent_path() / "link.bin");
  EXPECT_EQ(errorOfExternal(folder, external("link.bin", 0, 16)),
            "the tensor w lies in link.bin, outside of the model's folder");
  EXPECT_EQ(errorOfExternal(folder, external("weights.bin", 24, 16)),
            "the tensor w lies at bytes 24 to 40 of weights.bin, which has 32");
  EXPECT_EQ(errorOfExternal(folder, external("weights.bin", 0, 12)),
            "the tensor w of shape (4,) holds 3 elements, not 4");
}

TEST(OnnxFiles, AShapeThatTheDataDoNotFillTakesNoMemory) {
  OnnxGraph g;
  g.nodes = {onnxNode("Add", {"x", "w"}, {"y"})};
  g.initializers = {Bytes().number(1, int64_t{1} << 33).number(2, 1).text(8, "w").text(9, std::string(16, '\0'))};
  g.inputs = {onnxValue("x", {"4"})};
  g.outputs = {onnxValue("y", {"4"})};
  const std::string bytes = onnxModel(g);
  const Result<onnx::Model> model = onnx::parseModel(bytes, "");
  ASSERT_TRUE(model.ok());
  const onnx::Import made = importOnnx(*model, {});
  ASSERT_EQ(made.problems.size(), 1U);
  EXPECT_EQ(made.problems[0].message, "the tensor w of shape (8589934592,) holds 4 elements, not 8589934592");
}

}  // namespace
}  // namespace lw
