// Formats: NumPy's "NEP 1" header, and PKWARE's APPNOTE for zip files (zip64 fields of large entries are read).
#include "backends/reference/npy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <sstream>

#include "backends/reference/array.h"
#include "backends/reference/errors.h"

namespace lw {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

std::string descriptionOf(DataType t) {
  if (t.isBool()) return "|b1";
  const std::string size = std::to_string(t.bits / 8);
  return (t.bits == 8 ? "|" : "<") + std::string(t.isFloat() ? "f" : t.isUInt() ? "u" : "i") + size;
}
std::optional<DataType> typeOf(std::string_view description) {
  if (description.size() != 3 || description[0] == '>') return std::nullopt;
  const int bits = (description[2] - '0') * 8;
  DataType type;
  if (description[1] == 'b' && bits == 8) return dtype::Bool();
  if (description[1] == 'f')
    type = dtype::Float(bits);
  else if (description[1] == 'i')
    type = dtype::Int(bits);
  else if (description[1] == 'u')
    type = dtype::UInt(bits);
  else
    return std::nullopt;
  return reference::supportedType(type) ? std::optional(type) : std::nullopt;
}

// The value of 'key' in the header's dict, as text.
std::string_view field(std::string_view header, std::string_view key) {
  const std::string quoted = "'" + std::string(key) + "':";
  size_t at = header.find(quoted);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + quoted.size());
  while (!header.empty() && header[0] == ' ') header.remove_prefix(1);
  const size_t end = header.starts_with("(")   ? header.find(')')
                     : header.starts_with("'") ? header.find('\'', 1)
                                               : header.find_first_of(",}");
  if (end == std::string_view::npos) return {};
  return header.starts_with("'")   ? header.substr(1, end - 1)
         : header.starts_with("(") ? header.substr(1, end - 1)
                                   : header.substr(0, end);
}

template <class T>
T number(std::string_view bytes, size_t at) {
  T value{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}
template <class T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

uint32_t crc32(std::string_view bytes) {
  std::array<uint32_t, 256> table;
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  uint32_t crc = ~0u;
  for (char byte : bytes) crc = table[(crc ^ static_cast<uint8_t>(byte)) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

Result<std::string> slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return explain(err::kCannotRead(path), "check that the file exists");
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}
Status spill(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return explain(err::kCannotWrite(path), "check that the folder exists and the disk has space left");
  return success();
}
Explanation in(Explanation e, const std::string& path) {
  e.setMessage(say("{0}: {1}", Snippet(path), e.reason));
  return e;
}

}  // namespace

Result<std::string> npyBytes(const NDArray& array) {
  if (!reference::supportedType(array.type) || array.type.code == TypeCode::BFloat)
    return explain(err::kNumPyHasNoType(toString(array.type)), "convert the values to float32 first");
  std::string header = "{'descr': '" + descriptionOf(array.type) +
                       "', 'fortran_order': False, 'shape': " + reference::toString(array.shape) + ", }";
  while ((kMagic.size() + 4 + header.size() + 1) % 64) header += ' ';
  header += '\n';
  std::string out(kMagic);
  out += "\x01";
  out += '\0';
  put(out, static_cast<uint16_t>(header.size()));
  out += header;
  out.append(reinterpret_cast<const char*>(array.data.data()), array.data.size());
  return out;
}

Result<NDArray> parseNpy(std::string_view bytes) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 12) return err::kNotNpy();
  const bool wide = bytes[6] >= 2;
  const size_t length = wide ? number<uint32_t>(bytes, 8) : number<uint16_t>(bytes, 8), start = wide ? 12 : 10;
  if (length > bytes.size() - start) return err::kHeaderCut();
  const std::string_view header = bytes.substr(start, length);
  const std::string_view description = field(header, "descr");
  const auto type = typeOf(description);
  if (!type) return explain(err::kUnreadArrayType(description), "save little-endian floats, integers or bools");
  std::vector<int64_t> shape;
  int64_t count = 1;
  std::stringstream extents{std::string(field(header, "shape"))};
  for (std::string part; std::getline(extents, part, ',');) {
    const size_t first = part.find_first_of("0123456789");
    if (first == std::string::npos) continue;
    const std::string digits = part.substr(first, part.find_first_not_of("0123456789", first) - first);
    if (digits.size() > 15) return err::kShapeTooLarge();
    shape.push_back(std::stoll(digits));
    if (__builtin_mul_overflow(count, shape.back(), &count)) return err::kShapeTooLarge();
  }
  const std::string_view data = bytes.substr(start + length);
  if (shape.size() > static_cast<size_t>(reference::kMaxRank)) return err::kFileTooManyDimensions();
  if (count < 0 || static_cast<uint64_t>(count) > data.size() / static_cast<size_t>(type->bytes()))
    return err::kElementsCut(count);
  const bool columns = field(header, "fortran_order") == "True";
  NDArray out{*type, columns ? std::vector<int64_t>(shape.rbegin(), shape.rend()) : shape, {}};
  out.data.resize(static_cast<size_t>(count * type->bytes()));
  if (!out.data.empty()) std::memcpy(out.data.data(), data.data(), out.data.size());
  if (!columns || shape.size() < 2) return out;
  std::vector<int> order(shape.size());
  for (size_t d = 0; d < order.size(); ++d) order[d] = static_cast<int>(order.size() - 1 - d);
  return reference::toNDArray(reference::transposed(reference::fromNDArray(out), order));
}

