// Matrix operations on fragments of lanes in kernels for NVPTX: ldmatrix and mma, by LLVM's intrinsics. The registers
// of a lane are those of the PTX ISA for the fragments of mma.m16n8k16 and m16n8k32, of two instructions beside each
// other: lane l is in row l / 4 and column l % 4 of 8 rows of 4 words each. Words of a hold its upper and lower rows,
// then those of the second half of k; words of b both halves of k of the left columns, then of the right ones.
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <array>
#include <bit>

#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "core/arith/analyzer.h"
#include "core/ir/mma_layout.h"
#include "core/ir/ops.h"
#include "core/ir/swizzle.h"
#include "core/ir/warp_matrix.h"

namespace lw::cpu {
namespace {

constexpr unsigned kWords = 4;  // of a tile of a or b in a lane
constexpr int64_t kWordBytes = 4;
constexpr int64_t kMatrixRowBytes = 16;  // of the matrices that ldmatrix loads
constexpr unsigned kSumsOfLane = 8;
constexpr unsigned kSharedMemory = 3;  // address space

// LLVM has no intrinsics for products of float8.
llvm::FunctionCallee float8Product(llvm::LLVMContext& context, const std::string& type, DataType sumType) {
  const bool half = sumType == dtype::Float(16);
  llvm::Type *word = llvm::Type::getInt32Ty(context), *sum = half ? word : llvm::Type::getFloatTy(context);
  const size_t sums = half ? 2 : 4;
  std::vector<llvm::Type*> parameters(6, word);
  parameters.insert(parameters.end(), sums, sum);
  auto* function = llvm::FunctionType::get(llvm::StructType::get(context, std::vector(sums, sum)), parameters, false);
  const std::string name = "mma.sync.aligned.m16n8k32.row.col." + std::string(half ? "f16." : "f32.") + type + "." +
                           type + (half ? ".f16" : ".f32");
  return {function,
          llvm::InlineAsm::get(function,
                               name + (half ? " {$0, $1}, {$2, $3, $4, $5}, {$6, $7}, {$8, $9};"
                                            : " {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};"),
                               half ? "=r,=r,r,r,r,r,r,r,r,r" : "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f", true)};
}

// `in`: the word of a and b.
std::string intrinsicName(const std::string& shape, const std::string& in, DataType sum) {
  const std::string sums = ptxTypeName(sum);
  return "llvm.nvvm.mma." + shape + ".row.col." + (in == "f16" ? sums + "." + sums : in);
}

}  // namespace

// The instruction that multiplies these types in this shape; null, with an error: the device has none. `in` is the word
// of `type` in PTX, `word` that of the error.
llvm::FunctionCallee Emitter::mmaInstruction(const MatrixShape& shape, const std::string& in, const std::string& word,
                                             DataType type, DataType sum, Message hint) {
  const std::string name = matrixShapeName(shape);
  const MatrixProduct* known = matrixProduct(type, sum);
  const llvm::Intrinsic::ID id = llvm::Function::lookupIntrinsicID(intrinsicName(name, in, sum));
  if (known && capability_ >= known->mma) {
    if (type.isFloat8()) return float8Product(context_, in, sum);
    if (id != llvm::Intrinsic::not_intrinsic) return llvm::Intrinsic::getDeclaration(&module_, id);
  }
  fail(err::kCudaMatrix(name, word, capability_), dtype::Void(),
       type.isFloat8() ? Message("mma instructions of float8 exist from sm_89 on") : std::move(hint));
  return {};
}

llvm::Type* Emitter::laneSlotOf(const Buffer& fragment) {
  llvm::Type* word = b_.getInt32Ty();
  size_t count = kWords;
  if (fragmentRole(fragment->scope) == FragmentRole::Accumulator) {
    const bool half = fragment->dtype == dtype::Float(16);
    count = half ? kSumsOfLane / 2 : kSumsOfLane;
    word = half ? llvm::FixedVectorType::get(b_.getHalfTy(), 2) : typeOf(fragment->dtype);
  }
  return llvm::StructType::get(context_, std::vector<llvm::Type*>(count, word));
}

// What core/ir/mma_layout.h calls g + `number`, or q * `step` + `number`.
Emitter::Value* Emitter::partOfLane(int64_t number, int64_t step) {
  Value* lane = b_.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {});
  Value* part = step == 0 ? b_.CreateLShr(lane, 2)
                          : b_.CreateMul(b_.CreateAnd(lane, 3), b_.getInt32(static_cast<uint32_t>(step)));
  return b_.CreateAdd(part, b_.getInt32(static_cast<uint32_t>(number)));
}

