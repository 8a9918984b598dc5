#include "core/graph/infer/infer.h"

#include <algorithm>

#include "core/graph/errors.h"

namespace lw::graph {

Result<TensorInfo> Inference::tensor(size_t place) const {
  if (place >= infos.size() || !infos[place] || infos[place]->as<AnyInfo>()) return TensorInfo{};
  if (const auto* t = infos[place]->as<TensorInfo>()) return *t;
  if (const auto* s = infos[place]->as<ScalarInfo>()) return *tensorOf({}, s->type).as<TensorInfo>();
  return err::kGraphNotTensor(op.name, toText(*infos[place]));
}

const Attribute& Inference::attribute(std::string_view name) const {
  for (const auto& [key, value] : call.attrs)
    if (key == name) return value;
  return op.find(name)->defaultValue;
}

bool Inference::isNone(std::string_view name) const {
  const auto* text = attribute(name).as<std::string>();
  return attribute(name).as<NoneAttribute>() || (text && text->empty());
}

std::optional<int64_t> Inference::integer(std::string_view name) const {
  const auto* value = attribute(name).as<int64_t>();
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::vector<int64_t>> Inference::integers(std::string_view name) const {
  const Attribute& value = attribute(name);
  if (const auto* one = value.as<int64_t>()) return std::vector{*one};
  const auto* list = value.as<AttributeList>();
  if (!list) return std::nullopt;
  std::vector<int64_t> numbers;
  for (const Attribute& item : *list) {
    const auto* number = item.as<int64_t>();
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::string Inference::text(std::string_view name) const {
  const auto* value = attribute(name).as<std::string>();
  return value ? *value : std::string();
}

std::optional<DataType> Inference::type(std::string_view name, std::optional<DataType> other) const {
  if (isNone(name)) return other;
  const auto* value = attribute(name).as<std::string>();
  return value ? parseDataType(*value) : std::nullopt;
}

std::optional<Sizes> Inference::sizes(size_t place) const {
  if (place >= infos.size() || !infos[place]) return std::nullopt;
  const auto* shape = infos[place]->as<ShapeInfo>();
  return shape ? shape->sizes : std::nullopt;
}

Result<int> Inference::axis(int64_t given, int rank) const {
  const int64_t place = given < 0 ? given + rank : given;
  if (place < 0 || place >= rank) return err::kGraphAxis(op.name, given, rank);
  return static_cast<int>(place);
}

namespace {

Result<StructInfo> infoOfTuple(const std::vector<Node>& fields) {
  std::vector<StructInfo> infos;
  for (const Node& field : fields) {
    Result<StructInfo> info = infoOf(field);
    if (!info) return info;
    infos.push_back(std::move(*info));
  }
  return StructInfo(TupleInfo{std::move(infos)});
}

Result<StructInfo> infoOfItem(const TupleItem& item) {
  Result<StructInfo> tuple = infoOf(item.tuple);
  if (!tuple) return tuple;
  const auto* fields = tuple->as<TupleInfo>();
  if (!fields || item.index < 0 || static_cast<size_t>(item.index) >= fields->fields.size())
    return StructInfo(AnyInfo{});
  return fields->fields[static_cast<size_t>(item.index)];
}

Result<StructInfo> infoOfCall(const Call& call) {
  std::vector<std::optional<StructInfo>> infos;
  for (const std::optional<Node>& arg : call.args) {
    if (!arg) {
      infos.emplace_back();
      continue;
    }
    Result<StructInfo> info = infoOf(*arg);
    if (!info) return info;
    infos.emplace_back(std::move(*info));
  }
  if (call.op) return call.op->infer(Inference{*call.op, call, std::move(infos)});
  Result<StructInfo> callee = infoOf(*call.callee);
  if (!callee) return callee;
  if (!call.results.empty()) return call.results.front();
  const auto* function = callee->as<FunctionInfo>();
  return function ? function->result : StructInfo(AnyInfo{});
}

StructInfo infoOfFunction(const Function& f) {
  std::vector<StructInfo> params;
  for (const Value& p : f.params) params.push_back(p.info());
  return FunctionInfo{std::move(params), f.result ? *f.result : StructInfo(AnyInfo{}), f.pure};
}

}  // namespace

Result<StructInfo> infoOf(const Node& node) {
  return std::visit(Overloaded{[](const Value& v) -> Result<StructInfo> { return v.info(); },
                               [](const Constant& c) -> Result<StructInfo> { return c.info; },
                               [](const ShapeNode& s) -> Result<StructInfo> {
                                 return StructInfo(ShapeInfo{static_cast<int>(s.sizes.size()), s.sizes});
                               },
                               [](const ScalarNode& s) -> Result<StructInfo> {
                                 return StructInfo(ScalarInfo{s.value.dtype(), s.value});
                               },
                               [](const TextNode&) -> Result<StructInfo> { return StructInfo(AnyInfo{}); },
                               [](const TypeNode&) -> Result<StructInfo> { return StructInfo(AnyInfo{}); },
                               [](const TupleNode& t) -> Result<StructInfo> { return infoOfTuple(t.fields); },
                               [](const TupleItem& t) -> Result<StructInfo> { return infoOfItem(t); },
                               [](const FunctionRef&) -> Result<StructInfo> { return StructInfo(AnyInfo{}); },
                               [](const ExternRef&) -> Result<StructInfo> { return StructInfo(AnyInfo{}); },
                               [](const Call& c) -> Result<StructInfo> { return infoOfCall(c); },
                               [](const Branch& b) -> Result<StructInfo> {
                                 return b.whenTrue.result ? infoOf(*b.whenTrue.result) : StructInfo(AnyInfo{});
                               },
                               [](const Closure& c) -> Result<StructInfo> { return infoOfFunction(*c.function); }},
                    node.data().kind);
}

const Function* Graph::find(std::string_view name) const {
  const auto at = std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
  return at == functions.end() ? nullptr : &*at;
}

namespace infer {

Info statedInfo(const Inference& in) {
  const auto& results = in.call.results;
  if (results.empty()) return StructInfo(AnyInfo{});
  if (results.size() == 1) return results.front();
  return StructInfo(TupleInfo{results});
}
Info noInfo(const Inference&) { return StructInfo(TupleInfo{}); }
Info unknownInfo(const Inference&) { return StructInfo(AnyInfo{}); }
Info unknownOfRankInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  return tensorOfRank(x->rank, in.op.find("out_dtype") ? in.type("out_dtype", x->type) : x->type);
}

}  // namespace infer
}  // namespace lw::graph
