// How a primitive's file declares the primitive. Types are erased only here.
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

struct ParamOptions {
  std::optional<StepValue> defaultValue = {};
  Encoding encoding = Encoding::Input;
  bool positional = false, variadic = false, hideDefault = false, sampledPlace = false;
  std::string_view flag = {};
};
// Reads one argument into its field of Args, which is passed as void*.
struct BoundParam {
  std::string_view name, help;
  ParamType type;
  ParamOptions options;
  std::function<std::optional<Explanation>(const FieldReader&, const StepValue&, void* args)> read;
};
template <class Args, class T>
BoundParam param(std::string_view name, T Args::* field, std::string_view help, ParamOptions options = {}) {
  return {name, help, FieldTraits<T>::kType, std::move(options),
          [field](const FieldReader& reader, const StepValue& value, void* args) -> std::optional<Explanation> {
            Result<T> read = FieldTraits<T>::read(reader, value);
            if (!read) return std::move(read).error();
            static_cast<Args*>(args)->*field = std::move(*read);
            return std::nullopt;
          }};
}

// Whether the program after the step is checked for exchanges between threads
// (core/schedule/support/thread_exchange_checks.h). The check carries out the step. WhereAtOnce: only if the iterations
// of a loop ran at once before the step, bound to threads, parallel or vectorized.
enum class ThreadCheck : uint8_t { None, WhereAtOnce, Always };

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
  Result<StepValue> (*decide)(const Snapshot&, const Args&, Random&) = nullptr;  // only of sampling steps
  std::string_view help = {};
  bool query = false;
  ThreadCheck threads = ThreadCheck::None;
  Traits traits = {};
};

// The part of a definition that does not depend on Args and Plan, so that it is compiled only once.
class ArgumentReader {
 public:
  ArgumentReader(const Primitive& shape, std::initializer_list<BoundParam> params);
  // Fills the fields of args; returns an explanation if an argument does not fit.
  std::optional<Explanation> read(const Arguments& given, void* args) const;

 private:
  Primitive shape_;  // name and parameters only, for messages
  std::vector<BoundParam> params_;
};
struct Descriptor {
  std::string_view name, kind, summary, help;
  Group group;
  Returns returns;
  bool query;
  ThreadCheck threads;
  const Traits& traits;
  std::initializer_list<BoundParam> params;
  const std::vector<const ErrorKind*>& errors;
  std::vector<Candidate> (*candidates)(const Snapshot&, const Selection&);
};
bool runsAtOnce(const Snapshot& program);  // any loop, bound to threads, parallel or vectorized
// Why no step may change a program with `break` or `continue`; nullopt: it has none.
std::optional<Explanation> stepsAndJumps(const Snapshot& program);
// Leaves out loops and blocks that a snapshot does not list, which are those inside of an init.
Explanation aboutKnown(const Snapshot& program, Explanation e);
// An exchange between threads that the edit would introduce.
std::optional<Explanation> exchangeIntroduced(const Snapshot& program, const Edit& edit);
// Whether the program after a step of this group is checked for inits of reductions without an iteration.
constexpr bool mayLoseInits(Group group) {
  return group == Group::Loops || group == Group::Program || group == Group::Reduction;
}
constexpr bool mayMoveInits(Group group) {
  return mayLoseInits(group) || group == Group::Memory || group == Group::Location;
}
bool mayHaveInits(const Snapshot& program);
// Such an init that would not run after the edit, or that would read what is written later
// (core/schedule/support/init_checks.h).
std::optional<Explanation> initLost(const Snapshot& program, const Edit& edit, Group group);

using SharedReader = std::shared_ptr<const ArgumentReader>;
Primitive describe(const Descriptor& descriptor, SharedReader& reader);

template <class Args, class Plan>
Primitive define(const Definition<Args, Plan>& d) {
  SharedReader reader;
  Primitive p = describe({d.name, d.kind, d.summary, d.help, d.group, d.returns, d.query, d.threads, d.traits, d.params,
                          d.errors, d.candidates},
                         reader);
  p.check = [check = d.check, rewrite = d.rewrite, reader, threads = d.threads, query = d.query, group = d.group](
                const Snapshot& program, const Arguments& given) -> Result<Checked> {
    Args args{};
    if (auto error = reader->read(given, &args)) return std::move(*error);
    if (!query)
      if (auto error = stepsAndJumps(program)) return std::move(*error);
    Result<Plan> plan = check(program, args);
    if (!plan) return aboutKnown(program, std::move(plan).error());
    bool conservative = false;
    if constexpr (requires { plan->conservative; }) conservative = plan->conservative;
    Checked checked{[program, rewrite, plan = std::move(*plan)] { return rewrite(program, plan); }, conservative};
    if (threads == ThreadCheck::Always || (threads == ThreadCheck::WhereAtOnce && runsAtOnce(program)))
      if (auto error = exchangeIntroduced(program, checked.rewrite())) return aboutKnown(program, std::move(*error));
    if (!query && mayMoveInits(group) && mayHaveInits(program))
      if (auto error = initLost(program, checked.rewrite(), group)) return aboutKnown(program, std::move(*error));
    return checked;
  };
  if (d.decide)
    p.decide = [decide = d.decide, reader](const Snapshot& program, const Arguments& given,
                                           Random& random) -> Result<StepValue> {
      Args args{};
      if (auto error = reader->read(given, &args)) return std::move(*error);
      return decide(program, args, random);
    };
  return p;
}

}  // namespace lw
