// Loads and stores. An access whose lanes are base, base + stride, ... is one vector instruction for stride 1, a splat
// for stride 0, a reversed vector for stride -1. A load whose lanes are a known number of elements apart, not too far,
// is a few loads of all elements from the first lane to the last, and shuffles. Other accesses are made lane by lane;
// under a mask, by LLVM's masked operations.
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>
#include <bit>

#include "backends/cpu/emitter.h"
#include "backends/cpu/errors.h"
#include "backends/cpu/lane_offsets.h"
#include "backends/cpu/table_loads.h"
#include "core/ir/ops.h"

namespace lw::cpu {
namespace {

constexpr int64_t kLongestStride = 4;  // of loads that take all elements between
constexpr int kFewestShuffled = 4;     // lanes

// A vector expression that affine() can take apart into base and stride.
bool isAffine(const Expr& e) {
  if (e.dtype().lanes == 1) return true;
  if (const auto* r = e.as<Ramp>()) return r->base.dtype().lanes == 1;
  if (const auto* b = e.as<Broadcast>()) return b->value.dtype().lanes == 1;
  if (const auto* c = e.as<Cast>()) return c->type.isInt() && c->value.dtype().isInt() && isAffine(c->value);
  const auto* n = e.as<Binary>();
  if (!n || !isAffine(n->a) || !isAffine(n->b)) return false;
  if (n->op == BinaryOp::Add || n->op == BinaryOp::Sub) return true;
  return n->op == BinaryOp::Mul && (n->a.as<Broadcast>() || n->b.as<Broadcast>());
}

constexpr int64_t kFarthestLanes = 2;  // elements that are loaded for each lane, at most

std::optional<int64_t> constantOf(const llvm::Value* v) {
  const auto* c = llvm::dyn_cast_or_null<llvm::ConstantInt>(v);
  return c ? std::optional(c->getSExtValue()) : std::nullopt;
}

bool isTableOf32Bits(const Buffer& buffer) {
  const std::optional<int64_t> elements = asInt(buffer->shape[0]);
  return elements.value_or(0) >= kTableElements && buffer->dtype.lanes == 1 && buffer->dtype.bits == 32;
}

}  // namespace

Emitter::Affine Emitter::affine(const Expr& e) {
  if (e.dtype().lanes == 1) return {wideIndex(e), nullptr};
  if (const auto* r = e.as<Ramp>()) return {wideIndex(r->base), wideIndex(r->stride)};
  if (const auto* b = e.as<Broadcast>()) return {wideIndex(b->value), nullptr};
  if (const auto* c = e.as<Cast>()) return affine(c->value);
  const auto* n = e.as<Binary>();
  const Affine a = affine(n->a), b = affine(n->b);
  const auto scaled = [&](Value* x, Value* y) -> Value* { return x ? b_.CreateMul(x, y, "", false, true) : nullptr; };
  if (n->op == BinaryOp::Mul)
    return a.stride ? Affine{scaled(a.base, b.base), scaled(a.stride, b.base)}
                    : Affine{scaled(a.base, b.base), scaled(b.stride, a.base)};
  const bool add = n->op == BinaryOp::Add;
  Value* base = add ? b_.CreateAdd(a.base, b.base, "", false, true) : b_.CreateSub(a.base, b.base, "", false, true);
  if (!b.stride) return {base, a.stride};
  if (!a.stride) return {base, add ? b.stride : b_.CreateNeg(b.stride)};
  return {base, add ? b_.CreateAdd(a.stride, b.stride) : b_.CreateSub(a.stride, b.stride)};
}

// Distance of neighbours in elements, per dimension.
std::vector<Emitter::Value*> Emitter::dimensionStrides(const Buffer& buffer) {
  std::vector<Value*> strides(buffer->shape.size());
  if (!buffer->strides.empty()) {
    for (size_t d = 0; d < strides.size(); ++d) strides[d] = wideIndex(buffer->strides[d]);
    return strides;
  }
  Value* stride = b_.getInt64(1);
  for (size_t d = strides.size(); d-- > 0;) {
    strides[d] = stride;
    if (d > 0) stride = b_.CreateMul(stride, wideIndex(buffer->shape[d]), "", false, true);
  }
  return strides;
}

// Of an access that is not affine: the constant distances of its lanes, if it has them.
void Emitter::addSteps(Access& at, const std::vector<Expr>& indices, const std::vector<Value*>& strides, Value* base) {
  std::vector<int64_t> steps(static_cast<size_t>(at.lanes), 0);
  std::vector<Expr> bases;
  for (size_t d = 0; d < indices.size(); ++d) {
    auto lanes = laneOffsets(indices[d]);
    const auto stride = constantOf(strides[d]);
    if (!lanes || (lanes->offsets.size() > 1 && (lanes->offsets.size() != steps.size() || !stride))) return;
    bases.push_back(lanes->base);
    for (size_t i = 0; lanes->offsets.size() > 1 && i < steps.size(); ++i)
      if (__builtin_mul_overflow(lanes->offsets[i], *stride, &lanes->offsets[i]) ||
          __builtin_add_overflow(steps[i], lanes->offsets[i], &steps[i]))
        return;
  }
  at.origin = base ? base : b_.getInt64(0);
  for (size_t d = 0; d < bases.size(); ++d)
    at.origin =
        b_.CreateAdd(at.origin, b_.CreateMul(wideIndex(bases[d]), strides[d], "", false, true), "", false, true);
  at.steps = std::move(steps);
}

Emitter::Access Emitter::access(const Buffer& buffer, const std::vector<Expr>& indices) {
  Access at;
  at.type = buffer->dtype;
  at.pointer = lookup(buffer->data);
  at.align = llvm::Align(std::max(1, buffer->dtype.element().bytes()));
  if (indices.size() != buffer->shape.size() && !(indices.size() == 1 && buffer->shape.empty())) {
    fail(err::kCpuIndexCount(buffer->name, buffer->shape.size(), indices.size()), dtype::Void());
    at.base = b_.getInt64(0);
    return at;
  }
  bool allAffine = true;
  for (const Expr& index : indices) {
    at.lanes = std::max<int>(at.lanes, index.dtype().lanes);
    allAffine = allAffine && isAffine(index);
  }
  if (at.lanes > 1 && buffer->dtype.lanes > 1)
    fail(err::kVectorOfVectors(buffer->name, toString(buffer->dtype)), dtype::Void(), "index it with scalars");
  ++indexDepth_;
  const bool compact1d = buffer->strides.empty() && indices.size() == 1;
  const std::vector<Value*> strides = compact1d ? std::vector<Value*>{b_.getInt64(1)} : dimensionStrides(buffer);
  Value* base = isZero(buffer->elemOffset) ? nullptr : wideIndex(buffer->elemOffset);
  if (!allAffine && !isKernel_) addSteps(at, indices, strides, base);
  Value* stride = nullptr;
  Value* offsets = nullptr;
  const auto plus = [&](Value* sum, Value* term) { return sum ? b_.CreateAdd(sum, term, "", false, true) : term; };
  for (size_t d = 0; d < indices.size(); ++d) {
    const auto times = [&](Value* v, Value* factor) {
      return constantOf(factor) == 1 ? v : b_.CreateMul(v, factor, "", false, true);
    };
    if (allAffine) {
      const Affine part = affine(indices[d]);
      base = plus(base, times(part.base, strides[d]));
      if (part.stride) stride = plus(stride, times(part.stride, strides[d]));
    } else {
      const int lanes = indices[d].dtype().lanes;
      Value* part = times(wideIndex(indices[d]), splat(strides[d], lanes));
      offsets = plus(offsets, splat(part, lanes == 1 ? at.lanes : 1));
    }
  }
  --indexDepth_;
  if (isKernel_ && at.lanes > 1) at.align = alignmentOf(buffer, indices);
  if (!base) base = b_.getInt64(0);
  if (allAffine) {
    at.base = base;
    if (at.lanes > 1) at.stride = stride ? stride : b_.getInt64(0);
  } else {
    at.offsets = b_.CreateAdd(offsets, splat(base, at.lanes), "", false, true);
    at.isTable = compact1d && !isKernel_ && isZero(buffer->elemOffset) && isTableOf32Bits(buffer);
  }
  return at;
}

Emitter::Value* Emitter::pointerTo(const Access& at, Value* offset) {
  return b_.CreateInBoundsGEP(
      memoryTypeOf(at.type.element()), at.pointer,
      at.type.lanes > 1 ? b_.CreateMul(offset, b_.getInt64(at.type.lanes), "", false, true) : offset);
}

Emitter::Value* Emitter::lanePointers(const Access& at) {
  Value* offsets = at.offsets;
  if (!offsets) {
    std::vector<llvm::Constant*> steps;
    for (int i = 0; i < at.lanes; ++i) steps.push_back(b_.getInt64(static_cast<uint64_t>(i)));
    Value* scaled = b_.CreateMul(llvm::ConstantVector::get(steps), splat(at.stride, at.lanes), "", false, true);
    offsets = b_.CreateAdd(splat(at.base, at.lanes), scaled, "", false, true);
  }
  return b_.CreateInBoundsGEP(memoryTypeOf(at.type.element()), at.pointer, offsets);
}

Emitter::Value* Emitter::maskFor(int lanes) {
  if (!mask_ || lanes == 1) return nullptr;
  auto* type = llvm::cast<llvm::FixedVectorType>(mask_->getType());
  return static_cast<int>(type->getNumElements()) == lanes ? mask_ : nullptr;
}

// A scalar that all lanes share is read under a mask only if a lane needs it, because it may be outside the buffer.
Emitter::Value* Emitter::loadLanes(const Access& at) {
  llvm::Type* element = memoryTypeOf(at.type.element());
  if (at.lanes == 1 && mask_ && at.type.lanes == 1) {
    auto* one = llvm::FixedVectorType::get(element, 1);
    Value* any = b_.CreateInsertElement(llvm::PoisonValue::get(llvm::FixedVectorType::get(b_.getInt1Ty(), 1)),
                                        b_.CreateOrReduce(mask_), uint64_t{0});
    Value* wanted = b_.CreateMaskedLoad(one, pointerTo(at, at.base), at.align, any, llvm::Constant::getNullValue(one));
    return b_.CreateExtractElement(wanted, uint64_t{0});
  }
  if (at.lanes == 1) return b_.CreateAlignedLoad(memoryTypeOf(at.type), pointerTo(at, at.base), at.align);
  auto* vector = llvm::FixedVectorType::get(element, static_cast<unsigned>(at.lanes));
  Value* mask = maskFor(at.lanes);
  const auto stride = constantOf(at.stride);
  const bool isShort = stride && *stride >= 2 && *stride <= kLongestStride;
  if (isShort && (mask || *stride > kFarthestLanes) && at.lanes >= kFewestShuffled && !isKernel_)
    return loadBetween(at, vector, static_cast<int>(*stride), mask);
  if (mask) {
    Value* zero = llvm::Constant::getNullValue(vector);
    if (stride == 1) return b_.CreateMaskedLoad(vector, pointerTo(at, at.base), at.align, mask, zero);
    return b_.CreateMaskedGather(vector, lanePointers(at), at.align, mask, zero);
  }
  if (stride == 1) return b_.CreateAlignedLoad(vector, pointerTo(at, at.base), at.align);
  if (stride == 0) return splat(b_.CreateAlignedLoad(element, pointerTo(at, at.base), at.align), at.lanes);
  if (stride == -1) {
    Value* first = b_.CreateSub(at.base, b_.getInt64(static_cast<uint64_t>(at.lanes - 1)), "", false, true);
    return b_.CreateVectorReverse(b_.CreateAlignedLoad(vector, pointerTo(at, first), at.align));
  }
  if (Value* all = loadSpan(at)) return all;
  if (Value* all = loadTable(at)) return all;
  Value* result = llvm::PoisonValue::get(vector);
  for (int i = 0; i < at.lanes; ++i) {
    const auto lane = static_cast<uint64_t>(i);
    Value* offset = at.offsets ? b_.CreateExtractElement(at.offsets, lane)
                               : b_.CreateAdd(at.base, b_.CreateMul(at.stride, b_.getInt64(lane)), "", false, true);
    result = b_.CreateInsertElement(result, b_.CreateAlignedLoad(element, pointerTo(at, offset), at.align), lane);
  }
  return result;
}

// All elements from the first lane to the last, in as many vectors as the stride is long, from which the lanes are
// picked. LLVM would make a gather of single loads, which takes a cycle per lane. Under a mask, those of its lanes
// alone.
Emitter::Value* Emitter::loadBetween(const Access& at, llvm::FixedVectorType* vector, int stride, Value* mask) {
  const int lanes = at.lanes, last = stride * (lanes - 1);
  Value* result = nullptr;
  for (int part = 0; part < stride; ++part) {
    const int from = std::min(part * lanes, last + 1 - lanes);
    Value* offset = b_.CreateAdd(at.base, b_.getInt64(static_cast<uint64_t>(from)), "", false, true);
    llvm::SmallVector<int, 16> wanted(static_cast<size_t>(lanes), lanes);  // no lane's
    for (int i = 0; i < lanes; ++i)
      if ((from + i) % stride == 0) wanted[static_cast<size_t>(i)] = (from + i) / stride;
    Value* loaded =
        mask ? b_.CreateMaskedLoad(vector, pointerTo(at, offset), at.align,
                                   b_.CreateShuffleVector(mask, llvm::Constant::getNullValue(mask->getType()), wanted),
                                   llvm::Constant::getNullValue(vector))
             : static_cast<Value*>(b_.CreateAlignedLoad(vector, pointerTo(at, offset), at.align));
    llvm::SmallVector<int, 16> picked(static_cast<size_t>(lanes), llvm::PoisonMaskElem);
    for (int i = 0; i < lanes; ++i) {
      const int element = stride * i, owner = element / lanes;
      if (owner == part)
        picked[static_cast<size_t>(i)] = (result ? lanes : 0) + element - from;
      else if (owner < part)
        picked[static_cast<size_t>(i)] = i;
    }
    result = result ? b_.CreateShuffleVector(result, loaded, picked) : b_.CreateShuffleVector(loaded, picked);
  }
  return result;
}

// All lanes are elements of one vector, from which table_loads.h takes them together.
Emitter::Value* Emitter::loadTable(const Access& at) {
  if (!at.isTable || !at.offsets || at.lanes % static_cast<int>(kTableElements) != 0 ||
      llvm::isa<llvm::Constant>(at.offsets))
    return nullptr;
  constexpr auto kBits = static_cast<unsigned>(std::bit_width(kTableElements - 1));
  if (llvm::computeKnownBits(at.offsets, module_.getDataLayout()).countMaxActiveBits() > kBits) return nullptr;
  llvm::Type* element = memoryTypeOf(at.type.element());
  Value* table = b_.CreateAlignedLoad(llvm::FixedVectorType::get(element, kTableElements),
                                      pointerTo(at, b_.getInt64(0)), at.align);
  Value* result = llvm::PoisonValue::get(llvm::FixedVectorType::get(element, static_cast<unsigned>(at.lanes)));
  for (int i = 0; i < at.lanes; ++i) {
    const auto lane = static_cast<uint64_t>(i);
    Value* number = b_.CreateExtractElement(at.offsets, lane);
    result = b_.CreateInsertElement(result, b_.CreateExtractElement(table, number), lane);
  }
  return result;
}

// The first and the last element are read by the program, so all between them are elements of the same memory.
Emitter::Value* Emitter::loadSpan(const Access& at) {
  std::vector<int64_t> steps = at.steps;
  Value* origin = at.origin;
  const auto stride = constantOf(at.stride);
  if (stride && std::abs(*stride) <= kFarthestLanes && !isKernel_) {
    origin = at.base;
    for (int i = 0; i < at.lanes; ++i) steps.push_back(i * *stride);
  }
  if (steps.empty()) return nullptr;
  const auto [first, last] = std::minmax_element(steps.begin(), steps.end());
  const int64_t least = *first, span = *last - least + 1;
  if (span > kFarthestLanes * at.lanes) return nullptr;
  // Vectors of another length than a power of two would be taken apart: two that overlap are loaded instead.
  const auto length = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(span)));
  auto* type = llvm::FixedVectorType::get(memoryTypeOf(at.type.element()), static_cast<unsigned>(length));
  const auto from = [&](int64_t step) {
    Value* start = b_.CreateAdd(origin, b_.getInt64(static_cast<uint64_t>(step)), "", false, true);
    return b_.CreateAlignedLoad(type, pointerTo(at, start), at.align);
  };
  std::vector<int> lanes;
  const int64_t skipped = length - (span - length);  // elements of the second vector that the first one has too
  for (const int64_t step : steps)
    lanes.push_back(static_cast<int>(step - least < length ? step - least : step - least + skipped));
  Value* low = from(least);
  return span == length ? b_.CreateShuffleVector(low, lanes)
                        : b_.CreateShuffleVector(low, from(*last - length + 1), lanes);
}