Emitter::Value* Emitter::elementOfTile(const Tile& tile, DataType type, Value* row, Value* column) {
  Value* index = b_.CreateAdd(b_.CreateMul(row, tile.distance), column);
  if (tile.swizzle == 0) return b_.CreateGEP(memoryTypeOf(type), tile.start, index);
  const auto logOf = [](int64_t n) { return static_cast<uint64_t>(std::countr_zero(static_cast<uint64_t>(n))); };
  index = b_.CreateAdd(tile.first, index);
  Value* line = b_.CreateLShr(index, logOf(kSwizzleLine / type.bytes()));
  Value* mask = b_.CreateAnd(line, static_cast<uint64_t>(tile.swizzle / kSwizzlePiece - 1));
  index = b_.CreateXor(index, b_.CreateShl(mask, logOf(kSwizzlePiece / type.bytes())));
  return b_.CreateGEP(memoryTypeOf(type), tile.memory, index);
}

// The address of a register of the thread, `element` behind the first one.
Emitter::Value* Emitter::registerAt(const Expr& first, int64_t element) {
  const auto& load = *first.as<BufferLoad>();
  const Access at = access(load.buffer, load.indices);
  return b_.CreateConstInBoundsGEP1_64(memoryTypeOf(load.buffer->dtype), pointerTo(at, at.base),
                                       static_cast<uint64_t>(element));
}

void Emitter::laneProduct(const AttrStmt& n) {
  const std::vector<Expr>& args = n.value.as<Call>()->args;
  const auto size = [&](size_t i) { return asInt(args[i]).value_or(0); };
  const std::string in = args[3].as<StringImm>()->value;
  const DataType type = args[4].dtype(), sumType = args[6].dtype();
  llvm::FunctionCallee product = mmaInstruction({size(0), size(1), size(2)}, in, in, type, sumType,
                                                "mma instructions of these shapes exist from sm_80 on");
  if (!product) return;
  const auto elementsIn = [](llvm::Type* word, DataType element) {
    return std::max<int64_t>(1, static_cast<int64_t>(word->getPrimitiveSizeInBits().getFixedValue()) / element.bits);
  };
  const auto align = [](DataType element) { return llvm::Align(static_cast<uint64_t>(element.bytes())); };
  std::vector<Value*> words;
  const std::array<int64_t, 3> counts{size(0) * size(2) / kWarpLanes, size(1) * size(2) / kWarpLanes,
                                      size(0) * size(1) / kWarpLanes};
  for (size_t operand = 0; operand < 3; ++operand) {
    const DataType element = operand == 2 ? sumType : type;
    for (int64_t e = 0; e < counts[operand];) {
      llvm::Type* word = product.getFunctionType()->getParamType(static_cast<unsigned>(words.size()));
      Value* value = b_.CreateAlignedLoad(word, registerAt(args[4 + operand], e), align(element));
      if (in == "tf32" && operand < 2)  // rounded to nearest, ties away from zero
        value = b_.CreateAnd(b_.CreateAdd(value, b_.getInt32(0x1000)), b_.getInt32(~0x1fffU));
      words.push_back(value);
      e += elementsIn(word, element);
    }
  }
  llvm::CallInst* sums = b_.CreateCall(product, words);
  sums->setConvergent();
  auto* all = llvm::cast<llvm::StructType>(sums->getType());
  int64_t element = 0;
  for (unsigned i = 0; i < all->getNumElements(); element += elementsIn(all->getElementType(i++), sumType))
    b_.CreateAlignedStore(b_.CreateExtractValue(sums, i), registerAt(args[6], element), align(sumType));
}

