#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "core/onnx/errors.h"
#include "core/onnx/model.h"

namespace lw::onnx {
namespace {

struct TypeRow {
  ElementType type;
  const char* name;
  std::optional<DataType> stored;
  int bits;
};
// Types of less than 8 bits are kept one number per byte; floats of 8 bits and less that no kernel computes become
// float32, which holds all of their values.
const TypeRow kTypes[] = {
    {ElementType::Float, "float32", dtype::Float(32), 32},
    {ElementType::UInt8, "uint8", dtype::UInt(8), 8},
    {ElementType::Int8, "int8", dtype::Int(8), 8},
    {ElementType::UInt16, "uint16", dtype::UInt(16), 16},
    {ElementType::Int16, "int16", dtype::Int(16), 16},
    {ElementType::Int32, "int32", dtype::Int(32), 32},
    {ElementType::Int64, "int64", dtype::Int(64), 64},
    {ElementType::String, "string", std::nullopt, 0},
    {ElementType::Bool, "bool", dtype::Bool(), 8},
    {ElementType::Float16, "float16", dtype::Float(16), 16},
    {ElementType::Double, "float64", dtype::Float(64), 64},
    {ElementType::UInt32, "uint32", dtype::UInt(32), 32},
    {ElementType::UInt64, "uint64", dtype::UInt(64), 64},
    {ElementType::Complex64, "complex64", std::nullopt, 64},
    {ElementType::Complex128, "complex128", std::nullopt, 128},
    {ElementType::BFloat16, "bfloat16", dtype::BFloat16(), 16},
    {ElementType::Float8E4M3FN, "float8_e4m3fn", dtype::Float8E4M3(), 8},
    {ElementType::Float8E4M3FNUZ, "float8_e4m3fnuz", dtype::Float(32), 8},
    {ElementType::Float8E5M2, "float8_e5m2", dtype::Float8E5M2(), 8},
    {ElementType::Float8E5M2FNUZ, "float8_e5m2fnuz", dtype::Float(32), 8},
    {ElementType::UInt4, "uint4", dtype::UInt(8), 4},
    {ElementType::Int4, "int4", dtype::Int(8), 4},
    {ElementType::Float4E2M1, "float4_e2m1", dtype::Float(32), 4},
    {ElementType::Float8E8M0, "float8_e8m0", dtype::Float(32), 8},
    {ElementType::UInt2, "uint2", dtype::UInt(8), 2},
    {ElementType::Int2, "int2", dtype::Int(8), 2},
};

const TypeRow* rowOf(ElementType type) {
  const auto* at = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const TypeRow& r) { return r.type == type; });
  return at == std::end(kTypes) ? nullptr : at;
}

std::string shapeText(const std::vector<int64_t>& dims) {
  std::string text = "(";
  for (const int64_t d : dims) text += (text.size() > 1 ? ", " : "") + std::to_string(d);
  return text + (dims.size() == 1 ? ",)" : ")");
}

Result<int64_t> countOf(const Tensor& t) {
  int64_t count = 1;
  for (const int64_t d : t.dims)
    if (d < 0 || (d > 0 && count > (int64_t{1} << 40) / d))
      return err::kOnnxShape(t.name, shapeText(t.dims));
    else
      count *= d;
  return count;
}

int64_t numberIn(const std::map<std::string, std::string>& place, const char* key, int64_t otherwise) {
  const auto at = place.find(key);
  if (at == place.end()) return otherwise;
  int64_t value = -1;
  std::from_chars(at->second.data(), at->second.data() + at->second.size(), value);
  return value;
}

