// The kinds of errors of the language of references.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet> kCannotRead{"npy.format", "cannot read {0}"};
inline constexpr Error<Snippet, Snippet> kCannotWrite{"npy.format", "cannot write {0}: {1}"};
inline constexpr Error<TypeName> kNumPyHasNoType{"npy.format", "NumPy has no type {0}"};
inline constexpr Error<> kNotNpy{"npy.format", "this is not a .npy file"};
inline constexpr Error<> kHeaderCut{"npy.format", "the file ends within its header"};
inline constexpr Error<Snippet> kUnreadArrayType{"npy.format", "arrays of type '{0}' cannot be read"};
inline constexpr Error<> kShapeTooLarge{"npy.format", "the shape is too large"};
inline constexpr Error<> kFileTooManyDimensions{"npy.format", "the array has more than 32 dimensions"};
inline constexpr Error<int64_t> kElementsCut{"npy.format", "the file ends before its {0} elements"};
inline constexpr Error<Ident> kNpzTooLarge{"npy.format", "{0}: .npz files of more than 4 GiB cannot be written"};
inline constexpr Error<> kNotNpz{"npy.format", "this is not a .npz file"};
inline constexpr Error<> kNpzDirectoryDamaged{"npy.format", "the directory of the .npz file is damaged"};
inline constexpr Error<Ident, int64_t> kNpzEntryMethod{"npy.format",
                                                       "the entry {0} is compressed by the method {1} of zip"};
inline constexpr Error<Ident> kNpzEntryEncrypted{"npy.format", "the entry {0} is encrypted"};
inline constexpr Error<Ident> kNpzEntryDamaged{"npy.format", "the compressed data of the entry {0} are damaged"};
inline constexpr Error<Ident, Snippet, Snippet> kNpzEntrySize{
    "npy.format", "the entry {0} says that it has {1} bytes uncompressed, but it has {2} compressed ones"};
inline constexpr Error<Ident> kNpzEntryChecksum{"npy.format", "the checksum of the entry {0} does not fit its bytes"};
inline constexpr Error<Ident> kNpzEntryOutside{"npy.format", "the entry {0} is outside of the file"};

inline constexpr Error<> kArangeStepZero{"reference.arange", "the step of arange is 0"};
inline constexpr Error<> kArangeStopMissing{"reference.arange", "arange takes at least a stop"};

inline constexpr Error<int64_t, int64_t> kReferenceArgumentCount{
    "reference.arguments", "the function has {0} parameters, but {1} arguments are given"};

inline constexpr Error<Ident, int64_t, int64_t> kRegisteredParameters{
    "reference.arguments", "the function that is registered as {0} has {1} parameters, but a call passes {2} buffers"};

inline constexpr Error<Ident> kParamsNoDict{"params.dict",
                                            "the parameters of {0} are no dict of arrays by their names"};
inline constexpr Error<> kLoadArgument{"reference.file", "np.load takes the path of a .npz file beside this one"};
inline constexpr Error<> kOpenFile{"reference.file", "files are not opened here"};

inline constexpr Error<Snippet> kTakesOneAxis{"reference.axis", "{0} takes one axis"};
inline constexpr Error<Snippet> kMoveaxisOutOfRange{"reference.axis",
                                                    "moveaxis: an axis is out of range for shape {0}"};
inline constexpr Error<int64_t> kTakeOutOfRange{"reference.axis", "take: axis {0} is out of range"};
inline constexpr Error<int64_t, int64_t, Snippet> kAxisOutOfRange{
    "reference.axis", "axis {0} is out of range for an array of {1} dimension{2}"};
inline constexpr Error<int64_t> kAxisTwice{"reference.axis", "axis {0} is given twice"};

inline constexpr Error<Snippet, Snippet> kShapesDoNotBroadcast{"reference.broadcast",
                                                               "shapes {0} and {1} do not broadcast"};
inline constexpr Error<Snippet, Snippet> kValueDoesNotFit{
    "reference.broadcast", "a value of shape {0} cannot be assigned to a part of shape {1}"};
