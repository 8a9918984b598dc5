// Formats: NumPy's "NEP 1" header, and PKWARE's APPNOTE for zip files (zip64 fields of large entries are read).
#include "backends/reference/npy.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <sstream>

#include "backends/reference/array.h"
#include "backends/reference/errors.h"
#include "core/support/replace_file.h"

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

uint32_t checksumOf(std::string_view bytes) {
  return static_cast<uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Result<std::string> slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return explain(err::kCannotRead(path), "check that the file exists");
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}
Status spill(const std::string& path, const std::string& bytes) {
  if (const std::string reason = replaceFile(path, bytes); !reason.empty())
    return explain(err::kCannotWrite(path, reason), "check that the folder exists and the disk has space left");
  return success();
}
Explanation in(Explanation e, const std::string& path) {
  e.setMessage(say("{0}: {1}", Snippet(path), e.reason));
  return e;
}

}  // namespace

Result<std::string> npyBytes(const NDArray& array) {
  if (!reference::supportedType(array.type) || array.type.code == TypeCode::BFloat || array.type.isFloat8())
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
               crc = checksumOf(*bytes);
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

namespace {

// One entry of the directory of a zip file.
struct ZipEntry {
  std::string name;
  int flags = 0, method = 0;
  uint32_t crc = 0;
  uint64_t packed = 0, size = 0, offset = 0;  // bytes in the file and uncompressed; of the local header
};

// Fields that do not fit 32 bits are in an extra field (zip64), in this order.
void readWideFields(ZipEntry& entry, std::string_view extra) {
  while (extra.size() >= 4) {
    const size_t length = number<uint16_t>(extra, 2);
    std::string_view own = extra.substr(4, length);
    if (number<uint16_t>(extra, 0) == 1)
      for (uint64_t* field : {&entry.size, &entry.packed, &entry.offset})
        if (*field == 0xFFFFFFFFu && own.size() >= 8) {
          *field = number<uint64_t>(own, 0);
          own.remove_prefix(8);
        }
    extra.remove_prefix(std::min(extra.size(), 4 + length));
  }
}

// Deflate never makes more than 1032 bytes of one, so that a size which cannot be true takes no memory.
Result<std::string> inflated(const ZipEntry& entry, std::string_view packed) {
  if (entry.size / 1032 > packed.size() + 1)
    return err::kNpzEntrySize(entry.name, std::to_string(entry.size), std::to_string(packed.size()));
  std::string out(entry.size, '\0');
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return err::kNpzEntryDamaged(entry.name);
  constexpr size_t kMost = size_t{1} << 30;  // zlib counts in 32 bits
  size_t read = 0, made = 0;
  int code = Z_OK;
  while (code == Z_OK) {
    const size_t give = std::min(kMost, packed.size() - read), take = std::min(kMost, out.size() - made);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + read));
    stream.avail_in = static_cast<uInt>(give);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + made);
    stream.avail_out = static_cast<uInt>(take);
    code = inflate(&stream, Z_NO_FLUSH);
    read += give - stream.avail_in;
    made += take - stream.avail_out;
  }
  inflateEnd(&stream);
  if (code != Z_STREAM_END || made != out.size()) return err::kNpzEntryDamaged(entry.name);
  return out;
}

Result<NDArray> entryArray(const ZipEntry& entry, std::string_view bytes) {
  if (entry.flags & 1) return explain(err::kNpzEntryEncrypted(entry.name), "save the arrays with np.savez");
  if (entry.method != 0 && entry.method != 8)
    return explain(err::kNpzEntryMethod(entry.name, entry.method),
                   "save the arrays with np.savez or np.savez_compressed");
  if (entry.offset > bytes.size() || bytes.size() - entry.offset < 30) return err::kNpzEntryOutside(entry.name);
  const size_t data =
      entry.offset + 30 + number<uint16_t>(bytes, entry.offset + 26) + number<uint16_t>(bytes, entry.offset + 28);
  if (data > bytes.size() || entry.packed > bytes.size() - data) return err::kNpzEntryOutside(entry.name);
  std::string_view content = bytes.substr(data, entry.packed);
  std::string unpacked;
  if (entry.method == 8) {
    Result<std::string> made = inflated(entry, content);
    if (!made) return made.error();
    unpacked = std::move(*made);
    content = unpacked;
  }
  if (checksumOf(content) != entry.crc)
    return explain(err::kNpzEntryChecksum(entry.name), "the file was changed or cut: write it again");
  Result<NDArray> array = parseNpy(content);
  if (!array) return in(array.error(), entry.name);
  return array;
}

}  // namespace

Result<NamedArrays> parseNpz(std::string_view bytes) {
  const size_t end = bytes.rfind(std::string_view("PK\x05\x06", 4));
  if (end == std::string_view::npos || end + 22 > bytes.size()) return err::kNotNpz();
  uint64_t count = number<uint16_t>(bytes, end + 10), at = number<uint32_t>(bytes, end + 16);
  // A larger directory has its own record, which a locator before the end names.
  if (end >= 20 && number<uint32_t>(bytes, end - 20) == 0x07064b50) {
    const auto wide = number<uint64_t>(bytes, end - 12);
    if (wide > end || end - wide < 56 || number<uint32_t>(bytes, wide) != 0x06064b50)
      return err::kNpzDirectoryDamaged();
    count = number<uint64_t>(bytes, wide + 32);
    at = number<uint64_t>(bytes, wide + 48);
  }
  NamedArrays out;
  for (uint64_t i = 0; i < count; ++i) {
    if (at > bytes.size() || bytes.size() - at < 46 || number<uint32_t>(bytes, at) != 0x02014b50)
      return err::kNpzDirectoryDamaged();
    const size_t nameLength = number<uint16_t>(bytes, at + 28), extra = number<uint16_t>(bytes, at + 30),
                 comment = number<uint16_t>(bytes, at + 32);
    if (bytes.size() - at - 46 < nameLength + extra) return err::kNpzDirectoryDamaged();
    ZipEntry entry{std::string(bytes.substr(at + 46, nameLength)),
                   number<uint16_t>(bytes, at + 8),
                   number<uint16_t>(bytes, at + 10),
                   number<uint32_t>(bytes, at + 16),
                   number<uint32_t>(bytes, at + 20),
                   number<uint32_t>(bytes, at + 24),
                   number<uint32_t>(bytes, at + 42)};
    readWideFields(entry, bytes.substr(at + 46 + nameLength, extra));
    at += 46 + nameLength + extra + comment;
    Result<NDArray> array = entryArray(entry, bytes);
    if (!array) return array.error();
    if (entry.name.ends_with(".npy")) entry.name.resize(entry.name.size() - 4);
    out.emplace_back(std::move(entry.name), std::move(*array));
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