// The bytes of a tensor in a file beside the model.
Result<std::pair<std::shared_ptr<const MappedFile>, std::string_view>> externalBytes(const Tensor& t,
                                                                                     const std::string& folder,
                                                                                     int64_t wanted) {
  namespace fs = std::filesystem;
  const auto location = t.place.find("location");
  const std::string name = location == t.place.end() ? std::string() : location->second;
  std::error_code failed;
  const fs::path root = fs::weakly_canonical(folder.empty() ? fs::path(".") : fs::path(folder), failed);
  const fs::path path = fs::weakly_canonical(root / name, failed);
  const auto [end, _] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  if (failed || name.empty() || fs::path(name).is_absolute() || end != root.end())
    return err::kOnnxOutside(t.name, name);
  const Result<std::shared_ptr<const MappedFile>> file = MappedFile::open(path.string());
  if (!file) return file.error();
  const int64_t size = static_cast<int64_t>((*file)->bytes().size());
  const int64_t begin = numberIn(t.place, "offset", 0), length = numberIn(t.place, "length", wanted);
  if (begin < 0 || length < 0 || begin > size || length > size - begin)
    return err::kOnnxExternal(t.name, begin, begin + std::max<int64_t>(length, 0), name, size);
  return std::pair(*file, (*file)->bytes().substr(static_cast<size_t>(begin), static_cast<size_t>(length)));
}

// Numbers of 2 and 4 bits: the first one in the lowest bits of a byte.
void unpack(std::string_view packed, int bits, bool isSigned, NDArray& to) {
  const int perByte = 8 / bits;
  for (int64_t i = 0; i < to.size(); ++i) {
    const auto byte = static_cast<unsigned char>(packed[static_cast<size_t>(i / perByte)]);
    int64_t value = (byte >> (i % perByte * bits)) & ((1 << bits) - 1);
    if (isSigned && (value >> (bits - 1)) != 0) value -= int64_t{1} << bits;
    to.setInt(i, value);
  }
}

// The value of 8 bits or less with this many bits of exponent and mantissa. NaN and infinities as the type has them.
double smallFloat(ElementType type, int64_t bits) {
  if (type == ElementType::Float8E8M0) return bits == 255 ? NAN : std::ldexp(1.0, static_cast<int>(bits) - 127);
  const bool four = type == ElementType::Float4E2M1;
  const int mantissa = four ? 1 : type == ElementType::Float8E4M3FNUZ ? 3 : 2;
  const int exponent = (four ? 3 : 7) - mantissa;
  const int bias = four ? 1 : 1 << (exponent - 1);
  if (!four && bits == 0x80) return NAN;
  const int64_t e = (bits >> mantissa) & ((1 << exponent) - 1), m = bits & ((1 << mantissa) - 1);
  const double value =
      e == 0 ? std::ldexp(static_cast<double>(m), 1 - bias - mantissa)
             : std::ldexp(static_cast<double>(m + (1 << mantissa)), static_cast<int>(e) - bias - mantissa);
  return (bits >> (mantissa + exponent)) != 0 ? -value : value;
}

}  // namespace

std::string toString(ElementType type) {
  const TypeRow* row = rowOf(type);
  return row ? row->name : "number " + std::to_string(static_cast<int>(type));
}

std::optional<DataType> dataTypeOf(ElementType type) {
  const TypeRow* row = rowOf(type);
  return row ? row->stored : std::nullopt;
}

bool isKeptWider(ElementType type) {
  const TypeRow* row = rowOf(type);
  return row && row->stored && row->stored->bits > row->bits;
}
int bitsOf(ElementType type) {
  const TypeRow* row = rowOf(type);
  return row ? row->bits : 0;
}
ElementType elementTypeOf(DataType type) {
  const auto* at = std::find_if(std::begin(kTypes), std::end(kTypes),
                                [&](const TypeRow& r) { return r.stored == type && !isKeptWider(r.type); });
  return at == std::end(kTypes) ? ElementType::Undefined : at->type;
}

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return err::kOnnxOpen(path, std::string(std::strerror(errno)));
  struct stat info{};
  std::shared_ptr<MappedFile> made(new MappedFile);
  if (::fstat(file, &info) == 0 && S_ISREG(info.st_mode)) made->size_ = static_cast<size_t>(info.st_size);
  void* data = made->size_ > 0 ? ::mmap(nullptr, made->size_, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
  const int error = data == MAP_FAILED ? errno : S_ISREG(info.st_mode) ? 0 : EINVAL;
  ::close(file);
  if (error != 0) {
    made->size_ = 0;
    return err::kOnnxOpen(path, std::string(std::strerror(error)));
  }
  made->data_ = static_cast<const char*>(data);
  return std::shared_ptr<const MappedFile>(std::move(made));
}
MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(const_cast<char*>(data_), size_);
}
void MappedFile::release(std::string_view part) const {
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(part.data()) + page - 1) / page * page;
  const uintptr_t end = (reinterpret_cast<uintptr_t>(part.data()) + part.size()) / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

