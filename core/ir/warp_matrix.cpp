#include "core/ir/warp_matrix.h"

#include <algorithm>

#include "core/ir/ops.h"

namespace lw {
namespace {

constexpr const char* kOperationTuple = "tvm_tuple";
constexpr std::array<std::string_view, 5> kOperationNames{"fill", "load", "multiply", "move", "store"};

void addPlace(std::vector<Expr>& args, const MatrixPlace& place) {
  args.push_back(place.first);
  args.push_back(place.below);
}

}  // namespace

std::optional<FragmentRole> fragmentRole(std::string_view scope) {
  if (scope == "wmma.matrix_a" || scope == "mma.matrix_a" || scope == "m16n8k8.matrixA") return FragmentRole::A;
  if (scope == "wmma.matrix_b" || scope == "mma.matrix_b" || scope == "m16n8k8.matrixB") return FragmentRole::B;
  if (scope == "wmma.accumulator" || scope == "mma.accumulator" || scope == "m16n8k8.matrixC")
    return FragmentRole::Accumulator;
  return std::nullopt;
}

std::string laneScope(FragmentRole role) {
  return role == FragmentRole::A ? "mma.matrix_a" : role == FragmentRole::B ? "mma.matrix_b" : "mma.accumulator";
}

Stmt warpMatrixStmt(const WarpMatrix& operation, Stmt nest, Origin origin) {
  std::vector<Expr> args{StringImm{std::string(kOperationNames[static_cast<size_t>(operation.kind)])}};
  for (const int64_t extent : operation.shape) args.push_back(makeConst(dtype::Int32, extent));
  for (const bool columns : {operation.columns, operation.columnsOfB})
    args.push_back(StringImm{columns ? "col" : "row"});
  addPlace(args, operation.to);
  for (const MatrixPlace& place : operation.from) addPlace(args, place);
  for (const CoreMatrices& cores : operation.cores) addPlace(args, {cores.across, cores.along});
  if (operation.value) args.push_back(*operation.value);
  return Stmt(
      AttrStmt{std::string(kWarpMatrix), 0, Call{dtype::Handle(), kOperationTuple, std::move(args)}, std::move(nest)},
      origin);
}

std::optional<WarpMatrix> readWarpMatrix(const AttrStmt& attribute) {
  constexpr size_t kHead = 6;
  const auto* call = attribute.key == kWarpMatrix ? attribute.value.as<Call>() : nullptr;
  if (!call || call->op != kOperationTuple || call->args.size() < kHead + 2) return std::nullopt;
  const std::vector<Expr>& args = call->args;
  const auto word = [&](size_t i) { return args[i].as<StringImm>() ? args[i].as<StringImm>()->value : std::string(); };
  const auto name = std::find(kOperationNames.begin(), kOperationNames.end(), word(0));
  if (name == kOperationNames.end()) return std::nullopt;
  std::vector<MatrixPlace> places;
  size_t next = kHead;
  for (; next + 1 < args.size() && args[next].as<BufferLoad>() && args[next + 1].as<BufferLoad>(); next += 2)
    places.push_back({args[next], args[next + 1]});
  if (places.empty()) return std::nullopt;
  WarpMatrix operation{.kind = static_cast<WarpMatrix::Kind>(name - kOperationNames.begin()),
                       .shape = {asInt(args[1]).value_or(0), asInt(args[2]).value_or(0), asInt(args[3]).value_or(0)},
                       .columns = word(4) == "col",
                       .columnsOfB = word(5) == "col",
                       .to = places.front(),
                       .from = {places.begin() + 1, places.end()},
                       .value = std::nullopt,
                       .cores = {}};
  if (operation.kind == WarpMatrix::Kind::Multiply && operation.from.size() == 4) {
    for (size_t i = 2; i < 4; ++i) operation.cores.push_back({operation.from[i].first, operation.from[i].below});
    operation.from.resize(2);
  }
  if (next < args.size()) operation.value = args[next];
  const size_t wanted = operation.kind == WarpMatrix::Kind::Fill       ? 0
                        : operation.kind == WarpMatrix::Kind::Multiply ? 2
                                                                       : 1;
  if (operation.from.size() != wanted || operation.value.has_value() != (wanted == 0)) return std::nullopt;
  return operation;
}

std::vector<MatrixLoop> loopsOf(const WarpMatrix& operation) {
  using enum MatrixLoop;
  if (operation.kind == WarpMatrix::Kind::Multiply) return {Rows, Columns, Common};
  if (operation.kind != WarpMatrix::Kind::Load && operation.kind != WarpMatrix::Kind::Store) return {Rows, Columns};
  const bool store = operation.kind == WarpMatrix::Kind::Store;
  const Buffer& fragment = (store ? operation.from[0] : operation.to).buffer();
  std::vector<MatrixLoop> loops{Rows, Columns};
  if (const auto role = fragmentRole(fragment->scope); role == FragmentRole::A)
    loops = {Rows, Common};
  else if (role == FragmentRole::B)
    loops = {Common, Columns};
  if (operation.columns) std::swap(loops[0], loops[1]);
  return loops;
}

int64_t extentOf(const WarpMatrix& operation, MatrixLoop loop) {
  return operation.shape[loop == MatrixLoop::Rows ? 0 : loop == MatrixLoop::Columns ? 1 : 2];
}

}  // namespace lw
