#include "app/lw/grading/notebook.h"

#include <algorithm>

#include "core/support/json.h"
#include "core/support/json_depth.h"

namespace lw {
namespace {

// %matplotlib inline, !pip install, ?name and name?
bool isMagic(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  line.remove_prefix(first);
  while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
  return line[0] == '%' || line[0] == '!' || line[0] == '?' || (line.ends_with('?') && !line.starts_with('#'));
}

// Cells that begin with %%bash and the like hold no Python.
bool isForeign(std::string_view cell) {
  constexpr std::string_view kPython[] = {"%%time", "%%timeit", "%%capture", "%%prun"};
  const size_t first = cell.find_first_not_of(" \t\n");
  if (first == std::string_view::npos || !cell.substr(first).starts_with("%%")) return false;
  const std::string_view word = cell.substr(first, cell.find_first_of(" \n", first) - first);
  return std::find(std::begin(kPython), std::end(kPython), word) == std::end(kPython);
}

std::string sourceOf(const nlohmann::json& cell) {
  const nlohmann::json source = cell.value("source", nlohmann::json());
  if (source.is_string()) return source.get<std::string>();
  std::string text;
  if (source.is_array())
    for (const nlohmann::json& line : source)
      if (line.is_string()) text += line.get<std::string>();
  return text;
}

}  // namespace

NotebookText::Place NotebookText::place(int line) const {
  const auto after = std::upper_bound(starts.begin(), starts.end(), line);
  if (after == starts.begin()) return {};
  return {static_cast<int>(after - starts.begin()), line - *(after - 1) + 1};
}

std::optional<NotebookText> notebookText(std::string_view json) {
  if (tooDeepInJson(json)) return std::nullopt;
  const nlohmann::json document = nlohmann::json::parse(std::string(json), nullptr, false);
  if (!document.is_object() || !document.contains("cells") || !document["cells"].is_array()) return std::nullopt;
  NotebookText result;
  int line = 1;
  const auto add = [&](std::string_view text) {
    result.text.append(text).append("\n");
    ++line;
  };
  for (const nlohmann::json& cell : document["cells"]) {
    const auto kind = cell.is_object() ? cell.find("cell_type") : cell.end();
    if (!cell.is_object() || kind == cell.end() || *kind != "code") continue;
    add("# %% cell " + std::to_string(result.starts.size() + 1));
    result.starts.push_back(line);
    const std::string source = sourceOf(cell);
    const bool foreign = isForeign(source);
    for (size_t at = 0; at <= source.size();) {
      const size_t end = std::min(source.find('\n', at), source.size());
      const std::string_view text = std::string_view(source).substr(at, end - at);
      const size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
      const bool left = (foreign && indent < text.size()) || isMagic(text);
      add(left ? std::string(text.substr(0, foreign ? 0 : indent)) + "pass" : std::string(text));
      at = end + 1;
    }
  }
  return result;
}

}  // namespace lw
