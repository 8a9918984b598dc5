#include "core/text/graph/index_map_text.h"

#include <map>

#include "core/ir/ops.h"
#include "core/text/python/python_parser.h"

namespace lw {
namespace {

// The last part of a dotted name: "floordiv" of T.floordiv.
std::string lastName(const py::Expr& e) {
  if (const auto* name = e->as<py::Name>()) return name->id;
  const auto* attribute = e->as<py::Attribute>();
  return attribute ? attribute->name : std::string();
}

class IndexReader {
 public:
  std::map<std::string, Var> inputs;

  std::optional<Expr> operator()(const py::Expr& e) const {
    if (const auto* number = e->as<py::IntLiteral>()) return makeConst(dtype::Int64, number->value);
    if (const auto* name = e->as<py::Name>()) {
      const auto found = inputs.find(name->id);
      return found == inputs.end() ? std::nullopt : std::optional<Expr>(found->second);
    }
    if (const auto* negative = e->as<py::Unary>()) {
      const auto value = (*this)(negative->value);
      return value && negative->op == py::UnaryOp::Minus ? std::optional(makeConst(dtype::Int64, 0) - *value)
                                                         : std::nullopt;
    }
    if (const auto* both = e->as<py::Binary>()) return joined(both->op, both->left, both->right);
    const auto* call = e->as<py::Call>();
    if (!call || !call->keywords.empty()) return std::nullopt;
    const std::string name = lastName(call->function);
    if (call->args.size() == 1 && (name == "int64" || name == "int32")) return (*this)(call->args[0]);
    if (call->args.size() != 2) return std::nullopt;
    if (name == "floordiv") return joined(py::BinOp::FloorDiv, call->args[0], call->args[1]);
    if (name == "floormod") return joined(py::BinOp::Mod, call->args[0], call->args[1]);
    return std::nullopt;
  }

 private:
  std::optional<Expr> joined(py::BinOp op, const py::Expr& left, const py::Expr& right) const {
    const auto a = (*this)(left), b = (*this)(right);
    if (!a || !b) return std::nullopt;
    const bool divides = asInt(*b).value_or(0) > 0;
    if (op == py::BinOp::Add) return *a + *b;
    if (op == py::BinOp::Sub) return *a - *b;
    if (op == py::BinOp::Mul) return *a * *b;
    if (op == py::BinOp::FloorDiv && divides) return floordiv(*a, *b);
    if (op == py::BinOp::Mod && divides) return floormod(*a, *b);
    return std::nullopt;
  }
};

}  // namespace

std::optional<WrittenIndexMap> indexMapFrom(std::string_view text) {
  const SourceText source = makeSource("index_map", std::string(text));
  const Result<py::Expr> parsed = py::parseExpression(source);
  if (!parsed) return std::nullopt;
  const auto* call = (*parsed)->as<py::Call>();
  const bool wrapped = call && lastName(call->function) == "index_map" && !call->args.empty();
  const auto* lambda = (wrapped ? call->args[0] : *parsed)->as<py::Lambda>();
  if (!lambda) return std::nullopt;
  WrittenIndexMap map;
  IndexReader read;
  for (const py::Parameter& param : lambda->params) {
    if (param.star) return std::nullopt;
    map.inputs.emplace_back(param.name, dtype::Int64);
    read.inputs.insert_or_assign(param.name, map.inputs.back());
  }
  std::vector<py::Expr> items{lambda->body};
  if (const auto* tuple = lambda->body->as<py::Tuple>()) items = tuple->items;
  if (const auto* list = lambda->body->as<py::List>()) items = list->items;
  for (const py::Expr& item : items) {
    if (lastName(item) == "AXIS_SEPARATOR") continue;
    const auto result = read(item);
    if (!result) return std::nullopt;
    map.results.push_back(*result);
  }
  return map;
}

}  // namespace lw
