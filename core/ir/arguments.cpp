// Random data and the arguments of a call (core/ir/ndarray.h).
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/ir/errors.h"
#include "core/ir/ndarray.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014): the same on every machine.
struct Generator {
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(next() % (static_cast<uint64_t>(high - low) + 1));
  }
};

double sample(DataType type, const ValueRange& range, Generator& random) {
  using Kind = ValueRange::Kind;
  const auto whole = [&](double low, double high) {
    const double least = static_cast<double>(minValueOf(type)), most = static_cast<double>(maxValueOf(type));
    const auto bound = [&](double v) {
      return static_cast<int64_t>(std::clamp(v, std::max(least, -0x1p52), std::min(most, 0x1p52)));
    };
    const int64_t first = bound(low), last = bound(high);  // no integer may be between them: 0.3..0.7
    return static_cast<double>(first < last ? random.between(first, last) : first);
  };
  const bool real = type.isFloat();
  switch (range.kind) {
    case Kind::Uniform:
      return real ? random.unit() * 2 - 1 : whole(-10, 10);
    case Kind::Positive:
      return real ? 0.1 + 0.9 * random.unit() : whole(1, 10);
    case Kind::Tenths:
      return real ? static_cast<double>(random.between(-16, 16)) / 8 : whole(-2, 2);
    case Kind::Integers:
      return real ? static_cast<double>(random.between(-3, 3)) : whole(-3, 3);
    case Kind::Between:
      return real ? range.low + (range.high - range.low) * random.unit()
                  : whole(std::ceil(range.low), std::floor(range.high));
    case Kind::Zeros:
      return 0;
  }
  return 0;
}

std::optional<int64_t> constantOf(const Expr& e, const VarMap& sizes) {
  return asInt(rewriteExprs(substitute(e, sizes), [](const Expr& x) -> std::optional<Expr> {
    if (const auto* b = x.as<Binary>()) return binary(b->op, b->a, b->b);
    if (const auto* c = x.as<Cast>()) return cast(c->type, c->value);
    return std::nullopt;
  }));
}

}  // namespace

uint64_t seedOf(uint64_t seed, std::string_view name) {
  for (unsigned char c : name) seed = (seed ^ c) * 0x100000001b3u;
  return seed;
}

Result<ValueRange> parseValueRange(std::string_view text) {
  using Kind = ValueRange::Kind;
  const std::pair<std::string_view, Kind> names[] = {{"uniform", Kind::Uniform},
                                                     {"positive", Kind::Positive},
                                                     {"tenths", Kind::Tenths},
                                                     {"integers", Kind::Integers},
                                                     {"zeros", Kind::Zeros}};
  for (const auto& [name, kind] : names)
    if (name == text) return ValueRange{kind};
  const size_t dots = text.find("..");
  const auto number = [](std::string_view t) -> std::optional<double> {
    double value = 0;
    const auto [end, error] = std::from_chars(t.data(), t.data() + t.size(), value);
    if (error != std::errc() || end != t.data() + t.size() || !std::isfinite(value)) return std::nullopt;
    return value;
  };
  if (dots != std::string_view::npos) {
    const auto low = number(text.substr(0, dots)), high = number(text.substr(dots + 2));
    if (low && high && *low <= *high) return ValueRange{Kind::Between, *low, *high};
  }
  return explain(err::kInputsBadRange(std::string(text)),
                 "write uniform, positive, tenths, integers, zeros, or LOW..HIGH");
}

NDArray randomArray(DataType type, std::vector<int64_t> shape, const ValueRange& range, uint64_t seed) {
  NDArray array = NDArray::zeros(type, std::move(shape));
  Generator random{seed};
  for (int64_t i = 0, n = array.scalars(); i < n; ++i) array.set(i, sample(type, range, random));
  return array;
}

std::vector<std::string> symbolicSizes(const PrimFunc& function) {
  std::vector<std::string> names;
  const auto add = [&](const Var& v) {
    if (std::find(names.begin(), names.end(), v.name()) == names.end()) names.push_back(v.name());
  };
  for (const Var& param : function.params) {
    const Buffer* buffer = function.bufferOf(param);
    if (!buffer) {
      if (!param.dtype().isHandle()) add(param);
      continue;
    }
    for (const Expr& extent : (*buffer)->shape)
      for (const Var& v : freeVars(extent)) add(v);
  }
  return names;
}