bool Emitter::laneLoad(const AttrStmt& n) {
  const std::vector<Expr>& args = n.value.as<Call>()->args;
  const bool transposed = asInt(args[0]) == 1;
  const int64_t count = asInt(args[1]).value_or(0);
  const auto& row = *args[3].as<BufferLoad>();
  const DataType type = row.buffer->dtype;
  const Expr whole = makeConst(row.indices.at(0).dtype(), kMatrixRowBytes / type.bytes());
  const Expr index = Analyzer().simplify(substitute(row.indices.at(0), letValues_));
  if (capability_ < kMmaCapability || !row.buffer->scope.starts_with("shared") || !isZero(row.buffer->elemOffset) ||
      !Analyzer().canProveDivisible(index, whole))
    return false;
  const llvm::Intrinsic::ID id = llvm::Function::lookupIntrinsicID(
      "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) + (transposed ? ".trans.b16" : ".b16"));
  const Access at = access(row.buffer, row.indices);
  Value* pointer = b_.CreateAddrSpaceCast(pointerTo(at, at.base), llvm::PointerType::get(context_, kSharedMemory));
  Value* loaded = b_.CreateIntrinsic(id, {pointer->getType()}, {pointer});
  for (unsigned w = 0; w < count; ++w)
    b_.CreateAlignedStore(count == 1 ? loaded : b_.CreateExtractValue(loaded, w),
                          registerAt(args[2], w * kWordBytes / type.bytes()),
                          llvm::Align(static_cast<uint64_t>(type.bytes())));
  return true;
}

// Does every row begin where ldmatrix can load it?
bool Emitter::rowsAreAligned(const MatrixPlace& tile) {
  const Buffer& memory = tile.buffer();
  const MatrixIndex index = matrixIndex(tile);
  const Expr whole = makeConst(index.first.dtype(), kMatrixRowBytes / memory->dtype.bytes());
  const Analyzer analyzer;
  return memory->scope.starts_with("shared") && isZero(memory->elemOffset) &&
         analyzer.canProveDivisible(index.first, whole) && analyzer.canProveDivisible(index.distance, whole);
}

// The words of a lane. Where the matrices of a tile cannot be loaded by ldmatrix, because its rows begin at other
// addresses or elements of one byte would be transposed, they are put together from elements.
std::vector<Emitter::Value*> Emitter::loadTile(const WarpMatrix& o, const MatrixPlace& tile) {
  const DataType type = o.to.buffer()->dtype;
  const bool ofB = fragmentRole(o.to.buffer()->scope) == FragmentRole::B;
  const bool rowsAreK = ofB != o.columns;
  const int64_t inWord = kWordBytes / type.bytes(), inRow = kMatrixRowBytes / type.bytes();
  const Tile at = tileAt(tile);
  std::vector<Value*> words;
  if (rowsAreAligned(tile) && capability_ >= kMmaCapability && (!rowsAreK || type.bits == 16)) {
    // Lane l names row l % 8 of matrix l / 8. Matrices are numbered as the words are.
    Value* lane = b_.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {});
    Value* eights = b_.CreateAnd(b_.CreateLShr(lane, 3), 1);
    Value* halves = b_.CreateLShr(lane, 4);
    const bool below = ofB ? rowsAreK : !rowsAreK;  // is the second matrix below the first, or beside it?
    Value* row = b_.CreateAdd(b_.CreateAnd(lane, 7), b_.CreateShl(below ? eights : halves, 3));
    Value* column = b_.CreateMul(below ? halves : eights, b_.getInt32(static_cast<uint32_t>(inRow)));
    Value* address = elementOfTile(at, type, row, column);
    const llvm::Intrinsic::ID id = rowsAreK ? llvm::Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16
                                            : llvm::Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16;
    Value* loaded = b_.CreateIntrinsic(id, {address->getType()}, {address});
    for (unsigned w = 0; w < kWords; ++w) words.push_back(b_.CreateExtractValue(loaded, w));
    return words;
  }
  for (int64_t w = 0; w < kWords; ++w)
    words.push_back(elementsOfWord(type, [&](int64_t e) {
      const LaneElement own =
          ofB ? mmaElementOfB(type.bits, w % 2 * inWord + e) : mmaElementOfA(type.bits, 16, w * inWord + e);
      Value* across = partOfLane(own.across + (ofB ? w / 2 * 8 : 0));
      Value* k = partOfLane(own.along, own.step);
      return elementOfTile(at, type, rowsAreK ? k : across, rowsAreK ? across : k);
    }));
  return words;
}

