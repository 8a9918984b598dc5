#include "core/schedule/primitive.h"

#include <algorithm>

#include "core/schedule/define.h"
#include "core/schedule/support/init_checks.h"
#include "core/schedule/support/thread_exchange_checks.h"

namespace lw {

const Error<Ident, Ident> kUnknownArgument{"argument.unknown", "{0} has no argument '{1}'"};
const Error<Ident, Ident, Snippet> kMissingArgument{"argument.missing", "{0} needs the argument '{1}': {2}"};
const Error<Ident, int64_t, int64_t> kTooManyArguments{"argument.too-many", "{0} takes {1} arguments, not {2}"};
const Error<Ident, Ident> kDuplicateArgument{"argument.twice", "{0} is given the argument '{1}' twice"};
const Error<Ident, Ident, Message, Message> kArgumentType{"argument.type",
                                                          "the argument '{1}' of {0} must be {2}, not {3}"};

std::string_view nameOf(Group group) {
  switch (group) {
    case Group::Query:
      return "query";
    case Group::Sampling:
      return "sampling";
    case Group::Loops:
      return "loops";
    case Group::Threads:
      return "threads";
    case Group::Location:
      return "compute location";
    case Group::Memory:
      return "memory";
    case Group::Reduction:
      return "reduction";
    case Group::Tensor:
      return "tensor units";
    case Group::Program:
      return "whole program";
  }
  return "";
}

std::span<const Group> stepGroups() {
  static constexpr Group kGroups[] = {Group::Loops,     Group::Threads, Group::Location, Group::Memory,
                                      Group::Reduction, Group::Tensor,  Group::Program,  Group::Sampling};
  return kGroups;
}

Primitive::Primitive() = default;
Primitive::Primitive(const Primitive&) = default;
Primitive::Primitive(Primitive&&) noexcept = default;
Primitive& Primitive::operator=(const Primitive&) = default;
Primitive& Primitive::operator=(Primitive&&) noexcept = default;
Primitive::~Primitive() = default;

const Param* Primitive::param(std::string_view parameter) const {
  const auto index = paramIndex(parameter);
  return index ? &params[*index] : nullptr;
}

std::optional<size_t> Primitive::paramIndex(std::string_view parameter) const {
  for (size_t i = 0; i < params.size(); ++i)
    if (params[i].name == parameter) return i;
  return std::nullopt;
}

std::optional<size_t> Primitive::decisionIndex() const {
  for (size_t i = 0; i < params.size(); ++i)
    if (params[i].encoding == Encoding::Decision) return i;
  return std::nullopt;
}

std::string Primitive::signature() const {
  std::string out = name + "(";
  for (const Param& p : params) {
    if (&p != &params.front()) out += ", ";
    out += (p.variadic ? "*" : "") + p.name;
    if (p.defaultValue) out += "=" + toText(*p.defaultValue);
  }
  return out + ")";
}

bool takesSeveralLoops(const Primitive& primitive) {
  if (primitive.params.empty()) return false;
  const ParamTypeInfo& first = infoOf(primitive.params.front().type);
  return first.loops && first.list;
}

Result<Arguments> bindArguments(const Primitive& primitive, const std::vector<StepValue>& positional,
                                const std::vector<std::pair<std::string, StepValue>>& named) {
  std::vector<std::optional<StepValue>> slots(primitive.params.size());
  size_t next = 0;
  for (size_t i = 0; i < primitive.params.size() && next < positional.size(); ++i) {
    if (!primitive.params[i].variadic) {
      slots[i] = positional[next++];
      continue;
    }
    StepValue::List rest(positional.begin() + next, positional.end());
    next = positional.size();
    // A single list in the place of *loops is used as the list of loops.
    slots[i] = rest.size() == 1 && rest[0].as<StepValue::List>() ? rest[0] : StepValue(std::move(rest));
  }
  if (next < positional.size())
    return explain(kTooManyArguments(primitive.name, primitive.params.size(), positional.size()),
                   say("the arguments are {0}", primitive.signature()));
  for (const auto& [name, value] : named) {
    const auto index = primitive.paramIndex(name);
    if (!index)
      return explain(kUnknownArgument(primitive.name, name), say("the arguments are {0}", primitive.signature()));
    if (slots[*index]) return explain(kDuplicateArgument(primitive.name, name), "give it once");
    slots[*index] = value;
  }
  Arguments args;
  for (size_t i = 0; i < slots.size(); ++i) {
    const Param& p = primitive.params[i];
    if (!slots[i] && !p.defaultValue && p.variadic) slots[i] = StepValue::List{};
    if (!slots[i] && !p.defaultValue)
      return explain(kMissingArgument(primitive.name, p.name, p.help),
                     say("the arguments are {0}", primitive.signature()));
    args.push_back(slots[i] ? *slots[i] : *p.defaultValue);
  }
  return args;
}

Result<Arguments> completeArguments(const Primitive& primitive, Arguments args) {
  if (args.size() > primitive.params.size())
    return explain(kTooManyArguments(primitive.name, primitive.params.size(), args.size()),
                   say("the arguments are {0}", primitive.signature()));
  while (args.size() < primitive.params.size()) {
    const Param& p = primitive.params[args.size()];
    if (!p.defaultValue)
      return explain(kMissingArgument(primitive.name, p.name, p.help),
                     say("the arguments are {0}", primitive.signature()));
    args.push_back(*p.defaultValue);
  }
  return args;
}

bool inProgram(const Snapshot& program, const Selection& selection) {
  const auto known = [&](auto id) { return program.contains(id); };
  return std::all_of(selection.loops.begin(), selection.loops.end(), known) &&
         std::all_of(selection.blocks.begin(), selection.blocks.end(), known);
}

ArgumentReader::ArgumentReader(const Primitive& shape, std::initializer_list<BoundParam> params)
    : shape_(shape), params_(params) {}

std::optional<Explanation> ArgumentReader::read(const Arguments& given, void* args) const {
  Result<Arguments> values = completeArguments(shape_, given);
  if (!values) return std::move(values).error();
  for (size_t i = 0; i < params_.size(); ++i)
    if (auto error = params_[i].read({&shape_, &shape_.params[i]}, (*values)[i], args)) return error;
  return std::nullopt;
}

Explanation aboutKnown(const Snapshot& program, Explanation e) {
  std::erase_if(e.loops, [&](LoopId l) { return !program.contains(l); });
  std::erase_if(e.blocks, [&](BlockId b) { return !program.contains(b); });
  return e;
}

Primitive describe(const Descriptor& d, SharedReader& reader) {
  Primitive p;
  p.name = d.name;
  p.kind = d.kind;
  p.group = d.group;
  p.summary = d.summary;
  p.returns = d.returns;
  p.errors = d.errors;
  if (d.threads != ThreadCheck::None)
    for (const ErrorKind* kind : threadExchangeErrors()) p.errors.push_back(kind);
  if (!d.query)
    for (const ErrorKind* kind : initErrors(d.group)) p.errors.push_back(kind);
  p.help = d.help.empty() ? d.name : d.help;
  p.query = d.query;
  p.traits = d.traits;
  for (const BoundParam& b : d.params)
    p.params.push_back({std::string(b.name), b.type, std::string(b.help), b.options.defaultValue, b.options.encoding,
                        b.options.positional, b.options.variadic, b.options.hideDefault, b.options.sampledPlace,
                        std::string(b.options.flag)});
  reader = std::make_shared<const ArgumentReader>(p, d.params);
  p.candidates = [candidates = d.candidates](const Snapshot& program, const Selection& selection) {
    return candidates && inProgram(program, selection) ? candidates(program, selection) : std::vector<Candidate>{};
  };
  return p;
}

}  // namespace lw
