#include "backends/cpu/transpose_loads.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

namespace lw::cpu {
namespace {

using llvm::Value;

constexpr uint64_t kBlock = 16;       // bytes within which x86 shuffles in one cycle
constexpr uint64_t kLongest = 64;     // bytes of a row
constexpr size_t kMostColumns = 256;  // of a block of code: each is compared with the first of its kind
constexpr size_t kFarthest = 4096;    // instructions from the first load of a square to its last

// A vector whose elements were loaded one by one.
struct Column {
  llvm::InsertElementInst* vector = nullptr;
  llvm::SmallVector<llvm::LoadInst*, 16> loads;  // by lane
  int64_t offset = 0;                            // bytes behind the first column of its kind
};

bool goesOn(const llvm::InsertElementInst& insert) {
  if (!insert.hasOneUse()) return false;
  const auto* user = llvm::dyn_cast<llvm::InsertElementInst>(insert.user_back());
  return user && user->getOperand(0) == &insert;
}

std::optional<Column> columnOf(llvm::InsertElementInst& last) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(last.getType());
  if (!type || goesOn(last)) return std::nullopt;
  Column column{.vector = &last, .loads = llvm::SmallVector<llvm::LoadInst*, 16>(type->getNumElements(), nullptr)};
  size_t filled = 0;
  for (Value* at = &last; !llvm::isa<llvm::PoisonValue>(at);) {
    auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(at);
    if (!insert || (insert != &last && !insert->hasOneUse())) return std::nullopt;
    const auto* lane = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
    auto* load = llvm::dyn_cast<llvm::LoadInst>(insert->getOperand(1));
    if (!lane || !load || !load->isSimple() || !load->hasOneUse() || load->getParent() != last.getParent())
      return std::nullopt;
    if (lane->getValue().uge(column.loads.size())) return std::nullopt;
    llvm::LoadInst*& place = column.loads[lane->getZExtValue()];
    if (place) return std::nullopt;
    place = load;
    ++filled;
    at = insert->getOperand(0);
  }
  return filled == column.loads.size() ? std::optional(std::move(column)) : std::nullopt;
}

// Bytes from each element of `a` to that of the same lane in `b`, if equal for all lanes.
std::optional<int64_t> distance(const Column& a, const Column& b, llvm::ScalarEvolution& evolution) {
  std::optional<int64_t> out;
  for (size_t lane = 0; lane < a.loads.size(); ++lane) {
    const llvm::SCEV* bytes = evolution.getMinusSCEV(evolution.getSCEV(b.loads[lane]->getPointerOperand()),
                                                     evolution.getSCEV(a.loads[lane]->getPointerOperand()));
    const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(bytes);
    if (!constant || (out && *out != constant->getAPInt().getSExtValue())) return std::nullopt;
    out = constant->getAPInt().getSExtValue();
  }
  return out;
}

// Turns rows into columns, by steps that combine two rows: first within blocks of 16 bytes, then across blocks.
class Square {
 public:
  Square(llvm::IRBuilder<>& builder, llvm::SmallVector<Value*, 16> rows) : b_(builder), rows_(std::move(rows)) {}

  llvm::SmallVector<Value*, 16> turned() {
    const size_t n = rows_.size();
    const auto* type = llvm::cast<llvm::FixedVectorType>(rows_[0]->getType());
    const size_t inBlock = kBlock / (type->getScalarSizeInBits() / 8), blocks = n / inBlock;
    for (size_t step = 1; step < inBlock; step *= 2) interleave(step, inBlock);
    // In each group of rows, row p now holds column reversed(p) of each block.
    llvm::SmallVector<Value*, 16> out(n);
    for (size_t p = 0; p < inBlock; ++p) {
      llvm::SmallVector<Value*, 4> groups;
      for (size_t g = 0; g < blocks; ++g) groups.push_back(rows_[g * inBlock + p]);
      turnBlocks(groups, inBlock);
      for (size_t q = 0; q < blocks; ++q) out[q * inBlock + reversed(p, inBlock)] = groups[q];
    }
    return out;
  }

 private:
  static size_t reversed(size_t bits, size_t end) {
    size_t out = 0;
    for (size_t bit = 1; bit < end; bit *= 2, bits /= 2) out = out * 2 + bits % 2;
    return out;
  }

  // Interleaves the low halves of the blocks of two rows that are `step` apart, in units of `step` elements, and the
  // high halves.
  void interleave(size_t step, size_t inBlock) {
    llvm::SmallVector<int, 16> low, high;
    const size_t n = rows_.size();
    for (size_t block = 0; block < n; block += inBlock)
      for (size_t i = 0; i < inBlock; ++i) {
        const size_t from = i / (2 * step) * step + i % step + (i / step % 2) * n + block;
        low.push_back(static_cast<int>(from));
        high.push_back(static_cast<int>(from + inBlock / 2));
      }
    for (size_t r = 0; r < n; ++r) {
      if (r & step) continue;
      Value *a = rows_[r], *b = rows_[r + step];
      rows_[r] = b_.CreateShuffleVector(a, b, low);
      rows_[r + step] = b_.CreateShuffleVector(a, b, high);
    }
  }