inline constexpr Error<Snippet, Snippet> kDoesNotBroadcastTo{"reference.broadcast",
                                                             "shape {0} does not broadcast to {1}"};

inline constexpr Error<Snippet, Snippet, int64_t> kCannotJoin{"reference.concatenate",
                                                              "shapes {0} and {1} cannot be joined along axis {2}"};

inline constexpr Error<> kEinsumArguments{"reference.einsum",
                                          "einsum takes the subscripts first, 'ij,jk->ik', then the arrays"};
inline constexpr Error<Snippet, Message> kEinsumSubscripts{"reference.einsum", "einsum '{0}': {1}"};

inline constexpr Error<Snippet, Snippet> kReductionOfNothing{"reference.empty",
                                                             "{0} of an empty array: the shape is {1}"};

inline constexpr Error<int64_t, int64_t, Snippet> kArrayIndexOutOfRange{
    "reference.index", "index {0} is out of range for dimension {1} of shape {2}"};
inline constexpr Error<> kSecondEllipsis{"reference.index", "`...` may appear only once in an index"};
inline constexpr Error<int64_t, int64_t, Snippet> kTooManyIndices{
    "reference.index", "{0} indices are given for an array of {1} dimension{2}"};
inline constexpr Error<> kArraySliceStepZero{"reference.index", "the step of a slice is 0"};
inline constexpr Error<TypeName> kBadIndexArray{"reference.index", "an array of {0} cannot be an index"};
inline constexpr Error<Snippet, Snippet> kMaskDoesNotFit{"reference.index",
                                                         "a mask of shape {0} does not match an array of shape {1}"};

inline constexpr Error<int64_t> kMatrixSideTooLong{"reference.matmul", "a matrix side of {0} is too large"};
inline constexpr Error<Snippet, Snippet> kNoSuchProduct{"reference.matmul",
                                                        "matrices of shapes {0} and {1} cannot be multiplied"};
inline constexpr Error<> kProductOfScalars{"reference.matmul", "a matrix product does not take scalars"};

inline constexpr Error<Snippet, TypeName> kArrayTooLarge{"reference.memory",
                                                         "an array of shape {0} and type {1} is larger than 8 GiB"};
inline constexpr Error<Snippet> kNoMemoryForArray{"reference.memory",
                                                  "there is not enough memory for an array of shape {0}"};
inline constexpr Error<> kRangeTooLongForArray{"reference.memory", "the range is too long for an array"};
inline constexpr Error<Snippet> kArangeTooLong{"reference.memory", "arange would have {0} elements"};
inline constexpr Error<> kTooLargeForList{"reference.memory", "the array is too large for a list"};

inline constexpr Error<Snippet> kNoReferenceFunction{"reference.missing", "the file has no function {0}"};

inline constexpr Error<Snippet, Snippet> kOutShape{"reference.out", "out= has shape {0}, but the result has {1}"};
inline constexpr Error<TypeName, TypeName> kOutType{"reference.out",
                                                    "the result has type {0}, which cannot be stored as {1}"};

inline constexpr Error<Ident, Snippet, Snippet> kGraphArgument{"reference.graph-argument",
                                                               "the value of {0} is {1}, not {2}"};
inline constexpr Error<Snippet> kGraphNotEvaluated{"reference.graph-operator",
                                                   "{0} cannot be evaluated in terms of NumPy"};

inline constexpr Error<Ident, Message, int64_t, Message, Snippet> kReferenceOutputCount{
    "reference.outputs", "{0} returns {1}, but {2}{3} expected: {4}"};

inline constexpr Error<> kNegativePadWidth{"reference.pad", "padding widths cannot be negative"};
inline constexpr Error<int64_t> kPadOfEmptyDimension{"reference.pad",
                                                     "dimension {0} is empty: it has no elements to pad with"};
inline constexpr Error<> kPadTooWide{"reference.pad", "the padding is too wide"};
inline constexpr Error<> kPadWidthType{"reference.pad", "pad widths are integers"};
inline constexpr Error<Snippet, Snippet> kPadWidthShape{"reference.pad",
                                                        "pad widths of shape {0} do not match an array of shape {1}"};
