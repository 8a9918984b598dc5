#include "backends/onnx/onnx_source.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "backends/onnx/open_onnx.h"
#include "core/onnx/errors.h"
#include "core/support/text.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/recognise_operators.h"

namespace lw {
namespace {

constexpr std::string_view kComment = "# parameters: ", kWith = " with ";

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
  return all;
}

// What a person can do about problems: give numbers for sizes that the model leaves open, or values of inputs.
std::optional<Message> remedy(const onnx::Model& model, const onnx::Import& made, const OnnxRequest& request) {
  const auto unsupported = [](const Explanation& why) { return why.kind == "onnx.unsupported"; };
  if (!request.allowUnsupported && std::all_of(made.problems.begin(), made.problems.end(), unsupported))
    return say("lw import --allow-unsupported makes them calls of functions that you register");
  std::string names, binds;
  const auto add = [&](const std::string& name) {
    addItem(names, name);
    addItem(binds, "--bind " + name + "=1", " ");
  };
  std::string arrays;
  for (const onnx::ValueInfo& input : model.graph.inputs)
    if (std::find(made.wanted.begin(), made.wanted.end(), input.name) != made.wanted.end()) {
      if (onnx::isOneInteger(input))
        add(input.name);
      else
        addItem(arrays, "--known " + input.name + "=FILE.npy", " ");
    }
  for (const std::string& name : made.symbols)
    if (!request.sizes.contains(name)) add(name);
  if (!arrays.empty()) return say("give its value: lw import MODEL.onnx {0}", Snippet(arrays));
  if (names.empty()) return std::nullopt;
  return say("the model leaves open: {0}; numbers for them may help: {1}", Snippet(names), Snippet(binds));
}

// What a person has to write, as comments.
std::string outsideFunctions(const onnx::Import& made) {
  std::string text;
  for (const onnx::OutsideFunction& f : made.outside) {
    std::string parameters, identifier = f.name;
    std::replace_if(identifier.begin(), identifier.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    for (size_t i = 0; i < f.inputs; ++i) addItem(parameters, "x" + std::to_string(i));
    for (size_t i = 0; i < f.outputs; ++i) addItem(parameters, "out" + std::to_string(i));
    text += "# " + f.because + ". Register it:\n# @tvm.register_func(\"" + f.name + "\")\n# def " + identifier + "(" +
            parameters + "):" + (f.takes.empty() ? "" : "  # " + f.takes) + "\n#   out0[:] = ...\n";
  }
  return text;
}

std::string header(const onnx::Model& model, const std::string& path, const OnnxRequest& request,
                   const onnx::Import& made) {
  std::string text =
      "# The model " + std::filesystem::path(path).filename().string() + ": " + std::to_string(made.nodes) + " nodes";
  if (!model.producer.empty()) text += ", written by " + model.producer;
  if (const auto at = model.versions.find(""); at != model.versions.end())
    text += ", version " + std::to_string(at->second) + " of the operators";
  text += ".\n";
  // With arrays as values of inputs, other constants would be read again.
  const std::filesystem::path file =
      request.wholePath ? std::filesystem::absolute(path) : std::filesystem::path(path).filename();
  if (request.parameters.empty() && request.known.empty() && made.outside.empty())
    text += onnxComment({file.string(), request.sizes});
  return text + outsideFunctions(made);
}

}  // namespace

std::string onnxComment(const OnnxComment& comment) {
  std::string sizes;
  for (const auto& [name, value] : comment.sizes) {
    if (name.find_first_of(",=\n") != std::string::npos) return {};
    addItem(sizes, name + "=" + std::to_string(value));
  }
  return std::string(kComment) + comment.file + (sizes.empty() ? "" : std::string(kWith) + sizes) + "\n";
}

std::optional<OnnxComment> findOnnxComment(std::string_view text) {
  const size_t at = text.starts_with(kComment) ? 0 : text.find("\n" + std::string(kComment));
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + kComment.size() + (at > 0 ? 1 : 0));
  text = text.substr(0, text.find('\n'));
  OnnxComment found;
  const size_t with = text.rfind(kWith);
  found.file = text.substr(0, with);
  std::string_view rest = with == std::string_view::npos ? "" : text.substr(with + kWith.size());
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find(", "));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 2));
    const size_t equal = pair.find('=');
    int64_t value = 0;
    if (equal == std::string_view::npos ||
        std::from_chars(pair.data() + equal + 1, pair.data() + pair.size(), value).ptr != pair.data() + pair.size())
      return OnnxComment{std::string(text), {}};  // the name of a file has " with " in it
    found.sizes[std::string(pair.substr(0, equal))] = value;
  }
  return found;
}

bool isOnnxPath(std::string_view path) { return path.ends_with(".onnx"); }

Result<OnnxSource> onnxSource(const std::string& path, const OnnxRequest& request) {
  const Result<onnx::Model> model = onnx::readModel(path);
  if (!model) return model.error();
  onnx::ImportOptions options;
  options.known = request.known;
  options.sizes = request.sizes;
  options.allowUnsupported = request.allowUnsupported;
  options.outline = true;
  options.forNumpy = request.forNumpy;
  OnnxSource made;
  made.import = importOnnx(*model, std::move(options));
  if (!made.import.problems.empty()) {
    Explanation why = explanationOf(made.import, path);
    const std::optional<Message> what = remedy(*model, made.import, request);
    if (what) why.setHint(why.hint.empty() ? *what : say("{0}\n        {1}", why.remedy, *what));
    return why;
  }
  made.recognised = recognisedOperators(made.import.model);
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
