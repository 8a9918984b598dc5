#include "backends/onnx/onnx_source.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "backends/onnx/open_onnx.h"
#include "core/onnx/errors.h"
#include "core/support/text.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/recognise_operators.h"

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
  return all;
}

bool isOneInteger(const onnx::Model& model, const std::string& input) {
  return std::any_of(model.graph.inputs.begin(), model.graph.inputs.end(),
                     [&](const onnx::ValueInfo& i) { return i.name == input && onnx::isOneInteger(i); });
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
  for (const std::string& name : made.wanted) {
    if (isOneInteger(model, name))
      add(name);
    else
      addItem(arrays, "--known " + name + "=FILE.npy", " ");
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

constexpr std::string_view kParameters = "# parameters: ", kSizes = "# sizes: ";

// Names with these could not be read back.
bool canBeListed(const std::map<std::string, int64_t>& sizes) {
  return std::none_of(sizes.begin(), sizes.end(), [](const auto& size) {
    return size.first.find_first_of("=,\n") != std::string::npos || size.first.starts_with(' ');
  });
}

std::string header(const onnx::Model& model, const std::string& path, const OnnxRequest& request,
                   const OnnxSource& made) {
  std::string text = "# The model " + std::filesystem::path(path).filename().string() + ": " +
                     std::to_string(made.import.nodes) + " nodes";
  if (!model.producer.empty()) text += ", written by " + model.producer;
  if (made.version > 0) text += ", version " + std::to_string(made.version) + " of the operators";
  text += ".\n";
  // With arrays as values of inputs, other constants would be read again.
  if (request.parameters.empty() && request.known.empty() && made.import.outside.empty() &&
      canBeListed(request.sizes)) {
    const std::filesystem::path named =
        request.wholePath ? std::filesystem::absolute(path) : std::filesystem::path(path).filename();
    text += std::string(kParameters) + named.string() + "\n";
    const std::string sizes =
        join(request.sizes, [](const auto& s) { return s.first + " = " + std::to_string(s.second); });
    if (!sizes.empty()) text += std::string(kSizes) + sizes + "\n";
  }
  return text + outsideFunctions(made.import);
}

// What follows the word in a line that begins with it; empty: there is no such line.
std::string lineAfter(const std::string& text, std::string_view word) {
  const size_t at = text.starts_with(word) ? 0 : text.find("\n" + std::string(word));
  if (at == std::string::npos) return {};
  const size_t begin = at + word.size() + (at > 0 ? 1 : 0);
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

bool isOnnxPath(std::string_view path) { return path.ends_with(".onnx"); }

OnnxOrigin onnxOriginOf(const std::string& text, const std::string& pathOfText) {
  OnnxOrigin origin;
  const std::filesystem::path named = lineAfter(text, kParameters);
  if (named.empty()) return origin;
  origin.path = (std::filesystem::path(pathOfText).parent_path() / named).string();
  std::istringstream sizes(lineAfter(text, kSizes));
  for (std::string item; std::getline(sizes, item, ',');) {
    const size_t equals = item.find(" = "), begin = item.find_first_not_of(' ');
    if (equals == std::string::npos) continue;
    origin.sizes[item.substr(begin, equals - begin)] = std::strtoll(item.c_str() + equals + 3, nullptr, 10);
  }
  return origin;
}

OnnxAttempt readOnnx(const std::string& path, const OnnxRequest& request) {
  OnnxAttempt attempt;
  const Result<onnx::Model> model = onnx::readModel(path);
  if (!model) {
    attempt.why = model.error();
    attempt.problems = {model.error()};
    return attempt;
  }
  const size_t nodes = attempt.nodes = model->graph.nodes.size();
  onnx::ImportOptions options;
  options.known = request.known;
  options.sizes = request.sizes;
  options.allowUnsupported = request.allowUnsupported;
  options.outline = true;
  options.forNumpy = request.forNumpy;
  if (request.goOn) options.goOn = [&](size_t node) { return request.goOn(node, nodes); };
  OnnxSource made;
  made.import = importOnnx(*model, std::move(options));
  attempt.symbols = made.import.symbols;
  for (const std::string& name : made.import.wanted)
    (isOneInteger(*model, name) ? attempt.symbols : attempt.wanted).push_back(name);
  if (made.import.stopped) {
    attempt.why = err::kOnnxStopped(std::filesystem::path(path).filename().string());
    attempt.problems = {attempt.why};
    return attempt;
  }
  if (!made.import.problems.empty()) {
    attempt.why = explanationOf(made.import, path);
    const std::optional<Message> what = remedy(*model, made.import, request);
    if (what)
      attempt.why.setHint(attempt.why.hint.empty() ? *what : say("{0}\n        {1}", attempt.why.remedy, *what));
    attempt.problems = std::move(made.import.problems);
    return attempt;
  }
  made.producer = model->producer;
  if (const auto at = model->versions.find(""); at != model->versions.end()) made.version = at->second;
  made.recognised = recognisedOperators(made.import.model);
  made.text = header(*model, path, request, made) + print(made.import.model).text;
  if (!request.parameters.empty())
    made.text += "\n\nparameters = np.load(\"" + request.parameters + "\")\n" +
                 "ModelWithParameters = relax.transform.BindParams(\"main\", parameters)(Model)\n";
  for (auto& [name, data] : made.import.constants) made.constants.emplace(name, std::move(data));
  made.import.constants.clear();
  made.import.model = {};
  attempt.source = std::move(made);
  return attempt;
}

Result<OnnxSource> onnxSource(const std::string& path, const OnnxRequest& request) {
  OnnxAttempt attempt = readOnnx(path, request);
  if (!attempt.source) return std::move(attempt.why);
  return *std::move(attempt.source);
}

}  // namespace lw
