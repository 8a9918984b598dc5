// lw import: a model of ONNX as a program text with its parameters beside it.
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/tuned.h"
#include "backends/onnx/onnx_source.h"
#include "core/support/json.h"
#include "core/support/text.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

int listOperators(const CommandLine& arguments) {
  nlohmann::json list = nlohmann::json::array();
  for (const onnx::OperatorSupport& op : onnx::operatorSupport()) {
    const std::string name = op.domain.empty() ? op.name : op.domain + "." + op.name;
    if (arguments.json()) {
      list.push_back({{"name", op.name}, {"domain", op.domain}, {"since", op.since}, {"why_not", op.whyNot}});
    } else if (op.since > 0) {
      std::printf("%-48s from version %d\n", name.c_str(), static_cast<int>(op.since));
    } else {
      std::printf("%-48s not read: %s\n", name.c_str(), op.whyNot.c_str());
    }
  }
  if (arguments.json()) std::cout << nlohmann::json{{"ok", true}, {"operators", list}}.dump(2) << "\n";
  return kDone;
}

void report(const CommandLine& arguments, const OnnxSource& made, const std::string& text, const std::string& beside) {
  const onnx::Import& import = made.import;
  if (arguments.json()) {
    nlohmann::json operators = nlohmann::json::object();
    for (const auto& [name, count] : import.operators) operators[name] = count;
    nlohmann::json outside = nlohmann::json::array();
    for (const onnx::OutsideFunction& f : import.outside)
      outside.push_back({{"function", f.name}, {"attributes", f.takes}, {"because", f.because}});
    std::cout << nlohmann::json{{"ok", true},
                                {"nodes", import.nodes},
                                {"operators", operators},
                                {"folded", import.folded},
                                {"calls", import.calls},
                                {"outside", outside},
                                {"recognised", made.recognised},
                                {"parameters", import.parameters},
                                {"parameter_bytes", import.parameterBytes},
                                {"text", text},
                                {"parameter_file", beside}}
                     .dump(2)
              << "\n";
    return;
  }
  std::fprintf(stderr,
               "%zu nodes of %zu operators became %zu calls, after %zu of constants were carried out; %.2f million "
               "parameters, %.1f MB\n",
               import.nodes, import.operators.size(), import.calls, import.folded,
               static_cast<double>(import.parameters) / 1e6, static_cast<double>(import.parameterBytes) / 1e6);
  if (!made.recognised.empty())
    std::fprintf(stderr, "recognised: %s\n",
                 join(made.recognised, [](const auto& r) { return std::to_string(r.second) + " " + r.first; }).c_str());
  for (const onnx::OutsideFunction& f : import.outside)
    std::fprintf(stderr, "to register: %s, because %s\n", f.name.c_str(), f.because.c_str());
  if (!beside.empty()) std::fprintf(stderr, "wrote %s and %s\n", text.c_str(), beside.c_str());
}

Result<std::map<std::string, NDArray>> readKnown(const CommandLine& arguments) {
  std::map<std::string, NDArray> known;
  for (const std::string& given : arguments.all("--known")) {
    const size_t at = given.find('=');
    if (at == std::string::npos) return err::kUsagePair("--known", given);
    Result<NDArray> array = readNpy(given.substr(at + 1));
    if (!array) return array.error();
    known.emplace(given.substr(0, at), *std::move(array));
  }
  return known;
}

int run(const CommandLine& arguments) {
  if (arguments.has("--operators")) return listOperators(arguments);
  const std::string path = arguments.get("FILE");
  if (path.empty()) return fail(arguments, err::kImportNoFile(), nullptr, kWrongUsage);
  const std::string out = arguments.get("-o");
  OnnxRequest request;
  const Result<std::map<std::string, int64_t>> sizes = readBinds(arguments);
  if (!sizes) return fail(arguments, sizes.error(), nullptr, kWrongUsage);
  Result<std::map<std::string, NDArray>> known = readKnown(arguments);
  if (!known) return fail(arguments, known.error(), nullptr, kWrongUsage);
  request.sizes = *sizes;
  request.known = *std::move(known);
  request.allowUnsupported = arguments.has("--allow-unsupported");
  request.forNumpy = !out.empty();
  const std::string beside = out.empty() ? "" : fs::path(out).replace_extension(".npz").string();
  request.parameters = beside.empty() ? "" : fs::path(beside).filename().string();
  Result<OnnxSource> made = onnxSource(path, request);
  if (!made) return fail(arguments, made.error());
  if (out.empty()) {
    if (!arguments.json()) std::cout << made->text;
    report(arguments, *made, made->text, "");
    return kDone;
  }
  if (Status s = writeFile(out, made->text); !s) return fail(arguments, s.error());
  NamedArrays arrays;
  for (auto& [name, data] : made->constants) {
    arrays.emplace_back(name, *data);
    data.reset();
  }
  if (Status s = writeNpz(beside, arrays); !s) return fail(arguments, s.error());
  report(arguments, *made, out, beside);
  return kDone;
}

}  // namespace

Command importCommand() {
  return {
      "import",
      "a model of ONNX as a program text, with its parameters in a file beside it",
      {{"FILE", "MODEL.onnx", "", OptionSpec::kValue},
       {"-o", "write MODEL.py, and the parameters to MODEL.npz beside it", "", OptionSpec::kValue},
       {"--bind", "value of a symbolic size, or of an input of one integer: batch=1; repeatable", "",
        OptionSpec::kRepeated},
       {"--known", "the value of an input that decides shapes: shape=FILE.npy; repeatable", "", OptionSpec::kRepeated},
       {"--allow-unsupported", "nodes that cannot be read call functions that you register", "", OptionSpec::kFlag},
       {"--operators", "list the operators of ONNX: from which version on each is read, or why not", "",
        OptionSpec::kFlag}},
      run};
}

}  // namespace lw
