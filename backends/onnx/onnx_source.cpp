#include "backends/onnx/onnx_source.h"

#include <filesystem>

#include "backends/onnx/open_onnx.h"
#include "core/onnx/errors.h"
#include "core/text/print/graph_printer.h"

namespace lw {
namespace {

// All problems as one error: the first as it is, the others below it.
Explanation explanationOf(const onnx::Import& made, const std::string& path) {
  std::string names;
  for (const std::string& input : made.wanted) names += (names.empty() ? "" : ", ") + input;
  Explanation first = made.problems.front();
  if (made.problems.size() > 1) {
    std::string all;
    for (const Explanation& why : made.problems) all += "\n  " + why.message;
    first = err::kOnnxProblems(path, static_cast<int64_t>(made.problems.size()), all);
  }
  if (names.empty()) return first;
  return explain(std::move(first),
                 say("give the values of {0}: --known {1}=FILE.npy", Snippet(names), Snippet(made.wanted.front())));
}

std::string header(const onnx::Model& model, const std::string& path, const OnnxRequest& request,
                   const onnx::Import& made) {
  std::string text =
      "# The model " + std::filesystem::path(path).filename().string() + ": " + std::to_string(made.nodes) + " nodes";
  if (!model.producer.empty()) text += ", written by " + model.producer;
  if (const auto at = model.versions.find(""); at != model.versions.end())
    text += ", version " + std::to_string(at->second) + " of the operators";
  text += ".\n";
  if (request.parameters.empty())
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
