#include "core/analysis/gpu/mma_operations.h"

#include <algorithm>

#include "core/analysis/gpu/matrix_nests.h"
#include "core/arith/analyzer.h"
#include "core/ir/matrix_instructions.h"
#include "core/ir/mma_layout.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"

namespace lw {
namespace {

constexpr int64_t kTile = 16;         // rows and columns of an accumulator
constexpr int64_t kTileElements = 8;  // of it in a lane
constexpr int64_t kRowBits = 256;     // of a tile of a and b along k
constexpr int64_t kMatrixBytes = 16;  // in a row of the matrices of 8 rows that ldmatrix loads
constexpr size_t kProductArguments = 13, kWithLayouts = 15;

// On registers of lanes, or wgmma.
const Call* mmaCall(const Stmt& s) {
  const auto* evaluate = s.as<Evaluate>();
  const auto* call = evaluate ? evaluate->value.as<Call>() : nullptr;
  const MatrixCall* known = call ? matrixCall(call->op) : nullptr;
  return known && known->family != MatrixFamily::Wmma ? call : nullptr;
}
WarpMatrix::Kind kindOf(const Call& call) { return matrixCall(call.op)->kind; }
bool isOfGroup(const Call& call) { return matrixCall(call.op)->family == MatrixFamily::Wgmma; }

// The calls in a loop over the lanes; empty: there is something else in it.
std::vector<const Call*> callsOfLanes(const Stmt& s) {
  const auto* loop = s.as<For>();
  if (!loop || loop->kind != ForKind::ThreadBinding || loop->thread != "threadIdx.x" || !isZero(loop->min) ||
      asInt(loop->extent) != kWarpLanes)
    return {};
  std::vector<const Call*> calls;
  const auto add = [&](const Stmt& x) {
    const Call* call = mmaCall(x);
    if (call) calls.push_back(call);
    return call != nullptr;
  };
  const auto* all = loop->body.as<Seq>();
  if (all ? !std::all_of(all->stmts.begin(), all->stmts.end(), add) : !add(loop->body)) return {};
  return calls;
}

// Do instructions on registers of lanes multiply these?
bool isProduct(DataType a, DataType b, DataType sum) {
  const MatrixProduct* known = a == b ? matrixProduct(a, sum) : nullptr;
  return known && known->ofLanes();
}

const std::string* wordAt(const Call& call, size_t i) {
  const auto* word = i < call.args.size() ? call.args[i].as<StringImm>() : nullptr;
  return word ? &word->value : nullptr;
}

class DescribeMma : public Rewriter {
 public:
  explicit DescribeMma(const PrimFunc& f) : result(f), buffers_(f) {
    forEachStmt(f.body, [&](const Stmt& s) {
      for (const Call* call : callsOfLanes(s)) noteRoles(*call);
    });
    forEachStmt(f.body, [&](const Stmt& s) {
      for (const Call* call : callsOfLanes(s))
        if (kindOf(*call) == WarpMatrix::Kind::Load) noteLoad(*call, s.as<For>()->var);
    });
    rescope();
    buffers_ = PointedBuffers(result);
  }
  PrimFunc result;

  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    const std::vector<const Call*> calls = callsOfLanes(s);
    if (calls.empty()) return children(s);
    const std::optional<WarpMatrix> operation = read(calls, s.as<For>()->var);
    return operation ? nests_.written(*operation, s.origin(), result) : s;
  }

