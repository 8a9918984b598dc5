// Matrix operations of a warp in kernels for NVPTX: wmma instructions, by LLVM's intrinsics. A fragment is a slot of
// registers; the array of a buffer's slots is split into registers once loops over it are unrolled.
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/swizzle.h"
#include "core/ir/warp_matrix.h"

namespace lw::cpu {
namespace {

constexpr unsigned kGlobalSpace = 1, kSharedSpace = 3;  // address spaces

// As the instructions spell it; empty: they do not take it.
std::string matrixTypeName(DataType type, bool sum) {
  const bool fits = std::any_of(std::begin(kMatrixProducts), std::end(kMatrixProducts),
                                [&](const MatrixProduct& p) { return p.wmma && (sum ? p.sum : p.in)->type == type; });
  return fits ? ptxTypeName(type) : "";
}

// The first compute capability with instructions for the type; 0: there are none.
int capabilityFor(DataType type) {
  int first = 0;
  for (const MatrixProduct& p : kMatrixProducts)
    if (p.wmma && (p.in->type == type || p.sum->type == type)) first = first ? std::min(first, p.wmma) : p.wmma;
  return first;
}

llvm::FunctionType* typeOfMatrixIntrinsic(llvm::LLVMContext& context, llvm::Intrinsic::ID id,
                                          llvm::ArrayRef<llvm::Type*> overloads) {
  return llvm::Intrinsic::getType(context, id, overloads);
}

// Rows and columns of a fragment in the order of its memory.
std::pair<int64_t, int64_t> fragmentSizes(const WarpMatrix& o, const std::string& scope, bool columns) {
  const FragmentRole role = *fragmentRole(scope);
  if (isSmallFragment(scope)) return {role == FragmentRole::B ? 8 : 16, 8};
  if (isLaneFragment(scope) && role == FragmentRole::Accumulator) return {16, 16};  // also of wgmma
  int64_t rows = role == FragmentRole::B ? o.shape[2] : o.shape[0];
  int64_t width = role == FragmentRole::A ? o.shape[2] : o.shape[1];
  if (columns) std::swap(rows, width);
  return {rows, width};
}

}  // namespace

llvm::Intrinsic::ID Emitter::matrixIntrinsic(const WarpMatrix& o, const std::string& rest, DataType type) {
  const std::string name = "llvm.nvvm.wmma." + matrixShapeName(o.shape) + "." + rest;
  const llvm::Intrinsic::ID id = llvm::Function::lookupIntrinsicID(name);
  if (capability_ < capabilityFor(type) || id == llvm::Intrinsic::not_intrinsic) {
    fail(err::kCudaMatrix(matrixShapeName(o.shape), toString(type), capability_), dtype::Void(),
         "sm_70 multiplies float16, sm_75 also int8 and sm_80 also bfloat16, with the shapes m16n16k16, m32n8k16 and "
         "m8n32k16");
    return llvm::Intrinsic::not_intrinsic;
  }
  return id;
}

// The registers of one fragment.
llvm::Type* Emitter::slotOf(const WarpMatrix& o, const Buffer& fragment) {
  if (isLaneFragment(fragment->scope)) return laneSlotOf(fragment);
  if (isSmallFragment(fragment->scope)) return smallSlotOf(fragment);
  const FragmentRole role = *fragmentRole(fragment->scope);
  const bool sum = role == FragmentRole::Accumulator;
  const std::string part = sum ? "c" : role == FragmentRole::A ? "a" : "b";
  const auto id =
      matrixIntrinsic(o, "load." + part + ".row.stride." + matrixTypeName(fragment->dtype, sum), fragment->dtype);
  if (id == llvm::Intrinsic::not_intrinsic) return nullptr;
  return typeOfMatrixIntrinsic(context_, id, {b_.getPtrTy()})->getReturnType();
}

// Allocates the slots of a buffer's fragments. Its operations tell their shape.
void Emitter::allocateFragments(const Allocate& n) {
  int64_t elements = 1, slots = 1;
  for (const Expr& extent : n.extents) elements *= asInt(extent).value_or(1);
  llvm::Type* slot = nullptr;
  forEachStmt(n.body, [&](const Stmt& s) {
    const auto* attribute = s.as<AttrStmt>();
    const auto o = attribute && !slot ? readWarpMatrix(*attribute) : std::nullopt;
    if (!o) return;
    std::vector<MatrixPlace> places = o->from;
    places.push_back(o->to);
    for (const MatrixPlace& p : places) {
      if (slot || !(p.buffer()->data == n.data)) continue;
      const auto [rows, width] = fragmentSizes(*o, n.scope, false);
      slots = std::max<int64_t>(1, elements / (rows * width));
      slot = slotOf(*o, p.buffer());
    }
  });
  if (slot) {
    llvm::IRBuilder<> start(&frame_.function->getEntryBlock(), frame_.function->getEntryBlock().begin());
    auto* memory = start.CreateAlloca(llvm::ArrayType::get(slot, static_cast<uint64_t>(slots)), nullptr, n.data.name());
    bind(n.data, memory);
  } else {
    bind(n.data, llvm::PoisonValue::get(b_.getPtrTy()));
  }
  stmt(n.body);
  unbind(n.data);
}

// The distance of rows in elements, and the index of the first element.
Emitter::MatrixIndex Emitter::matrixIndex(const MatrixPlace& place) {
  const Analyzer analyzer;
  const auto index = [&](const Expr& e) {
    return analyzer.simplify(substitute(e.as<BufferLoad>()->indices.at(0), letValues_));
  };
  const Expr first = index(place.first);
  return {first, analyzer.simplify(index(place.below) - first)};
}

Emitter::Value* Emitter::slotAt(const WarpMatrix& o, const MatrixPlace& place, bool columns) {
  const Buffer& fragment = place.buffer();
  llvm::Type* slot = slotOf(o, fragment);
  const auto [first, distance] = matrixIndex(place);
  const auto row = asInt(distance);
  if (!slot || !row) {
    if (slot)
      fail(err::kCudaMatrix(matrixShapeName(o.shape), toString(fragment->dtype), capability_), dtype::Void(),
           say("give {0} constant sizes", Ident(fragment->name)));
    return nullptr;
  }
  auto [rows, width] = fragmentSizes(o, fragment->scope, columns);
  if (isLaneFragment(fragment->scope)) rows = kWarpLanes, width = *row;
  const auto number = [&](int64_t v) { return makeConst(first.dtype(), v); };
  const Expr tile =
      Analyzer().simplify(floordiv(first, number(*row * rows)) * number(std::max<int64_t>(1, *row / width)) +
                          floordiv(floormod(first, number(*row)), number(width)));
  return b_.CreateInBoundsGEP(slot, lookup(fragment->data), wideIndex(tile));
}

std::vector<Emitter::Value*> Emitter::registersOf(Value* slot, llvm::Type* type) {
  Value* whole = b_.CreateLoad(type, slot);
  std::vector<Value*> all;
  const auto* parts = llvm::dyn_cast<llvm::StructType>(type);
  if (!parts) return {whole};
  for (unsigned i = 0; i < parts->getNumElements(); ++i) all.push_back(b_.CreateExtractValue(whole, i));
  return all;
}

// Instructions that take the distance of rows cannot read a swizzled buffer.
bool Emitter::hasRows(const MatrixPlace& place) {
  const Buffer& memory = place.buffer();
  if (swizzleOf(memory->scope) == 0) return true;
  fail(err::kCudaSwizzled(memory->name), dtype::Void(),
       "use the mma intrinsics, whose loads name each row, or pad the rows by storage_align");
  return false;
}

Emitter::Tile Emitter::tileAt(const MatrixPlace& place) {
  const auto& load = *place.first.as<BufferLoad>();
  const MatrixIndex index = matrixIndex(place);
  const Access at = access(load.buffer, load.indices);
  auto* pointer =
      llvm::PointerType::get(context_, load.buffer->scope.starts_with("shared") ? kSharedSpace : kGlobalSpace);
  Tile tile{b_.CreateAddrSpaceCast(pointerTo(at, at.base), pointer),
            b_.CreateIntCast(wideIndex(index.distance), b_.getInt32Ty(), true), nullptr, nullptr,
            swizzleOf(load.buffer->scope)};
  if (tile.swizzle == 0) return tile;
  tile.memory = b_.CreateAddrSpaceCast(lookup(load.buffer->data), pointer);
  tile.first = b_.CreateIntCast(wideIndex(index.first), b_.getInt32Ty(), true);
  return tile;
}

void Emitter::warpMatrix(const WarpMatrix& o) {
  if (o.isOfGroup()) return groupProduct(o);
  const bool ofMemory = o.kind == WarpMatrix::Kind::Store;
  if (o.kind != WarpMatrix::Kind::Fill && o.kind != WarpMatrix::Kind::Move &&
      isLaneFragment((ofMemory ? o.from[0] : o.to).buffer()->scope))
    return laneMatrix(o);
  if (o.kind != WarpMatrix::Kind::Fill && o.kind != WarpMatrix::Kind::Move &&
      isSmallFragment((ofMemory ? o.from[0] : o.to).buffer()->scope))
    return smallMatrix(o);
  const auto layout = [](bool columns) { return std::string(columns ? "col" : "row"); };
  const auto call = [&](llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> overloads, llvm::ArrayRef<Value*> args) {
    return b_.CreateCall(llvm::Intrinsic::getDeclaration(&module_, id, overloads), args);
  };
  switch (o.kind) {
    case WarpMatrix::Kind::Fill: {
      llvm::Type* type = slotOf(o, o.to.buffer());
      Value* slot = type ? slotAt(o, o.to, false) : nullptr;
      if (!slot) return;
      Value* value = expr(*o.value);
      Value* all = llvm::PoisonValue::get(type);
      auto* parts = llvm::cast<llvm::StructType>(type);
      for (unsigned i = 0; i < parts->getNumElements(); ++i) {
        const bool pair = parts->getElementType(i)->isVectorTy();
        all = b_.CreateInsertValue(all, pair ? b_.CreateVectorSplat(2, value) : value, i);
      }
      b_.CreateStore(all, slot);
      return;
    }
    case WarpMatrix::Kind::Move: {
      Value *to = slotAt(o, o.to, false), *from = slotAt(o, o.from[0], false);
      if (to && from) b_.CreateStore(b_.CreateLoad(slotOf(o, o.to.buffer()), from), to);
      return;
    }
    case WarpMatrix::Kind::Load: {
      const Buffer& fragment = o.to.buffer();
      const FragmentRole role = *fragmentRole(fragment->scope);
      const bool sum = role == FragmentRole::Accumulator;
      const auto id = matrixIntrinsic(o,
                                      std::string("load.") +
                                          (sum                       ? "c"
                                           : role == FragmentRole::A ? "a"
                                                                     : "b") +
                                          "." + layout(o.columns) + ".stride." + matrixTypeName(fragment->dtype, sum),
                                      fragment->dtype);
      Value* slot = slotAt(o, o.to, !sum && o.columns);
      if (id == llvm::Intrinsic::not_intrinsic || !slot) return;
      if (!hasRows(o.from[0])) return;
      const Tile tile = tileAt(o.from[0]);
      b_.CreateStore(call(id, {tile.start->getType()}, {tile.start, tile.distance}), slot);
      return;
    }
    case WarpMatrix::Kind::Store: {
      const Buffer& fragment = o.from[0].buffer();
      const auto id = matrixIntrinsic(
          o, "store.d." + layout(o.columns) + ".stride." + matrixTypeName(fragment->dtype, true), fragment->dtype);
      Value* slot = slotAt(o, o.from[0], false);
      if (id == llvm::Intrinsic::not_intrinsic || !slot) return;
      if (!hasRows(o.to)) return;
      const Tile tile = tileAt(o.to);
      std::vector<Value*> args{tile.start};
      for (Value* part : registersOf(slot, slotOf(o, fragment))) args.push_back(part);
      args.push_back(tile.distance);
      call(id, {tile.start->getType()}, args);
      return;
    }
    case WarpMatrix::Kind::Multiply:
      break;
  }
  const Buffer &a = o.from[0].buffer(), &b = o.from[1].buffer(), &c = o.to.buffer();
  const std::string sum = matrixTypeName(c->dtype, true);
  const std::string types = a->dtype == dtype::Float(16) ? sum + "." + sum : matrixTypeName(a->dtype, false);
  const auto id = matrixIntrinsic(o, "mma." + layout(o.columns) + "." + layout(o.columnsOfB) + "." + types, a->dtype);
  Value *ofA = slotAt(o, o.from[0], o.columns), *ofB = slotAt(o, o.from[1], o.columnsOfB),
        *ofC = slotAt(o, o.to, false);
  if (id == llvm::Intrinsic::not_intrinsic || !ofA || !ofB || !ofC) return;
  std::vector<Value*> args;
  for (const auto& [slot, buffer] : {std::pair(ofA, &a), std::pair(ofB, &b), std::pair(ofC, &c)})
    for (Value* part : registersOf(slot, slotOf(o, *buffer))) args.push_back(part);
  b_.CreateStore(call(id, {}, args), ofC);
}

}  // namespace lw::cpu
