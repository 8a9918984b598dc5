// The header for an object file.
#include <algorithm>

#include "backends/c/c_source.h"
#include "backends/c/signature_text.h"
#include "core/support/text.h"

namespace lw {
namespace {

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Valid C and C++, so no restrict and no designated initialisers.
std::string withoutRestrict(std::string text) {
  for (size_t at; (at = text.find("restrict ")) != std::string::npos;) text.erase(at, 9);
  return text;
}

std::string packed(const std::vector<c::CParameter>& parameters, const KernelSignature& signature) {
  std::vector<std::string> buffers(signature.buffers.size()), scalars(signature.scalars.size());
  std::string text;
  for (const c::CParameter& p : parameters) {
    if (p.bufferIndex >= 0) buffers[static_cast<size_t>(p.bufferIndex)] = "(void *)" + p.name;
    if (p.scalarIndex < 0) continue;
    const bool real = p.var.dtype().isFloat();
    scalars[static_cast<size_t>(p.scalarIndex)] = real ? "0" : "(int64_t)" + p.name;
    if (real)
      text += "  const double " + p.name + "_double = " + p.name + ";\n  memcpy(&scalars[" +
              std::to_string(p.scalarIndex) + "], &" + p.name + "_double, sizeof(double));\n";
  }
  const auto array = [](const char* type, const char* name, const std::vector<std::string>& values) {
    std::string list = join(values);
    return std::string("  ") + type + name + "[] = {" + (list.empty() ? "0" : list) + "};\n";
  };
  return array("void *", "buffers", buffers) + array("int64_t ", "scalars", scalars) + text;
}

}  // namespace

std::string writeHeader(const PrimFunc& lowered, const KernelHeader& kernel) {
  std::set<std::string> taken = c::reservedNames();
  for (const char* own : {"buffers", "scalars", "begin", "end", "captures", "body"}) taken.insert(own);
  const std::string name = c::freshName(lowered.name, taken);
  const KernelSignature signature = signatureOf(lowered);
  const std::vector<c::CParameter> parameters = c::parametersOf(lowered, signature, taken);
  const std::string guard = "LOOPWRIGHT_" + upper(name) + "_H";
  int alignment = 1;
  for (const PointerSlot& slot : signature.buffers) alignment = std::max(alignment, slot.buffer->dataAlignment);
  std::string text =
      "/* " + name + ", compiled by Loopwright for " + kernel.builtFor + ".\n *\n" + c::describe(parameters) + " *\n";
  text += " * Arrays are dense and row-major, start at multiples of " + std::to_string(alignment) +
          " bytes (aligned_alloc), and do not overlap. Elements of\n"
          " * float16, bfloat16 and float8 are their bits. The code that is returned is 0";
  for (size_t i = 0; i < kernel.failures.size(); ++i)
    text += ",\n *   " + std::to_string(i + 1) + " where this does not hold: " + kernel.failures[i];
  text += ".\n * Link with -lm.\n";
  for (const std::string& function : kernel.externs)
    text += " * It calls the function " + function + ", which the program has to have.\n";
  if (kernel.parallel)
    text +=
        " *\n * Parallel loops run serially unless the program defines lw_parallel_for. Define LW_PARALLEL_FOR_OPENMP "
        "before including this\n"
        " * in one file that is compiled with -fopenmp to get one that uses threads.\n";
  text += " */\n#ifndef " + guard + "\n#define " + guard +
          "\n#include <stdint.h>\n#include <string.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  text += "int " + kernel.kernel + "(void **buffers, int64_t *scalars);\n\n";
  text += "static inline int " + name + "(" + withoutRestrict(c::joined(parameters)) + ") {\n" +
          packed(parameters, signature);
  text += "  return " + kernel.kernel + "(buffers, scalars);\n}\n";
  if (kernel.parallel)
    text +=
        "\n/* Calls body on ranges that together are [begin, end); 0, or one of the codes that were not 0. */\n"
        "int lw_parallel_for(int (*body)(int64_t begin, int64_t end, void *captures), int64_t begin, int64_t end, void "
        "*captures);\n"
        "#ifdef LW_PARALLEL_FOR_OPENMP\n"
        "int lw_parallel_for(int (*body)(int64_t begin, int64_t end, void *captures), int64_t begin, int64_t end, void "
        "*captures) {\n"
        "  int code = 0;\n#pragma omp parallel for schedule(dynamic)\n"
        "  for (int64_t i = begin; i < end; ++i) {\n    const int one = body(i, i + 1, captures);\n    if (one) "
        "{\n#pragma omp atomic write\n      code = one;\n    }\n  }\n"
        "  return code;\n}\n#endif\n";
  return text + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

}  // namespace lw