// A word put together from the elements at these addresses.
Emitter::Value* Emitter::elementsOfWord(DataType type, const std::function<Value*(int64_t)>& at) {
  Value* word = b_.getInt32(0);
  for (int64_t e = 0; e < kWordBytes / type.bytes(); ++e) {
    Value* element =
        b_.CreateZExt(b_.CreateLoad(b_.getIntNTy(static_cast<unsigned>(type.bits)), at(e)), b_.getInt32Ty());
    word = b_.CreateOr(word, b_.CreateShl(element, static_cast<uint64_t>(e * type.bits)));
  }
  return word;
}

// Two neighbouring sums of a lane are stored together where their address allows it.
void Emitter::storeTile(const WarpMatrix& o, const std::vector<Value*>& registers) {
  const DataType type = o.to.buffer()->dtype;
  const Tile tile = tileAt(o.to);
  const MatrixIndex index = matrixIndex(o.to);
  const Analyzer analyzer;
  const Expr two = makeConst(index.first.dtype(), 2);
  const bool pairs = !o.columns && isZero(o.to.buffer()->elemOffset) && analyzer.canProveDivisible(index.first, two) &&
                     analyzer.canProveDivisible(index.distance, two);
  const auto align = [&](int64_t count) { return llvm::Align(static_cast<uint64_t>(count * type.bytes())); };
  const bool arePairs = registers[0]->getType()->isVectorTy();
  for (unsigned i = 0; i < registers.size() * (arePairs ? 2 : 1); i += 2) {
    Value* pair = arePairs ? registers[i / 2] : nullptr;
    if (!pair) {
      pair = llvm::PoisonValue::get(llvm::FixedVectorType::get(registers[i]->getType(), 2));
      for (unsigned e = 0; e < 2; ++e) pair = b_.CreateInsertElement(pair, registers[i + e], e);
    }
    const auto at = [&](unsigned e) {
      const LaneElement own = mmaElementOfSum(i % 4 + e);
      Value *row = partOfLane(own.across), *column = partOfLane(own.along + i / 4 * 8, own.step);
      return elementOfTile(tile, type, o.columns ? column : row, o.columns ? row : column);
    };
    if (pairs)
      b_.CreateAlignedStore(pair, at(0), align(2));
    else
      for (unsigned e = 0; e < 2; ++e) b_.CreateAlignedStore(b_.CreateExtractElement(pair, e), at(e), align(1));
  }
}

// Of mma.m16n8k8: two words of a, one of b, four sums.
llvm::Type* Emitter::smallSlotOf(const Buffer& fragment) {
  const DataType type = fragment->dtype;
  const FragmentRole role = *fragmentRole(fragment->scope);
  const bool sum = role == FragmentRole::Accumulator;
  if (capability_ < kMmaCapability || !(type == dtype::Float(16) || (sum && type == dtype::Float32))) {
    fail(err::kCudaMatrix("m16n8k8", toString(type), capability_), dtype::Void(),
         "fragments of these scopes are multiplied from sm_80 on: float16, with sums of float16 or float32");
    return nullptr;
  }
  llvm::Type* pair = llvm::FixedVectorType::get(b_.getHalfTy(), 2);
  if (sum)
    return llvm::StructType::get(context_,
                                 std::vector(type.bits == 16 ? 2 : 4, type.bits == 16 ? pair : b_.getFloatTy()));
  return llvm::StructType::get(context_, std::vector<llvm::Type*>(role == FragmentRole::A ? 2 : 1, b_.getInt32Ty()));
}

