// Format specifications of f-strings, and hints for misspelled names.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/script/errors.h"
#include "core/script/interpreter.h"

namespace lw::script {

namespace {

constexpr const char* kFormats = "formats are like '.3f', '4d', '<10'";

struct Spec {
  char fill = ' ', align = 0, sign = 0, type = 0;
  bool comma = false;
  int width = 0, precision = -1;
};

std::optional<Spec> parseSpec(const std::string& text) {
  Spec spec;
  size_t i = 0;
  const auto isAlign = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  if (text.size() > 1 && isAlign(text[1]))
    spec.fill = text[0], spec.align = text[1], i = 2;
  else if (!text.empty() && isAlign(text[0]))
    spec.align = text[0], i = 1;
  if (i < text.size() && (text[i] == '+' || text[i] == '-' || text[i] == ' ')) spec.sign = text[i++];
  if (i < text.size() && text[i] == '0') {
    if (!spec.align) spec.fill = '0', spec.align = '=';
    ++i;
  }
  const auto number = [&](int& out) {
    out = 0;
    while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])))
      out = std::min(out * 10 + (text[i++] - '0'), 1000);
  };
  number(spec.width);
  if (i < text.size() && text[i] == ',') spec.comma = true, ++i;
  if (i < text.size() && text[i] == '.') ++i, number(spec.precision);
  if (i < text.size() && std::string_view("bdeEfFgGosxX%").find(text[i]) != std::string_view::npos)
    spec.type = text[i++];
  if (i != text.size()) return std::nullopt;
  return spec;
}

std::string grouped(std::string digits) {
  size_t end = digits.find('.');
  if (end == std::string::npos) end = digits.size();
  const size_t begin = digits.starts_with("-") || digits.starts_with("+") ? 1 : 0;
  for (size_t at = end; at > begin + 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string padded(std::string text, const Spec& spec, bool number) {
  const size_t width = static_cast<size_t>(spec.width);
  const auto length =
      static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  if (length >= width) return text;
  const size_t missing = width - length;
  const char align = spec.align ? spec.align : number ? '>' : '<';
  if (align == '<') return text + std::string(missing, spec.fill);
  if (align == '^') return std::string(missing / 2, spec.fill) + text + std::string(missing - missing / 2, spec.fill);
  if (align == '=' && (text.starts_with("-") || text.starts_with("+")))
    return text.substr(0, 1) + std::string(missing, spec.fill) + text.substr(1);
  return std::string(missing, spec.fill) + text;
}

std::string binaryDigits(uint64_t v) {
  std::string out;
  do out.insert(out.begin(), static_cast<char>('0' + (v & 1)));
  while (v >>= 1);
  return out;
}

std::string integerText(int64_t v, char type) {
  const uint64_t size = v < 0 ? uint64_t{0} - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
  char buffer[64];
  if (type == 'b') return (v < 0 ? "-" : "") + binaryDigits(size);
  std::snprintf(buffer, sizeof buffer,
                type == 'x'   ? "%lx"
                : type == 'X' ? "%lX"
                : type == 'o' ? "%lo"
                              : "%lu",
                static_cast<unsigned long>(size));
  return std::string(v < 0 ? "-" : "") + buffer;
}

std::string realText(double v, const Spec& spec) {
  const char type = spec.type == '%' ? 'f' : spec.type ? spec.type : 'g';
  const char format[] = {'%', '.', '*', type, 0};
  const int precision = spec.precision < 0 ? 6 : std::min(spec.precision, 100);
  std::string out(static_cast<size_t>(std::snprintf(nullptr, 0, format, precision, spec.type == '%' ? v * 100 : v)),
                  '\0');
  std::snprintf(out.data(), out.size() + 1, format, precision, spec.type == '%' ? v * 100 : v);
  return spec.type == '%' ? out + "%" : out;
}

int editDistance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int next = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = row[j];
      row[j] = next;
    }
  }
  return row[b.size()];
}

}  // namespace

Result<std::string> formatValue(const Value& value, const std::string& text) {
  if (text.empty()) return toText(value);
  const std::optional<Spec> spec = parseSpec(text);
  if (!spec) return explain(err::kFormatUnknown(text), kFormats);
  const auto* s = value.as<Scalar>();
  const bool isInt = value.as<int64_t>() || value.as<bool>() || (s && !s->type.isFloat());
  const bool isReal = value.as<double>() || (s && s->type.isFloat());
  std::string out;
  if (isInt && (!spec->type || std::string_view("bdoxX").find(spec->type) != std::string_view::npos)) {
    out = integerText(*toInt(value, ""), spec->type);
  } else if ((isInt || isReal) &&
             (!spec->type || std::string_view("eEfFgG%").find(spec->type) != std::string_view::npos)) {
    const double v = isInt ? static_cast<double>(*toInt(value, "")) : s ? s->real : *value.as<double>();
    out = !spec->type && spec->precision < 0 ? py::floatText(v) : realText(v, *spec);
  } else if (!isInt && !isReal && (!spec->type || spec->type == 's')) {
    out = toText(value);
    if (spec->precision >= 0) out = out.substr(0, static_cast<size_t>(spec->precision));
    return padded(out, *spec, false);
  } else {
    return explain(err::kFormatMisfit(text, typeName(value)), kFormats);
  }
  if (spec->comma) out = grouped(out);
  if (spec->sign && spec->sign != '-' && !out.starts_with("-")) out.insert(out.begin(), spec->sign);
  return padded(out, *spec, true);
}

Message didYouMean(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  int bestDistance = std::max<int>(1, static_cast<int>(name.size()) / 3) + 1;
  for (const std::string& candidate : known) {
    if (candidate.size() > 60 || name.size() > 60 || candidate == name) continue;
    const int distance = editDistance(name, candidate);
    if (distance < bestDistance && distance < static_cast<int>(std::max(name.size(), candidate.size())))
      bestDistance = distance, best = candidate;
  }
  return best.empty() ? Message() : say("did you mean {0}?", Snippet("'" + best + "'"));
}

}  // namespace lw::script
