#include "backends/c/helpers.h"

namespace lw::c {
namespace {

// @ is the type, # its short name, $ the unsigned type of its width, % that width in bits.
struct Template {
  const char *what, *text;
};
constexpr Template kTemplates[] = {
    {"min", "static inline @ lw_min_#(@ a, @ b) { return a < b ? a : b; }\n"},
    {"max", "static inline @ lw_max_#(@ a, @ b) { return a > b ? a : b; }\n"},
    {"div", "static inline @ lw_div_#(@ a, @ b) { return b == -1 ? (@)(0 - ($)a) : (@)(a / b); }\n"},
    {"mod", "static inline @ lw_mod_#(@ a, @ b) { return b == -1 ? 0 : (@)(a % b); }\n"},
    {"floordiv",
     "static inline @ lw_floordiv_#(@ a, @ b) {\n"
     "  if (b == -1) return (@)(0 - ($)a);\n"
     "  return (@)(a / b - (a % b != 0 && (a < 0) != (b < 0)));\n}\n"},
    {"floormod",
     "static inline @ lw_floormod_#(@ a, @ b) {\n"
     "  const @ r = b == -1 ? 0 : (@)(a % b);\n"
     "  return (@)(r != 0 && (r < 0) != (b < 0) ? r + b : r);\n}\n"},
    {"floorrem", "static inline @ lw_floorrem_#(@ a, @ b) {\n  return a - floor(a / b) * b;\n}\n"},
    {"shl", "static inline @ lw_shl_#(@ a, @ b) { return (@)((uint64_t)a << (b & (~ - 1))); }\n"},
    {"shr", "static inline @ lw_shr_#(@ a, @ b) { return (@)(a >> (b & (~ - 1))); }\n"},
    {"popcount",
     "static inline int lw_popcount_#(@ v) {\n"
     "  int count = 0;\n"
     "  for ($ rest = ($)v; rest; rest = ($)(rest & (rest - 1))) ++count;\n  return count;\n}\n"},
    {"clz",
     "static inline int lw_clz_#(@ v) {\n"
     "  int count = ~;\n"
     "  for ($ rest = ($)v; rest; rest = ($)(rest >> 1)) --count;\n  return count;\n}\n"},
    {"rsqrt", "static inline @ lw_rsqrt_#(@ x) { return 1 / sqrt(x); }\n"},
    {"sigmoid", "static inline @ lw_sigmoid_#(@ x) { return 1 / (1 + exp(-x)); }\n"},
    {"exp10", "static inline @ lw_exp10_#(@ x) { return pow(10, x); }\n"},
    {"from_f16",
     "static inline float lw_from_f16(uint16_t stored) {\n"
     "  const int exponent = stored >> 10 & 31, mantissa = stored & 1023;\n"
     "  float value = exponent == 0 ? ldexpf((float)mantissa, -24) : ldexpf((float)(mantissa + 1024), exponent - 25);\n"
     "  if (exponent == 31) value = mantissa ? NAN : INFINITY;\n"
     "  return stored >> 15 ? -value : value;\n}\n"},
    // Ties go to even: adding just below one half of the last place, plus the last bit, carries exactly when it should.
    {"to_f16",
     "static inline uint16_t lw_to_f16(float value) {\n"
     "  uint32_t bits, sign;\n"
     "  memcpy(&bits, &value, sizeof bits);\n"
     "  sign = bits >> 16 & 0x8000;\n"
     "  bits &= 0x7fffffff;\n"
     "  if (bits > 0x7f800000) return (uint16_t)(sign | 0x7e00);\n"
     "  if (bits >= 0x47800000) return (uint16_t)(sign | 0x7c00);\n"
     "  if (bits < 0x38800000) return (uint16_t)(sign | (uint32_t)nearbyintf(ldexpf(fabsf(value), 24)));\n"
     "  return (uint16_t)(sign | ((bits + 0xfff + (bits >> 13 & 1) - 0x38000000) >> 13));\n}\n"},
    {"from_bf16",
     "static inline float lw_from_bf16(uint16_t upper) {\n"
     "  const uint32_t bits = (uint32_t)upper << 16;\n"
     "  float value;\n  memcpy(&value, &bits, sizeof value);\n  return value;\n}\n"},
    {"to_bf16",
     "static inline uint16_t lw_to_bf16(float value) {\n"
     "  uint32_t bits;\n  memcpy(&bits, &value, sizeof bits);\n"
     "  if ((bits & 0x7fffffff) > 0x7f800000) return (uint16_t)(bits >> 16 | 0x40);\n"
     "  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);\n}\n"},
    {"from_e4m3",
     "static inline float lw_from_e4m3(uint8_t stored) {\n"
     "  const int exponent = stored >> 3 & 15, mantissa = stored & 7;\n"
     "  float value = exponent == 0 ? ldexpf((float)mantissa, -9) : ldexpf((float)(mantissa + 8), exponent - 10);\n"
     "  if (exponent == 15 && mantissa == 7) value = NAN;\n"
     "  return stored >> 7 ? -value : value;\n}\n"},
    {"to_e4m3",
     "static inline uint8_t lw_to_e4m3(float value) {\n"
     "  uint32_t bits, sign;\n"
     "  memcpy(&bits, &value, sizeof bits);\n"
     "  sign = bits >> 24 & 0x80;\n"
     "  bits &= 0x7fffffff;\n"
     "  if (bits > 0x7f800000) return 0x7f;\n"
     "  if (bits > 0x43e00000) return (uint8_t)(sign | 0x7e);\n"
     "  if (bits < 0x3c800000) return (uint8_t)(sign | (uint32_t)nearbyintf(ldexpf(fabsf(value), 9)));\n"
     "  return (uint8_t)(sign | ((bits + 0x7ffff + (bits >> 20 & 1) - 0x3c000000) >> 20));\n}\n"},
    {"from_e5m2",
     "static inline float lw_from_e5m2(uint8_t stored) {\n"
     "  const int exponent = stored >> 2 & 31, mantissa = stored & 3;\n"
     "  float value = exponent == 0 ? ldexpf((float)mantissa, -16) : ldexpf((float)(mantissa + 4), exponent - 17);\n"
     "  if (exponent == 31) value = mantissa ? NAN : INFINITY;\n"
     "  return stored >> 7 ? -value : value;\n}\n"},
    {"to_e5m2",
     "static inline uint8_t lw_to_e5m2(float value) {\n"
     "  uint32_t bits, sign;\n"
     "  memcpy(&bits, &value, sizeof bits);\n"
     "  sign = bits >> 24 & 0x80;\n"
     "  bits &= 0x7fffffff;\n"
     "  if (bits > 0x7f800000) return 0x7f;\n"
     "  if (bits == 0x7f800000) return (uint8_t)(sign | 0x7c);\n"
     "  if (bits > 0x47600000) return (uint8_t)(sign | 0x7b);\n"
     "  if (bits < 0x38800000) return (uint8_t)(sign | (uint32_t)nearbyintf(ldexpf(fabsf(value), 16)));\n"
     "  return (uint8_t)(sign | ((bits + 0xfffff + (bits >> 21 & 1) - 0x38000000) >> 21));\n}\n"},
    {"alloc", "static inline void *lw_alloc(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64); }\n"},
};

std::string shortName(const std::string& type) {
  if (type == "float") return "f32";
  if (type == "double") return "f64";
  if (type == "bool") return "bool";
  return (type[0] == 'u' ? "u" : "i") +
         type.substr(type.find_first_of("0123456789"), type.find('_') - type.find_first_of("0123456789"));
}

std::string widthOf(const std::string& type) {
  if (type == "bool") return "8";
  if (type == "float") return "32";
  if (type == "double") return "64";
  return shortName(type).substr(1);
}

// Arithmetic on fewer than 32 bits is done in int, which must not overflow either.
std::string unsignedOf(const std::string& type) { return "uint" + widthOf(type) + "_t"; }

void replaceAll(std::string& text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

bool isTyped(const std::string& what) {
  return !what.starts_with("from_") && !what.starts_with("to_") && what != "alloc";
}

// The names of float functions end in f.
void useFloatNames(std::string& text) {
  for (const char* name : {"floor(", "sqrt(", "exp(", "pow("})
    replaceAll(text, name, std::string(name).insert(std::string(name).size() - 1, "f"));
}

}  // namespace

std::string Helpers::use(const std::string& what, const std::string& type) {
  used_.emplace(what, isTyped(what) ? type : "");
  return "lw_" + what + (isTyped(what) ? "_" + shortName(type) : "");
}

std::string Helpers::useBits(const std::string& from, const std::string& to) {
  used_.emplace("bits " + to, from);
  return "lw_" + shortName(to) + "_of_bits_" + shortName(from);
}

std::string Helpers::text() const {
  std::string all;
  for (const auto& [what, type] : used_) {
    if (what.starts_with("bits ")) {
      const std::string to = what.substr(5);
      all += "static inline " + to + " lw_" + shortName(to) + "_of_bits_" + shortName(type) + "(" + type +
             " from) {\n  " + to + " to;\n  memcpy(&to, &from, sizeof to);\n  return to;\n}\n";
      continue;
    }
    for (const Template& t : kTemplates) {
      if (what != t.what) continue;
      std::string text = t.text;
      if (isTyped(what)) {
        replaceAll(text, "@", type);
        replaceAll(text, "#", shortName(type));
        replaceAll(text, "$", unsignedOf(type));
        replaceAll(text, "~", widthOf(type));
        if (type == "float") useFloatNames(text);
      }
      all += text;
    }
  }
  return all;
}

}  // namespace lw::c
