// The code of a Jupyter notebook as one Python text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw {

struct NotebookText {
  std::string text;         // of all cells with code; lines that only IPython knows are replaced by `pass`
  std::vector<int> starts;  // the first line of each of these cells, from 1
  struct Place {
    int cell = 0, line = 0;  // from 1; cells without code are not counted
  };
  Place place(int line) const;
};

// nullopt: it is no notebook.
std::optional<NotebookText> notebookText(std::string_view json);

}  // namespace lw
