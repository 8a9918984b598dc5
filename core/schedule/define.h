// How a primitive's file declares it. The only place of type erasure.
//
//   struct Args { LoopId loop; Factors factors; bool preserveUnitIters; };
//   const Primitive kSplit = define<Args, Plan>({
//       .name = "split", .kind = "Split", .group = Group::Loops, .summary = "Divide one loop into a nest of loops.",
//       .params = {param("loop", &Args::loop, "loop to divide"),
//                  param("factors", &Args::factors, "...", {.encoding = Encoding::Spread}),
//                  param("preserve_unit_iters", &Args::preserveUnitIters, "...", {.defaultValue = true, .encoding =
//                  Encoding::Attr})},
//       .returns = Returns::Loops, .errors = {&kCoversLess}, .candidates = candidates, .check = check, .rewrite =
//       rewrite});
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

// ---- field types of Args, besides LoopId, BlockId, int64_t, double (in lists), bool, std::string and vectors of them
// ----
using Factors = std::vector<std::optional<int64_t>>;  // None: whatever remains
using LoopOrBlock = std::variant<LoopId, BlockId>;
using LoopOrBlocks = std::variant<LoopId, std::vector<BlockId>>;  // one block is a list of one
using Choice = std::optional<int64_t>;                            // a decision; None: it is drawn
using Choices = std::optional<std::vector<int64_t>>;
struct Scope {
  std::string name;
};  // "global", "shared" ...
struct ThreadAxis {
  std::string name;
};  // "threadIdx.x" ...
struct ReadIndex {
  int64_t index = 0;
};  // into Block::reads; names are resolved before check
struct WriteIndex {
  int64_t index = 0;
};  // into Block::writes
struct FunctionName {
  std::string name;
};
struct BufferAccess {
  bool written = false;
};
struct BufferSlot {
  bool written = false;
  int64_t index = 0;
};  // names are resolved before check
struct PadValue {
  std::optional<IndexMap> map;
};  // numbers are maps before check; one result
struct RangeMap {
  IndexMap map;
};  // results: start, end, start, end, ...

struct FieldReader {
  const Primitive* primitive;
  const Param* param;
  Explanation wrong(const Value& value) const;  // "split: factors takes ..., not ..."
};
template <class T>
struct FieldTraits;  // .type, read(reader, value)

#define LW_FIELD(T, kind)                                             \
  template <>                                                         \
  struct FieldTraits<T> {                                             \
    static constexpr ParamType kType = ParamType::kind;               \
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
// How one argument reaches its field of Args, which is passed as void*.
struct BoundParam {
  std::string_view name, help;
  ParamType type;
  ParamOptions options;
  std::function<std::optional<Explanation>(const FieldReader&, const Value&, void* args)> read;
};
template <class Args, class T>
BoundParam param(std::string_view name, T Args::* field, std::string_view help, ParamOptions options = {}) {
  return {name, help, FieldTraits<T>::kType, std::move(options),
          [field](const FieldReader& reader, const Value& value, void* args) -> std::optional<Explanation> {
            Result<T> read = FieldTraits<T>::read(reader, value);
            if (!read) return std::move(read).error();
            static_cast<Args*>(args)->*field = std::move(*read);
            return std::nullopt;
          }};
}

// When is what the step leaves checked for exchanges between threads that no GPU offers
// (core/analysis/thread_exchange.h)? The check carries the step out.
enum class ThreadCheck : uint8_t {
  None,
  WhereBound,
  Always
};  // WhereBound: where a loop of the program is bound to threads before the step

template <class Args, class Plan>
struct Definition {
  std::string_view name, kind;
  Group group;
  std::string_view summary;
  std::initializer_list<BoundParam> params;
  Returns returns = Returns::Nothing;
  std::vector<const ErrorKind*> errors = {};
  std::vector<Candidate> (*candidates)(const Snapshot&, const Selection&) = nullptr;
  Result<Plan> (*check)(const Snapshot&, const Args&);
  Edit (*rewrite)(const Snapshot&, const Plan&);
  Result<Value> (*decide)(const Snapshot&, const Args&, Random&) = nullptr;  // of sampling steps
  std::string_view help = {};
  bool query = false;
  ThreadCheck threads = ThreadCheck::None;
};

Result<Arguments> completeArguments(const Primitive& primitive, Arguments args);

// What of a definition knows nothing of Args and Plan, compiled once.
class ArgumentReader {
 public:
  ArgumentReader(const Primitive& shape, std::initializer_list<BoundParam> params);
  // Fills the fields of args; the explanation of what does not fit.
  std::optional<Explanation> read(const Arguments& given, void* args) const;

 private:
  Primitive shape_;  // for messages: name and parameters only
  std::vector<BoundParam> params_;
};
struct Descriptor {
  std::string_view name, kind, summary, help;
  Group group;
  Returns returns;
  bool query;
  ThreadCheck threads;
  std::initializer_list<BoundParam> params;
  const std::vector<const ErrorKind*>& errors;
  std::vector<Candidate> (*candidates)(const Snapshot&, const Selection&);
};
bool bindsThreads(const Snapshot& program);
// An exchange between threads that the edit would introduce.
std::optional<Explanation> exchangeIntroduced(const Snapshot& program, const Edit& edit);

using SharedReader = std::shared_ptr<const ArgumentReader>;
Primitive describe(const Descriptor& descriptor, SharedReader& reader);

template <class Args, class Plan>
Primitive define(const Definition<Args, Plan>& d) {
  SharedReader reader;
  Primitive p = describe(
      {d.name, d.kind, d.summary, d.help, d.group, d.returns, d.query, d.threads, d.params, d.errors, d.candidates},
      reader);
  p.check = [check = d.check, rewrite = d.rewrite, reader, threads = d.threads](
                const Snapshot& program, const Arguments& given) -> Result<Checked> {
    Args args{};
    if (auto error = reader->read(given, &args)) return std::move(*error);
    Result<Plan> plan = check(program, args);
    if (!plan) return std::move(plan).error();
    bool conservative = false;
    if constexpr (requires { plan->conservative; }) conservative = plan->conservative;
    Checked checked{[program, rewrite, plan = std::move(*plan)] { return rewrite(program, plan); }, conservative};
    if (threads == ThreadCheck::Always || (threads == ThreadCheck::WhereBound && bindsThreads(program)))
      if (auto error = exchangeIntroduced(program, checked.rewrite())) return std::move(*error);
    return checked;
  };
  if (d.decide)
    p.decide = [decide = d.decide, reader](const Snapshot& program, const Arguments& given,
                                           Random& random) -> Result<Value> {
      Args args{};
      if (auto error = reader->read(given, &args)) return std::move(*error);
      return decide(program, args, random);
    };
  return p;
}

}  // namespace lw