 private:
  // What the function's calls tell of a memory.
  struct Use {
    std::optional<FragmentRole> role;
    std::optional<bool> columns;
    bool named = false;  // by a product
    bool mixed = false;
  };
  const Buffer* fragmentAt(const Call& call, size_t i) const {
    return i < call.args.size() ? buffers_.find(call.args[i]) : nullptr;
  }
  Use& useOf(const Buffer& b) { return uses_[buffers_.owner(b->data).key()]; }
  const Use* knownUse(const Buffer& b) const {
    const auto found = uses_.find(buffers_.owner(b->data).key());
    return found == uses_.end() || found->second.mixed ? nullptr : &found->second;
  }
  void note(const Buffer* b, FragmentRole role) {
    if (!b) return;
    Use& use = useOf(*b);
    use.mixed = use.mixed || use.role.value_or(role) != role;
    use.role = role;
  }
  void noteRoles(const Call& call) {
    if (isOfGroup(call)) return note(fragmentAt(call, 5), FragmentRole::Accumulator);
    if (kindOf(call) == WarpMatrix::Kind::Fill) note(fragmentAt(call, 1), FragmentRole::Accumulator);
    if (kindOf(call) == WarpMatrix::Kind::Store) note(fragmentAt(call, 3), FragmentRole::Accumulator);
    if (kindOf(call) != WarpMatrix::Kind::Multiply) return;
    note(fragmentAt(call, 6), FragmentRole::A);
    note(fragmentAt(call, 8), FragmentRole::B);
    note(fragmentAt(call, 10), FragmentRole::Accumulator);
    if (call.args.size() != kWithLayouts) return;
    for (const size_t operand : {0, 1}) {
      const Buffer* b = fragmentAt(call, 6 + 2 * operand);
      const std::string* word = wordAt(call, kProductArguments + operand);
      if (!b || !word) continue;
      Use& use = useOf(*b);
      const bool columns = *word == "col";
      use.mixed = use.mixed || (use.named && use.columns != columns);
      use.columns = columns, use.named = true;
    }
  }
  void noteLoad(const Call& call, const Var& lane) {
    const Buffer* b = fragmentAt(call, 3);
    const auto kind = b ? kindOfLoad(call, lane, (*b)->dtype) : std::nullopt;
    if (!kind) return;
    Use& use = useOf(*b);
    if (!use.role) use.role = kind->role;
    if (use.named) return;
    use.mixed = use.mixed || use.columns.value_or(kind->columns) != kind->columns;
    use.columns = kind->columns;
  }

  // Moves the buffers, and views of them, to the scopes of their roles.
  void rescope() {
    BufferMap changed;
    const auto add = [&](const Buffer& b) {
      const Use* use = b->scope == "warp" ? knownUse(b) : nullptr;
      if (!use || !use->role) return;
      BufferNode node = *b;
      node.scope = laneScope(*use->role);
      changed.emplace(b.key(), Buffer(std::move(node)));
    };
    for (auto& [handle, buffer] : result.buffers) {
      add(buffer);
      if (const auto other = changed.find(buffer.key()); other != changed.end()) buffer = other->second;
    }
    forEachStmt(result.body, [&](const Stmt& s) {
      if (const auto* n = s.as<DeclBuffer>()) add(n->buffer);
      const auto* block = s.as<Block>();
      if (!block) return;
      for (const Buffer& b : block->allocs) add(b);
      for (const MatchBuffer& m : block->matches) add(m.buffer);
    });
    result.body = rewriteStmts(substituteBuffers(result.body, changed), [&](const Stmt& s) -> std::optional<Stmt> {
      const auto* n = s.as<Allocate>();
      const auto found = n && n->scope == "warp" ? uses_.find(n->data.key()) : uses_.end();
      if (found == uses_.end() || found->second.mixed || !found->second.role) return std::nullopt;
      Allocate other = *n;
      other.scope = laneScope(*found->second.role);
      return Stmt(std::move(other), s.origin());
    });
  }