  // One, two or four blocks of as many vectors.
  void turnBlocks(llvm::SmallVector<Value*, 4>& v, size_t inBlock) {
    const auto pick = [&](Value* a, Value* b, std::initializer_list<size_t> from) {
      llvm::SmallVector<int, 16> mask;
      for (const size_t block : from)
        for (size_t i = 0; i < inBlock; ++i) mask.push_back(static_cast<int>(block * inBlock + i));
      return b_.CreateShuffleVector(a, b, mask);
    };
    if (v.size() == 2) v = {pick(v[0], v[1], {0, 2}), pick(v[0], v[1], {1, 3})};
    if (v.size() != 4) return;
    Value *x = pick(v[0], v[1], {0, 1, 4, 5}), *y = pick(v[2], v[3], {0, 1, 4, 5});
    Value *z = pick(v[0], v[1], {2, 3, 6, 7}), *w = pick(v[2], v[3], {2, 3, 6, 7});
    v = {pick(x, y, {0, 2, 4, 6}), pick(x, y, {1, 3, 5, 7}), pick(z, w, {0, 2, 4, 6}), pick(z, w, {1, 3, 5, 7})};
  }

  llvm::IRBuilder<>& b_;
  llvm::SmallVector<Value*, 16> rows_;
};

class Turn {
 public:
  Turn(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : layout_(function.getParent()->getDataLayout()),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        alias_(analyses.getResult<llvm::AAManager>(function)) {}

  bool block(llvm::BasicBlock& block) {
    std::vector<Column> columns;
    for (llvm::Instruction& i : block)
      if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&i))
        if (std::optional<Column> column = columnOf(*insert); column && columns.size() < kMostColumns)
          columns.push_back(std::move(*column));
    while (columns.size() > 1) {
      std::vector<Column> same{columns[0]}, others;
      for (size_t i = 1; i < columns.size(); ++i) {
        const bool sameType = columns[i].vector->getType() == columns[0].vector->getType();
        const std::optional<int64_t> offset = sameType ? distance(columns[0], columns[i], evolution_) : std::nullopt;
        columns[i].offset = offset.value_or(0);
        (offset ? same : others).push_back(columns[i]);
      }
      neighbours(std::move(same));
      columns = std::move(others);
    }
    // Removed only now, because the rest of one column may have been the address of another.
    const bool changed = !turned_.empty();
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(turned_);
    turned_.clear();
    return changed;
  }

 private:
  uint64_t bytesOf(const Column& column) const {
    return layout_.getTypeStoreSize(column.loads[0]->getType()).getFixedValue();
  }

  // Adjacent columns, as many at a time as form a square.
  void neighbours(std::vector<Column> columns) {
    if (columns.size() < 2 || hasRuns(columns[0])) return;
    const auto step = static_cast<int64_t>(bytesOf(columns[0]));
    std::stable_sort(columns.begin(), columns.end(),
                     [](const Column& a, const Column& b) { return a.offset < b.offset; });
    for (size_t at = 0; at < columns.size();) {
      size_t end = at + 1;
      while (end < columns.size() && columns[end].offset == columns[end - 1].offset + step) ++end;
      for (size_t n = 0; at < end && (n = sideOf(columns[at], end - at)) > 0; at += n)
        turn(llvm::ArrayRef<Column>(columns).slice(at, n));
      at = end;
    }
  }

  // Lanes that are adjacent in memory are loaded together directly.
  bool hasRuns(const Column& column) {
    for (size_t lane = 1; lane < column.loads.size(); ++lane) {
      const auto* bytes = llvm::dyn_cast<llvm::SCEVConstant>(
          evolution_.getMinusSCEV(evolution_.getSCEV(column.loads[lane]->getPointerOperand()),
                                  evolution_.getSCEV(column.loads[lane - 1]->getPointerOperand())));
      if (bytes && bytes->getAPInt().getSExtValue() == static_cast<int64_t>(bytesOf(column))) return true;
    }
    return false;
  }