namespace {

// Numbers of 8 bits and less, where several share a byte or the type is no stored one.
void fillSmall(const Tensor& t, const TypeRow& row, std::string_view raw, NDArray& to) {
  std::string words;
  if (raw.empty()) {  // int32_data holds bytes of packed numbers
    for (const int64_t word : t.integers) words.push_back(static_cast<char>(word));
    raw = words;
  }
  if (to.type.isInteger()) return unpack(raw, row.bits, to.type.isInt(), to);
  const int64_t perByte = 8 / row.bits;
  for (int64_t i = 0; i < to.size(); ++i) {
    const auto byte = static_cast<unsigned char>(raw[static_cast<size_t>(i / perByte)]);
    to.set(i, smallFloat(t.type, row.bits == 8 ? byte : (byte >> (i % 2 * 4)) & 15));
  }
}

// Numbers of the fields that are typed.
void fillTyped(const Tensor& t, NDArray& to) {
  const auto bytes = static_cast<size_t>(to.type.bytes());
  for (int64_t i = 0; i < to.size(); ++i) {
    const auto at = static_cast<size_t>(i);
    if (!t.floats.empty()) {
      to.set(i, t.floats[at]);
    } else if (!t.doubles.empty()) {
      to.set(i, t.doubles[at]);
    } else if (to.type.isFloat()) {  // their bits
      const auto bits = static_cast<uint64_t>(t.integers[at]);
      std::memcpy(to.data.data() + at * bytes, &bits, bytes);
    } else {
      to.setInt(i, t.integers[at]);
    }
  }
}

}  // namespace

Result<NDArray> arrayOf(const Tensor& t, const std::string& folder) {
  const TypeRow* row = rowOf(t.type);
  if (!row || !row->stored) return err::kOnnxType(t.name, toString(t.type));
  const bool small = row->bits < 8 || (row->bits == 8 && *row->stored == dtype::Float32);
  const Result<int64_t> count = countOf(t);
  if (!count) return count.error();
  const int64_t bytes = (*count * row->bits + 7) / 8;
  std::string_view raw = t.raw;
  std::shared_ptr<const MappedFile> beside;
  if (t.external) {
    auto found = externalBytes(t, folder, bytes);
    if (!found) return found.error();
    std::tie(beside, raw) = *found;
  }
  // What is there decides how much memory is taken, not what the shape says.
  const bool isRaw = t.external || !raw.empty();
  const int64_t perWord = row->bits < 8 ? 8 / row->bits : 1;
  const int64_t has = isRaw                ? static_cast<int64_t>(raw.size())
                      : !t.floats.empty()  ? static_cast<int64_t>(t.floats.size())
                      : !t.doubles.empty() ? static_cast<int64_t>(t.doubles.size())
                                           : static_cast<int64_t>(t.integers.size()) * perWord;
  if (isRaw ? has != bytes : perWord > 1 ? has < *count : has != *count)
    return err::kOnnxElements(t.name, shapeText(t.dims), isRaw && row->bits >= 8 ? has / (row->bits / 8) : has, *count);
  NDArray made = NDArray::zeros(*row->stored, t.dims);
  if (small)
    fillSmall(t, *row, raw, made);
  else if (isRaw)
    std::memcpy(made.data.data(), raw.data(), raw.size());
  else
    fillTyped(t, made);
  return made;
}

}  // namespace lw::onnx
