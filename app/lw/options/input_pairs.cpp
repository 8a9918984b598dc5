#include "app/lw/options/input_pairs.h"

#include "app/lw/errors.h"
#include "app/lw/tuned.h"

namespace lw {

std::optional<Explanation> readPairs(const CommandLine& arguments, InputSpec& spec) {
  const auto split = [](const std::string& text) {
    const size_t at = text.find('=');
    return at == std::string::npos ? std::pair<std::string, std::string>{"", ""}
                                   : std::pair{text.substr(0, at), text.substr(at + 1)};
  };
  Result<std::map<std::string, int64_t>> binds = readBinds(arguments);
  if (!binds) return std::move(binds).error();
  spec.bind = std::move(*binds);
  for (const std::string& text : arguments.all("--input")) {
    const auto [name, value] = split(text);
    if (name.empty()) return explain(err::kUsagePair("--input", text), "for example --input A=positive");
    Result<ValueRange> range = parseValueRange(value);
    if (!range) return std::move(range).error();
    spec.ranges[name] = *range;
  }
  return std::nullopt;
}

}  // namespace lw
