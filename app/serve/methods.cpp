#include <algorithm>

#include "app/serve/method.h"

namespace lw::serve {

std::span<const Method> allMethods() {
  static const std::vector<Method> all = {
#define LW_METHOD(name) name##Method(),
#include "app/serve/methods.def"
#undef LW_METHOD
  };
  return all;
}

const Method* findMethod(const std::string& name) {
  const auto found = std::ranges::find(allMethods(), name, &Method::name);
  return found == allMethods().end() ? nullptr : &*found;
}

}  // namespace lw::serve