  struct LoadKind {
    FragmentRole role;
    bool columns;
    Expr stride;
  };
  // By the row of memory whose address each lane gives: of the 8 rows of each matrix, one after the other.
  static std::optional<LoadKind> kindOfLoad(const Call& call, const Var& lane, DataType type) {
    if (call.args.size() != 7 || asInt(call.args[1]) != 4) return std::nullopt;
    const auto transposes = asInt(call.args[0]);
    const std::string* word = wordAt(call, 2);
    if (!transposes || !word || *word != ".b16" || (type.bits != 16 && type.bits != 8)) return std::nullopt;
    const Analyzer analyzer;
    const auto offset = [&](int64_t of) {
      return analyzer.simplify(substitute(call.args[6], {{lane.key(), makeConst(lane.dtype(), of)}}));
    };
    const Expr first = offset(0), stride = analyzer.simplify(offset(1) - first);
    const auto begins = [&](bool inPairs) {  // two matrices beside each other, or below each other
      for (int64_t l = 0; l < kWarpLanes; ++l) {
        const int64_t row = inPairs ? l / 16 * 8 + l % 8 : l % 16, column = inPairs ? l % 16 / 8 : l / 16;
        const Expr wanted =
            stride * makeConst(stride.dtype(), row) + makeConst(stride.dtype(), column * kMatrixBytes / type.bytes());
        if (!analyzer.canProveEqual(offset(l), wanted)) return false;
      }
      return true;
    };
    const bool transposed = *transposes != 0;
    // Elements of one byte cannot be transposed: TVM names the distance of rows only.
    if (type.bits == 8 && transposed) {
      if (isZero(stride) && !isZero(first)) return LoadKind{FragmentRole::B, false, first};
      return std::nullopt;
    }
    if (begins(false)) return LoadKind{transposed ? FragmentRole::B : FragmentRole::A, false, stride};
    if (begins(true)) return LoadKind{transposed ? FragmentRole::A : FragmentRole::B, true, stride};
    return std::nullopt;
  }

  std::optional<WarpMatrix> read(const std::vector<const Call*>& calls, const Var& lane) {
    const Call& call = *calls.front();
    const bool products = kindOf(call) == WarpMatrix::Kind::Multiply && !isOfGroup(call);
    if (calls.size() != (products ? 2 : 1)) return std::nullopt;
    switch (kindOf(call)) {
      case WarpMatrix::Kind::Fill:
        return fill(call);
      case WarpMatrix::Kind::Load:
        return load(call, lane);
      case WarpMatrix::Kind::Store:
        return store(call);
      case WarpMatrix::Kind::Multiply:
        return isOfGroup(call) ? multiplyShared(call) : multiply(calls, lane);
      case WarpMatrix::Kind::Move:
        break;
    }
    return std::nullopt;
  }

