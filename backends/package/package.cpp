#include "backends/package/package.h"
#include "backends/package/errors.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include "core/support/json.h"

#include "core/support/json_depth.h"

namespace lw {
namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "loopwright package ";
constexpr int kPackageVersion = 2, kVersionOfTexts = 1;

json describe(const NDArray& array) { return {{"type", toString(array.type)}, {"shape", array.shape}}; }

std::string_view bytesOf(const NDArray& array) {
  return {reinterpret_cast<const char*>(array.data.data()), array.data.size()};
}

// A line, which is removed from the text; empty if there is none.
std::string_view takeLine(std::string_view& text) {
  const size_t end = text.substr(0, 64).find('\n');
  if (end == std::string_view::npos) return {};
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

// Takes the arrays of a package one after the other.
class ArrayReader {
 public:
  ArrayReader(std::string_view& rest, int64_t available) : rest_(rest), available_(available) {}

  Result<PackageArray> take(const json& a) {
    PackageArray array{a.at("name").get<std::string>(), a.value("written", false), a.value("restored", false), {}, {}};
    array.every = a.value("every", int64_t{1});
    array.allowed = a.value("allowed", 0.0);
    if (a.contains("made")) {
      Result<PackageArray::Made> made = madeFrom(a["made"]);
      if (!made) return std::move(made).error();
      array.made = *made;
    }
    Result<NDArray> value = values(array.name, a, a.at("shape").get<std::vector<int64_t>>(), array.made);
    if (!value) return std::move(value).error();
    array.value = std::move(*value);
    if (array.every < 1 || array.every > std::max<int64_t>(array.value.size(), 1))
      return err::kPackageDamaged(
          say("the step {1} between the results of array '{0}' is not possible", Ident(array.name), array.every));
    if (a.value("expected", false)) {
      const std::vector<int64_t> shape =
          array.every == 1 ? array.value.shape : std::vector{(array.value.size() - 1) / array.every + 1};
      Result<NDArray> expected = values(array.name, a, shape, std::nullopt);
      if (!expected) return std::move(expected).error();
      array.expected = std::move(*expected);
    }
    return array;
  }

 private:
  static Result<PackageArray::Made> madeFrom(const json& made) {
    const auto kind = made.at("kind").get<int64_t>();
    const ValueRange range{static_cast<ValueRange::Kind>(kind), made.value("low", 0.0), made.value("high", 0.0)};
    if (kind < 0 || kind > static_cast<int64_t>(ValueRange::Kind::Zeros) || !(range.low <= range.high) ||
        !std::isfinite(range.high - range.low))
      return err::kPackageDamaged("the values of an array come from an impossible range");
    return PackageArray::Made{range, made.at("seed").get<uint64_t>()};
  }

  // The bytes from the package or, if they are generated here, the values.
  Result<NDArray> values(const std::string& name, const json& description, const std::vector<int64_t>& shape,
                         const std::optional<PackageArray::Made>& made) {
    const std::string typeName = description.at("type").get<std::string>();
    const std::optional<DataType> type = parseDataType(typeName);
    if (!type || type->isHandle() || type->bytes() <= 0)
      return err::kPackageDamaged(say("there is no type '{0}'", Ident(typeName)));
    int64_t bytes = type->bytes();
    for (const int64_t extent : shape)
      if (extent < 0 || __builtin_mul_overflow(bytes, extent, &bytes))
        return err::kPackageDamaged("an array has an impossible size");
    if (!made && bytes > static_cast<int64_t>(rest_.size()))
      return err::kPackageCut(say("an array needs {0} bytes, but only {1} are left", bytes, rest_.size()));
    if (bytes > available_ - used_)
      return explain(err::kPackageMemory(name, std::max(bytes, used_ + std::min(bytes, available_)), available_),
                     "use a machine with more memory, or export the kernel with smaller sizes");
    used_ += bytes;
    if (made) return randomArray(*type, shape, made->range, made->seed);
    NDArray array{*type, shape, {}};
    const auto* begin = reinterpret_cast<const std::byte*>(rest_.data());
    array.data.assign(begin, begin + bytes);
    rest_.remove_prefix(static_cast<size_t>(bytes));
    return array;
  }

  std::string_view& rest_;
  const int64_t available_;
  int64_t used_ = 0;
};

Result<PackagedObject> takeObject(const json& o, std::string_view& rest) {
  const auto bytes = o.at("bytes").get<size_t>();
  if (bytes > rest.size())
    return err::kPackageCut(say("the code needs {0} bytes, but only {1} are left", bytes, rest.size()));
  PackagedObject object{std::string(rest.substr(0, bytes)), o.at("symbol").get<std::string>(),
                        o.at("failures").get<std::vector<std::string>>(), o.at("scalars").get<std::vector<int64_t>>(),
                        o.at("threads").get<int>()};
  rest.remove_prefix(bytes);
  return object;
}

int number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

NDArray someOf(const NDArray& array, int64_t every) {
  NDArray some = NDArray::zeros(array.type, {(array.size() + every - 1) / every});
  const auto bytes = static_cast<size_t>(array.type.bytes());
  for (int64_t i = 0; i < some.size(); ++i)
    std::copy_n(array.data.begin() + static_cast<std::ptrdiff_t>(static_cast<size_t>(i * every) * bytes), bytes,
                some.data.begin() + static_cast<std::ptrdiff_t>(static_cast<size_t>(i) * bytes));
  return some;
}

std::string encodePackage(const KernelPackage& package) {
  json texts = json::array(), arrays = json::array();
  for (const KernelText& t : package.texts) texts.push_back({{"api", t.api}, {"arch", t.arch}, {"text", t.text}});
  std::string data = package.object ? package.object->bytes : "";
  for (const PackageArray& a : package.arrays) {
    json j = describe(a.value);
    j["name"] = a.name;
    j["written"] = a.written;
    j["restored"] = a.restored;
    j["expected"] = a.expected.has_value();
    if (a.every > 1) j["every"] = a.every;
    if (a.allowed > 0) j["allowed"] = a.allowed;
    if (a.made)
      j["made"] = {{"kind", static_cast<int>(a.made->range.kind)},
                   {"low", a.made->range.low},
                   {"high", a.made->range.high},
                   {"seed", a.made->seed}};
    arrays.push_back(std::move(j));
    if (!a.made) data += bytesOf(a.value);
    if (a.expected) data += bytesOf(*a.expected);
  }
  json j{{"name", package.name},
         {"texts", texts},
         {"plan", json::parse(package.plan)},
         {"arrays", arrays},
         {"reference", package.reference},
         {"flops", package.flops},
         {"bytes", package.bytes}};
  if (package.object)
    j["object"] = {{"bytes", package.object->bytes.size()},
                   {"symbol", package.object->symbol},
                   {"failures", package.object->failures},
                   {"scalars", package.object->scalars},
                   {"threads", package.object->threads}};
  const std::string description = j.dump(1);
  const int version = package.object ? kPackageVersion : kVersionOfTexts;
  return std::string(kMagic) + std::to_string(version) + "\n" + std::to_string(description.size()) + "\n" +
         description + data;
}

Result<KernelPackage> decodePackage(std::string_view bytes, int64_t available) {
  const std::string_view magic = takeLine(bytes);
  if (!magic.starts_with(kMagic))
    return explain(err::kPackageFormat(std::string(kMagic)),
                   "`lw export FILE --format package -o NAME.lwpkg` writes one");
  if (const int version = number(magic.substr(kMagic.size())); version != kPackageVersion && version != kVersionOfTexts)
    return err::kPackageVersion(version, kPackageVersion);
  const auto length = static_cast<size_t>(std::max(number(takeLine(bytes)), 0));
  if (length == 0 || length > bytes.size()) return err::kPackageCut("the description is incomplete");
  if (tooDeepInJson(bytes.substr(0, length)))
    return err::kPackageDamaged(say("brackets are nested more than {0} deep", kMostJsonDepth));
  try {
    const json j = json::parse(bytes.substr(0, length));
    bytes.remove_prefix(length);
    KernelPackage package{j.at("name").get<std::string>(),
                          {},
                          j.at("plan").dump(),
                          {},
                          j.value("reference", ""),
                          j.value("flops", 0.0),
                          j.value("bytes", 0.0)};
    if (j.contains("object")) {
      Result<PackagedObject> object = takeObject(j["object"], bytes);
      if (!object) return std::move(object).error();
      package.object = std::move(*object);
    }
    for (const json& t : j.at("texts"))
      package.texts.push_back({t.at("api").get<std::string>(), t.value("arch", ""), t.at("text").get<std::string>()});
    ArrayReader arrays(bytes, available);
    for (const json& a : j.at("arrays")) {
      Result<PackageArray> array = arrays.take(a);
      if (!array) return std::move(array).error();
      package.arrays.push_back(std::move(*array));
    }
    return package;
  } catch (const json::exception& e) {
    return err::kPackageDamaged(Snippet(e.what()));
  }
}

const KernelText* textFor(const KernelPackage& package, const std::string& api, const std::string& version) {
  const auto arch = [](const std::string& name) {
    return name.starts_with("sm_") ? number(std::string_view(name).substr(3)) : 0;
  };
  const KernelText* best = nullptr;
  for (const KernelText& t : package.texts)
    if (t.api == api && (t.arch.empty() || arch(t.arch) <= arch(version)) && (!best || arch(t.arch) > arch(best->arch)))
      best = &t;
  return best;
}

}  // namespace lw
