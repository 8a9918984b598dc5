#include "backends/cpu/foreign_code.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "backends/cpu/errors.h"
#include "backends/process/process.h"
#include "backends/process/temporary_folder.h"
#include "core/ir/visit.h"
#include "core/support/text.h"

namespace lw {

constexpr Error<Snippet> kCodeNotAllowed{
    "cpu.code-not-allowed", "the program contains {0}; compiling and running it here has not been allowed"};

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kKey = "pragma_import_llvm";
constexpr size_t kMaxText = 256 * 1024, kMaxLog = 64 * 1024;
constexpr size_t kMaxMemory = size_t{4} << 30, kMaxOutput = size_t{64} << 20;

std::string readText(const std::string& path, size_t limit) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  std::ifstream in(path, std::ios::binary);
  std::string text(error ? 0 : std::min<size_t>(size, limit), '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(in.gcount()));
  return text;
}

std::string lineOf(const std::string& text, int number) {
  std::istringstream in(text);
  std::string line;
  while (number-- > 0 && std::getline(in, line)) {
  }
  const size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

// clang reports "<stdin>:3:5: error: what".
Explanation errorIn(const std::string& text, const std::string& log) {
  static const std::regex pattern(R"(<stdin>:(\d+):(\d+): (?:fatal )?error: ([^\n]*))");
  std::smatch found;
  if (std::regex_search(log, found, pattern))
    return explain(err::kDoesNotCompile(found[1].str(), found[2].str(), found[3].str()),
                   say("the line is: {0}", lineOf(text, std::atoi(found[1].str().c_str()))));
  return err::kCpuCFailed(log.empty() ? "it ended without a message" : log.substr(0, log.find('\n')));
}

bool isCpp(const std::string& text) { return text.find("extern \"C\"") != std::string::npos; }

std::vector<std::string> commandFor(const std::string& compiler, bool cpp, const std::string& cpu,
                                    const std::string& out) {
  std::vector<std::string> words{compiler,
                                 "-x",
                                 cpp ? "c++" : "c",
                                 "-O1",
                                 "-Xclang",
                                 "-disable-llvm-passes",
                                 "-emit-llvm",
                                 "-c",
                                 "-march=" + cpu,
                                 "-fPIC",
                                 "-ffp-contract=fast",
                                 "-fno-math-errno",
                                 "-fno-stack-protector",
                                 "-fno-asynchronous-unwind-tables",
                                 "-fvisibility=hidden",
                                 "-fno-color-diagnostics",
                                 "-o",
                                 out,
                                 "-"};
  if (cpp) words.insert(words.end() - 3, {"-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"});
  return words;
}

bool isNameChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The function name before a parameter list that ends before `brace`; empty: there is none.
std::string functionBefore(const std::string& text, size_t brace) {
  const auto back = [&](size_t at) {
    while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1]))) --at;
    return at;
  };
  size_t at = back(brace);
  if (at == 0 || text[at - 1] != ')') return {};
  int depth = 0;
  do {
    --at;
    depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
  } while (at > 0 && depth > 0);
  const size_t end = back(at);
  size_t begin = end;
  while (begin > 0 && isNameChar(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

// Functions at the outermost level; `extern "C" {` does not count as a level.
std::vector<std::string> namesInC(const std::string& text) {
  std::vector<std::string> names;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '}' && depth > 0) --depth;
    if (text[i] != '{') continue;
    const size_t before = text.find_last_not_of(" \t\n", i == 0 ? 0 : i - 1);
    if (depth == 0 && before != std::string::npos && text[before] == '"') continue;
    if (depth++ > 0) continue;
    if (std::string name = functionBefore(text, i); !name.empty()) names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> namesInLlvm(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const size_t at = line.starts_with("define ") ? line.find('@') : std::string::npos;
    if (at != std::string::npos) names.push_back(line.substr(at + 1, line.find('(', at) - at - 1));
  }
  return names;
}

void add(std::vector<std::string>& texts, const std::string& text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

void addFrom(std::vector<std::string>& texts, const Annotations& notes) {
  const auto note = notes.find(std::string(kKey));
  if (note == notes.end()) return;
  if (const auto* text = std::get_if<std::string>(&note->second.value)) add(texts, *text);
}

}  // namespace

std::vector<std::string> foreignCode(const PrimFunc& function) {
  std::vector<std::string> texts;
  forEachStmt(function.body, [&](const Stmt& s) {
    if (const auto* loop = s.as<For>()) addFrom(texts, loop->annotations);
    if (const auto* block = s.as<Block>()) addFrom(texts, block->annotations);
    if (const auto* attr = s.as<AttrStmt>(); attr && attr->key == kKey)
      if (const auto* text = attr->value.as<StringImm>()) add(texts, text->value);
  });
  return texts;
}

bool isLlvmText(const std::string& text) {
  for (const std::string_view line : {"; ModuleID", "source_filename", "target datalayout", "target triple", "define "})
    if (text.starts_with(line) || text.find("\n" + std::string(line)) != std::string::npos) return true;
  return false;
}

std::string describeCode(const std::string& text) {
  const bool llvm = isLlvmText(text);
  std::string names = join(llvm ? namesInLlvm(text) : namesInC(text));
  const auto lines = std::count(text.begin(), text.end(), '\n') + (text.ends_with('\n') ? 0 : 1);
  return std::string(llvm          ? "LLVM code"
                     : isCpp(text) ? "C++ code"
                                   : "C code") +
         " (" + std::to_string(lines) + (lines == 1 ? " line)" : " lines)") + (names.empty() ? "" : " with " + names);
}

Result<std::string> compileC(const std::string& text, const std::string& cpu, double timeoutSeconds) {
  if (text.size() > kMaxText) return err::kCpuCTooLarge(text.size(), kMaxText);
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) return folder.error();
  const std::string in = folder->file("in"), out = folder->file("out.bc"), log = folder->file("log");
  std::ofstream(in, std::ios::binary) << text;
  for (const char* compiler : {"clang-19", "clang"}) {
    const LoggedResult ended = runLogged(commandFor(compiler, isCpp(text), cpu, out), {.log = log,
                                                                                       .input = in,
                                                                                       .timeoutSeconds = timeoutSeconds,
                                                                                       .mostMemory = kMaxMemory,
                                                                                       .mostOutput = kMaxOutput});
    if (!ended.started || ended.code == 127) continue;
    if (ended.killed) return err::kCpuCFailed(say("it did not finish within {0} s", static_cast<int>(timeoutSeconds)));
    if (!ended.succeeded()) return errorIn(text, readText(log, kMaxLog));
    std::string code = readText(out, kMaxOutput);
    if (code.empty()) return err::kCpuCFailed("it wrote no output");
    return code;
  }
  return explain(err::kCpuNoCCompiler(), "install the package clang-19");
}

}  // namespace lw
