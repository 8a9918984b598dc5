#include "tests/fuzz/readers.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "backends/collect/read_collected.h"
#include "backends/onnx/open_onnx.h"
#include "backends/package/package.h"
#include "backends/reference/npy.h"
#include "core/check_proof/check_proof.h"
#include "core/ir/equal.h"
#include "core/ir/verify.h"
#include "core/script/schedule_script.h"
#include "core/session/link.h"
#include "core/session/session.h"
#include "core/te/read_program.h"
#include "core/text/print/graph_printer.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "core/trace/trace.h"
#include "core/tune/records/record_files.h"

namespace lw::fuzz {
namespace {

constexpr std::string_view kProgram = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4, 6), "float32"), B: T.Buffer((6, 4), "float32"), D: T.Buffer((4, 4), "float32")):
    C = T.alloc_buffer((4, 4), "float32")
    for i, j, k in T.grid(4, 4, 6):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(4, 4):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], T.float32(0))
)";

const Schedule& start() {
  static const Schedule schedule{Snapshot(*parseSource("main.py", std::string(kProgram)).select(""))};
  return schedule;
}

// For inputs that would take long and be right.
script::Limits limits() {
  script::Limits l;
  l.steps = 20'000;
  l.items = 20'000;
  l.totalItems = 100'000;
  return l;
}

std::string broken(const SourceFile& file) {
  for (const Diagnostic& d : file.diagnostics)
    if (render(d, file.source).empty()) return "an error without a text";
  return "";
}

std::string checkFunction(const PrimFunc& f) {
  if (const auto rules = verify(f); !rules.empty()) return "invariant broken: " + rules.front();
  const std::string printed = print(f).text;
  const SourceFile again = parseSource("printed.py", printed);
  const auto same = again.select("");
  if (!same) return "what was printed is not read: " + same.error().message + "\n" + printed;
  if (const auto difference = firstDifference(f, *same))
    return "printed and read: " + difference->path + ": " + difference->left + " | " + difference->right + "\n" +
           printed;
  return "";
}

std::string readTvmScript(std::string_view bytes) {
  const SourceFile file = parseSource("fuzz.py", std::string(bytes));
  std::string wrong = broken(file);
  for (const PrimFunc& f : file.functions)
    if (wrong.empty()) wrong = checkFunction(f);
  return wrong;
}

std::string readExpressions(std::string_view bytes) {
  const SourceFile file = readProgram("fuzz.py", std::string(bytes));
  std::string wrong = broken(file);
  for (const PrimFunc& f : file.functions)
    if (const auto rules = verify(f); wrong.empty() && !rules.empty()) wrong = "invariant broken: " + rules.front();
  return wrong;
}

std::string checkRun(const ScriptRun& run) {
  if (run.error && toText(*run.error).empty()) return "an error without a text";
  const auto rules = verify(run.schedule.program().function());
  return rules.empty() ? "" : "invariant broken: " + rules.front();
}

std::string readScript(std::string_view bytes) {
  const SourceFile file = parseSource("fuzz.py", std::string(bytes));
  for (const std::string& function : file.scheduleFunctions())
    if (std::string wrong = checkRun(interpretSchedule(file, function, start(), limits())); !wrong.empty())
      return wrong;
  return broken(file);
}

std::string readTyped(std::string_view bytes) { return checkRun(interpretStep(bytes, start(), limits())); }

std::string readTrace(std::string_view bytes) {
  const Result<Trace> trace = traceFromJson(bytes);
  if (!trace) return toText(trace.error()).empty() ? "an error without a text" : "";
  const std::string written = toJson(*trace);
  const Result<Trace> again = traceFromJson(written);
  if (!again) return "what was written is not read: " + toText(again.error()) + "\n" + written;
  if (toJson(*again) != written) return "written twice: " + written + "\n" + toJson(*again);
  const Result<Schedule> replayed = replay(start(), *trace);
  if (!replayed) return toText(replayed.error()).empty() ? "an error without a text" : "";
  const auto rules = verify(replayed->program().function());
  return rules.empty() ? "" : "invariant broken: " + rules.front();
}

std::string readSession(std::string_view bytes) {
  const Result<LoadedSession> loaded = sessionFromJson(bytes);
  if (!loaded) return toText(loaded.error()).empty() ? "an error without a text" : "";
  const std::string written = toJson(loaded->session);
  const Result<LoadedSession> again = sessionFromJson(written);
  if (!again) return "what was written is not read: " + toText(again.error()) + "\n" + written;
  const std::string twice = toJson(again->session);
  return twice == written ? "" : "written twice:\n" + written + "\n" + twice;
}

// A link with a session in it; what is none is put into one.
std::string readLink(std::string_view bytes) {
  const Result<std::string> session = sessionOfLink(bytes);
  if (!session) {
    if (toText(session.error()).empty()) return "an error without a text";
    const std::string link = linkOfSession(std::string(bytes));
    const Result<std::string> again = link.empty() ? std::string(bytes) : sessionOfLink(link);
    return again && *again == bytes ? "" : "what was put into a link is not read from it";
  }
  const std::string link = linkOfSession(*session);
  const Result<std::string> again = link.empty() ? *session : sessionOfLink(link);
  return again && *again == *session ? "" : "what was put into a link is not read from it";
}

