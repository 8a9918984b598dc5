#include "core/schedule/support/warp_intrinsics.h"

#include <algorithm>

#include "core/schedule/support/warp_intrinsic_texts.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

std::string sourceOf(const WarpTexts& p) {
  std::string text = "from tvm.script import tir as T\n";
  for (const bool code : {false, true})
    text += "\n\n@T.prim_func\ndef " + std::string(code ? "impl" : "desc") + "(" + p.head + ") -> None:\n" +
            p.parameters[code] + "    with T.block(\"root\"):\n" + (code ? p.code : p.description);
  return text;
}

std::vector<WarpIntrinsic> allWarpIntrinsics() {
  std::vector<WarpIntrinsic> all = wmmaIntrinsics();
  for (WarpIntrinsic& mma : mmaIntrinsics()) all.push_back(std::move(mma));
  for (WarpIntrinsic& wgmma : wgmmaIntrinsics()) all.push_back(std::move(wgmma));
  return all;
}

}  // namespace

std::string filledIn(std::string text, const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values)
    for (size_t at = text.find("{" + name + "}"); at != std::string::npos; at = text.find("{" + name + "}", at))
      text.replace(at, name.size() + 2, value);
  return text;
}

std::optional<TensorIntrin> warpIntrinsic(std::string_view name) {
  if (!name.starts_with("wmma_") && !name.starts_with("mma_") && !name.starts_with("wgmma_")) return std::nullopt;
  for (const WarpIntrinsic& known : allWarpIntrinsics()) {
    if (known.name != name) continue;
    const SourceFile file = parseSource(std::string(name), sourceOf(known.texts()));
    if (file.hasErrors() || file.functions.size() != 2) return std::nullopt;
    return TensorIntrin{known.name, file.functions[0], file.functions[1]};
  }
  return std::nullopt;
}

std::vector<std::string> warpIntrinsicNames() {
  std::vector<std::string> names;
  for (const WarpIntrinsic& known : allWarpIntrinsics()) names.push_back(known.name);
  return names;
}

std::vector<std::string> warpIntrinsicNames(const std::vector<std::string>& scopes) {
  std::vector<std::string> wanted = scopes, names;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  for (WarpIntrinsic& known : allWarpIntrinsics()) {
    std::vector<std::string>& own = known.scopes;
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    if (known.offered && own == wanted) names.push_back(known.name);
  }
  return names;
}

}  // namespace lw
