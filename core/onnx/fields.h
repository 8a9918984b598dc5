// The fields of a message in the wire format of Protocol Buffers, one after the other. Nothing is copied: texts and
// nested messages are views of the bytes that are read.
// Source: "Encoding" of the Protocol Buffers documentation.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/support/result.h"

namespace lw::onnx {

struct Field {
  int number = 0;
  enum class Kind : uint8_t { Varint, Fixed32, Fixed64, Bytes } kind = Kind::Varint;
  uint64_t value = 0;      // of a number, its bits
  std::string_view bytes;  // of a text, a message or a packed list
  int64_t integer() const { return static_cast<int64_t>(value); }
  float real() const;  // of a Fixed32
};

// Calls `each` for every field until it fails. An error: the bytes are no message.
Status forEachField(std::string_view message, const std::function<Status(const Field&)>& each);

// The numbers of a repeated field, which are packed into one field or written one by one.
Status addIntegers(const Field& field, std::vector<int64_t>& to);
Status addFloats(const Field& field, std::vector<float>& to);
Status addDoubles(const Field& field, std::vector<double>& to);

}  // namespace lw::onnx