inline constexpr Error<Ident> kPadMode{"reference.pad", "the mode '{0}' is not available"};
inline constexpr Error<> kPadConstant{"reference.pad", "constant_values takes one number here"};

inline constexpr Error<Snippet, Ident, Ident> kReferenceParameter{"reference.parameter",
                                                                  "{0} has a parameter '{1}', which {2} does not have"};

inline constexpr Error<> kNegativeCount{"reference.repeat", "the count is negative"};
inline constexpr Error<> kResultTooLarge{"reference.repeat", "the result is too large"};

inline constexpr Error<Snippet, Snippet, Snippet> kReferenceResultShape{
    "reference.result-shape", "the reference returns {0} with shape {1}, but the function's has {2}"};

inline constexpr Error<Snippet, TypeName, TypeName> kReferenceResultType{
    "reference.result-type", "the reference returns {0} as {1}, but the function's is {2}"};

inline constexpr Error<int64_t> kTooManyDimensions{"reference.shape", "an array has at most {0} dimensions"};
inline constexpr Error<Snippet> kNegativeExtent{"reference.shape", "the shape {0} has a negative extent"};
inline constexpr Error<Snippet, Snippet> kCannotReshape{"reference.shape",
                                                        "an array of shape {0} cannot be reshaped to {1}"};
inline constexpr Error<Snippet, Snippet> kRaggedRows{"reference.shape",
                                                     "the rows of the array have different shapes: {0} and {1}"};
inline constexpr Error<Snippet> kTriangleRank{"reference.shape",
                                              "a triangle needs two dimensions, but the shape is {0}"};
inline constexpr Error<Snippet> kBadShape{"reference.shape", "the shape {0} is not valid"};
inline constexpr Error<Snippet> kItemOfSeveral{"reference.shape", "item() needs one element, but the shape is {0}"};

inline constexpr Error<Snippet, int64_t, int64_t> kCannotSplit{
    "reference.split", "shape {0} cannot be split into {1} equal parts along axis {2}"};

inline constexpr Error<int64_t, Snippet> kSqueezedDimension{"reference.squeeze", "dimension {0} of shape {1} is not 1"};

inline constexpr Error<Snippet, Snippet> kCannotStack{"reference.stack", "shapes {0} and {1} cannot be stacked"};

inline constexpr Error<> kBadTileCounts{"reference.tile", "the counts are negative or too large"};

inline constexpr Error<int64_t, Snippet> kTransposedAxisCount{"reference.transpose",
                                                              "{0} axes are given for an array of shape {1}"};

inline constexpr Error<Message> kNeitherArrayNorNumber{"reference.type", "{0} is neither an array nor a number"};
inline constexpr Error<Message> kBadElementType{"reference.type", "{0} is not a type of array elements"};
inline constexpr Error<> kStringNoNumber{"reference.type", "a string is not a number"};
inline constexpr Error<> kScalarHasNoLength{"reference.type", "an array without dimensions has no length"};
inline constexpr Error<Snippet> kAmbiguousTruth{"reference.type", "an array of shape {0} has no single truth value"};
inline constexpr Error<Snippet, Message> kOutTakesArrayNot{"reference.type", "{0}: out= takes an array, not {1}"};
inline constexpr Error<Snippet> kDoesNotTakeFloats{"reference.type", "{0} does not take floats"};
inline constexpr Error<> kSubtractedBools{"reference.type", "bool arrays cannot be subtracted"};
inline constexpr Error<int64_t, TypeName> kNumberOutOfBounds{"reference.type",
                                                             "the number {0} is out of bounds for {1}"};
inline constexpr Error<> kNegativePower{"reference.type", "integers cannot be raised to negative powers"};
inline constexpr Error<> kInvertedFloats{"reference.type", "`~` does not take floats"};
inline constexpr Error<> kNegatedBools{"reference.type", "`-` does not take bool arrays"};
inline constexpr Error<TypeName> kReferenceElementType{"reference.type",
                                                       "arrays of {0} cannot be computed by a reference"};

