#include "core/trace/index_map_json.h"

#include <map>
#include "core/support/json.h"

#include "core/ir/expr.h"
#include "core/ir/ops.h"
#include "core/trace/errors.h"

namespace lw {
namespace {

using OrderedJson = nlohmann::ordered_json;  // fields in TVM's order

constexpr size_t kMaxNodes = 10'000;  // nesting must not exhaust the stack

constexpr std::pair<std::string_view, BinaryOp> kBinary[] = {{"Add", BinaryOp::Add},
                                                             {"Sub", BinaryOp::Sub},
                                                             {"Mul", BinaryOp::Mul},
                                                             {"Div", BinaryOp::Div},
                                                             {"Mod", BinaryOp::Mod},
                                                             {"FloorDiv", BinaryOp::FloorDiv},
                                                             {"FloorMod", BinaryOp::FloorMod},
                                                             {"Min", BinaryOp::Min},
                                                             {"Max", BinaryOp::Max},
                                                             {"EQ", BinaryOp::EQ},
                                                             {"NE", BinaryOp::NE},
                                                             {"LT", BinaryOp::LT},
                                                             {"LE", BinaryOp::LE},
                                                             {"GT", BinaryOp::GT},
                                                             {"GE", BinaryOp::GE},
                                                             {"And", BinaryOp::And},
                                                             {"Or", BinaryOp::Or}};

class Writer {
 public:
  OrderedJson run(const IndexMap& map) {
    add({{"type", "None"}});
    std::vector<int> initial, final;
    for (const Var& v : map.initial) initial.push_back(var(v));
    const int inputs = array(initial);
    for (const Expr& e : map.final) final.push_back(expr(e));
    const int outputs = array(final);
    const int root =
        add({{"type", "tirx.IndexMap"},
             {"data", {{"initial_indices", inputs}, {"final_indices", outputs}, {"inverse_index_map", 0}}}});
    return {{"root_index", root}, {"nodes", std::move(nodes_)}, {"metadata", {{"tvm_version", "0.26.dev0"}}}};
  }

 private:
  int add(OrderedJson node) {
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
  }
  int array(const std::vector<int>& items) { return add({{"type", "ffi.Array"}, {"data", items}}); }
  int type(DataType t) {
    const auto [at, fresh] = types_.emplace(toString(t), 0);
    if (fresh) at->second = add({{"type", "ir.PrimType"}, {"data", {{"span", 0}, {"dtype", at->first}}}});
    return at->second;
  }
  int var(const Var& v) {
    if (const auto at = vars_.find(v.key()); at != vars_.end()) return at->second;
    const int ty = type(v.dtype()), name = add({{"type", "ffi.String"}, {"data", v.name()}});
    return vars_[v.key()] = add({{"type", "ir.Var"}, {"data", {{"span", 0}, {"ty", ty}, {"name", name}}}});
  }
  int expr(const Expr& e) {
    if (const auto* v = e.as<Var>()) return var(*v);
    if (const auto at = exprs_.find(e.key()); at != exprs_.end()) return at->second;
    return exprs_[e.key()] = fresh(e);
  }
  int fresh(const Expr& e) {
    OrderedJson data{{"span", 0}, {"ty", type(e.dtype())}};
    const auto node = [&](std::string_view kind, std::initializer_list<std::pair<const char*, Expr>> parts) {
      for (const auto& [name, part] : parts) data[name] = expr(part);
      return add({{"type", kind}, {"data", std::move(data)}});
    };
    const auto unsupported = [&] { return node("tirx.Opaque", {}); };  // does not occur in index maps
    return e.match(
        [&](const IntImm& n) {
          data["value"] = n.value;
          return node("ir.IntImm", {});
        },
        [&](const FloatImm& n) {
          data["value"] = n.value;
          return node("ir.FloatImm", {});
        },
        [&](const StringImm& n) {
          data["value"] = n.value;
          return node("tirx.StringImm", {});
        },
        [&](const Var& v) { return var(v); }, [&](const Cast& n) { return node("tirx.Cast", {{"value", n.value}}); },
        [&](const Binary& n) {
          for (const auto& [name, op] : kBinary)
            if (op == n.op) return node("tirx." + std::string(name), {{"a", n.a}, {"b", n.b}});
          return unsupported();
        },
        [&](const Not& n) { return node("tirx.Not", {{"a", n.value}}); },
        [&](const Select& n) {
          return node("tirx.Select",
                      {{"condition", n.condition}, {"true_value", n.whenTrue}, {"false_value", n.whenFalse}});
        },
        [&](const Call& n) {
          data["op"] = add({{"type", "ir.Op"}, {"data", "tirx." + n.op.name()}});
          std::vector<int> args;
          for (const Expr& a : n.args) args.push_back(expr(a));
          data["args"] = array(args);
          return node("tirx.Call", {});
        },
        [&](const BufferLoad&) { return unsupported(); }, [&](const Ramp&) { return unsupported(); },
        [&](const Broadcast&) { return unsupported(); }, [&](const Let&) { return unsupported(); });
  }

