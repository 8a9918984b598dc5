#include "core/schedule/support/buffer_arguments.h"

#include "core/ir/ops.h"
#include "core/schedule/define.h"
#include "core/schedule/errors.h"
#include "core/support/text.h"

namespace lw {
namespace {

std::string namesOf(const std::vector<BufferRegion>& regions) {
  return join(regions, [&](const BufferRegion& r) { return r.buffer->name; });
}

std::optional<int64_t> positionIn(const std::vector<BufferRegion>& regions, const std::string& name) {
  for (size_t i = 0; i < regions.size(); ++i)
    if (regions[i].buffer->name == name) return static_cast<int64_t>(i);
  return std::nullopt;
}

Explanation unknown(const Block& block, const std::string& verb, const std::string& name, Message hint) {
  Explanation e = explain(err::kNoSuchBuffer(block.name, verb, name), hint);
  e.blocks = {block.id};
  return e;
}

Result<StepValue> position(const Block& block, const std::string& name, bool reads) {
  const std::vector<BufferRegion>& regions = reads ? block.reads : block.writes;
  if (const auto at = positionIn(regions, name)) return StepValue(*at);
  const std::string names = namesOf(regions);
  return unknown(block, reads ? "reads" : "writes", name,
                 names.empty() ? Message()
                 : reads       ? say("it reads {0}", Ident(names))
                               : say("it writes {0}", Ident(names)));
}

Result<StepValue> slotOf(const Block& block, const std::string& name) {
  const auto read = positionIn(block.reads, name), written = positionIn(block.writes, name);
  if (read && written) {
    Explanation e = explain(err::kReadAndWritten(block.name, name),
                            say("specify which one: (\"read\", {0}) or (\"write\", {1})", *read, *written));
    e.blocks = {block.id};
    return e;
  }
  if (read) return StepValue(StepValue::List{"read", *read});
  if (written) return StepValue(StepValue::List{"write", *written});
  return unknown(block, "accesses", name,
                 say("it reads {0} and writes {1}", namesOf(block.reads), namesOf(block.writes)));
}

// The map that gives this number for all indices.
StepValue padMap(const Expr& value, size_t inputs) {
  IndexMap map;
  for (size_t i = 0; i < inputs; ++i) map.initial.emplace_back("indices_" + std::to_string(i));
  map.final = {value};
  return map;
}

// Turns each single index of the map into a range of one element.
StepValue rangeMap(const IndexMap& map) {
  IndexMap full{map.initial, {}, {}, true};
  for (const Expr& e : map.final) {
    full.final.push_back(e);
    full.final.push_back(e + makeConst(e.dtype(), 1));
  }
  return full;
}

class Completion {
 public:
  Completion(const Primitive& primitive, const Block& block, Arguments& args)
      : primitive_(primitive), block_(block), args_(args) {}

  Status run() {
    for (size_t i = 0; i < args_.size(); ++i)
      if (const auto* name = args_[i].as<std::string>()) {
        const auto byName = infoOf(primitive_.params[i].type).byName;
        if (!byName) continue;
        Result<StepValue> named = byName(block_, *name);
        if (!named) return named.error();
        args_[i] = *named;
      }
    for (size_t i = 0; i < args_.size(); ++i)
      if (const auto complete = infoOf(primitive_.params[i].type).complete) {
        const StepValue* layout = argument(ParamType::IndexMap);
        complete(args_[i], buffer(), layout ? layout->as<IndexMap>() : nullptr);
      }
    return success();
  }

 private:
  const StepValue* argument(ParamType type) const {
    for (size_t i = 0; i < args_.size(); ++i)
      if (primitive_.params[i].type == type) return &args_[i];
    return nullptr;
  }
  const Buffer* buffer() const {
    if (const StepValue* read = argument(ParamType::ReadIndex); read && read->as<int64_t>())
      return bufferAt(block_, false, *read->as<int64_t>());
    const StepValue *access = argument(ParamType::Access), *index = argument(ParamType::Int);
    if (const StepValue* value = argument(ParamType::BufferSlot)) {
      const auto* pair = value->as<StepValue::List>();
      if (!pair || pair->size() != 2) return nullptr;
      access = &(*pair)[0], index = &(*pair)[1];
    }
    if (!access || !index || !access->as<std::string>() || !index->as<int64_t>()) return nullptr;
    return bufferAt(block_, *access->as<std::string>() == "write", *index->as<int64_t>());
  }

  const Primitive& primitive_;
  const Block& block_;
  Arguments& args_;
};

}  // namespace

Result<StepValue> readNamed(const Block& block, const std::string& buffer) { return position(block, buffer, true); }
Result<StepValue> writeNamed(const Block& block, const std::string& buffer) { return position(block, buffer, false); }
Result<StepValue> slotNamed(const Block& block, const std::string& buffer) { return slotOf(block, buffer); }

void completePadValue(StepValue& value, const Buffer* buffer, const IndexMap* layout) {
  if (!buffer || !layout) return;
  const size_t inputs = layout->final.size();
  const DataType type = (*buffer)->dtype;
  if (const auto* n = value.as<int64_t>())
    value = padMap(cast(type, makeConst(dtype::Int64, *n)), inputs);
  else if (const auto* d = value.as<double>())
    value = padMap(cast(type, makeFloat(dtype::Float(64), *d)), inputs);
  else if (const auto* e = value.as<Expr>())
    value = padMap(cast(type, *e), inputs);
}

void completeRanges(StepValue& value, const Buffer* buffer, const IndexMap*) {
  const auto* map = value.as<IndexMap>();
  if (buffer && map && !map->ranges && map->final.size() == static_cast<size_t>(buffer->rank())) value = rangeMap(*map);
}

const Buffer* bufferAt(const Block& block, bool written, int64_t index) {
  const std::vector<BufferRegion>& regions = written ? block.writes : block.reads;
  if (index < 0 || index >= static_cast<int64_t>(regions.size())) return nullptr;
  return &regions[static_cast<size_t>(index)].buffer;
}

Status completeBufferArguments(const Snapshot& program, const Primitive& primitive, BlockId block, Arguments& args) {
  return Completion(primitive, program.block(block), args).run();
}

}  // namespace lw
