#include "backends/emulator/instructions.h"

#include <utility>

#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"

namespace lw::emulator {
namespace {

constexpr double kWrittenOut = 256;    // executions of stores in a loop that is written out
constexpr double kEndOfIteration = 3;  // the next value, a comparison and a jump
constexpr double kTogether = 4;        // iterations of an innermost loop
constexpr double kFunction = 16;       // of float64, by which functions of float32 are computed too (backends/cuda)
constexpr double kDivision = 8;        // of floats
constexpr double kWholeDivision = 20;  // of integers; by a constant less
constexpr double kWholeConstant = 4;
// What one product and sum of a lane in a matrix operation takes of its time: tensor cores of sm_80 make 1024 of them
// in a cycle, the other units 64.
constexpr double kOfProduct = 1.0 / 16;

double& slotOf(GpuInstructions& to, DataType type) {
  if (!type.isFloat()) return to.whole;
  return type.bits == 64 ? to.float64 : to.float32;
}

bool isMultiplication(const Expr& e) {
  const auto* n = e.as<Binary>();
  return n && n->op == BinaryOp::Mul && n->a.dtype().isFloat();
}

class Counter : public Visitor {
 public:
  explicit Counter(GpuInstructions& to) : to_(to) {}
  void expr(const Expr& e) override {
    const DataType type = e.dtype();
    const double lanes = type.lanes;
    if (const auto* n = e.as<Binary>()) {
      binary(*n, lanes);
    } else if (const auto* c = e.as<Cast>()) {
      if (!(c->value.dtype() == type)) to_.whole += lanes;
    } else if (e.as<Select>()) {
      to_.whole += lanes;
    } else if (const auto* call = e.as<Call>()) {
      const IntrinsicInfo* known = call->op.info();
      if (call->op == Intrinsic::IfThenElse)
        to_.whole += lanes;
      else if (known && known->elementwise() && type.isFloat())
        to_.float64 += kFunction * lanes;
      else if (known && known->elementwise())
        to_.whole += lanes;
    } else if (e.as<BufferLoad>()) {
      return;  // the load itself is an access, and its address is not counted
    }
    children(e);
  }

 private:
  void binary(const Binary& n, double lanes) {
    const DataType type = n.a.dtype();
    if (n.op == BinaryOp::Div || n.op == BinaryOp::Mod || n.op == BinaryOp::FloorDiv || n.op == BinaryOp::FloorMod) {
      const bool constant = n.b.as<IntImm>() || n.b.as<Broadcast>();
      slotOf(to_, type) += lanes * (type.isFloat() ? kDivision : constant ? kWholeConstant : kWholeDivision);
      return;
    }
    slotOf(to_, type) += lanes;
    const bool fuses = (n.op == BinaryOp::Add || n.op == BinaryOp::Sub) && type.isFloat();
    if (fuses && (isMultiplication(n.a) || isMultiplication(n.b))) slotOf(to_, type) -= lanes;
  }

  GpuInstructions& to_;
};

GpuInstructions of(const Expr& e) {
  GpuInstructions all;
  Counter(all).expr(e);
  return all;
}

// Executions of stores by one execution of the statement; too many where a loop's extent is not known.
double storesOf(const Stmt& s) {
  if (s.as<BufferStore>()) return 1;
  if (const auto* loop = s.as<For>()) {
    const auto* extent = loop->extent.as<IntImm>();
    return (extent ? static_cast<double>(extent->value) : 2 * kWrittenOut) * storesOf(loop->body);
  }
  if (const auto* all = s.as<Seq>()) {
    double sum = 0;
    for (const Stmt& child : all->stmts) sum += storesOf(child);
    return sum;
  }
  if (const auto* n = s.as<IfThenElse>()) return storesOf(n->thenBody) + (n->elseBody ? storesOf(*n->elseBody) : 0);
  if (const auto* n = s.as<While>()) return 2 * kWrittenOut * storesOf(n->body);
  if (const Stmt* inner = innerOf(s)) return storesOf(*inner);
  return 1;
}

bool hasLoop(const Stmt& s) {
  return anyStmt(s, [&](const Stmt& inner) {
    const auto* loop = inner.as<For>();
    return loop && (storesOf(inner) > kWrittenOut || !loop->extent.as<IntImm>());
  });
}

}  // namespace

const Stmt* innerOf(const Stmt& s) {
  if (const auto* n = s.as<LetStmt>()) return &n->body;
  if (const auto* n = s.as<Allocate>()) return &n->body;
  if (const auto* n = s.as<DeclBuffer>()) return &n->body;
  if (const auto* n = s.as<AttrStmt>()) return &n->body;
  if (const auto* n = s.as<AssertStmt>()) return &n->body;
  if (const auto* n = s.as<Block>()) return &n->body;
  return nullptr;
}

// What a condition or a float variable costs is part of the first store below it.
struct InstructionTable::Walk {
  std::unordered_map<const void*, GpuInstructions>& to;
  GpuInstructions pending;

  // A product is one instruction of the warp; other operations are accesses only.
  void matrix(const AttrStmt& n) {
    const auto operation = readWarpMatrix(n);
    if (operation && operation->kind == WarpMatrix::Kind::Multiply)
      forEachStmt(n.body, [&](const Stmt& inner) {
        if (const auto* store = inner.as<BufferStore>()) to[&store->buffer] = {.float32 = kOfProduct};
      });
  }
  void stmt(const Stmt& s) {
    if (const auto* store = s.as<BufferStore>()) {
      pending += of(store->value);
      to[&store->buffer] = std::exchange(pending, {});
    } else if (const auto* loop = s.as<For>()) {
      if (storesOf(s) > kWrittenOut) {
        GpuInstructions end;
        end.whole = hasLoop(loop->body) ? kEndOfIteration : kEndOfIteration / kTogether;
        to[loop] = end;
      }
      stmt(loop->body);
    } else if (const auto* all = s.as<Seq>()) {
      for (const Stmt& child : all->stmts) stmt(child);
    } else if (const auto* n = s.as<IfThenElse>()) {
      pending += of(n->condition);
      stmt(n->thenBody);
      if (n->elseBody) stmt(*n->elseBody);
    } else if (const auto* n = s.as<LetStmt>()) {
      if (n->value.dtype().isFloat()) pending += of(n->value);  // others are parts of addresses
      stmt(n->body);
    } else if (const auto* n = s.as<While>()) {
      stmt(n->body);
    } else if (const auto* n = s.as<AttrStmt>(); n && n->key == kWarpMatrix) {
      matrix(*n);
    } else if (const Stmt* inner = innerOf(s)) {
      stmt(*inner);
    }
  }
};

InstructionTable::InstructionTable(const Stmt& body) { Walk{all_, {}}.stmt(body); }

const GpuInstructions* InstructionTable::ofStore(const void* site) const {
  const auto found = all_.find(site);
  return found == all_.end() ? nullptr : &found->second;
}

const GpuInstructions* InstructionTable::ofIteration(const For* loop) const { return ofStore(loop); }

}  // namespace lw::emulator