inline constexpr Error<Ident> kMethodOfArrays{"script.attribute", "'{0}' is a method of arrays"};
inline constexpr Error<Ident> kArraysHaveNoAttribute{"script.attribute", "arrays have no attribute '{0}'"};
inline constexpr Error<Ident, Ident> kModuleHasNoMember{"script.attribute",
                                                        "{0} has no '{1}' that a reference can use"};
inline constexpr Error<Ident> kNoSuchNumpyFunction{"script.attribute", "np.{0} is not available in a reference"};

inline constexpr Error<Ident> kNoFunction{"script.call", "'{0}' is not a function"};
inline constexpr Error<TypeName> kTakesOneValue{"script.call", "{0} takes one value"};
inline constexpr Error<Snippet, int64_t, int64_t> kTooManyPositional{
    "script.call", "{0} takes at most {1} positional arguments, {2} were given"};
inline constexpr Error<Snippet, Ident> kHasNoParameterNamedHere{"script.call", "{0} has no parameter named '{1}' here"};
inline constexpr Error<Snippet, Ident> kNumpyArgumentTwice{"script.call", "{0}: '{1}' is given twice"};
inline constexpr Error<Snippet, Ident> kNumpyArgumentMissing{"script.call", "{0}: no value for '{1}'"};
inline constexpr Error<Snippet> kTakesListOfArrays{"script.call", "{0} takes a list of arrays"};
inline constexpr Error<Ident, Ident> kMemberIsNoFunction{"script.call", "{0}.{1} is not a function"};
inline constexpr Error<> kAstypeNeedsType{"script.call", "astype takes a type"};

inline constexpr Error<Ident> kNpNotAvailableInReference{"script.unsupported",
                                                         "np.{0} is not available in a reference"};

inline constexpr Error<Snippet> kNoPython{"numpy.missing", "no Python with NumPy was found (tried: {0})"};
inline constexpr Error<int64_t> kNumpyTimeout{"numpy.timeout", "NumPy did not finish within {0} s"};
inline constexpr Error<Message> kNumpyRefused{"numpy.failed", "NumPy rejected the reference: {0}"};
inline constexpr Error<> kNumpyWithoutResult{"numpy.failed", "NumPy returned no result"};
inline constexpr Error<Ident> kNumpyShape{"numpy.shape", "under NumPy, {0} has another shape than in the function"};
inline constexpr Error<Ident, TypeName, TypeName> kNumpyType{"numpy.type",
                                                             "under NumPy, {0} is {1}, but the function's is {2}"};

// Of functions in NumPy terms that become operators
inline constexpr Error<Ident, Message> kTracedCall{
    "export.model-registered",
    "the model calls {0}, a function in NumPy terms that is no kernel of exported code: {1}"};
inline constexpr Error<Ident> kTracedFunction{"export.model-registered", "there is no kernel for {0} of these arrays"};
inline constexpr Error<Ident> kTracedArguments{"export.model-registered",
                                               "there is no kernel for {0} with these arguments"};
inline constexpr Error<Ident, TypeName> kTracedInteger{"export.model-registered",
                                                       "{0} of {1} has another type in NumPy than in a kernel"};
inline constexpr Error<TypeName, TypeName> kTracedTypes{"export.model-registered",
                                                        "arrays of {0} and {1} meet in one operation"};
inline constexpr Error<> kTracedPart{"export.model-registered", "a part or a view of an array is used"};
inline constexpr Error<> kTracedUnwritten{"export.model-registered", "an output is read before it is written"};
inline constexpr Error<> kTracedShape{"export.model-registered", "the shape of an array is not known"};
inline constexpr Error<> kTracedTruth{"export.model-registered", "a branch depends on elements"};
inline constexpr Error<> kTracedDiffers{"export.model-registered",
                                        "on random numbers, its operators compute something else"};

}  // namespace err

std::vector<const ErrorKind*> referenceErrors();  // all of them

}  // namespace lw
