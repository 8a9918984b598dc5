// The parameters of a function in C. Private to backends/c.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "backends/cpu/signature.h"
#include "core/analysis/program/roles.h"

namespace lw::c {

std::string storageType(DataType type);  // in memory: bool and float8 are uint8_t, float16 and bfloat16 are uint16_t
std::string valueType(DataType type);    // in expressions: narrow floats are float

// A name that neither C nor this file uses yet: letters, digits, underscores.
std::string freshName(const std::string& wanted, std::set<std::string>& taken);
std::set<std::string> reservedNames();

struct CParameter {
  Var var;  // the handle, or the scalar
  const Buffer* buffer = nullptr;
  std::string name, declaration;           // "A", "const float *restrict A"
  std::string comment;                     // "float32 (128, 128), read"
  int bufferIndex = -1, scalarIndex = -1;  // in the kernel's signature
};
std::vector<CParameter> parametersOf(const PrimFunc& function, const KernelSignature& signature,
                                     std::set<std::string>& taken);
std::string joined(const std::vector<CParameter>& parameters);    // the declarations, "void" for none
std::string describe(const std::vector<CParameter>& parameters);  // comment lines

}  // namespace lw::c