// Lanes that store to the same element do so in lane order: the last value stays.
void Emitter::storeLanes(const Access& at, Value* value) {
  if (at.lanes == 1) {
    b_.CreateAlignedStore(value, pointerTo(at, at.base), at.align);
    return;
  }
  Value* mask = maskFor(at.lanes);
  const auto stride = constantOf(at.stride);
  if (mask) {
    if (stride == 1)
      b_.CreateMaskedStore(value, pointerTo(at, at.base), at.align, mask);
    else
      b_.CreateMaskedScatter(value, lanePointers(at), at.align, mask);
    return;
  }
  if (stride == 1) {
    llvm::StoreInst* store = b_.CreateAlignedStore(value, pointerTo(at, at.base), at.align);
    // Memory on the stack is small and soon read again.
    if (streams_ && !llvm::isa<llvm::AllocaInst>(at.pointer))
      store->setMetadata(llvm::LLVMContext::MD_nontemporal,
                         llvm::MDNode::get(context_, llvm::ConstantAsMetadata::get(b_.getInt32(1))));
    return;
  }
  for (int i = 0; i < at.lanes; ++i) {
    const auto lane = static_cast<uint64_t>(i);
    Value* offset = at.offsets ? b_.CreateExtractElement(at.offsets, lane)
                               : b_.CreateAdd(at.base, b_.CreateMul(at.stride, b_.getInt64(lane)), "", false, true);
    b_.CreateAlignedStore(b_.CreateExtractElement(value, lane), pointerTo(at, offset), at.align);
  }
}