  std::optional<WarpMatrix> fill(const Call& call) {
    if (call.args.size() != 3 || asInt(call.args[0]) != kTileElements) return std::nullopt;
    const Buffer* fragment = fragmentAt(call, 1);
    const auto to = fragment ? placeOf(*fragment, FragmentRole::Accumulator, call.args[2]) : std::nullopt;
    if (!to) return std::nullopt;
    return WarpMatrix{.kind = WarpMatrix::Kind::Fill,
                      .shape = {kTile, kTile, kTile},
                      .to = *to,
                      .from = {},
                      .value = makeZero((*fragment)->dtype)};
  }
  // (rows, columns, to, fragment, its start, distance of rows in memory)
  std::optional<WarpMatrix> store(const Call& call) {
    if (call.args.size() != 6 || asInt(call.args[0]) != kTile || asInt(call.args[1]) != kTile) return std::nullopt;
    const Buffer* fragment = fragmentAt(call, 3);
    const auto from = fragment ? placeOf(*fragment, FragmentRole::Accumulator, call.args[4]) : std::nullopt;
    const auto memory = matrixAt(buffers_, call.args[2], call.args[5]);
    if (!from || !memory) return std::nullopt;
    return WarpMatrix{.kind = WarpMatrix::Kind::Store,
                      .shape = {kTile, kTile, kTile},
                      .to = nests_.place(*memory),
                      .from = {*from},
                      .value = {}};
  }
  // (transposed, 4, ".b16", fragment, its start in the lane, memory, distance in it of the row that the lane names)
  std::optional<WarpMatrix> load(const Call& call, const Var& lane) {
    const Buffer* fragment = fragmentAt(call, 3);
    const auto kind = fragment ? kindOfLoad(call, lane, (*fragment)->dtype) : std::nullopt;
    const Use* use = fragment ? knownUse(*fragment) : nullptr;
    if (!kind || !use || !use->role || use->role == FragmentRole::Accumulator) return std::nullopt;
    if ((*fragment)->dtype.bits == 8 && use->columns != kind->columns) return std::nullopt;  // tiles of other shapes
    const auto start = startOf(call.args[4], lane, elementsOfLane(*use->role, (*fragment)->dtype));
    const auto to = start ? placeOf(*fragment, *use->role, *start) : std::nullopt;
    const auto memory = matrixAt(buffers_, call.args[5], kind->stride);
    if (!to || !memory) return std::nullopt;
    return WarpMatrix{.kind = WarpMatrix::Kind::Load,
                      .shape = {kTile, kTile, kRowBits / (*fragment)->dtype.bits},
                      .columns = use->columns.value_or(kind->columns),
                      .to = *to,
                      .from = {nests_.place(*memory)},
                      .value = {}};
  }
  // (shape, "row", "col", types of a, b and the sum, then pointer and start in the lane of a, b and the sum, saturates)
  std::optional<WarpMatrix> multiply(const std::vector<const Call*>& calls, const Var& lane) {
    constexpr std::array kRoles{FragmentRole::A, FragmentRole::B, FragmentRole::Accumulator};
    const Call &left = *calls[0], &right = *calls[1];
    std::array<std::optional<MatrixPlace>, 3> places;
    std::array<DataType, 3> types;
    const Analyzer analyzer;
    for (const Call* call : calls) {
      const std::string *a = wordAt(*call, 1), *b = wordAt(*call, 2);
      const bool whole = kindOf(*call) == WarpMatrix::Kind::Multiply &&
                         (call->args.size() == kProductArguments || call->args.size() == kWithLayouts);
      if (!whole || !a || *a != "row" || !b || *b != "col" || asInt(call->args[12]) != 0) return std::nullopt;
    }
    for (size_t i = 0; i < 3; ++i) {
      const size_t at = 6 + 2 * i;
      const Buffer *fragment = fragmentAt(left, at), *again = fragmentAt(right, at);
      const Use* use = fragment ? knownUse(*fragment) : nullptr;
      const std::string *type = wordAt(left, 3 + i), *typeAgain = wordAt(right, 3 + i);
      if (!use || use->role != kRoles[i] || !again || !(*fragment == *again) || !type || !typeAgain)
        return std::nullopt;
      types[i] = (*fragment)->dtype;
      if (!matrixType(types[i]) || *type != matrixType(types[i])->word || *typeAgain != *type) return std::nullopt;
      const int64_t elements = elementsOfLane(kRoles[i], types[i]);
      const auto start = startOf(left.args[at + 1], lane, elements);
      const Expr half = makeConst(left.args[at + 1].dtype(), i == 0 ? 0 : elements / 2);
      if (!start || !analyzer.canProveEqual(right.args[at + 1], left.args[at + 1] + half)) return std::nullopt;
      places[i] = placeOf(*fragment, kRoles[i], *start);
      if (!places[i]) return std::nullopt;
    }
    const int64_t k = kRowBits / types[0].bits;
    const std::string *shape = wordAt(left, 0), *shapeAgain = wordAt(right, 0);
    if (!isProduct(types[0], types[1], types[2]) || !shape || *shape != matrixShapeName({16, 8, k}) || !shapeAgain ||
        *shapeAgain != *shape)
      return std::nullopt;
    return WarpMatrix{.kind = WarpMatrix::Kind::Multiply,
                      .shape = {kTile, kTile, k},
                      .columns = knownUse(places[0]->buffer())->columns.value_or(false),
                      .columnsOfB = knownUse(places[1]->buffer())->columns.value_or(false),
                      .to = *places[2],
                      .from = {*places[0], *places[1]},
                      .value = {}};
  }

