#include "passes/lower_lane_calls.h"

#include <array>

#include "core/analysis/gpu/pointed_buffers.h"
#include "core/arith/analyzer.h"
#include "core/ir/lane_operations.h"
#include "core/ir/matrix_instructions.h"
#include "core/ir/mma_layout.h"
#include "core/ir/ops.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "passes/support/kernel_nest.h"
#include "passes/support/thread_launches.h"

namespace lw {
namespace {

Expr number(int64_t n) { return makeConst(dtype::Int32, n); }
Stmt loopOver(PrimFunc& ids, const char* name, int64_t extent, const std::function<Stmt(const Expr&)>& body) {
  const Var var(name, dtype::Int32);
  return For{ids.freshLoop(), var, 0, number(extent), ForKind::Serial, "", {}, body(var)};
}
Expr loadOf(const Buffer& b, const Expr& element) { return BufferLoad{b, indicesOfElement(b, element)}; }
Stmt storeTo(const Buffer& b, const Expr& element, const Expr& value) {
  return BufferStore{b, indicesOfElement(b, element), value};
}
// As the instruction takes a number of 32 bits: 10 bits of its fraction, rounded to nearest, ties away from zero.
Expr asTf32(const Expr& x) {
  const Expr bits = Call{dtype::Int32, "reinterpret", {x}};
  const Expr rounded = Call{dtype::Int32, "bitwise_and", {bits + number(0x1000), number(~int64_t{0x1fff})}};
  return Call{dtype::Float32, "reinterpret", {rounded}};
}

class LowerLaneCalls : public Rewriter {
 public:
  explicit LowerLaneCalls(const PrimFunc& f) : result(f), buffers_(f) {}
  PrimFunc result;

  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>(); loop && isKernelAxis(*loop) && !isBlockAxis(*loop)) {
      axes_.push_back(loop);
      const Stmt done = children(s);
      axes_.pop_back();
      return done;
    }
    if (const auto* n = s.as<LetStmt>()) lets_.insert_or_assign(n->var.key(), substitute(n->value, lets_));
    const auto* evaluate = s.as<Evaluate>();
    const auto* call = evaluate ? evaluate->value.as<Call>() : nullptr;
    const auto lowered = call ? lower(*call) : std::nullopt;
    return lowered ? lowered->withOrigin(s.origin()) : children(s);
  }

 private:
  // The number of the thread in its block, and that of the lane in its warp; false: threads do not fill warps.
  struct Lane {
    Expr thread = 0, lane = 0;
    int64_t threads = 1;
    std::optional<Var> x;
    Expr offset = 0;  // of the variable from the number along x
  };
  std::optional<Lane> lane() const {
    Lane l;
    for (const char* name : {"threadIdx.x", "threadIdx.y", "threadIdx.z"})
      for (const For* axis : axes_) {
        if (axis->thread != name) continue;
        const auto extent = asInt(axis->extent);
        if (!extent) return std::nullopt;
        const Expr own = cast(dtype::Int32, Expr(axis->var) - axis->min);
        l.thread = l.thread + own * number(l.threads);
        l.threads *= *extent;
        if (axis->thread != "threadIdx.x") break;
        if (*extent % kWarpLanes != 0) return std::nullopt;
        l.x = axis->var;
        l.lane = *extent == kWarpLanes ? own : floormod(own, number(kWarpLanes));
        break;
      }
    return l.x ? std::optional(l) : std::nullopt;
  }

  std::optional<Stmt> lower(const Call& call) {
    const MatrixCall* known = matrixCall(call.op);
    if (!known || known->family != MatrixFamily::Mma) return std::nullopt;
    switch (known->kind) {
      case WarpMatrix::Kind::Multiply:
        return product(call);
      case WarpMatrix::Kind::Load:
        return load(call);
      case WarpMatrix::Kind::Fill:
        return call.args.size() == 3 ? fill(call) : std::nullopt;
      case WarpMatrix::Kind::Store:
        return call.args.size() == 6 ? store(call) : std::nullopt;
      case WarpMatrix::Kind::Move:
        break;
    }
    return std::nullopt;
  }
  const Buffer* registersAt(const Expr& pointer) const {
    const Buffer* b = buffers_.find(pointer);
    return b && (*b)->scope == "local" && !isView(**b) && !(*b)->shape.empty() ? b : nullptr;
  }

