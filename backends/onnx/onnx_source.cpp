#include "backends/onnx/onnx_source.h"

#include <filesystem>

#include "backends/onnx/open_onnx.h"
#include "core/onnx/errors.h"
#include "core/support/text.h"
#include "core/text/print/graph_printer.h"

namespace lw {
namespace {

// All problems as one error: one by itself, several below each other as its hint.
Explanation explanationOf(const onnx::Import& made, const std::string& path) {
  constexpr size_t kMost = 200;
  Explanation all = made.problems.front();
  if (made.problems.size() > 1) {
    std::string lines;
    for (size_t i = 0; i < made.problems.size() && i < kMost; ++i)
      addItem(lines, made.problems[i].message, "\n        ");
    if (made.problems.size() > kMost) addItem(lines, "...", "\n        ");
    all = explain(
        err::kOnnxProblems(std::filesystem::path(path).filename().string(), static_cast<int64_t>(made.problems.size())),
        Snippet(lines));
  }
  if (made.wanted.empty() || made.problems.size() > 1) return all;
  return explain(std::move(all),
                 say("give its value: lw import MODEL.onnx --known {0}=FILE.npy", Snippet(made.wanted.front())));
}

std::string header(const onnx::Model& model, const std::string& path, const OnnxRequest& request,
                   const onnx::Import& made) {
  std::string text =
      "# The model " + std::filesystem::path(path).filename().string() + ": " + std::to_string(made.nodes) + " nodes";
  if (!model.producer.empty()) text += ", written by " + model.producer;
  if (const auto at = model.versions.find(""); at != model.versions.end())
    text += ", version " + std::to_string(at->second) + " of the operators";
  text += ".\n";
  // With values of sizes or inputs, other constants would be read again.
  if (request.parameters.empty() && request.sizes.empty() && request.known.empty())
    text += "# parameters: " +
            (request.wholePath ? std::filesystem::absolute(path) : std::filesystem::path(path).filename()).string() +
            "\n";
  return text;
}

}  // namespace

bool isOnnxPath(std::string_view path) { return path.ends_with(".onnx"); }

Result<OnnxSource> onnxSource(const std::string& path, const OnnxRequest& request) {
  const Result<onnx::Model> model = onnx::readModel(path);
  if (!model) return model.error();
  onnx::ImportOptions options;
  options.known = request.known;
  options.sizes = request.sizes;
  options.outline = true;
  options.forNumpy = request.forNumpy;
  OnnxSource made;
  made.import = importOnnx(*model, std::move(options));
  if (!made.import.problems.empty()) return explanationOf(made.import, path);
  made.text = header(*model, path, request, made.import) + print(made.import.model).text;
  if (!request.parameters.empty())
    made.text += "\n\nparameters = np.load(\"" + request.parameters + "\")\n" +
                 "ModelWithParameters = relax.transform.BindParams(\"main\", parameters)(Model)\n";
  for (auto& [name, data] : made.import.constants) made.constants.emplace(name, std::move(data));
  made.import.constants.clear();
  made.import.model = {};
  return made;
}

}  // namespace lw
