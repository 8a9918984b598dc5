// Errors of models that cannot be run as they are.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident> kModelOperator{
    "model.operator", "{0} cannot be run: a model runs calls of kernels and of registered functions only"};
inline constexpr Error<Ident> kModelCallee{"model.function", "{0} is no kernel and no function of the model"};
inline constexpr Error<Ident> kModelRecursion{"model.function", "{0} calls itself"};
inline constexpr Error<Ident, int64_t, int64_t> kModelParameters{"model.arguments",
                                                                 "{0} takes {1} arguments, but it is given {2}"};
inline constexpr Error<Ident, int64_t, int64_t, int64_t> kModelBuffers{
    "model.arguments", "kernel {0} takes {1} buffers, but it is called with {2} inputs and {3} outputs"};
inline constexpr Error<Ident, int64_t, int64_t> kModelNumbers{
    "model.arguments", "kernel {0} takes {1} numbers after its buffers, but it is given {2}"};
inline constexpr Error<Ident, Ident, Snippet, Snippet> kModelShape{
    "model.shape", "kernel {0} declares its buffer {1} as {2}, but it is given {3}"};
inline constexpr Error<Ident, Snippet> kModelPointer{
    "model.shape", "parameter {1} of kernel {0} is a pointer without a buffer, so nothing says what it takes"};
inline constexpr Error<Ident, Snippet, Snippet> kModelParameter{"model.shape",
                                                                "parameter {0} is bound to {1}, but it is {2}"};
inline constexpr Error<Snippet, Snippet> kModelMatch{"model.shape", "{0} does not fit {1}"};
inline constexpr Error<Ident, Snippet> kModelNotTensor{
    "model.value", "{0} is {1}: a model that runs computes tensors whose shape and element type are known"};
inline constexpr Error<> kModelNoValue{"model.value",
                                       "the result of a model that runs is a tensor or a tuple of tensors"};
inline constexpr Error<int64_t> kModelNoData{"model.constant", "the values of constant {0} are not in this text"};
inline constexpr Error<Ident, Snippet> kModelCondition{
    "model.branch", "the condition for {0} is {1}: an `if` of a model takes a tensor of shape () and type bool"};
inline constexpr Error<Ident, Snippet, Snippet> kModelSides{"model.branch",
                                                            "{0} is {1} on one side of an `if`, {2} on the other"};
inline constexpr Error<Ident, Snippet> kModelCountOf{
    "model.counted",
    "{0} makes a shape of {1}: a model that runs makes shapes of int64 tensors of one known dimension"};
inline constexpr Error<Ident> kModelCountInBranch{
    "model.counted",
    "the sizes of {0} are computed on one side of an `if`: a model that runs computes sizes outside of it"};
inline constexpr Error<Snippet, Ident, int64_t> kModelNegative{"model.size", "the size {0} of {1} is {2}"};
inline constexpr Error<Ident, int64_t> kModelCalls{"model.calls", "{0} makes more than {1} calls"};
inline constexpr Error<Ident, Snippet> kModelTooLarge{"model.size", "the value {0} of shape {1} is too large"};
inline constexpr Error<Ident, Ident> kModelNoSize{"model.bound",
                                                  "the parameters of {0} have no symbolic size named {1}"};
inline constexpr Error<Ident, int64_t> kModelBound{"model.bound", "the upper bound of the size {0} is {1}"};
inline constexpr Error<Ident, int64_t, Ident, int64_t> kModelAboveBound{
    "model.bound", "{0} is {1}, but the memory of {2} is planned for {3} at most"};
inline constexpr Error<Ident> kModelNoSteps{"model.threads",
                                            "kernel {0} has no root block, so its loops cannot be bound to threads"};
inline constexpr Error<Ident, Snippet> kModelSize{"model.size",
                                                  "the shapes of the parameters of {0} do not determine the size {1}"};

}  // namespace err

std::vector<const ErrorKind*> modelErrors();  // all of them

}  // namespace lw
