#include "core/schedule/param_types.h"

#include <algorithm>

#include "core/schedule/define.h"
#include "core/schedule/support/buffer_arguments.h"

namespace lw {
namespace {

// ---- functions that entries of param_types.def name ----

bool isLoop(const StepValue& v) { return v.as<LoopRv>() || v.as<LoopId>() || v.as<std::string>(); }
bool isBlock(const StepValue& v) { return v.as<BlockRv>() || v.as<BlockId>() || v.as<std::string>(); }
bool isWhole(const StepValue& v) { return v.as<int64_t>() || v.as<ExprRv>(); }
bool isFlag(const StepValue& v) { return v.as<bool>() != nullptr; }
bool isText(const StepValue& v) { return v.as<std::string>() != nullptr; }

bool listOf(const StepValue& value, const std::function<bool(const StepValue&)>& good) {
  const auto* list = value.as<StepValue::List>();
  return list && std::all_of(list->begin(), list->end(), good);
}

bool isFactors(const StepValue& value) {
  return listOf(value, [](const StepValue& v) { return isWhole(v) || v.isNone(); });
}

}  // namespace

std::span<const ParamType> paramTypes() {
  static constexpr ParamType kTypes[] = {
#define LW_PARAM_TYPE(name, ...) ParamType::name,
#include "core/schedule/param_types.def"
#undef LW_PARAM_TYPE
  };
  return kTypes;
}

const ParamTypeInfo& infoOf(ParamType type) {
  static const ParamTypeInfo kInfos[] = {
#define LW_PARAM_TYPE(name, ...) {__VA_ARGS__},
#include "core/schedule/param_types.def"
#undef LW_PARAM_TYPE
  };
  return kInfos[static_cast<size_t>(type)];
}

std::string_view nameOf(ParamType type) { return infoOf(type).name; }

bool fits(ParamType type, const StepValue& value) {
  const ParamTypeInfo& info = infoOf(type);
  if (info.item) return listOf(value, [&](const StepValue& v) { return fits(*info.item, v); });
  return !info.fits || info.fits(value);
}

// ---- from values to the fields of Args ----

Explanation FieldReader::wrong(const StepValue& value) const {
  return explain(kArgumentType(primitive->name, param->name, std::string(nameOf(param->type)), kindOf(value)),
                 param->name + ": " + param->help);
}

namespace {

template <class T>
Result<std::vector<T>> readList(const FieldReader& reader, const StepValue& v) {
  std::vector<T> out;
  const auto* list = v.as<StepValue::List>();
  if (!list) return reader.wrong(v);
  for (const StepValue& item : *list) {
    Result<T> one = FieldTraits<T>::read(reader, item);
    if (!one) return std::move(one).error();
    out.push_back(std::move(*one));
  }
  return out;
}

template <class T, class From>
Result<T> readPlain(const FieldReader& reader, const StepValue& v) {
  if (const auto* x = v.as<From>()) return T(*x);
  return reader.wrong(v);
}

}  // namespace

Result<LoopId> FieldTraits<LoopId>::read(const FieldReader& r, const StepValue& v) {
  return readPlain<LoopId, LoopId>(r, v);
}
Result<BlockId> FieldTraits<BlockId>::read(const FieldReader& r, const StepValue& v) {
  return readPlain<BlockId, BlockId>(r, v);
}
Result<std::vector<LoopId>> FieldTraits<std::vector<LoopId>>::read(const FieldReader& r, const StepValue& v) {
  return readList<LoopId>(r, v);
}
Result<std::vector<BlockId>> FieldTraits<std::vector<BlockId>>::read(const FieldReader& r, const StepValue& v) {
  if (v.isNone()) return std::vector<BlockId>{};
  if (const auto* one = v.as<BlockId>()) return std::vector{*one};
  return readList<BlockId>(r, v);
}
Result<LoopOrBlock> FieldTraits<LoopOrBlock>::read(const FieldReader& r, const StepValue& v) {
  if (const auto* loop = v.as<LoopId>()) return LoopOrBlock(*loop);
  if (const auto* block = v.as<BlockId>()) return LoopOrBlock(*block);
  return r.wrong(v);
}
Result<LoopOrBlocks> FieldTraits<LoopOrBlocks>::read(const FieldReader& r, const StepValue& v) {
  if (const auto* loop = v.as<LoopId>()) return LoopOrBlocks(*loop);
  if (v.isNone()) return r.wrong(v);
  Result<std::vector<BlockId>> blocks = FieldTraits<std::vector<BlockId>>::read(r, v);
  if (!blocks) return std::move(blocks).error();
  return LoopOrBlocks(std::move(*blocks));
}
Result<std::vector<double>> FieldTraits<std::vector<double>>::read(const FieldReader& r, const StepValue& v) {
  const auto* list = v.as<StepValue::List>();
  if (!list) return r.wrong(v);
  std::vector<double> out;
  for (const StepValue& item : *list) {
    if (const auto* d = item.as<double>())
      out.push_back(*d);
    else if (const auto* n = item.as<int64_t>())
      out.push_back(static_cast<double>(*n));
    else
      return r.wrong(item);
  }
  return out;
}
Result<Choice> FieldTraits<Choice>::read(const FieldReader& r, const StepValue& v) {
  if (v.isNone()) return Choice();
  if (const auto* n = v.as<int64_t>()) return Choice(*n);
  return r.wrong(v);
}
Result<Choices> FieldTraits<Choices>::read(const FieldReader& r, const StepValue& v) {
  if (v.isNone()) return Choices();
  Result<std::vector<int64_t>> list = readList<int64_t>(r, v);
  if (!list) return std::move(list).error();
  return Choices(std::move(*list));
}
Result<int64_t> FieldTraits<int64_t>::read(const FieldReader& r, const StepValue& v) {
  return readPlain<int64_t, int64_t>(r, v);
}
Result<std::vector<int64_t>> FieldTraits<std::vector<int64_t>>::read(const FieldReader& r, const StepValue& v) {
  return readList<int64_t>(r, v);
}
Result<bool> FieldTraits<bool>::read(const FieldReader& r, const StepValue& v) {
  if (const auto* n = v.as<int64_t>(); n && (*n == 0 || *n == 1)) return *n == 1;  // TVM's JSON writes 0 and 1
  return readPlain<bool, bool>(r, v);
}
Result<std::string> FieldTraits<std::string>::read(const FieldReader& r, const StepValue& v) {
  return readPlain<std::string, std::string>(r, v);
}
Result<Factors> FieldTraits<Factors>::read(const FieldReader& r, const StepValue& v) {
  Factors out;
  const auto* list = v.as<StepValue::List>();
  if (!list) return r.wrong(v);
  for (const StepValue& item : *list) {
    if (item.isNone())
      out.push_back(std::nullopt);
    else if (const auto* n = item.as<int64_t>())
      out.push_back(*n);
    else
      return r.wrong(item);
  }
  return out;
}
Result<Scope> FieldTraits<Scope>::read(const FieldReader& r, const StepValue& v) {
  if (const auto* name = v.as<std::string>()) return Scope{*name};
  return r.wrong(v);
}
Result<ThreadAxis> FieldTraits<ThreadAxis>::read(const FieldReader& r, const StepValue& v) {
  if (const auto* name = v.as<std::string>()) return ThreadAxis{*name};
  return r.wrong(v);
}
Result<AnnotationValue> FieldTraits<AnnotationValue>::read(const FieldReader& r, const StepValue& v) {
  if (v.isNone() || v.isHandle() || v.as<LoopId>() || v.as<BlockId>() || v.as<IndexMap>()) return r.wrong(v);
  return toAnnotation(v);
}
Result<ReadIndex> FieldTraits<ReadIndex>::read(const FieldReader& r, const StepValue& v) {
  if (const auto* n = v.as<int64_t>()) return ReadIndex{*n};
  return r.wrong(v);
}
Result<FunctionName> FieldTraits<FunctionName>::read(const FieldReader& r, const StepValue& v) {
  if (const auto* name = v.as<std::string>()) return FunctionName{*name};
  return r.wrong(v);
}
Result<WriteIndex> FieldTraits<WriteIndex>::read(const FieldReader& r, const StepValue& v) {
  if (const auto* n = v.as<int64_t>()) return WriteIndex{*n};
  return r.wrong(v);
}
Result<IndexMap> FieldTraits<IndexMap>::read(const FieldReader& r, const StepValue& v) {
  return readPlain<IndexMap, IndexMap>(r, v);
}
Result<BufferAccess> FieldTraits<BufferAccess>::read(const FieldReader& r, const StepValue& v) {
  const auto* text = v.as<std::string>();
  if (!text || (*text != "read" && *text != "write")) return r.wrong(v);
  return BufferAccess{*text == "write"};
}
Result<BufferSlot> FieldTraits<BufferSlot>::read(const FieldReader& r, const StepValue& v) {
  const auto* pair = v.as<StepValue::List>();
  if (!pair || pair->size() != 2 || !(*pair)[1].as<int64_t>()) return r.wrong(v);
  Result<BufferAccess> access = FieldTraits<BufferAccess>::read(r, (*pair)[0]);
  if (!access) return std::move(access).error();
  return BufferSlot{access->written, *(*pair)[1].as<int64_t>()};
}
Result<PadValue> FieldTraits<PadValue>::read(const FieldReader& r, const StepValue& v) {
  if (v.isNone()) return PadValue{};
  const auto* map = v.as<IndexMap>();
  if (!map || map->final.size() != 1) return r.wrong(v);
  return PadValue{*map};
}
Result<RangeMap> FieldTraits<RangeMap>::read(const FieldReader& r, const StepValue& v) {
  const auto* map = v.as<IndexMap>();
  if (!map || map->final.size() % 2 != 0) return r.wrong(v);
  return RangeMap{*map};
}

}  // namespace lw