  std::optional<Stmt> fill(const Call& call) {
    const auto count = asInt(call.args[0]);
    const Buffer* b = registersAt(call.args[1]);
    if (!b || !count) return std::nullopt;
    const Expr start = cast(dtype::Int32, call.args[2]);
    return loopOver(result, "r", *count, [&](const Expr& r) { return storeTo(*b, start + r, makeZero((*b)->dtype)); });
  }
  // (16, 16, to, sums, their start, distance of rows): 8 sums of a tile of 16 x 16.
  std::optional<Stmt> store(const Call& call) {
    const Buffer* b = registersAt(call.args[3]);
    const auto threads = lane();
    const auto to = memoryAt(call.args[2], makeZero(dtype::Int32));
    if (!b || !threads || !to || asInt(call.args[0]) != 16 || asInt(call.args[1]) != 16) return std::nullopt;
    std::vector<Stmt> all;
    for (int64_t e = 0; e < 8; ++e) {
      const LaneElement own = mmaElementOfSum(e % 4);
      const Expr row = across(*threads, own), column = along(*threads, own) + number(e / 4 * 8);
      all.push_back(storeTo(to->first, to->second + row * cast(dtype::Int32, call.args[5]) + column,
                            loadOf(*b, cast(dtype::Int32, call.args[4]) + number(e))));
    }
    return sequence(std::move(all));
  }

  static Expr across(const Lane& l, const LaneElement& e) { return floordiv(l.lane, number(4)) + number(e.across); }
  static Expr along(const Lane& l, const LaneElement& e) {
    return floormod(l.lane, number(4)) * number(e.step) + number(e.along);
  }

  // The buffer of a pointer, and the number of the element that is `offset` behind it.
  std::optional<std::pair<Buffer, Expr>> memoryAt(const Expr& pointer, const Expr& offset) const {
    const auto* call = pointer.as<Call>();
    const auto* load =
        call && call->op == Intrinsic::AddressOf && call->args.size() == 1 ? call->args[0].as<BufferLoad>() : nullptr;
    Expr start = cast(dtype::Int32, offset);
    const Buffer* b = call && call->op == Intrinsic::AccessPtr && call->args.size() == 5 ? buffers_.find(call->args[1])
                                                                                         : buffers_.find(pointer);
    if (load) {
      b = &load->buffer;
      Expr first = number(0);
      for (size_t d = 0; d < load->indices.size(); ++d)
        first = first * cast(dtype::Int32, load->buffer->shape[d]) + cast(dtype::Int32, load->indices[d]);
      start = start + first;
    } else if (b && call) {
      start = start + cast(dtype::Int32, call->args[2]);
    }
    if (!b || isView(**b) || (*b)->shape.empty()) return std::nullopt;
    return std::pair(*b, start);
  }