namespace {

Result<std::vector<int64_t>> shapeOf(const Buffer& buffer, const VarMap& sizes) {
  std::vector<int64_t> shape;
  double bytes = buffer->dtype.bytes();
  for (const Expr& extent : buffer->shape) {
    const std::string position = std::to_string(shape.size());
    const auto value = constantOf(extent, sizes);
    if (!value) return err::kInputsNotConstant(position, buffer->name);
    if (*value < 0)
      return explain(err::kInputsBadSize(position, buffer->name, *value), "give sizes that are not negative");
    shape.push_back(*value);
    bytes *= static_cast<double>(*value);
    if (bytes > 0x1p40) return explain(err::kInputsTooLarge(buffer->name), "give smaller sizes");
  }
  return shape;
}

}  // namespace

Result<std::vector<std::vector<int64_t>>> argumentShapes(const PrimFunc& function, const InputSpec& spec) {
  for (const std::string& name : symbolicSizes(function))
    if (!spec.bind.contains(name) && !spec.ranges.contains(name))
      return explain(err::kInputsNoSize(name, function.name), say("give it with --bind {0}=16", Ident(name)));
  VarMap sizes;
  const auto bindVars = [&](const Expr& e) {
    for (const Var& v : freeVars(e))
      if (auto found = spec.bind.find(v.name()); found != spec.bind.end() && v.dtype().isInteger())
        sizes.insert_or_assign(v.key(), Expr(IntImm{v.dtype(), found->second}));
  };
  std::vector<std::vector<int64_t>> shapes;
  for (const Var& param : function.params) {
    const Buffer* buffer = function.bufferOf(param);
    if (!buffer && param.dtype().isHandle())
      return explain(err::kInputsNoBuffer(param.name(), function.name), "give it a buffer with T.match_buffer");
    shapes.emplace_back();
    if (!buffer) continue;
    for (const Expr& extent : (*buffer)->shape) bindVars(extent);
    Result<std::vector<int64_t>> shape = shapeOf(*buffer, sizes);
    if (!shape) return std::move(shape).error();
    shapes.back() = std::move(*shape);
  }
  return shapes;
}

Result<std::vector<Argument>> makeArguments(const PrimFunc& function, const InputSpec& spec) {
  const auto rangeOf = [&](const std::string& name) {
    auto found = spec.ranges.find(name);
    if (found == spec.ranges.end()) found = spec.ranges.find("*");
    return found == spec.ranges.end() ? ValueRange{} : found->second;
  };
  const Result<std::vector<std::vector<int64_t>>> shapes = argumentShapes(function, spec);
  if (!shapes) return shapes.error();
  std::vector<Argument> arguments;
  for (const Var& param : function.params) {
    if (const Buffer* buffer = function.bufferOf(param)) {
      const std::string& name = (*buffer)->name;
      arguments.emplace_back(
          randomArray((*buffer)->dtype, (*shapes)[arguments.size()], rangeOf(name), seedOf(spec.seed, name)));
      continue;
    }
    const auto bound = spec.bind.find(param.name());
    const double value =
        bound != spec.bind.end()
            ? static_cast<double>(bound->second)
            : randomArray(param.dtype(), {1}, rangeOf(param.name()), seedOf(spec.seed, param.name())).getDouble(0);
    if (param.dtype().isFloat())
      arguments.emplace_back(value);
    else
      arguments.emplace_back(bound != spec.bind.end() ? bound->second : static_cast<int64_t>(value));
  }
  return arguments;
}

namespace {

// "a=1, b=2" -> pairs.
std::vector<std::pair<std::string, std::string>> pairsOf(std::string_view list) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!list.empty()) {
    std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), part.size() + 1));
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ') || part.ends_with('\r')) part.remove_suffix(1);
    if (const size_t at = part.find('='); at != std::string_view::npos)
      pairs.emplace_back(part.substr(0, at), part.substr(at + 1));
  }
  return pairs;
}

}  // namespace

InputSpec inputsFromComments(std::string_view text) {
  InputSpec spec;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    constexpr std::string_view kBind = "# bind: ", kInputs = "# inputs: ";
    if (line.starts_with(kBind))
      for (const auto& [name, value] : pairsOf(line.substr(kBind.size()))) {
        int64_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (error == std::errc() && end == value.data() + value.size()) spec.bind[name] = number;
      }
    if (line.starts_with(kInputs))
      for (const auto& [name, value] : pairsOf(line.substr(kInputs.size())))
        if (Result<ValueRange> range = parseValueRange(value)) spec.ranges[name] = *range;
  }
  return spec;
}

}  // namespace lw