  // The size of the largest square with at most `most` columns of this kind; 0: there is none.
  size_t sideOf(const Column& column, size_t most) const {
    const uint64_t bytes = bytesOf(column), lanes = column.loads.size();
    const llvm::Type* type = column.loads[0]->getType();
    if (!(type->isIntegerTy() || type->isFloatingPointTy()) || type->getScalarSizeInBits() != 8 * bytes ||
        !std::has_single_bit(bytes) || bytes > 8)
      return 0;
    const uint64_t longest = std::min<uint64_t>(std::bit_floor(most), kLongest / bytes);
    const uint64_t exact = std::min(lanes & (~lanes + 1), longest), filled = std::min(std::bit_ceil(lanes), longest);
    const uint64_t side = 4 * exact <= filled ? filled : exact;  // many small squares cost more than one with idle rows
    return side * bytes >= kBlock ? side : 0;
  }

  // All elements are loaded where the first vector is complete, unless a write lies between.
  void turn(llvm::ArrayRef<Column> columns) {
    const Column& first = *std::min_element(columns.begin(), columns.end(), [](const Column& a, const Column& b) {
      return a.vector->comesBefore(b.vector);
    });
    if (!isLegal(columns, first)) return;
    llvm::IRBuilder<> b(first.vector);
    const size_t side = columns.size();
    auto* rowType = llvm::FixedVectorType::get(first.loads[0]->getType(), static_cast<unsigned>(side));
    llvm::SmallVector<llvm::SmallVector<Value*, 4>, 16> pieces(side);
    for (size_t lane = 0; lane < first.loads.size(); lane += side) {
      llvm::SmallVector<Value*, 16> rows;
      for (size_t r = lane; r < lane + side; ++r) {
        if (r >= first.loads.size()) {
          rows.push_back(llvm::PoisonValue::get(rowType));
          continue;
        }
        Value* pointer = first.loads[r]->getPointerOperand();
        if (first.offset != columns[0].offset)
          pointer = b.CreatePtrAdd(pointer, b.getInt64(static_cast<uint64_t>(columns[0].offset - first.offset)));
        llvm::LoadInst* row = b.CreateAlignedLoad(rowType, pointer, columns[0].loads[r]->getAlign());
        row->setAAMetadata(tagsOf(columns, r));
        rows.push_back(row);
      }
      const llvm::SmallVector<Value*, 16> turned = Square(b, std::move(rows)).turned();
      for (size_t c = 0; c < side; ++c) pieces[c].push_back(turned[c]);
    }
    for (size_t c = 0; c < side; ++c) {
      Value* whole = pieces[c].size() == 1 ? pieces[c][0] : llvm::concatenateVectors(b, pieces[c]);
      if (whole->getType() != first.vector->getType()) {  // without the idle rows
        llvm::SmallVector<int, 64> lanes(first.loads.size());
        std::iota(lanes.begin(), lanes.end(), 0);
        whole = b.CreateShuffleVector(whole, lanes);
      }
      columns[c].vector->replaceAllUsesWith(whole);
    }
    for (const Column& column : columns) turned_.push_back(column.vector);
  }

  // Facts that hold for all elements of a row.
  static llvm::AAMDNodes tagsOf(llvm::ArrayRef<Column> columns, size_t lane) {
    llvm::AAMDNodes tags = columns[0].loads[lane]->getAAMetadata();
    for (const Column& column : columns) tags = tags.concat(column.loads[lane]->getAAMetadata());
    return tags;
  }

  bool isLegal(llvm::ArrayRef<Column> columns, const Column& first) {
    llvm::Instruction *begin = first.vector, *end = first.vector;
    for (const Column& column : columns)
      for (llvm::LoadInst* load : column.loads) {
        if (load->comesBefore(begin)) begin = load;
        if (end->comesBefore(load)) end = load;
      }
    const llvm::LocationSize size = llvm::LocationSize::precise(columns.size() * bytesOf(first));
    llvm::SmallVector<llvm::MemoryLocation, 16> rows;
    for (size_t lane = 0; lane < first.loads.size(); ++lane)
      rows.emplace_back(columns[0].loads[lane]->getPointerOperand(), size, tagsOf(columns, lane));
    size_t passed = 0;
    for (const llvm::Instruction* i = begin; i != end; i = i->getNextNode()) {
      if (++passed > kFarthest || !llvm::isGuaranteedToTransferExecutionToSuccessor(i)) return false;
      if (!i->mayWriteToMemory()) continue;
      for (const llvm::MemoryLocation& row : rows)
        if (llvm::isModSet(alias_.getModRefInfo(i, row))) return false;
    }
    return true;
  }

  const llvm::DataLayout& layout_;
  llvm::ScalarEvolution& evolution_;
  llvm::AAResults& alias_;
  llvm::SmallVector<llvm::WeakTrackingVH, 16> turned_;  // vectors that are unused now
};

}  // namespace

llvm::PreservedAnalyses TransposeLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  Turn turn(function, analyses);
  bool changed = false;
  for (llvm::BasicBlock& block : function) changed |= turn.block(block);
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace lw::cpu
