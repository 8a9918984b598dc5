// Samples whose products would keep the interpreter busy for seconds, with fewer rows, columns and terms: several of
// the tiles into which their schedules divide each axis.
#pragma once

#include <regex>
#include <string>
#include <utility>

namespace lw::test {

inline std::string withSmallProducts(std::string text) {
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  if (has("T.grid(256, 256, 256)") || has("T.grid(256, 192, 128)"))
    return std::regex_replace(text, std::regex("\\b256\\b"), "96");
  if (has("\nN = 256\n")) return std::regex_replace(text, std::regex("\nN = 256\n"), "\nN = 64\n");
  if (!has("A: T.Buffer((128, 128)") || !has("i, j, k in T.grid(128, 128, 128)")) return text;
  const std::pair<const char*, const char*> sizes[] = {
      {"A: T.Buffer\\(\\(128, 128\\)", "A: T.Buffer((64, 64)"},
      {"B: T.Buffer\\(\\(128, 128\\)", has("B[vj, vk]") ? "B: T.Buffer((128, 64)" : "B: T.Buffer((64, 128)"},
      {"C: T.Buffer\\(\\(128, 128\\)", "C: T.Buffer((64, 128)"},
      {"i, j, k in T.grid\\(128, 128, 128\\)", "i, j, k in T.grid(64, 128, 64)"}};
  for (const auto& [from, to] : sizes) text = std::regex_replace(text, std::regex(from), to);
  return text;
}

}  // namespace lw::test
