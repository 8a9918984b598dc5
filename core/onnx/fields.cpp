#include "core/onnx/fields.h"

#include <google/protobuf/io/coded_stream.h>

#include <bit>
#include <cstring>

#include "core/onnx/errors.h"

namespace lw::onnx {
namespace {

using google::protobuf::io::CodedInputStream;

CodedInputStream streamOf(std::string_view bytes) {
  return CodedInputStream(reinterpret_cast<const uint8_t*>(bytes.data()), static_cast<int>(bytes.size()));
}

// Numbers of `Bits`, packed without gaps, in little-endian order.
template <class Bits, class Number>
Status addFixed(const Field& field, Field::Kind single, std::vector<Number>& to) {
  if (field.kind == single) {
    to.push_back(std::bit_cast<Number>(static_cast<Bits>(field.value)));
    return success();
  }
  if (field.kind != Field::Kind::Bytes || field.bytes.size() % sizeof(Bits) != 0) return err::kOnnxBytes();
  const size_t before = to.size();
  to.resize(before + field.bytes.size() / sizeof(Bits));
  std::memcpy(to.data() + before, field.bytes.data(), field.bytes.size());
  return success();
}

}  // namespace

float Field::real() const { return std::bit_cast<float>(static_cast<uint32_t>(value)); }

Status forEachField(std::string_view message, const std::function<Status(const Field&)>& each) {
  CodedInputStream stream = streamOf(message);
  while (stream.CurrentPosition() < static_cast<int>(message.size())) {
    const uint32_t tag = stream.ReadTag();
    Field field{.number = static_cast<int>(tag >> 3), .bytes = {}};
    bool read = tag != 0;
    switch (tag & 7U) {
      case 0:
        read = read && stream.ReadVarint64(&field.value);
        break;
      case 1:
        field.kind = Field::Kind::Fixed64;
        read = read && stream.ReadLittleEndian64(&field.value);
        break;
      case 2: {
        field.kind = Field::Kind::Bytes;
        uint32_t length = 0;
        const bool known = read && stream.ReadVarint32(&length);
        const auto at = static_cast<size_t>(stream.CurrentPosition());
        read = known && length <= message.size() - at && stream.Skip(static_cast<int>(length));
        if (read) field.bytes = message.substr(at, length);
        break;
      }
      case 5: {
        field.kind = Field::Kind::Fixed32;
        uint32_t bits = 0;
        read = read && stream.ReadLittleEndian32(&bits);
        field.value = bits;
        break;
      }
      default:
        read = false;
    }
    if (!read) return err::kOnnxBytes();
    if (Status done = each(field); !done) return done;
  }
  return success();
}

Status addIntegers(const Field& field, std::vector<int64_t>& to) {
  if (field.kind == Field::Kind::Varint) {
    to.push_back(field.integer());
    return success();
  }
  if (field.kind != Field::Kind::Bytes) return err::kOnnxBytes();
  CodedInputStream stream = streamOf(field.bytes);
  while (stream.CurrentPosition() < static_cast<int>(field.bytes.size())) {
    uint64_t value = 0;
    if (!stream.ReadVarint64(&value)) return err::kOnnxBytes();
    to.push_back(static_cast<int64_t>(value));
  }
  return success();
}
Status addFloats(const Field& field, std::vector<float>& to) {
  return addFixed<uint32_t>(field, Field::Kind::Fixed32, to);
}
Status addDoubles(const Field& field, std::vector<double>& to) {
  return addFixed<uint64_t>(field, Field::Kind::Fixed64, to);
}

}  // namespace lw::onnx