// Of the program and of itself; and of another one, for which no certificate is right.
std::string readProof(std::string_view bytes) {
  constexpr int kSeconds = 2;
  const std::variant<Certificate, Message> read = certificateFromJson(std::string(bytes));
  if (const auto* problem = std::get_if<Message>(&read))
    return problem->text().empty() ? "an error without a text" : "";
  const Certificate& certificate = std::get<Certificate>(read);
  const std::string written = toJson(certificate);
  const std::variant<Certificate, Message> again = certificateFromJson(written);
  if (!std::holds_alternative<Certificate>(again) || toJson(std::get<Certificate>(again)) != written)
    return "what was written is not read";
  static const PrimFunc program = *parseSource("main.py", std::string(kProgram)).select(""), other = [] {
    std::string text(kProgram);
    text.replace(text.find(" * B["), 3, " + ");
    return *parseSource("other.py", text).select("");
  }();
  const CheckedProof checked = checkProof(program, program, certificate, kSeconds);
  if (checked.refusal && checked.refusal->text().empty()) return "an error without a text";
  return checkProof(program, other, certificate, kSeconds).refusal ? "" : "programs that differ are called equal";
}

std::string readSentBack(std::string_view bytes) {
  const Result<Collected> collected = readCollected(bytes, "fuzz.py");
  if (!collected) return toText(collected.error()).empty() ? "an error without a text" : "";
  std::string wrong;
  for (const CollectedProgram& program : collected->programs)
    if (wrong.empty()) wrong = broken(*program.source);
  for (const CollectedSchedule& schedule : collected->schedules)
    if (schedule.program >= static_cast<int>(collected->programs.size())) wrong = "a schedule of no program";
  return wrong;
}

std::string readPackage(std::string_view bytes) {
  constexpr int64_t kMemory = 1 << 18;
  const Result<KernelPackage> package = decodePackage(bytes, kMemory);
  if (!package) return toText(package.error()).empty() ? "an error without a text" : "";
  const std::string written = encodePackage(*package);
  const Result<KernelPackage> again = decodePackage(written, kMemory);
  if (!again) return "what was written is not read: " + toText(again.error());
  return encodePackage(*again) == written ? "" : "written twice";
}

std::string readArrays(std::string_view bytes) {
  if (bytes.starts_with('\x93')) {
    const Result<NDArray> array = parseNpy(bytes);
    if (!array) return toText(array.error()).empty() ? "an error without a text" : "";
    const Result<std::string> written = npyBytes(*array);
    if (!written) return toText(written.error()).empty() ? "an error without a text" : "";
    return parseNpy(*written) ? "" : "what was written is not read";
  }
  const Result<NamedArrays> arrays = parseNpz(bytes);
  if (!arrays) return toText(arrays.error()).empty() ? "an error without a text" : "";
  const Result<std::string> written = npzBytes(*arrays);
  if (!written) return toText(written.error()).empty() ? "an error without a text" : "";
  const Result<NamedArrays> again = parseNpz(*written);
  if (!again) return "what was written is not read: " + toText(again.error());
  return again->size() == arrays->size() ? "" : "arrays are lost";
}

// The two files, divided by a line "----".
std::string readRecords(std::string_view bytes) {
  namespace fs = std::filesystem;
  static const std::string folder = [] {
    std::string name = (fs::temp_directory_path() / "fuzzXXXXXX").string();
    if (!mkdtemp(name.data())) std::abort();
    return name;
  }();
  constexpr std::string_view kDivider = "----\n";
  const size_t at = std::min(bytes.find(kDivider), bytes.size());
  std::ofstream(folder + "/" + tune::kWorkloadFile, std::ios::binary) << bytes.substr(0, at);
  std::ofstream(folder + "/" + tune::kTuningRecordFile, std::ios::binary)
      << bytes.substr(std::min(at + kDivider.size(), bytes.size()));
  const Result<tune::RecordFiles> files = tune::readRecordFiles(folder);
  if (!files) return toText(files.error()).empty() ? "an error without a text" : "";
  for (const Explanation& why : files->unreadable)
    if (toText(why).empty()) return "an error without a text";
  if (!files->workloads.empty()) {
    const Result<int> added = tune::addToRecordFiles(folder, files->workloads.front(), files->records);
    if (!added) return "what was read is not written: " + toText(added.error());
    if (const Result<tune::RecordFiles> again = tune::readRecordFiles(folder); !again)
      return "what was written is not read";
  }
  return "";
}

// The model becomes a graph, or every problem has a text; what is printed is read again.
std::string readOnnx(std::string_view bytes) {
  const Result<onnx::Model> model = onnx::parseModel(bytes, "/nowhere");
  if (!model) return toText(model.error()).empty() ? "an error without a text" : "";
  onnx::ImportOptions options;
  options.outline = true;
  const onnx::Import made = importOnnx(*model, options);
  for (const Explanation& why : made.problems)
    if (toText(why).empty()) return "an error without a text";
  if (!made.problems.empty()) return "";
  const std::string printed = print(made.model).text;
  const SourceFile again = parseSource("printed.py", printed);
  return again.hasErrors() ? "what was printed is not read: " + again.diagnostics.front().message + "\n" + printed : "";
}

constexpr std::array<Reader, 13> kReaders{{{"tvmscript", readTvmScript},
                                           {"expressions", readExpressions},
                                           {"script", readScript},
                                           {"typed", readTyped},
                                           {"trace", readTrace},
                                           {"session", readSession},
                                           {"link", readLink},
                                           {"onnx", readOnnx},
                                           {"package", readPackage},
                                           {"proof", readProof},
                                           {"collected", readSentBack},
                                           {"arrays", readArrays},
                                           {"records", readRecords}}};

}  // namespace

std::span<const Reader> allReaders() { return kReaders; }

}  // namespace lw::fuzz