// Matrices of 8 x 8 elements, one word of each lane: below each other for a, beside each other for b. One fragment of a
// has two of them.
void Emitter::loadSmall(const WarpMatrix& o) {
  const bool ofB = fragmentRole(o.to.buffer()->scope) == FragmentRole::B;
  const DataType type = o.to.buffer()->dtype;
  const int64_t matrices = o.shape[ofB ? 1 : 0] / 8, inFragment = ofB ? 1 : 2;
  llvm::Type* slotType = smallSlotOf(o.to.buffer());
  Value* slot = slotAt(o, o.to, false);
  const auto row = asInt(matrixIndex(o.to).distance);
  if (!slotType || !slot || !row) return;
  const Tile tile = tileAt(o.from[0]);
  std::vector<Value*> words;
  if (rowsAreAligned(o.from[0]) && matrices % 4 == 0) {
    Value* lane = b_.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {});
    const llvm::Intrinsic::ID id = ofB ? llvm::Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16
                                       : llvm::Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16;
    for (int64_t first = 0; first < matrices; first += 4) {  // lane l names row l % 8 of matrix l / 8
      Value* across = b_.CreateAdd(ofB ? b_.CreateAnd(lane, ~7U) : lane, b_.getInt32(static_cast<uint32_t>(8 * first)));
      Value* at = elementOfTile(tile, type, ofB ? b_.CreateAnd(lane, 7) : across, ofB ? across : b_.getInt32(0));
      Value* loaded = b_.CreateIntrinsic(id, {at->getType()}, {at});
      for (unsigned w = 0; w < 4; ++w) words.push_back(b_.CreateExtractValue(loaded, w));
    }
  }
  for (auto m = static_cast<int64_t>(words.size()); m < matrices; ++m)
    words.push_back(elementsOfWord(type, [&](int64_t e) {
      Value *across = partOfLane(8 * m), *k = partOfLane(e, 2);
      return elementOfTile(tile, type, ofB ? k : across, ofB ? across : k);
    }));
  for (int64_t m = 0; m < matrices; m += inFragment) {
    Value* all = llvm::PoisonValue::get(slotType);
    for (int64_t w = 0; w < inFragment; ++w)
      all = b_.CreateInsertValue(all, words[static_cast<size_t>(m + w)], static_cast<unsigned>(w));
    const int64_t number = ofB ? m : m / 2 * (*row / 8);
    b_.CreateStore(all, b_.CreateConstInBoundsGEP1_64(slotType, slot, static_cast<uint64_t>(number)));
  }
}

