#include "core/schedule/all_primitives.h"

#include <string>

namespace lw {

std::span<const Primitive* const> allPrimitives() {
  static constexpr const Primitive* kAll[] = {
#define LW_PRIMITIVE(name) &k##name,
#include "core/schedule/all_primitives.def"
#undef LW_PRIMITIVE
  };
  return kAll;
}

namespace {

// TVM's current dialect spells a block sblock. Replaces its spelling by the classic one.
std::string withoutS(std::string_view text, std::string_view spelled, std::string_view classic) {
  std::string out(text);
  if (const size_t at = out.find(spelled); at != std::string::npos) out.replace(at, spelled.size(), classic);
  return out;
}

}  // namespace

const Primitive* findPrimitive(std::string_view name) {
  const std::string classic = withoutS(name, "sblock", "block");
  for (const Primitive* p : allPrimitives())
    if (p->name == classic) return p;
  return nullptr;
}

const Primitive* findInstructionKind(std::string_view kind) {
  const std::string classic = withoutS(kind, "SBlock", "Block");
  for (const Primitive* p : allPrimitives())
    if (p->kind == classic) return p;
  return nullptr;
}

}  // namespace lw
