// The kinds of errors of runs.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet, Message> kRunTarget{"run.target", "target '{0}' is not available here: {1}"};

inline constexpr Error<Ident> kUnknownInput{"run.unknown-input",
                                            "the file of inputs has '{0}', but the function has no such buffer"};
inline constexpr Error<Ident, Snippet, Snippet> kRunInputShape{"run.input-shape",
                                                               "input {0} is {1}, but the function takes {2}"};
inline constexpr Error<Snippet, Snippet> kRunHost{"run.host", "a remote machine runs the targets {0}, not {1}"};

inline constexpr Error<Ident> kUnknownDevice{"run.device", "there is no device model '{0}'"};

inline constexpr Error<Snippet, Message> kRemoteAnswer{"remote.answer", "cannot read the answer of {0}: {1}"};

inline constexpr Error<Message, Ident, Snippet, Snippet, Snippet, Snippet> kRunMemory{
    "run.memory", "{0} {1} of shape {2} takes {3} and the run {4} in all, but only {5} of memory are available"};
inline constexpr Error<Ident, int64_t> kRunIndexType{
    "run.index-type", "loop {0} has {1} iterations with these sizes, more than its int32 variable can count"};

inline constexpr Error<Snippet> kRemoteHost{"remote.host", "'{0}' is not a host: ssh takes user@box"};
inline constexpr Error<Message, Snippet, int64_t, Snippet> kRemoteFailed{"remote.failed",
                                                                         "{0} on {1} failed ({2}): {3}"};
inline constexpr Error<Ident, Snippet, int64_t, Snippet, int64_t> kModelSizes{
    "run.model-sizes", "the shape of {0} does not fit: {1} is {2}, but {3} is {4}"};
inline constexpr Error<Ident, Snippet> kModelNumber{"run.model-sizes",
                                                    "the number {1} that {0} takes is not known from the sizes"};
inline constexpr Error<Snippet> kModelOpenSizes{"run.model-sizes", "the sizes {0} of the model have no values"};
inline constexpr Error<Ident, int64_t, int64_t> kLibraryBuffers{"run.registered",
                                                                "{0} takes {1} buffers, but it is called with {2}"};
inline constexpr Error<Ident> kFunctionNotRegistered{"run.registered", "no function is registered as {0}"};
inline constexpr Error<Snippet> kParamsPickle{
    "params.pickle", "{0} is a pickle, which is not read: reading it would run code that the file contains"};
inline constexpr Error<Snippet, Ident> kParamsUnknown{"params.names",
                                                      "{0} has '{1}', but the model has no such parameter"};
inline constexpr Error<Snippet, Snippet> kParamsMissing{"params.names", "{0} has no values for {1}"};
inline constexpr Error<Ident, Snippet> kModelGpuFunction{
    "model.gpu", "{0} is a function of this machine's processor: a model on {1} consists of kernels"};
inline constexpr Error<Ident, Snippet> kModelGpuBranch{
    "model.gpu", "{0} is chosen by an `if`, which this machine's processor decides: {1} cannot run it"};
inline constexpr Error<Ident, Snippet> kModelGpuSizes{
    "model.gpu", "the size {0} is known only while the model runs, but {1} runs all kernels as one job"};
inline constexpr Error<Snippet> kExportSizes{
    "export.model-sizes", "code of a model needs a value or an upper bound for each size, and {0} have none"};

inline constexpr Error<Ident> kEstimateData{
    "run.estimate", "the data says how often loop {0} runs: a part of it does not tell the time of the whole"};
inline constexpr Error<Ident> kEstimateLoops{
    "run.estimate", "{0} has no outer loop with a known number of iterations, so that no part of it can run"};
inline constexpr Error<Ident> kEstimatePacked{
    "run.estimate", "{0} packs weights before the calls: its time cannot be estimated from parts of its loops"};
inline constexpr Error<Ident, Snippet> kEstimateIndices{
    "run.estimate", "loop {0} uses indices that the program computes first, which takes {1}"};
inline constexpr Error<Ident> kEstimateAlone{
    "run.estimate",
    "a part of loop {0} does not run alone; it may depend on data that other parts of the program compute"};
inline constexpr Error<Snippet, Snippet> kEstimatePart{"run.estimate", "a part of the loops {0} takes longer than {1}"};
inline constexpr Error<Snippet, Snippet> kEstimateSlow{"run.estimate",
                                                       "the smallest part of the loops {0} takes longer than {1}"};
inline constexpr Error<Snippet> kEstimateTarget{"run.estimate",
                                                "times are estimated on this machine's processor only, not on {0}"};

inline constexpr Error<Snippet> kRemoteProgram{"remote.program", "lw-runner cannot be read: {0}"};

}  // namespace err

std::vector<const ErrorKind*> measureErrors();  // all of them

}  // namespace lw
