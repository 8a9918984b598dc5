#include "backends/c/signature_text.h"

#include <algorithm>
#include <cctype>

#include "core/ir/ops.h"
#include "core/support/text.h"
#include "core/support/words.h"
#include "core/text/print/printer.h"

namespace lw::c {
namespace {

std::string shapeOf(const Buffer& buffer) {
  std::string text = join(buffer->shape, [&](const Expr& extent) { return toText(extent); });
  return "(" + text + (buffer->shape.size() == 1 ? ",)" : ")");
}

std::string wordsFor(Role role) {
  switch (role) {
    case Role::Input:
      return "read";
    case Role::Output:
      return "written";
    case Role::InOut:
      return "read and written";
    case Role::Unused:
      return "not used";
  }
  return {};
}

bool restrictAllowed(const PrimFunc& function) {
  const auto found = function.attrs.find("tir.noalias");
  if (found == function.attrs.end()) return true;
  const auto* value = std::get_if<int64_t>(&found->second.value);
  return !value || *value != 0;
}

}  // namespace

std::string storageType(DataType type) {
  switch (type.code) {
    case TypeCode::Int:
      return "int" + std::to_string(type.bits) + "_t";
    case TypeCode::UInt:
      return "uint" + std::to_string(type.bits) + "_t";
    case TypeCode::Bool:
      return "uint8_t";
    case TypeCode::BFloat:
      return "uint16_t";
    case TypeCode::Float8E4M3:
    case TypeCode::Float8E5M2:
      return "uint8_t";
    case TypeCode::Float:
      return type.bits == 16 ? "uint16_t" : type.bits == 64 ? "double" : "float";
    case TypeCode::Handle:
      return "void *";
    case TypeCode::Void:
      return "void";
  }
  return {};
}

std::string valueType(DataType type) {
  if (type.isBool()) return "bool";
  return type.isNarrowFloat() ? "float" : storageType(type);
}

std::set<std::string> reservedNames() {
  const std::vector<std::string> names = listedWords(
      "auto break case char const continue default do double else enum extern float for goto if inline int long "
      "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while "
      "bool true false main lane asm class new delete this template typename private public protected operator "
      "namespace try catch throw friend virtual using mutable explicit export and or not xor NULL INFINITY NAN I j0 "
      "j1 jn y0 y1 yn gamma index rindex stdin stdout stderr errno exp exp2 log log2 log10 log1p sqrt tanh erf sin "
      "cos tan asin acos atan atan2 sinh cosh asinh acosh atanh pow fmod hypot copysign nextafter ldexp fma fabs "
      "floor ceil trunc round nearbyint isnan isinf isfinite memcpy free malloc abs div min max unix linux");
  return {names.begin(), names.end()};
}

std::string freshName(const std::string& wanted, std::set<std::string>& taken) {
  std::string stem;
  for (const char c : wanted) stem += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem.front())) || stem.front() == '_' ||
      stem.starts_with("lw_"))
    stem = "v_" + stem;
  std::string name = stem;
  for (int i = 1; !taken.insert(name).second; ++i) name = stem + "_" + std::to_string(i);
  return name;
}

std::vector<CParameter> parametersOf(const PrimFunc& function, const KernelSignature& signature,
                                     std::set<std::string>& taken) {
  const std::vector<ParamRole> roles = paramRoles(function);
  const auto roleOf = [&](const Buffer& buffer) {
    const auto found =
        std::find_if(roles.begin(), roles.end(), [&](const ParamRole& r) { return r.buffer.sameAs(buffer); });
    return found == roles.end() ? Role::InOut : found->role;
  };
  const char* unique = restrictAllowed(function) ? "restrict " : "";
  std::vector<CParameter> list;
  const auto addScalar = [&](size_t i) {
    const Var& var = signature.scalars[i].var;
    CParameter p{var, nullptr, freshName(var.name(), taken), "", toString(var.dtype()), -1, static_cast<int>(i)};
    p.declaration = valueType(var.dtype()) + " " + p.name;
    list.push_back(std::move(p));
  };
  for (const Var& param : function.params) {
    const auto slot = std::find_if(signature.buffers.begin(), signature.buffers.end(),
                                   [&](const PointerSlot& s) { return s.param.sameAs(param); });
    if (slot == signature.buffers.end()) {
      for (size_t i = 0; i < signature.scalars.size(); ++i)
        if (signature.scalars[i].var.sameAs(param)) addScalar(i);
      continue;
    }
    const Buffer* buffer = function.bufferOf(param);
    CParameter p{param,
                 buffer ? &slot->buffer : nullptr,
                 freshName(slot->name, taken),
                 "",
                 "",
                 static_cast<int>(slot - signature.buffers.begin()),
                 -1};
    const Role role = buffer ? roleOf(slot->buffer) : Role::InOut;
    const bool reads = role == Role::Input || role == Role::Unused;
    p.declaration =
        (reads ? "const " : "") + (buffer ? storageType(slot->buffer->dtype) : "void") + " *" + unique + p.name;
    p.comment =
        buffer ? toString(slot->buffer->dtype) + " " + shapeOf(slot->buffer) + ", " + wordsFor(role) : "a pointer";
    list.push_back(std::move(p));
  }
  for (size_t i = 0; i < signature.scalars.size(); ++i)
    if (signature.scalars[i].kind != ScalarSlot::Kind::Parameter) addScalar(i);
  return list;
}

std::string joined(const std::vector<CParameter>& parameters) {
  std::string text = join(parameters, [&](const CParameter& p) { return p.declaration; });
  return text.empty() ? "void" : text;
}

std::string describe(const std::vector<CParameter>& parameters) {
  size_t width = 0;
  for (const CParameter& p : parameters) width = std::max(width, p.name.size());
  std::string text;
  for (const CParameter& p : parameters)
    text += " *   " + p.name + std::string(width + 2 - p.name.size(), ' ') + p.comment + "\n";
  return text;
}

}  // namespace lw::c
