// The errors of the Python module.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident, TypeName> kPythonArgument{"python.argument", "{0} takes no argument of the type {1}"};
inline constexpr Error<Ident> kPythonInteger{"python.integer", "{0} takes integers of at most 64 bits"};
inline constexpr Error<Ident> kPythonDepth{"python.depth",
                                           "an argument of {0} is nested too deeply, or contains itself"};
inline constexpr Error<Ident, Snippet> kPythonHandle{"python.handle", "{0}: {1} is a handle of another schedule"};
inline constexpr Error<Ident, Ident> kPythonAttribute{"python.attribute",
                                                      "{0} cannot be used as a value: '{1}' is a method"};
inline constexpr Error<TypeName> kPythonProgram{
    "python.program", "a program is a text, a path, a decorated function or a module, not {0}"};

inline constexpr Error<Ident, int64_t, int64_t> kPythonArgumentCount{"python.argument-count",
                                                                     "{0} takes {1} arguments, not {2}"};
inline constexpr Error<Ident, TypeName> kPythonNoArray{"python.array", "{0} is an array, and {1} is none"};
inline constexpr Error<Ident, TypeName, Snippet> kPythonArrayType{
    "python.array-type", "{0} has elements of type {1}, and the array has elements of type {2}"};
inline constexpr Error<Ident> kPythonArrayStrides{"python.array-strides",
                                                  "the elements of {0} must follow each other in row-major order"};
inline constexpr Error<Ident> kPythonArrayReadOnly{"python.array-read-only",
                                                   "the function writes {0}, and the array is read-only"};
inline constexpr Error<Ident, int64_t> kPythonArrayAlignment{"python.array-alignment",
                                                             "the address of {0} must be a multiple of {1}"};
inline constexpr Error<Ident, int64_t> kPythonArrayDevice{
    "python.array-device", "{0} is in the memory of another device (DLPack type {1}) than the processor"};
inline constexpr Error<Ident, Ident> kPythonArrayOverlap{"python.array-overlap",
                                                         "the function writes {0}, whose memory overlaps that of {1}"};
inline constexpr Error<Ident, Snippet> kPythonCapsule{"python.capsule",
                                                      "{0}: the capsule '{1}' holds no tensor to take"};
inline constexpr Error<Ident, int64_t> kPythonTensorVersion{"python.tensor-version",
                                                            "{0}: version {1} of DLPack is not known"};
inline constexpr Error<Ident, TypeName, TypeName> kPythonScalar{"python.scalar",
                                                                "{0} is a number of type {1}, and the argument is {2}"};

}  // namespace err

std::vector<const ErrorKind*> pythonErrors();

}  // namespace lw
