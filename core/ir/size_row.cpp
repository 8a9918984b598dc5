#include "core/ir/size_row.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/ir/errors.h"
#include "core/ir/ndarray.h"

namespace lw {
namespace {

constexpr size_t kMostSizes = 64;

std::optional<int64_t> rowNumber(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0) return std::nullopt;
  return value;
}

// One more than kMostSizes values where there are more. nullopt: the text is no row.
std::optional<std::vector<int64_t>> rowValues(std::string_view text) {
  std::vector<int64_t> values;
  const size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    while (true) {
      const size_t comma = text.find(',');
      const std::optional<int64_t> value = rowNumber(text.substr(0, comma));
      if (!value) return std::nullopt;
      values.push_back(*value);
      if (comma == std::string_view::npos || values.size() > kMostSizes) break;
      text.remove_prefix(comma + 1);
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  }
  const std::string_view rest = text.substr(dots + 2);
  const size_t plus = rest.find('+');
  const std::optional<int64_t> first = rowNumber(text.substr(0, dots)), last = rowNumber(rest.substr(0, plus)),
                               step = plus == std::string_view::npos ? std::optional<int64_t>(0)
                                                                     : rowNumber(rest.substr(plus + 1));
  if (!first || !last || !step || *last < *first) return std::nullopt;
  for (int64_t value = *first; values.size() <= kMostSizes;) {
    values.push_back(value);
    const int64_t by = *step > 0 ? *step : value;
    if (by > *last - value) break;
    value += by;
  }
  // A row that is doubled ends with the size that was asked for.
  if (*step == 0 && values.back() != *last) values.push_back(*last);
  return values;
}

Idents sizeIdents(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

}  // namespace

Result<SizeRow> parseSizeRow(std::string_view text, const PrimFunc& function) {
  const std::vector<std::string> sizes = symbolicSizes(function);
  const size_t equals = text.find('=');
  SizeRow row;
  row.size = std::string(text.substr(0, equals));
  while (row.size.starts_with(' ')) row.size.erase(0, 1);
  while (row.size.ends_with(' ')) row.size.pop_back();
  std::optional<std::vector<int64_t>> values;
  if (equals != std::string_view::npos) values = rowValues(text.substr(equals + 1));
  if (!values) return explain(err::kInputsNoRow(std::string(text)), "write n=64..1024, n=64..512+64 or n=100,200,400");
  if (std::find(sizes.begin(), sizes.end(), row.size) == sizes.end()) {
    Explanation error = err::kInputsNoSuchSize(function.name, row.size);
    return sizes.empty() ? explain(std::move(error), "its sizes are numbers: write one as a variable, n = T.int64()")
                         : explain(std::move(error), say("its sizes are {0}", sizeIdents(sizes)));
  }
  if (values->size() > kMostSizes)
    return explain(err::kInputsLongRow(int64_t(kMostSizes)), "write a larger step, or list the sizes");
  row.values = std::move(*values);
  return row;
}

}  // namespace lw