  OrderedJson nodes_ = OrderedJson::array();
  std::map<std::string, int> types_;
  std::map<const void*, int> vars_, exprs_;
};

class MapReader {
 public:
  explicit MapReader(const OrderedJson& root) : nodes_(root.at("nodes")) {}

  Result<IndexMap> run(int64_t root) {
    IndexMap map;
    const OrderedJson* data = fields(root);
    if (!data || kindOf(root) != "IndexMap") return wrong(root, "an IndexMap");
    const OrderedJson* inputs = items(reference(*data, "initial_indices"));
    const OrderedJson* outputs = items(reference(*data, "final_indices"));
    if (!inputs || !outputs) return wrong(root, "an IndexMap with initial_indices and final_indices");
    for (const OrderedJson& item : *inputs) {
      const auto e = expr(indexOf(item));
      const Var* v = e ? e->as<Var>() : nullptr;
      if (!v) return failure(indexOf(item), "a variable");
      map.initial.push_back(*v);
    }
    for (const OrderedJson& item : *outputs) {
      const auto e = expr(indexOf(item));
      if (!e) return failure(indexOf(item), "an expression");
      map.final.push_back(*e);
    }
    return map;
  }

 private:
  static int64_t indexOf(const OrderedJson& j) { return j.is_number_integer() ? j.get<int64_t>() : -1; }
  static int64_t reference(const OrderedJson& data, const char* field) {
    return data.contains(field) ? indexOf(data.at(field)) : -1;
  }
  const OrderedJson* node(int64_t index) const {
    if (index < 0 || index >= static_cast<int64_t>(nodes_.size())) return nullptr;
    const OrderedJson& n = nodes_[static_cast<size_t>(index)];
    return n.is_object() && n.contains("type") && n.at("type").is_string() ? &n : nullptr;
  }
  // Without the name of the dialect: "Add" of "tirx.Add".
  std::string kindOf(int64_t index) const {
    const OrderedJson* n = node(index);
    const std::string type = n ? n->at("type").get<std::string>() : "";
    return type.substr(type.rfind('.') + 1);
  }
  const OrderedJson* fields(int64_t index) const {
    const OrderedJson* n = node(index);
    return n && n->contains("data") && n->at("data").is_object() ? &n->at("data") : nullptr;
  }
  const OrderedJson* items(int64_t index) const {
    const OrderedJson* n = node(index);
    return n && n->contains("data") && n->at("data").is_array() ? &n->at("data") : nullptr;
  }
  Explanation wrong(int64_t index, const std::string& wanted) const {
    return err::kIndexMapShape(std::to_string(index), Snippet(wanted));
  }
  Explanation failure(int64_t index, const std::string& wanted) const {
    return failure_ ? *failure_ : wrong(index, wanted);
  }
  std::nullopt_t fail(Explanation e) {
    if (!failure_) failure_ = std::move(e);
    return std::nullopt;
  }