  // (transposed, number, ".b16", to, its start, memory, distance in it of the row that the lane names). Lane l names
  // row l % 8 of matrix l / 8. Of a matrix, each lane gets the word that it has of an operand of mma.
  std::optional<Stmt> load(const Call& call) {
    const auto threads = lane();
    if (!threads || call.args.size() != 7) return std::nullopt;
    const auto transposes = asInt(call.args[0]), count = asInt(call.args[1]);
    const auto* word = call.args[2].as<StringImm>();
    const Buffer* to = registersAt(call.args[3]);
    const auto from = memoryAt(call.args[5], call.args[6]);
    const bool known = transposes && (count == 1 || count == 2 || count == 4) && word &&
                       (word->value == ".b16" || word->value == "b16") && to && from &&
                       (*to)->dtype == from->first->dtype && (*to)->dtype.lanes == 1;
    const int bits = known ? (*to)->dtype.bits : 0;
    if (!known || (bits != 8 && bits != 16 && bits != 32) || (bits == 32 && *transposes)) return std::nullopt;
    const Expr own = substitute(from->second, lets_);
    bool ofThread = false;  // then other lanes' rows are not known
    forEachExpr(own, [&](const Expr& e) {
      const auto* l = e.as<BufferLoad>();
      ofThread = ofThread || (l && l->buffer->scope == "local");
    });
    if (ofThread) return std::nullopt;
    const auto rowOf = [&](const Expr& lane) {
      const Expr other = Expr(*threads->x) + cast(threads->x->dtype(), lane - threads->lane);
      return substitute(own, {{threads->x->key(), other}});
    };
    const int64_t inWord = 32 / bits, inUnit = std::max(1, 16 / bits);
    const Expr g = floordiv(threads->lane, number(4)), q = floormod(threads->lane, number(4));
    const Expr start = cast(dtype::Int32, call.args[4]);
    std::vector<Stmt> all;
    for (int64_t matrix = 0; matrix < *count; ++matrix)
      for (int64_t e = 0; e < inWord; ++e) {
        const Expr at = *transposes ? rowOf(number(8 * matrix + e / inUnit) + q * number(2)) + g * number(inUnit) +
                                          number(e % inUnit)
                                    : rowOf(number(8 * matrix) + g) + q * number(inWord) + number(e);
        all.push_back(storeTo(*to, start + number(matrix * inWord + e), loadOf(from->first, at)));
      }
    std::vector<Expr> value{number(*transposes), number(*count), loadOf(*to, start), loadOf(from->first, own)};
    return ofWarp(kWarpLoad, std::move(value), sequence(std::move(all)));
  }

