// Errors of graphs: operands that do not fit together.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident, Snippet, Snippet> kGraphBroadcast{
    "graph.shapes", "{0} cannot combine {1} and {2}: the sizes of a dimension must be equal, or one of them 1"};
inline constexpr Error<Ident, Snippet, Snippet, Snippet, Snippet> kGraphContracted{
    "graph.shapes", "{0} cannot multiply {1} and {2}: {3} and {4} are the sizes of one dimension"};
inline constexpr Error<Ident, Snippet, Snippet> kGraphConcat{
    "graph.shapes", "{0} cannot join {1} and {2}: they may differ in the joined dimension only"};
inline constexpr Error<Ident, Snippet, Snippet, Snippet, Snippet> kGraphReshape{
    "graph.shapes", "{0} cannot make {2} of {1}: these have {4} and {3} elements"};
inline constexpr Error<Ident, Snippet> kGraphReshapeSize{
    "graph.shapes", "{0} cannot make {1}: one size may be -1, all others are at least 0"};
inline constexpr Error<Ident, Snippet, int64_t> kGraphRank{"graph.rank",
                                                           "{0} takes a tensor of {2} dimensions, not {1}"};
inline constexpr Error<Ident, int64_t, int64_t> kGraphAxis{"graph.axis",
                                                           "{0} has no dimension {1}: its operand has {2} dimensions"};
inline constexpr Error<Ident, int64_t> kGraphAxisTwice{"graph.axis", "{0} names dimension {1} twice"};
inline constexpr Error<Ident, Snippet, Snippet> kGraphTypes{"graph.types",
                                                            "{0} cannot combine the element types {1} and {2}"};
inline constexpr Error<Ident, Snippet> kGraphNotTensor{"graph.operand", "{0} takes a tensor, not {1}"};

// Of reading the text of a graph
inline constexpr Error<Ident, Message> kGraphNotRun{
    "graph.not-run", "the graph {0} is read, checked and printed, but it cannot be run: {1}"};
inline constexpr Error<Snippet> kGraphUnknownOperator{"graph.unknown-operator",
                                                      "{0} is no operator of graphs that is known"};
inline constexpr Error<Snippet> kGraphNoValue{"graph.value", "{0} is not a value in a graph"};
inline constexpr Error<Snippet> kGraphNoConstant{"graph.constant", "{0} is not a number, nor a list of numbers"};
inline constexpr Error<Ident, Ident> kGraphNoFunction{"graph.function", "{0} has no function named {1}"};
inline constexpr Error<Ident> kGraphHidden{"graph.hidden", "{0} is seen inside its dataflow block only"};
inline constexpr Error<Snippet> kGraphNoStructInfo{"graph.struct-info", "{0} does not say what a value is"};
inline constexpr Error<Ident, Snippet, Snippet> kGraphAnnotation{"graph.struct-info",
                                                                 "{0} is said to be {1}, but it is {2}"};
inline constexpr Error<int64_t, Snippet> kGraphNdim{"graph.struct-info", "ndim is {0}, but the shape is {1}"};
inline constexpr Error<int64_t, int64_t> kGraphNdimRange{"graph.struct-info",
                                                         "ndim is {0}; it is at most {1}, or -1 if it is not known"};
inline constexpr Error<> kGraphDistributed{"graph.struct-info", "tensors that are spread over devices are not read"};
inline constexpr Error<Snippet> kGraphSize{"graph.size", "\"{0}\" is not a size"};
inline constexpr Error<int64_t, int64_t> kGraphNoField{"graph.index", "field {0} of a tuple that has {1}"};
inline constexpr Error<int64_t, int64_t> kGraphIndexRange{"graph.index", "the index {0} is not in 0 to {1}"};
inline constexpr Error<> kGraphIndex{"graph.index", "only a tuple has an index here, a single number"};
inline constexpr Error<> kGraphStatement{"graph.statement", "this statement has no meaning in a graph"};
inline constexpr Error<> kGraphTarget{"graph.statement", "a value of a graph is bound to one name"};
inline constexpr Error<> kGraphAfterReturn{"graph.statement", "this statement comes after `return`"};
inline constexpr Error<> kGraphReturnInDataflow{"graph.statement", "`return` cannot stand in a dataflow block"};
inline constexpr Error<> kGraphBranchInDataflow{"graph.statement", "`if` cannot stand in a dataflow block"};
inline constexpr Error<Ident> kGraphNoReturn{"graph.no-return", "{0} returns no value"};
inline constexpr Error<> kGraphOutputs{"graph.output", "R.output stands at the end of a dataflow block"};
inline constexpr Error<> kGraphAfterOutput{"graph.output", "this statement comes after R.output in its dataflow block"};
inline constexpr Error<Snippet> kGraphOutputName{"graph.output", "{0} is not bound in this dataflow block"};
inline constexpr Error<Ident, Ident> kGraphBranches{"graph.branches",
                                                    "the branches of an `if` end with different names: {0} and {1}"};

}  // namespace err

std::vector<const ErrorKind*> graphErrors();  // all of them

}  // namespace lw