  std::optional<DataType> typeOf(const OrderedJson& data) const {
    const OrderedJson* type = fields(reference(data, "ty"));
    if (!type || !type->contains("dtype") || !type->at("dtype").is_string()) return std::nullopt;
    return parseDataType(type->at("dtype").get<std::string>());
  }

  std::optional<Expr> expr(int64_t index) {
    if (const auto at = exprs_.find(index); at != exprs_.end()) return at->second;
    const OrderedJson* data = fields(index);
    if (!data) return fail(wrong(index, "a node with fields"));
    // Children come before their parents, so no node can refer to itself.
    for (const auto& [name, value] : data->items())
      if (name != "value" && value.is_number_integer() && value.get<int64_t>() >= index)
        return fail(wrong(index, "after the nodes that it refers to"));
    std::optional<Expr> e = build(index, *data);
    if (e) exprs_.emplace(index, *e);
    return e;
  }

  std::optional<Expr> build(int64_t index, const OrderedJson& data) {
    const std::string kind = kindOf(index);
    const auto type = typeOf(data);
    if (!type) return fail(wrong(index, "of a known type"));
    if (kind == "Var") {
      const OrderedJson* name = node(reference(data, "name"));
      if (!name || !name->contains("data") || !name->at("data").is_string())
        return fail(wrong(index, "a variable with a name"));
      return Expr(Var(name->at("data").get<std::string>(), *type));
    }
    const bool hasValue = data.contains("value") && data.at("value").is_number();
    if (kind == "IntImm" && hasValue && type->isInteger()) return makeConst(*type, data.at("value").get<int64_t>());
    if (kind == "IntImm" && hasValue && type->isBool()) return boolConst(data.at("value").get<int64_t>() != 0);
    if (kind == "FloatImm" && hasValue && type->isFloat()) return makeFloat(*type, data.at("value").get<double>());
    if (kind == "Cast") {
      const auto value = expr(reference(data, "value"));
      return value ? std::optional(cast(*type, *value)) : std::nullopt;
    }
    if (kind == "Call") return call(index, data, *type);
    for (const auto& [name, op] : kBinary) {
      if (name != kind) continue;
      const auto a = expr(reference(data, "a")), b = expr(reference(data, "b"));
      if (!a || !b) return std::nullopt;
      if (a->dtype() != b->dtype()) return fail(wrong(index, "of operands of one type"));
      return rawBinary(op, *a, *b);
    }
    return fail(err::kIndexMapUnknownNode(index, kind));
  }

  std::optional<Expr> call(int64_t index, const OrderedJson& data, DataType type) {
    const OrderedJson* op = node(reference(data, "op"));
    const OrderedJson* args = items(reference(data, "args"));
    if (!op || !op->contains("data") || !op->at("data").is_string() || !args) return fail(wrong(index, "a call"));
    const std::string name = op->at("data").get<std::string>();
    std::vector<Expr> list;
    for (const OrderedJson& item : *args) {
      const int64_t at = indexOf(item);
      const auto e = at < index ? expr(at) : std::nullopt;
      if (!e) return fail(wrong(index, "a call of expressions"));
      list.push_back(*e);
    }
    return Expr(Call{type, name.substr(name.rfind('.') + 1), std::move(list)});
  }

  const OrderedJson& nodes_;
  std::map<int64_t, Expr> exprs_;
  std::optional<Explanation> failure_;
};

}  // namespace

std::string indexMapToJson(const IndexMap& map, bool indented) { return Writer().run(map).dump(indented ? 2 : -1); }

Result<IndexMap> indexMapFromJson(std::string_view text) {
  const OrderedJson root = OrderedJson::parse(text, nullptr, false);
  if (root.is_discarded()) return err::kIndexMapNoJson();
  if (!root.is_object() || !root.contains("nodes") || !root.at("nodes").is_array() || !root.contains("root_index") ||
      !root.at("root_index").is_number_integer())
    return err::kIndexMapShape("0", "part of an object with root_index and nodes");
  if (root.at("nodes").size() > kMaxNodes) return err::kIndexMapTooMany(root.at("nodes").size());
  return MapReader(root).run(root.at("root_index").get<int64_t>());
}

}  // namespace lw