Emitter::Value* Emitter::load(const Buffer& buffer, const std::vector<Expr>& indices) {
  if (isKernel_ && buffer->scope == "warp") return loadInWarp(buffer, indices[0]);
  // The address is index arithmetic, the loaded value is data again.
  const int outerDepth = indexDepth_;
  const Access at = access(buffer, indices);
  indexDepth_ = outerDepth;
  Value* value = loadLanes(at);
  return buffer->dtype.isBool() ? b_.CreateIsNotNull(value) : value;
}

void Emitter::store(const BufferStore& n) {
  if (isKernel_ && n.buffer->scope == "warp") return storeInWarp(n);
  if (asyncStores_.contains(&n) && copyAsync(n)) return;
  if (atomic_) return storeAtomic(n);
  const Access at = access(n.buffer, n.indices);
  Value* value = expr(n.value);
  const int lanes = at.lanes * n.buffer->dtype.lanes;
  if (n.value.dtype().lanes == 1 && lanes > 1) value = splat(value, lanes);
  if (mask_ && !maskFor(at.lanes)) {
    const auto* mask = llvm::cast<llvm::FixedVectorType>(mask_->getType());
    fail(err::kCpuMaskLanes(n.buffer->name, at.lanes, mask->getNumElements()), dtype::Void(),
         "do not vectorize the loop around it");
    return;
  }
  if (n.buffer->dtype.isBool()) value = b_.CreateZExt(value, memoryTypeOf(dtype::Bool(lanes)));
  storeLanes(at, value);
}

Emitter::Value* Emitter::addressOf(const Expr& e) {
  const auto* l = e.as<BufferLoad>();
  if (!l) return expr(e);
  const Access at = access(l->buffer, l->indices);
  return pointerTo(at, at.base ? at.base : b_.CreateExtractElement(at.offsets, uint64_t{0}));
}

}  // namespace lw::cpu