Result<std::string> npzBytes(const NamedArrays& arrays) {
  std::string out, directory;
  for (const auto& [name, array] : arrays) {
    Result<std::string> bytes = npyBytes(array);
    if (!bytes) return in(bytes.error(), name);
    if (bytes->size() > 0xFFFFFFF0u || out.size() > 0xFFFFFFF0u - bytes->size())
      return explain(err::kNpzTooLarge(name), "save the arrays one by one");
    const std::string file = name + ".npy";
    const auto offset = static_cast<uint32_t>(out.size()), size = static_cast<uint32_t>(bytes->size()),
               crc = crc32(*bytes);
    const auto common = [&](std::string& to) {  // version, flags, method, time, date, crc, sizes, name and extra length
      put<uint16_t>(to, 20), put<uint16_t>(to, 0), put<uint16_t>(to, 0), put<uint16_t>(to, 0), put<uint16_t>(to, 0x21);
      put(to, crc), put(to, size), put(to, size), put(to, static_cast<uint16_t>(file.size())), put<uint16_t>(to, 0);
    };
    put<uint32_t>(out, 0x04034b50);
    common(out);
    out += file + *bytes;
    put<uint32_t>(directory, 0x02014b50);
    put<uint16_t>(directory, 20);
    common(directory);
    put<uint16_t>(directory, 0), put<uint16_t>(directory, 0), put<uint16_t>(directory, 0), put<uint32_t>(directory, 0),
        put(directory, offset);
    directory += file;
  }
  const auto start = static_cast<uint32_t>(out.size()), length = static_cast<uint32_t>(directory.size());
  const auto count = static_cast<uint16_t>(arrays.size());
  out += directory;
  put<uint32_t>(out, 0x06054b50);
  put<uint16_t>(out, 0), put<uint16_t>(out, 0), put(out, count), put(out, count), put(out, length), put(out, start),
      put<uint16_t>(out, 0);
  return out;
}

Result<NamedArrays> parseNpz(std::string_view bytes) {
  const size_t end = bytes.rfind(std::string_view("PK\x05\x06", 4));
  if (end == std::string_view::npos || end + 22 > bytes.size()) return err::kNotNpz();
  const int count = number<uint16_t>(bytes, end + 10);
  size_t at = number<uint32_t>(bytes, end + 16);
  NamedArrays out;
  for (int i = 0; i < count; ++i) {
    if (at + 46 > bytes.size() || number<uint32_t>(bytes, at) != 0x02014b50) return err::kNpzDirectoryDamaged();
    const int method = number<uint16_t>(bytes, at + 10);
    uint64_t size = number<uint32_t>(bytes, at + 20), offset = number<uint32_t>(bytes, at + 42);
    const size_t nameLength = number<uint16_t>(bytes, at + 28), extra = number<uint16_t>(bytes, at + 30),
                 comment = number<uint16_t>(bytes, at + 32);
    if (at + 46 + nameLength > bytes.size()) return err::kNpzDirectoryDamaged();
    std::string name(bytes.substr(at + 46, nameLength));
    if (method != 0)
      return explain(err::kNpzEntryCompressed(name), "save it with np.savez instead of np.savez_compressed");
    at += 46 + nameLength + extra + comment;
    if (offset + 30 > bytes.size()) return err::kNpzEntryOutside(name);
    const size_t data = offset + 30 + number<uint16_t>(bytes, offset + 26) + number<uint16_t>(bytes, offset + 28);
    if (size == 0xFFFFFFFFu) size = bytes.size() - std::min(data, bytes.size());
    if (data > bytes.size() || size > bytes.size() - data) return err::kNpzEntryOutside(name);
    Result<NDArray> array = parseNpy(bytes.substr(data, size));
    if (!array) return in(array.error(), name);
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    out.emplace_back(std::move(name), std::move(*array));
  }
  return out;
}

Status writeNpy(const std::string& path, const NDArray& array) {
  Result<std::string> bytes = npyBytes(array);
  return bytes ? spill(path, *bytes) : Status(in(bytes.error(), path));
}
Result<NDArray> readNpy(const std::string& path) {
  Result<std::string> bytes = slurp(path);
  if (!bytes) return bytes.error();
  Result<NDArray> array = parseNpy(*bytes);
  if (!array) return in(array.error(), path);
  return array;
}
Status writeNpz(const std::string& path, const NamedArrays& arrays) {
  Result<std::string> bytes = npzBytes(arrays);
  return bytes ? spill(path, *bytes) : Status(in(bytes.error(), path));
}
Result<NamedArrays> readNpz(const std::string& path) {
  Result<std::string> bytes = slurp(path);
  if (!bytes) return bytes.error();
  Result<NamedArrays> arrays = parseNpz(*bytes);
  if (!arrays) return in(arrays.error(), path);
  return arrays;
}

}  // namespace lw
