// Swizzled layouts of shared memory: pieces of 16 bytes change places within lines of 128 bytes, so that equal columns
// of neighbouring rows are in different banks without padding. A buffer with such a layout has a scope of its own,
// "shared.swizzle_128b" for example, from the pass that compacts buffers on.
//
// In a layout of N bytes (32, 64 or 128), the lowest bits of the number of a piece are combined by exclusive or with
// the lowest bits of the number of its line, as many bits as N / 16 pieces need. Both are counted from the start of the
// buffer. Source: the PTX ISA, swizzling modes of tensor copies.
#pragma once

#include <string>
#include <string_view>

#include "core/ir/dtype.h"

namespace lw {

inline constexpr int64_t kSwizzlePiece = 16, kSwizzleLine = 128;  // bytes

// The scope of a layout of so many bytes, and the bytes of the layout of a scope; 0: it is not swizzled.
std::string swizzledScope(int64_t bytes);
int64_t swizzleOf(std::string_view scope);

bool isSwizzle(int64_t bytes);
// Do elements of the type fill pieces?
bool canBeSwizzled(DataType type);

// Annotation of a block that writes buffers: [number of the written buffer, bytes] for each that is to be swizzled.
inline constexpr std::string_view kSwizzleNote = "buffer_swizzle";

}  // namespace lw
