// How a primitive's file declares it. The only place of type erasure.
//
//   struct Args { LoopId loop; Factors factors; bool preserveUnitIters; };
//   const Primitive kSplit = define<Args, Plan>({
//       .name = "split", .kind = "Split", .group = Group::Loops, .summary = "Divide one loop into a nest of loops.",
//       .params = {param("loop", &Args::loop, "loop to divide"),
//                  param("factors", &Args::factors, "...", {.encoding = Encoding::Spread}),
//                  param("preserve_unit_iters", &Args::preserveUnitIters, "...", {.defaultValue = true, .encoding = Encoding::Attr})},
//       .returns = Returns::Loops, .errors = {&kCoversLess}, .candidates = candidates, .check = check, .rewrite = rewrite});
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

// ---- field types of Args, besides LoopId, BlockId, int64_t, double (in lists), bool, std::string and vectors of them ----
using Factors = std::vector<std::optional<int64_t>>;       // None: whatever remains
using LoopOrBlock = std::variant<LoopId, BlockId>;
using LoopOrBlocks = std::variant<LoopId, std::vector<BlockId>>;  // one block is a list of one
using Choice = std::optional<int64_t>;                     // a decision; None: it is drawn
using Choices = std::optional<std::vector<int64_t>>;
struct Scope { std::string name; };                        // "global", "shared" ...
struct ThreadAxis { std::string name; };                   // "threadIdx.x" ...
struct ReadIndex { int64_t index = 0; };                   // into Block::reads; names are resolved before check
struct WriteIndex { int64_t index = 0; };                  // into Block::writes
struct FunctionName { std::string name; };
struct BufferAccess { bool written = false; };
struct BufferSlot { bool written = false; int64_t index = 0; };  // names are resolved before check
struct PadValue { std::optional<IndexMap> map; };                // numbers are maps before check; one result
struct RangeMap { IndexMap map; };                               // results: start, end, start, end, ...

struct FieldReader {
  const Primitive* primitive;
  const Param* param;
  Explanation wrong(const Value& value) const;             // "split: factors takes ..., not ..."
};
template <class T>
struct FieldTraits;                                        // .type, read(reader, value)

#define LW_FIELD(T, kind)                                            \
  template <>                                                        \
  struct FieldTraits<T> {                                            \
    static constexpr ParamType kType = ParamType::kind;              \
    static Result<T> read(const FieldReader& reader, const Value& v); \
  }
LW_FIELD(LoopId, Loop);
LW_FIELD(std::vector<LoopId>, Loops);
LW_FIELD(BlockId, Block);
LW_FIELD(std::vector<BlockId>, Blocks);
LW_FIELD(LoopOrBlock, LoopOrBlock);
LW_FIELD(LoopOrBlocks, LoopOrBlock);
LW_FIELD(int64_t, Int);
LW_FIELD(std::vector<int64_t>, Ints);
LW_FIELD(std::vector<double>, Numbers);
LW_FIELD(Choice, Int);
LW_FIELD(Choices, Ints);
LW_FIELD(bool, Bool);
LW_FIELD(std::string, String);
LW_FIELD(Factors, Factors);
LW_FIELD(Scope, Scope);
LW_FIELD(ThreadAxis, ThreadAxis);
LW_FIELD(AnnotationValue, Annotation);
LW_FIELD(ReadIndex, ReadIndex);
LW_FIELD(WriteIndex, WriteIndex);
LW_FIELD(IndexMap, IndexMap);
LW_FIELD(FunctionName, Function);
LW_FIELD(BufferAccess, Access);
LW_FIELD(BufferSlot, BufferSlot);
LW_FIELD(PadValue, PadValue);
LW_FIELD(RangeMap, RangeMap);
#undef LW_FIELD

struct ParamOptions {
  std::optional<Value> defaultValue = {};
  Encoding encoding = Encoding::Input;
  bool positional = false, variadic = false, hideDefault = false;
};
template <class Args>
struct BoundParam {
  Param param;
  std::function<std::optional<Explanation>(const FieldReader&, const Value&, Args&)> read;
};
template <class Args, class T>
BoundParam<Args> param(std::string name, T Args::*field, std::string help, ParamOptions options = {}) {
  return {{std::move(name), FieldTraits<T>::kType, std::move(help), std::move(options.defaultValue), options.encoding,
           options.positional, options.variadic, options.hideDefault},
          [field](const FieldReader& reader, const Value& value, Args& args) -> std::optional<Explanation> {
            Result<T> read = FieldTraits<T>::read(reader, value);
            if (!read) return std::move(read).error();
            args.*field = std::move(*read);
            return std::nullopt;
          }};
}

template <class Args, class Plan>
struct Definition {
  std::string name, kind;
  Group group;
  std::string summary;
  std::vector<BoundParam<Args>> params;
  Returns returns = Returns::Nothing;
  std::vector<const ErrorKind*> errors = {};
  std::vector<Candidate> (*candidates)(const Snapshot&, const Selection&) = nullptr;
  Result<Plan> (*check)(const Snapshot&, const Args&);
  Edit (*rewrite)(const Snapshot&, const Plan&);
  Result<Value> (*decide)(const Snapshot&, const Args&, Random&) = nullptr;  // of sampling steps
  std::string help = {};
  bool query = false;
};

Result<Arguments> completeArguments(const Primitive& primitive, Arguments args);

template <class Args, class Plan>
Primitive define(Definition<Args, Plan> d) {
  Primitive p{.name = d.name, .kind = d.kind, .group = d.group, .summary = d.summary, .params = {},
              .returns = d.returns, .errors = d.errors, .help = d.help.empty() ? d.name : d.help, .query = d.query,
              .check = {}, .candidates = {}, .decide = {}};
  for (const BoundParam<Args>& bound : d.params) p.params.push_back(bound.param);
  auto shape = std::make_shared<Primitive>(p);  // for messages: name and parameters only
  const auto readAll = [d, shape](const Arguments& given, Args& args) -> std::optional<Explanation> {
    Result<Arguments> values = completeArguments(*shape, given);
    if (!values) return std::move(values).error();
    for (size_t i = 0; i < d.params.size(); ++i)
      if (auto error = d.params[i].read({shape.get(), &shape->params[i]}, (*values)[i], args)) return error;
    return std::nullopt;
  };
  p.check = [d, readAll](const Snapshot& program, const Arguments& given) -> Result<Checked> {
    Args args{};
    if (auto error = readAll(given, args)) return std::move(*error);
    Result<Plan> plan = d.check(program, args);
    if (!plan) return std::move(plan).error();
    bool conservative = false;
    if constexpr (requires { plan->conservative; }) conservative = plan->conservative;
    return Checked{[program, rewrite = d.rewrite, plan = std::move(*plan)] { return rewrite(program, plan); }, conservative};
  };
  if (d.decide)
    p.decide = [d, readAll](const Snapshot& program, const Arguments& given, Random& random) -> Result<Value> {
      Args args{};
      if (auto error = readAll(given, args)) return std::move(*error);
      return d.decide(program, args, random);
    };
  p.candidates = [d](const Snapshot& program, const Selection& selection) {
    return d.candidates && inProgram(program, selection) ? d.candidates(program, selection) : std::vector<Candidate>{};
  };
  return p;
}

}  // namespace lw
