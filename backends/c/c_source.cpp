#include "backends/c/c_source.h"

#include <algorithm>

#include "backends/c/errors.h"
#include "backends/c/writer.h"
#include "backends/cpu/foreign_code.h"
#include "core/ir/ops.h"
#include "core/ir/wide_index.h"
#include "core/support/text.h"

namespace lw {
namespace c {
namespace {

bool isPlainC(const std::string& text) { return !isLlvmText(text) && text.find("extern \"C\"") == std::string::npos; }

// Functions of <math.h> are declared there.
bool isDeclared(const std::string& name) {
  const std::set<std::string> known = reservedNames();
  return known.contains(name) || (name.ends_with('f') && known.contains(name.substr(0, name.size() - 1)));
}

std::string macros(bool parallel, bool atomics, bool lanes, bool prefetch) {
  std::string text;
  if (parallel)
    text += "#ifdef _OPENMP\n#define LW_PARALLEL _Pragma(\"omp parallel for\")\n#else\n#define LW_PARALLEL\n#endif\n";
  if (atomics)
    text +=
        "// Updates that other iterations may make at the same time.\n#ifdef _OPENMP\n#define LW_ATOMIC _Pragma(\"omp "
        "atomic\")\n#define LW_CRITICAL _Pragma(\"omp critical\")\n#else\n"
        "#define LW_ATOMIC\n#define LW_CRITICAL\n#endif\n";
  if (lanes)
    text +=
        "// The lanes of a vector depend on no other lane.\n#ifdef _OPENMP\n#define LW_LANES _Pragma(\"omp "
        "simd\")\n#elif defined(__clang__)\n#define LW_LANES _Pragma(\"clang loop vectorize(assume_safety)\")\n"
        "#elif defined(__GNUC__)\n#define LW_LANES _Pragma(\"GCC ivdep\")\n#else\n#define LW_LANES\n#endif\n";
  if (prefetch)
    text +=
        "#ifdef __GNUC__\n#define LW_PREFETCH(place) __builtin_prefetch((const void *)(place))\n#else\n#define "
        "LW_PREFETCH(place) ((void)0)\n#endif\n";
  return text;
}

}  // namespace

Writer::Writer(const PrimFunc& function) : function_(function), taken_(reservedNames()) {
  if (const auto found = function.attrs.find("tir.noalias"); found != function.attrs.end())
    if (const auto* value = std::get_if<int64_t>(&found->second.value)) noalias_ = *value != 0;
}

std::string Writer::nameOf(const Var& var) {
  const auto found = names_.find(var.key());
  return found != names_.end() ? found->second : define(var);
}

std::string Writer::define(const Var& var) { return names_[var.key()] = freshName(var.name(), taken_); }

// The buffer's elements, with a cast if the memory was allocated for another type.
std::string Writer::pointer(const Buffer& buffer) {
  const std::string type = storageType(buffer->dtype.element());
  std::string name = nameOf(buffer->data);
  const auto known = elements_.find(buffer->data.key());
  if (known != elements_.end() && known->second == type) return name;
  if (isKernel_) return "((" + spaceOf(buffer->data) + type + " *)" + name + ")";
  return "((" + type + " LW_MAY_ALIAS *)" + name + ")";
}

Result<std::vector<CParameter>> Writer::writeBody() {
  symbol_ = freshName(function_.name, taken_);
  const KernelSignature signature = signatureOf(function_);
  const std::vector<CParameter> parameters = parametersOf(function_, signature, taken_);
  for (const CParameter& p : parameters) {
    names_[p.var.key()] = p.name;
    if (p.scalarIndex >= 0)
      nonNegative_.know(p.var,
                        signature.scalars[static_cast<size_t>(p.scalarIndex)].kind != ScalarSlot::Kind::Parameter);
    if (!p.buffer) continue;
    names_[(*p.buffer)->data.key()] = p.name;
    elements_[p.var.key()] = elements_[(*p.buffer)->data.key()] = storageType((*p.buffer)->dtype.element());
  }
  foreign_ = foreignCode(function_);
  for (const std::string& text : foreign_)
    if (!isPlainC(text))
      fail(err::kCForeignCode(isLlvmText(text) ? "LLVM text" : "C++ text"),
           "export an object file or a library instead: LLVM compiles those");
  counts64_ = std::any_of(function_.buffers.begin(), function_.buffers.end(),
                          [](const auto& b) { return mayExceedInt32(b.second); });
  stmt(function_.body);
  if (error_) return *error_;
  return parameters;
}

Result<CSource> Writer::write() {
  const Result<std::vector<CParameter>> parameters = writeBody();
  if (!parameters) return parameters.error();
  return CSource{assembled(*parameters), symbol_, "int " + symbol_ + "(" + joined(*parameters) + ")", externs_};
}

Result<UnitFunction> Writer::writeInto(Unit& unit) {
  Result<std::vector<CParameter>> parameters = writeBody();
  if (!parameters) return parameters.error();
  addTo(unit);
  const std::string text = "static int " + symbol_ + "(" + joined(*parameters) + ") {\n" + body_ + "  return 0;\n}\n";
  return UnitFunction{text, symbol_, std::move(*parameters), failures_, externs_};
}

void Writer::addTo(Unit& unit) const {
  const auto addOnce = [](std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  };
  unit.helpers.add(helpers_);
  unit.parallel |= parallel_;
  unit.atomics |= atomics_;
  unit.lanes |= usesLanes_;
  unit.prefetch |= body_.find("LW_PREFETCH") != std::string::npos;
  unit.alias |= body_.find("LW_MAY_ALIAS") != std::string::npos;
  for (const std::string& code : foreign_) addOnce(unit.foreign, code);
  for (size_t i = 0; i < externs_.size(); ++i) {
    const bool brought = std::any_of(foreign_.begin(), foreign_.end(), [&](const std::string& code) {
      return code.find(externs_[i] + "(") != std::string::npos;
    });
    if (!brought && !isDeclared(externs_[i])) addOnce(unit.prototypes, prototypes_[i]);
  }
}

std::string Unit::preamble() const {
  std::string text =
      "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n\n";
  // Compilers warn that elements of local arrays may be read before they are written if loops write them.
  text +=
      "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic ignored "
      "\"-Wmaybe-uninitialized\"\n#endif\n";
  text += macros(parallel, atomics, lanes, prefetch);
  if (alias)
    text += "#ifdef __GNUC__\n#define LW_MAY_ALIAS __attribute__((may_alias))\n#else\n#define LW_MAY_ALIAS\n#endif\n";
  for (const std::string& code : foreign)
    text += "\n/* brought along by the program */\n" + code + (code.ends_with('\n') ? "" : "\n");
  std::string declared;
  for (const std::string& prototype : prototypes) declared += prototype + "\n";
  const std::string own = helpers.text();
  return text + (declared.empty() ? "" : "\n" + declared) + (own.empty() ? "" : "\n" + own);
}

std::string Writer::assembled(const std::vector<CParameter>& parameters) {
  std::string text = "/* " + symbol_ +
                     ", written by Loopwright. C11; needs libm. Compile with -O3 -march=native, and -fopenmp for "
                     "parallel loops.\n *\n";
  text += " *   int code = " + symbol_ + "(";
  text += join(parameters, [&](const auto& item) { return item.name; });
  text += ");\n *\n" + describe(parameters) +
          " *\n * Arrays are dense and row-major; none may overlap another. Elements of float16, bfloat16 and float8 "
          "are their bits.\n";
  text += " * The code is 0, or -1 where there was no memory";
  for (size_t i = 0; i < failures_.size(); ++i)
    text += ",\n *   " + std::to_string(i + 1) + " where this does not hold: " + failures_[i];
  text += ".\n */\n";
  Unit unit;
  addTo(unit);
  text += unit.preamble();
  return text + "\nint " + symbol_ + "(" + joined(parameters) + ") {\n" + body_ + "  return 0;\n}\n";
}

}  // namespace c

Result<CSource> writeC(const PrimFunc& lowered) { return c::Writer(lowered).write(); }

}  // namespace lw