  // (shape, layout of a, layout of b, pointers to a and b, sums, their start): 16 rows of a, of which the four warps of
  // a group have 64 in all.
  std::optional<WarpMatrix> multiplyShared(const Call& call) {
    if (call.args.size() != 7) return std::nullopt;
    const std::string *shape = wordAt(call, 0), *layoutOfA = wordAt(call, 1), *layoutOfB = wordAt(call, 2);
    const Buffer *a = operandAt(call.args[3]), *b = operandAt(call.args[4]), *sums = fragmentAt(call, 5);
    const Use* use = sums ? knownUse(*sums) : nullptr;
    if (!shape || !layoutOfA || *layoutOfA != "row" || !layoutOfB || !a || !b || !use ||
        use->role != FragmentRole::Accumulator || !isProduct((*a)->dtype, (*b)->dtype, (*sums)->dtype))
      return std::nullopt;
    const bool columnsOfB = *layoutOfB == "col";
    const int64_t inRow = kCoreRowBytes / (*a)->dtype.bytes(), k = kRowBits / (*a)->dtype.bits;
    const bool byRows = (*a)->shape.size() == 2;  // in a swizzled layout; otherwise by core matrices
    if (((*b)->shape.size() == 2) != byRows || (byRows && !columnsOfB)) return std::nullopt;
    const int64_t unitRows = byRows ? 1 : kCoreRows, unitColumns = byRows ? 1 : inRow;
    const auto is = [](const Buffer& x, int64_t rows, int64_t columns) {
      return asInt(x->shape[0]) == rows && asInt(x->shape[1]) == columns;
    };
    const int64_t n = asInt((*b)->shape[columnsOfB ? 0 : 1]).value_or(0) * unitRows;
    if (!is(*a, kTile / unitRows, k / unitColumns) || n % kTile || (!columnsOfB && inRow != kCoreRows) ||
        !(columnsOfB ? is(*b, n / unitRows, k / unitColumns) : is(*b, k / kCoreRows, n / inRow)) ||
        *shape != matrixShapeName({64, n, k}))
      return std::nullopt;
    const bool whole = isView(**sums) && (*sums)->strides.empty() && (*sums)->shape.size() == 3 &&
                       asInt((*sums)->shape[0]) == n / kTile && asInt((*sums)->shape[1]) == kWarpLanes &&
                       asInt((*sums)->shape[2]) == kTileElements &&
                       Analyzer().canProveEqual(call.args[6], (*sums)->elemOffset);
    if (!whole) return std::nullopt;
    const auto part = [](const Expr& e, int64_t size) { return floordiv(e, makeConst(e.dtype(), size)); };
    const auto rest = [](const Expr& e, int64_t size) { return floormod(e, makeConst(e.dtype(), size)); };
    const auto sumAt = [=, buffer = *sums](const Expr& row, const Expr& column) -> Expr {
      const auto [lane, own] = laneOfElement(buffer->dtype, kTile, row, rest(column, kTile));
      return BufferLoad{buffer, {part(column, kTile), lane, own}};
    };
    const auto lane = [&](int64_t of) -> Expr { return BufferLoad{*sums, {0, makeConst(dtype::Int32, of), 0}}; };
    const auto elements = [=](const Buffer& x) {
      return [=](const Expr& row, const Expr& column) -> Expr {
        if (byRows) return BufferLoad{x, {row, column}};
        return BufferLoad{x, {part(row, kCoreRows), part(column, inRow), rest(row, kCoreRows), rest(column, inRow)}};
      };
    };
    const auto coresOf = [=](const Buffer& x, bool columnsAcross) {
      const auto number = [](int64_t i) { return makeConst(dtype::Int32, i); };
      if (byRows) return CoreMatrices{BufferLoad{x, {number(kCoreRows), 0}}, BufferLoad{x, {0, number(inRow)}}};
      const Expr below = BufferLoad{x, {1, 0, 0, 0}}, beside = BufferLoad{x, {0, 1, 0, 0}};
      return columnsAcross ? CoreMatrices{beside, below} : CoreMatrices{below, beside};
    };
    return WarpMatrix{.kind = WarpMatrix::Kind::Multiply,
                      .shape = {kTile, n, k},
                      .columnsOfB = columnsOfB,
                      .to = nests_.place(sumAt, lane(0), lane(1)),
                      .from = {nests_.place(elements(*a)), nests_.place(elements(*b))},
                      .value = {},
                      .cores = {coresOf(*a, false), coresOf(*b, !columnsOfB)}};
  }
  // A view of core matrices or of rows in shared memory, by its pointer.
  const Buffer* operandAt(const Expr& pointer) const {
    const auto* call = pointer.as<Call>();
    const Buffer* b =
        call && call->op == Intrinsic::AccessPtr && call->args.size() == 5 ? buffers_.find(call->args[1]) : nullptr;
    if (!b || !isView(**b) || !(*b)->scope.starts_with("shared") || (*b)->strides.size() != (*b)->shape.size() ||
        ((*b)->shape.size() != 4 && (*b)->shape.size() != 2) ||
        !Analyzer().canProveEqual(call->args[2], (*b)->elemOffset))
      return nullptr;
    if ((*b)->shape.size() == 2) return asInt((*b)->strides[1]) == 1 ? b : nullptr;
    const int64_t inRow = kCoreRowBytes / (*b)->dtype.bytes();
    return asInt((*b)->shape[2]) == kCoreRows && asInt((*b)->shape[3]) == inRow && asInt((*b)->strides[2]) == inRow &&
                   asInt((*b)->strides[3]) == 1
               ? b
               : nullptr;
  }