void Emitter::smallMatrix(const WarpMatrix& o) {
  const bool load = o.kind == WarpMatrix::Kind::Load;
  const bool ofA = load && fragmentRole(o.to.buffer()->scope) == FragmentRole::A;
  const bool fits =
      o.shape[2] == 8 && (load ? o.shape[ofA ? 0 : 1] % (ofA ? 16 : 8) == 0 : o.shape[0] == 16 && o.shape[1] == 8);
  const bool ofSums = load && fragmentRole(o.to.buffer()->scope) == FragmentRole::Accumulator;
  if (!fits || ofSums || o.columns || o.columnsOfB) {
    fail(err::kCudaMatrix("m16n8k8", toString((load ? o.to : o.from[0]).buffer()->dtype), capability_), dtype::Void(),
         "load operands by rows, with 8 elements along k, and start sums by mma_init_m16n8k8_f32");
    return;
  }
  if (load) return loadSmall(o);
  const auto registersAt = [&](const MatrixPlace& place) {
    llvm::Type* type = smallSlotOf(place.buffer());
    Value* slot = type ? slotAt(o, place, false) : nullptr;
    return slot ? registersOf(slot, type) : std::vector<Value*>();
  };
  if (o.kind == WarpMatrix::Kind::Store) {
    if (const std::vector<Value*> sums = registersAt(o.from[0]); !sums.empty()) storeTile(o, sums);
    return;
  }
  std::vector<Value*> args;
  for (const MatrixPlace* place : {&o.from[0], &o.from[1], &o.to}) {
    const std::vector<Value*> own = registersAt(*place);
    if (own.empty()) return;
    args.insert(args.end(), own.begin(), own.end());
  }
  const DataType in = o.from[0].buffer()->dtype;
  llvm::FunctionCallee product =
      mmaInstruction({16, 8, 8}, ptxTypeName(in), toString(in), in, o.to.buffer()->dtype, {});
  if (!product) return;
  for (unsigned i = 0; i < args.size(); ++i)
    args[i] = b_.CreateBitCast(args[i], product.getFunctionType()->getParamType(i));
  llvm::CallInst* sums = b_.CreateCall(product, args);
  sums->setConvergent();
  b_.CreateStore(sums, slotAt(o, o.to, false));
}

void Emitter::laneMatrix(const WarpMatrix& o) {
  if (o.kind == WarpMatrix::Kind::Load) {
    Value* slot = slotAt(o, o.to, false);
    if (!slot) return;
    llvm::Type* type = laneSlotOf(o.to.buffer());
    Value* all = llvm::PoisonValue::get(type);
    const std::vector<Value*> words = loadTile(o, o.from[0]);
    for (unsigned w = 0; w < kWords; ++w) all = b_.CreateInsertValue(all, words[w], w);
    b_.CreateStore(all, slot);
    return;
  }
  if (o.kind == WarpMatrix::Kind::Store) {
    Value* slot = slotAt(o, o.from[0], false);
    if (slot) storeTile(o, registersOf(slot, laneSlotOf(o.from[0].buffer())));
    return;
  }
  const DataType in = o.from[0].buffer()->dtype;
  llvm::FunctionCallee product =
      mmaInstruction({16, 8, o.shape[2]}, ptxTypeName(in), toString(in), in, o.to.buffer()->dtype,
                     "mma instructions of these shapes exist from sm_80 on; use wmma intrinsics for older devices");
  if (!product) return;
  Value *ofA = slotAt(o, o.from[0], false), *ofB = slotAt(o, o.from[1], false), *ofC = slotAt(o, o.to, false);
  if (!ofA || !ofB || !ofC) return;
  const std::vector<Value*> a = registersOf(ofA, laneSlotOf(o.from[0].buffer()));
  const std::vector<Value*> b = registersOf(ofB, laneSlotOf(o.from[1].buffer()));
  const std::vector<Value*> c = registersOf(ofC, laneSlotOf(o.to.buffer()));
  Value* all = llvm::PoisonValue::get(laneSlotOf(o.to.buffer()));
  const size_t half = c.size() / 2;
  for (size_t side = 0; side < 2; ++side) {  // the left and the right columns
    std::vector<Value*> args = a;
    args.insert(args.end(), {b[2 * side], b[2 * side + 1]});
    for (size_t i = 0; i < half; ++i) args.push_back(c[side * half + i]);
    for (unsigned i = 0; i < args.size(); ++i)
      args[i] = b_.CreateBitCast(args[i], product.getFunctionType()->getParamType(i));
    llvm::CallInst* sums = b_.CreateCall(product, args);
    sums->setConvergent();
    for (unsigned i = 0; i < half; ++i) {
      const unsigned to = static_cast<unsigned>(side * half) + i;
      Value* sum = b_.CreateBitCast(b_.CreateExtractValue(sums, i), c[to]->getType());
      all = b_.CreateInsertValue(all, sum, to);
    }
  }
  b_.CreateStore(all, ofC);
}

}  // namespace lw::cpu
