#include "core/script/node_info.h"

#include "core/ir/ops.h"
#include "core/script/schedule_host.h"

namespace lw::script {
namespace {

struct NodeInfo : HostObject {
  NodeInfo(std::string k, std::vector<std::pair<std::string, Value>> f) : kind(std::move(k)), fields(std::move(f)) {}
  std::string kind;
  std::vector<std::pair<std::string, Value>> fields;
  Message typeName() const override { return kind; }
  Result<Value> attribute(std::string_view name) override {
    for (const auto& [field, value] : fields)
      if (field == name) return value;
    return HostObject::attribute(name);
  }
};

Value info(std::string kind, std::vector<std::pair<std::string, Value>> fields) {
  return Value(std::make_shared<NodeInfo>(std::move(kind), std::move(fields)));
}
Value listOf(std::vector<Value> items) { return Value(ListRef{std::make_shared<ListObject>(std::move(items))}); }

Value infoOf(const Buffer& buffer) {
  std::vector<Value> shape;
  for (const Expr& extent : buffer->shape) shape.push_back(scalarOf(extent));
  return info("a buffer",
              {{"name", buffer->name}, {"dtype", toString(buffer->dtype)}, {"shape", listOf(std::move(shape))}});
}

Value infoOf(const std::vector<BufferRegion>& regions) {
  std::vector<Value> list;
  for (const BufferRegion& r : regions) list.push_back(info("a region of a buffer", {{"buffer", infoOf(r.buffer)}}));
  return listOf(std::move(list));
}

}  // namespace

Value scalarOf(const Expr& e) {
  if (const auto i = asInt(e)) return *i;
  return Value(std::make_shared<ExprObject>(e));
}

Value infoOf(const For& loop) {
  return info("a loop", {{"extent", scalarOf(loop.extent)},
                         {"min", scalarOf(loop.min)},
                         {"loop_var", Value(std::make_shared<ExprObject>(loop.var))}});
}

Value infoOf(const Block& block) {
  // As TVM numbers the kinds of axes.
  const auto number = [](IterKind kind) { return kind == IterKind::Reduce ? int64_t{2} : int64_t{0}; };
  std::vector<Value> axes;
  for (const IterVar& axis : block.iters)
    axes.push_back(info("an axis of a block",
                        {{"var", Value(std::make_shared<ExprObject>(axis.var))},
                         {"iter_type", Value(number(axis.kind))},
                         {"dom", info("the range of an axis", {{"min", scalarOf(axis.domain.min)},
                                                               {"extent", scalarOf(axis.domain.extent)}})}}));
  return info("a block", {{"name_hint", block.name},
                          {"iter_vars", listOf(std::move(axes))},
                          {"reads", infoOf(block.reads)},
                          {"writes", infoOf(block.writes)}});
}

}  // namespace lw::script