  static int64_t elementsOfLane(FragmentRole role, DataType type) {
    return role == FragmentRole::Accumulator ? kTileElements : kTile * kRowBits / type.bits / kWarpLanes;
  }
  // The start of the fragment, for the start of a lane's part.
  static std::optional<Expr> startOf(const Expr& offset, const Var& lane, int64_t elements) {
    const Analyzer analyzer;
    const Expr start = analyzer.simplify(substitute(offset, {{lane.key(), makeZero(lane.dtype())}}));
    const Expr own = start + cast(start.dtype(), Expr(lane)) * makeConst(start.dtype(), elements);
    return analyzer.canProveEqual(offset, own) ? std::optional(start) : std::nullopt;
  }
  std::optional<MatrixPlace> placeOf(const Buffer& b, FragmentRole role, const Expr& start) {
    const Use* use = knownUse(b);
    const DataType type = b->dtype;
    if (!use || fragmentRole(b->scope) != role) return std::nullopt;
    const int64_t elements = elementsOfLane(role, type);
    // Sums are stored by rows; a and b in the order of memory.
    const bool rowsAreK =
        role != FragmentRole::Accumulator && (role == FragmentRole::B) != use->columns.value_or(false);
    const int64_t rows = rowsAreK ? kRowBits / type.bits : kTile;
    MatrixElements lanes;
    if (isView(*b)) {
      const bool whole = b->strides.empty() && b->shape.size() == 2 && asInt(b->shape[0]) == kWarpLanes &&
                         asInt(b->shape[1]) == elements && Analyzer().canProveEqual(start, b->elemOffset);
      if (!whole) return std::nullopt;
      lanes = matrixOfView(b);
    } else {
      lanes = matrixInCompact(b, start, makeConst(start.dtype(), elements));
    }
    const auto element = [lanes, type, rows](const Expr& row, const Expr& column) {
      const auto [lane, own] = laneOfElement(type, rows, row, column);
      return lanes(lane, own);
    };
    return nests_.place(element, lanes(0, 0), lanes(1, 0));
  }

  PointedBuffers buffers_;
  MatrixNests nests_;
  std::unordered_map<const void*, Use> uses_;  // by the pointer of the memory
};

}  // namespace

bool callsMmaOperations(const Stmt& body) {
  return anyStmt(body, [&](const Stmt& s) { return mmaCall(s); });
}

PrimFunc describeMmaOperations(const PrimFunc& function) {
  if (!callsMmaOperations(function.body)) return function;
  DescribeMma describe(function);
  const Stmt body = describe.stmt(describe.result.body);
  describe.result.body = body;
  return std::move(describe.result);
}

}  // namespace lw
