// C that Loopwright wrote, compiled by the system's compiler as strictly as a careful project would, loaded and called.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/c/c_source.h"
#include "backends/c/signature_text.h"
#include "core/ir/ndarray.h"

namespace lw::test {

namespace fs = std::filesystem;

inline std::string contents(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "lw_c_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

// Output of the command; empty when it went well.
inline std::string complaintsOf(const std::string& command, const fs::path& folder) {
  const fs::path log = folder / "log";
  const int status = std::system((command + " > " + log.string() + " 2>&1").c_str());
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? std::string() : command + "\n" + contents(log);
}

// A function beside the exported one that takes its arguments as arrays, so that a test can call any.
inline std::string withCaller(const PrimFunc& f, const CSource& source, int number) {
  std::set<std::string> taken = c::reservedNames();
  taken.insert(source.symbol);
  std::string args;
  for (const c::CParameter& p : c::parametersOf(f, signatureOf(f), taken)) {
    args += args.empty() ? "" : ", ";
    if (p.bufferIndex >= 0)
      args += "buffers[" + std::to_string(p.bufferIndex) + "]";
    else if (p.var.dtype().isFloat())
      args += "*(double *)&scalars[" + std::to_string(p.scalarIndex) + "]";
    else
      args += "(" + c::valueType(p.var.dtype()) + ")scalars[" + std::to_string(p.scalarIndex) + "]";
  }
  const std::string n = std::to_string(number);
  return "#define " + source.symbol + " kernel_" + n + "\n" + source.text + "\nint call_" + n +
         "(void **buffers, int64_t *scalars) {\n  (void)buffers;\n  (void)scalars;\n  return " + source.symbol + "(" +
         args + ");\n}\n";
}

// Calls a kernel with arrays and numbers as makeArguments() gives them; arrays are changed in place.
inline int callWith(int (*kernel)(void**, int64_t*), const PrimFunc& f, std::vector<Argument>& arguments) {
  const KernelSignature signature = signatureOf(f);
  std::vector<void*> buffers;
  std::vector<std::vector<int64_t>> shapes;
  std::vector<int64_t> parameters;
  std::vector<std::pair<NDArray*, void*>> copies;
  for (Argument& a : arguments) {
    if (auto* array = std::get_if<NDArray>(&a)) {
      void* memory = std::aligned_alloc(64, (array->data.size() + 127) / 64 * 64);
      std::memcpy(memory, array->data.data(), array->data.size());
      copies.emplace_back(array, memory);
      buffers.push_back(memory);
      shapes.push_back(array->shape);
    } else if (const auto* number = std::get_if<int64_t>(&a))
      parameters.push_back(*number);
    else
      parameters.push_back(std::bit_cast<int64_t>(std::get<double>(a)));
  }
  Result<std::vector<int64_t>> scalars = resolveScalars(signature, shapes, parameters);
  EXPECT_TRUE(scalars.ok()) << (scalars.ok() ? "" : scalars.error().message);
  buffers.push_back(nullptr);
  const int code = scalars ? kernel(buffers.data(), scalars->data()) : -2;
  for (auto& [array, memory] : copies) {
    std::memcpy(array->data.data(), memory, array->data.size());
    std::free(memory);
  }
  return code;
}

}  // namespace lw::test
