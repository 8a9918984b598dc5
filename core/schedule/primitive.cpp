#include "core/schedule/primitive.h"

#include <algorithm>

#include "core/schedule/define.h"
#include "core/schedule/support/thread_exchange_checks.h"

namespace lw {

const ErrorKind kUnknownArgument{"argument.unknown", "{0} has no argument '{1}'"};
const ErrorKind kMissingArgument{"argument.missing", "{0} needs the argument '{1}': {2}"};
const ErrorKind kTooManyArguments{"argument.too-many", "{0} takes {1} arguments, not {2}"};
const ErrorKind kDuplicateArgument{"argument.twice", "{0} is given the argument '{1}' twice"};
const ErrorKind kArgumentType{"argument.type", "{0} takes for '{1}' {2}, not {3}"};

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

std::string_view nameOf(ParamType type) {
  switch (type) {
    case ParamType::Loop:
      return "a loop";
    case ParamType::Loops:
      return "a list of loops";
    case ParamType::Block:
      return "a block";
    case ParamType::Blocks:
      return "a list of blocks";
    case ParamType::LoopOrBlock:
      return "a loop or a block";
    case ParamType::Int:
      return "a whole number";
    case ParamType::Ints:
      return "a list of whole numbers";
    case ParamType::Numbers:
      return "a list of numbers";
    case ParamType::Bool:
      return "True or False";
    case ParamType::String:
      return "a string";
    case ParamType::Factors:
      return "a list of whole numbers and None";
    case ParamType::Scope:
      return "a storage scope such as \"global\" or \"shared\"";
    case ParamType::ThreadAxis:
      return "a thread axis such as \"threadIdx.x\"";
    case ParamType::Annotation:
      return "a number, a string, a list or a dictionary";
    case ParamType::ReadIndex:
      return "the position or name of a buffer that the block reads";
    case ParamType::WriteIndex:
      return "the position or name of a buffer that the block writes";
    case ParamType::IndexMap:
      return "an index map such as lambda i, j: (j, i)";
    case ParamType::Function:
      return "the name of a function";
    case ParamType::Access:
      return "\"read\" or \"write\"";
    case ParamType::BufferSlot:
      return "a buffer such as (\"read\", 0) or its name";
    case ParamType::PadValue:
      return "None, a number or an index map such as lambda i, j: i + j";
    case ParamType::RangeMap:
      return "an index map to ranges such as lambda i, j: ((i, i + 2), j)";
  }
  return "";
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

Result<Arguments> bindArguments(const Primitive& primitive, const std::vector<Value>& positional,
                                const std::vector<std::pair<std::string, Value>>& named) {
  std::vector<std::optional<Value>> slots(primitive.params.size());
  size_t next = 0;
  for (size_t i = 0; i < primitive.params.size() && next < positional.size(); ++i) {
    if (!primitive.params[i].variadic) {
      slots[i] = positional[next++];
      continue;
    }
    Value::List rest(positional.begin() + next, positional.end());
    next = positional.size();
    // A single list in the place of *loops is that list.
    slots[i] = rest.size() == 1 && rest[0].as<Value::List>() ? rest[0] : Value(std::move(rest));
  }
  if (next < positional.size())
    return explain(kTooManyArguments,
                   {primitive.name, std::to_string(primitive.params.size()), std::to_string(positional.size())},
                   "the arguments are " + primitive.signature());
  for (const auto& [name, value] : named) {
    const auto index = primitive.paramIndex(name);
    if (!index) return explain(kUnknownArgument, {primitive.name, name}, "the arguments are " + primitive.signature());
    if (slots[*index]) return explain(kDuplicateArgument, {primitive.name, name}, "give it once");
    slots[*index] = value;
  }
  Arguments args;
  for (size_t i = 0; i < slots.size(); ++i) {
    const Param& p = primitive.params[i];
    if (!slots[i] && !p.defaultValue && p.variadic) slots[i] = Value::List{};
    if (!slots[i] && !p.defaultValue)
      return explain(kMissingArgument, {primitive.name, p.name, p.help}, "the arguments are " + primitive.signature());
    args.push_back(slots[i] ? *slots[i] : *p.defaultValue);
  }
  return args;
}

Result<Arguments> completeArguments(const Primitive& primitive, Arguments args) {
  if (args.size() > primitive.params.size())
    return explain(kTooManyArguments,
                   {primitive.name, std::to_string(primitive.params.size()), std::to_string(args.size())},
                   "the arguments are " + primitive.signature());
  while (args.size() < primitive.params.size()) {
    const Param& p = primitive.params[args.size()];
    if (!p.defaultValue)
      return explain(kMissingArgument, {primitive.name, p.name, p.help}, "the arguments are " + primitive.signature());
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
  p.help = d.help.empty() ? d.name : d.help;
  p.query = d.query;
  for (const BoundParam& b : d.params)
    p.params.push_back({std::string(b.name), b.type, std::string(b.help), b.options.defaultValue, b.options.encoding,
                        b.options.positional, b.options.variadic, b.options.hideDefault});
  reader = std::make_shared<const ArgumentReader>(p, d.params);
  p.candidates = [candidates = d.candidates](const Snapshot& program, const Selection& selection) {
    return candidates && inProgram(program, selection) ? candidates(program, selection) : std::vector<Candidate>{};
  };
  return p;
}

Explanation FieldReader::wrong(const Value& value) const {
  return explain(kArgumentType, {primitive->name, param->name, std::string(nameOf(param->type)), kindOf(value)},
                 param->name + ": " + param->help);
}

namespace {

template <class T>
Result<std::vector<T>> readList(const FieldReader& reader, const Value& v) {
  std::vector<T> out;
  const auto* list = v.as<Value::List>();
  if (!list) return reader.wrong(v);
  for (const Value& item : *list) {
    Result<T> one = FieldTraits<T>::read(reader, item);
    if (!one) return std::move(one).error();
    out.push_back(std::move(*one));
  }
  return out;
}

template <class T, class From>
Result<T> readPlain(const FieldReader& reader, const Value& v) {
  if (const auto* x = v.as<From>()) return T(*x);
  return reader.wrong(v);
}

}  // namespace

Result<LoopId> FieldTraits<LoopId>::read(const FieldReader& r, const Value& v) {
  return readPlain<LoopId, LoopId>(r, v);
}
Result<BlockId> FieldTraits<BlockId>::read(const FieldReader& r, const Value& v) {
  return readPlain<BlockId, BlockId>(r, v);
}
Result<std::vector<LoopId>> FieldTraits<std::vector<LoopId>>::read(const FieldReader& r, const Value& v) {
  return readList<LoopId>(r, v);
}
Result<std::vector<BlockId>> FieldTraits<std::vector<BlockId>>::read(const FieldReader& r, const Value& v) {
  if (v.isNone()) return std::vector<BlockId>{};
  if (const auto* one = v.as<BlockId>()) return std::vector{*one};
  return readList<BlockId>(r, v);
}
Result<LoopOrBlock> FieldTraits<LoopOrBlock>::read(const FieldReader& r, const Value& v) {
  if (const auto* loop = v.as<LoopId>()) return LoopOrBlock(*loop);
  if (const auto* block = v.as<BlockId>()) return LoopOrBlock(*block);
  return r.wrong(v);
}
Result<LoopOrBlocks> FieldTraits<LoopOrBlocks>::read(const FieldReader& r, const Value& v) {
  if (const auto* loop = v.as<LoopId>()) return LoopOrBlocks(*loop);
  if (v.isNone()) return r.wrong(v);
  Result<std::vector<BlockId>> blocks = FieldTraits<std::vector<BlockId>>::read(r, v);
  if (!blocks) return std::move(blocks).error();
  return LoopOrBlocks(std::move(*blocks));
}
Result<std::vector<double>> FieldTraits<std::vector<double>>::read(const FieldReader& r, const Value& v) {
  const auto* list = v.as<Value::List>();
  if (!list) return r.wrong(v);
  std::vector<double> out;
  for (const Value& item : *list) {
    if (const auto* d = item.as<double>())
      out.push_back(*d);
    else if (const auto* n = item.as<int64_t>())
      out.push_back(static_cast<double>(*n));
    else
      return r.wrong(item);
  }
  return out;
}
Result<Choice> FieldTraits<Choice>::read(const FieldReader& r, const Value& v) {
  if (v.isNone()) return Choice();
  if (const auto* n = v.as<int64_t>()) return Choice(*n);
  return r.wrong(v);
}
Result<Choices> FieldTraits<Choices>::read(const FieldReader& r, const Value& v) {
  if (v.isNone()) return Choices();
  Result<std::vector<int64_t>> list = readList<int64_t>(r, v);
  if (!list) return std::move(list).error();
  return Choices(std::move(*list));
}
Result<int64_t> FieldTraits<int64_t>::read(const FieldReader& r, const Value& v) {
  return readPlain<int64_t, int64_t>(r, v);
}
Result<std::vector<int64_t>> FieldTraits<std::vector<int64_t>>::read(const FieldReader& r, const Value& v) {
  return readList<int64_t>(r, v);
}
Result<bool> FieldTraits<bool>::read(const FieldReader& r, const Value& v) {
  if (const auto* n = v.as<int64_t>(); n && (*n == 0 || *n == 1)) return *n == 1;  // TVM's JSON has 0 and 1
  return readPlain<bool, bool>(r, v);
}
Result<std::string> FieldTraits<std::string>::read(const FieldReader& r, const Value& v) {
  return readPlain<std::string, std::string>(r, v);
}
Result<Factors> FieldTraits<Factors>::read(const FieldReader& r, const Value& v) {
  Factors out;
  const auto* list = v.as<Value::List>();
  if (!list) return r.wrong(v);
  for (const Value& item : *list) {
    if (item.isNone())
      out.push_back(std::nullopt);
    else if (const auto* n = item.as<int64_t>())
      out.push_back(*n);
    else
      return r.wrong(item);
  }
  return out;
}
Result<Scope> FieldTraits<Scope>::read(const FieldReader& r, const Value& v) {
  if (const auto* name = v.as<std::string>()) return Scope{*name};
  return r.wrong(v);
}
Result<ThreadAxis> FieldTraits<ThreadAxis>::read(const FieldReader& r, const Value& v) {
  if (const auto* name = v.as<std::string>()) return ThreadAxis{*name};
  return r.wrong(v);
}
Result<AnnotationValue> FieldTraits<AnnotationValue>::read(const FieldReader& r, const Value& v) {
  if (v.isNone() || v.isHandle() || v.as<LoopId>() || v.as<BlockId>() || v.as<IndexMap>()) return r.wrong(v);
  return toAnnotation(v);
}
Result<ReadIndex> FieldTraits<ReadIndex>::read(const FieldReader& r, const Value& v) {
  if (const auto* n = v.as<int64_t>()) return ReadIndex{*n};
  return r.wrong(v);
}
Result<FunctionName> FieldTraits<FunctionName>::read(const FieldReader& r, const Value& v) {
  if (const auto* name = v.as<std::string>()) return FunctionName{*name};
  return r.wrong(v);
}
Result<WriteIndex> FieldTraits<WriteIndex>::read(const FieldReader& r, const Value& v) {
  if (const auto* n = v.as<int64_t>()) return WriteIndex{*n};
  return r.wrong(v);
}
Result<IndexMap> FieldTraits<IndexMap>::read(const FieldReader& r, const Value& v) {
  return readPlain<IndexMap, IndexMap>(r, v);
}
Result<BufferAccess> FieldTraits<BufferAccess>::read(const FieldReader& r, const Value& v) {
  const auto* text = v.as<std::string>();
  if (!text || (*text != "read" && *text != "write")) return r.wrong(v);
  return BufferAccess{*text == "write"};
}
Result<BufferSlot> FieldTraits<BufferSlot>::read(const FieldReader& r, const Value& v) {
  const auto* pair = v.as<Value::List>();
  if (!pair || pair->size() != 2 || !(*pair)[1].as<int64_t>()) return r.wrong(v);
  Result<BufferAccess> access = FieldTraits<BufferAccess>::read(r, (*pair)[0]);
  if (!access) return std::move(access).error();
  return BufferSlot{access->written, *(*pair)[1].as<int64_t>()};
}
Result<PadValue> FieldTraits<PadValue>::read(const FieldReader& r, const Value& v) {
  if (v.isNone()) return PadValue{};
  const auto* map = v.as<IndexMap>();
  if (!map || map->final.size() != 1) return r.wrong(v);
  return PadValue{*map};
}
Result<RangeMap> FieldTraits<RangeMap>::read(const FieldReader& r, const Value& v) {
  const auto* map = v.as<IndexMap>();
  if (!map || map->final.size() % 2 != 0) return r.wrong(v);
  return RangeMap{*map};
}

}  // namespace lw
