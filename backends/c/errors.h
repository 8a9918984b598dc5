// The kinds of errors of C and OpenCL C.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Message> kCForeignCode{"c.foreign-code",
                                              "the program contains {0}, which cannot be written to a C file"};

inline constexpr Error<Ident, Message> kCAtomic{"c.atomic", "the atomic update of {0} cannot be written in C: {1}"};

inline constexpr Error<Message> kCUnsupportedCall{"c.unsupported-call", "T.{0} cannot be expressed in C"};
inline constexpr Error<Snippet> kCExternName{"c.extern-name",
                                             "the first argument of T.{0} must be a function name in quotes"};
inline constexpr Error<Snippet> kCExternVector{"c.extern-vector", "extern function {0} is called with vectors"};
inline constexpr Error<Snippet, TypeName> kCFloatWanted{"c.float-wanted", "T.{0} takes floats, not {1}"};

inline constexpr Error<TypeName> kCType{"c.type", "there is no C type for {0}"};
inline constexpr Error<Snippet> kCStringValue{"c.string-value", "the string \"{0}\" is used as a value"};
inline constexpr Error<Ident, TypeName> kCVectorOfVectors{
    "c.vector-of-vectors", "indexing buffer {0} of {1} with a vector cannot be expressed in C"};
inline constexpr Error<Ident, int64_t, int64_t> kCIndexCount{
    "c.index-count", "buffer {0} has {1} dimensions but is accessed with {2} indices"};

inline constexpr Error<Ident> kCNotLowered{
    "c.not-lowered", "block {0} has not been lowered: C code is generated from lowered functions"};
inline constexpr Error<Ident, Snippet> kCBoundLoop{"c.bound-loop", "loop {0} is bound to {1}, which C does not have"};
inline constexpr Error<Snippet> kCThreadExtent{"c.thread-extent",
                                               "the function launches threads ({0}), which C does not have"};
inline constexpr Error<Message> kCMaskedStatement{"c.masked-statement", "{0} is guarded by a vector condition"};
inline constexpr Error<TypeName> kPointerStore{"c.store-type", "elements of type {0} cannot be stored"};

}  // namespace err

std::vector<const ErrorKind*> cErrors();  // all of them

}  // namespace lw