  // (shape, "row", "col", types of a, b and the sum, then pointer and start in the lane of a, b and the sum, saturates)
  std::optional<Stmt> product(const Call& call) {
    const auto threads = lane();
    if (!threads || call.args.size() < 13) return std::nullopt;
    const auto wordIs = [&](size_t i, const std::string& word) {
      const auto* text = call.args[i].as<StringImm>();
      return text && text->value == word;
    };
    std::array<const MatrixType*, 3> types{};
    std::array<const Buffer*, 3> buffers{};
    std::vector<Expr> starts;
    for (size_t i = 0; i < 3; ++i) {
      const auto* word = call.args[3 + i].as<StringImm>();
      types[i] = word ? matrixType(std::string_view(word->value)) : nullptr;
      buffers[i] = registersAt(call.args[6 + 2 * i]);
      if (!types[i] || !buffers[i] || !((*buffers[i])->dtype == types[i]->type)) return std::nullopt;
      starts.push_back(cast(dtype::Int32, call.args[7 + 2 * i]));
    }
    MatrixShape shape{};
    for (const MatrixProduct& known : kMatrixProducts)
      for (const MatrixShape& one : known.shapes)
        if (one[0] > 0 && known.in == types[0] && known.sum == types[2] && wordIs(0, matrixShapeName(one))) shape = one;
    if (shape[0] == 0 || types[0] != types[1] || !wordIs(1, "row") || !wordIs(2, "col") || asInt(call.args[12]) != 0)
      return std::nullopt;
    std::vector<Expr> value{number(shape[0]), number(shape[1]), number(shape[2]),
                            StringImm{std::string(types[0]->ptx)}};
    for (size_t i = 0; i < 3; ++i) value.push_back(loadOf(*buffers[i], starts[i]));
    return ofWarp(kWarpProduct, std::move(value), exchanged(*threads, shape, *types[0], buffers, starts));
  }
  // Each lane gives its operands to the others, then takes the rows of a and columns of b for its sums.
  Stmt exchanged(const Lane& l, const MatrixShape& shape, const MatrixType& type,
                 const std::array<const Buffer*, 3>& buffers, const std::vector<Expr>& starts) {
    const auto [m, n, k] = shape;
    const std::array<int64_t, 2> own{m * k / kWarpLanes, n * k / kWarpLanes};
    const DataType in = (*buffers[0])->dtype, sum = (*buffers[2])->dtype;
    const std::array given{makeBuffer("a_warp", {number(l.threads * own[0])}, in, "warp"),
                           makeBuffer("b_warp", {number(l.threads * own[1])}, in, "warp")};
    std::vector<Stmt> all;
    for (size_t i = 0; i < 2; ++i)
      all.push_back(loopOver(result, "r", own[i], [&](const Expr& r) {
        return storeTo(given[i], l.thread * number(own[i]) + r, loadOf(*buffers[i], starts[i] + r));
      }));
    all.push_back(warpSync({}));
    const int64_t inWord = std::max(1, 32 / in.bits), inStep = 4 * inWord;
    const Expr first = l.thread - l.lane;
    for (int64_t e = 0; e < m * n / kWarpLanes; ++e) {
      const LaneElement place = mmaElementOfSum(e);
      const Expr column = along(l, place);
      all.push_back(loopOver(result, "k", k, [&](const Expr& at) -> Stmt {
        // Row g + 8 h of a is in the lanes 4 g + q, column g of b in the lanes 4 g + q.
        const Expr q = floordiv(floormod(at, number(inStep)), number(inWord)), step = floordiv(at, number(inStep)),
                   rest = floormod(at, number(inWord));
        const Expr ofA = first + floordiv(l.lane, number(4)) * number(4) + q;
        const Expr inA = (number(place.across / 8) + step * number(m / 8)) * number(inWord) + rest;
        const Expr ofB = first + column * number(4) + q, inB = step * number(inWord) + rest;
        const auto factor = [&](const Buffer& b, const Expr& element) {
          const Expr x = loadOf(b, element);
          return type.ptx == "tf32" ? asTf32(x) : cast(sum, x);
        };
        const Expr own32 = loadOf(*buffers[2], starts[2] + number(e));
        return storeTo(
            *buffers[2], starts[2] + number(e),
            own32 + factor(given[0], ofA * number(own[0]) + inA) * factor(given[1], ofB * number(own[1]) + inB));
      }));
    }
    all.push_back(warpSync({}));
    Stmt body = sequence(std::move(all));
    for (size_t i = 2; i-- > 0;)
      body = Allocate{given[i]->data, in, given[i]->shape, "warp", {}, DeclBuffer{given[i], body}};
    return body;
  }

  static Stmt ofWarp(std::string_view key, std::vector<Expr> value, Stmt body) {
    return AttrStmt{std::string(key), 0, Call{dtype::Handle(), "tvm_tuple", std::move(value)}, std::move(body)};
  }

  PointedBuffers buffers_;
  std::vector<const For*> axes_;  // over threads, around the statement
  VarMap lets_;
};

}  // namespace

PrimFunc lowerLaneCalls(const PrimFunc& called) {
  const bool any = anyStmt(called.body, [&](const Stmt& s) {
    const auto* n = s.as<Evaluate>();
    const auto* call = n ? n->value.as<Call>() : nullptr;
    return call && (call->op.view().starts_with("ptx") || call->op.view().starts_with("mma_"));
  });
  if (!any) return called;
  const PrimFunc f = launchesAsLoops(called);
  LowerLaneCalls lower(f);
  const Stmt body = lower.stmt(f.body);
  lower.result.body = body;
  return std::move(lower.result);
}

const Pass kLowerLaneCallsPass{.name = "lower_lane_calls",
                               .label = "registers of warps",
                               .help = "Express ldmatrix and mma on registers of threads by statements of one thread.",
                               .run = programOnly<lowerLaneCalls>};

}  // namespace lw
