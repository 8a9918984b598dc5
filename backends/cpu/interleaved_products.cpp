#include "backends/cpu/interleaved_products.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>

#include "backends/cpu/byte_products.h"

namespace lw::cpu {
namespace {

using llvm::Value;

constexpr unsigned kLanes = 16;  // of a sum that the instruction adds to
constexpr size_t kGroup = 4;     // products that it adds to each lane

struct Product {
  Factor scalar, vector;
  Value* value;  // int32
};

// A sum of products and other values, in one block. `root` is its last addition.
struct Sum {
  llvm::Instruction* root = nullptr;
  llvm::SmallVector<Product, 16> products = {};
  llvm::SmallVector<Value*, 8> rest = {};
};

std::optional<Product> productOf(Value* value) {
  auto* mul = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!mul || mul->getOpcode() != llvm::Instruction::Mul || !mul->hasOneUse()) return std::nullopt;
  // The same in all lanes, extended before or afterwards.
  const auto scalarOf = [](Value* factor) -> std::optional<Factor> {
    if (Value* same = llvm::getSplatValue(factor))
      return llvm::isa<llvm::Constant>(same) ? std::nullopt : factorOf(same);
    const auto bytes = factorOf(factor);
    Value* same = bytes ? llvm::getSplatValue(bytes->bytes) : nullptr;
    return same && !llvm::isa<llvm::Constant>(same) ? std::optional(Factor{same, bytes->isSigned}) : std::nullopt;
  };
  for (const unsigned side : {0U, 1U}) {
    const auto scalar = scalarOf(mul->getOperand(side));
    const auto vector = factorOf(mul->getOperand(1 - side));
    if (scalar && vector) return Product{*scalar, *vector, mul};
  }
  return std::nullopt;
}

Sum sumOf(llvm::Instruction& root) {
  Sum sum{&root};
  llvm::SmallVector<Value*, 16> left{root.getOperand(1), root.getOperand(0)};
  while (!left.empty()) {
    Value* part = left.pop_back_val();
    auto* add = llvm::dyn_cast<llvm::Instruction>(part);
    if (const auto product = productOf(part)) {
      sum.products.push_back(*product);
    } else if (isAdd(part) && part->hasOneUse() && add->getParent() == root.getParent()) {
      left.push_back(add->getOperand(1));
      left.push_back(add->getOperand(0));
    } else {
      sum.rest.push_back(part);
    }
  }
  return sum;
}

class Interleave {
 public:
  explicit Interleave(llvm::Function& function)
      : sumType_(llvm::FixedVectorType::get(llvm::Type::getInt32Ty(function.getContext()), kLanes)) {}

  bool sum(llvm::Instruction& root) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(root.getType());
    if (!isAdd(&root) || !type || !type->getElementType()->isIntegerTy(32) || type->getNumElements() % kLanes != 0 ||
        (root.hasOneUse() && isAdd(root.user_back()) && root.user_back()->getParent() == root.getParent()))
      return false;
    lanes_ = type->getNumElements();
    Sum found = sumOf(root);
    if (!prepare(found)) return false;
    llvm::PHINode* phi = phiOf(found);
    Value* start = phi ? nullptr : startOf(found);
    llvm::SmallVector<Value*, 4> parts;
    for (unsigned at = 0; at < lanes_ / kLanes; ++at)
      parts.push_back(phi ? inLoop(found, *phi, at) : inPlace(found, start, at));
    finish(found, phi, parts);
    return true;
  }

 private:
  // Whole groups of products of one kind, in the order of their vectors, so that all sums group them alike.
  bool prepare(Sum& found) {
    if (found.products.size() < kGroup || found.rest.empty()) return false;
    const Product& first = found.products[0];
    const llvm::BasicBlock* block = found.root->getParent();
    for (const Product& p : found.products) {
      const auto* vector = llvm::dyn_cast<llvm::Instruction>(p.vector.bytes);
      if (p.scalar.isSigned != first.scalar.isSigned || p.vector.isSigned != first.vector.isSigned || !vector ||
          vector->getParent() != block || llvm::isa<llvm::PHINode>(vector))
        return false;
    }
    std::stable_sort(found.products.begin(), found.products.end(), [](const Product& a, const Product& b) {
      return llvm::cast<llvm::Instruction>(a.vector.bytes)->comesBefore(llvm::cast<llvm::Instruction>(b.vector.bytes));
    });
    while (found.products.size() % kGroup != 0) found.rest.push_back(found.products.pop_back_val().value);
    return true;
  }

  // The phi that carries the sum through a loop of one block, if that is all it does.
  static llvm::PHINode* phiOf(const Sum& found) {
    auto* phi = found.rest.size() == 1 ? llvm::dyn_cast<llvm::PHINode>(found.rest[0]) : nullptr;
    llvm::BasicBlock* block = found.root->getParent();
    const bool carries = phi && phi->getParent() == block && phi->hasOneUse() && phi->getNumIncomingValues() == 2 &&
                         phi->getBasicBlockIndex(block) >= 0 && phi->getIncomingValueForBlock(block) == found.root;
    return carries ? phi : nullptr;
  }

  Value* startOf(const Sum& found) {
    llvm::IRBuilder<> b(found.root);
    Value* start = found.rest[0];
    for (Value* more : llvm::drop_begin(found.rest)) start = b.CreateAdd(start, more);
    return start;
  }

  Value* part(llvm::IRBuilder<>& b, Value* value, unsigned at) const {
    if (lanes_ == kLanes) return value;
    llvm::SmallVector<int, kLanes> mask;
    for (unsigned i = 0; i < kLanes; ++i) mask.push_back(static_cast<int>(at * kLanes + i));
    return b.CreateShuffleVector(value, mask);
  }

  Value* inLoop(const Sum& found, llvm::PHINode& phi, unsigned at) {
    llvm::BasicBlock* block = phi.getParent();
    auto* own = llvm::PHINode::Create(sumType_, 2, "dot", block->begin());
    Value* next = added(found, own, at);
    for (llvm::BasicBlock* from : phi.blocks()) {
      llvm::IRBuilder<> b(from->getTerminator());
      own->addIncoming(from == block ? next : part(b, phi.getIncomingValueForBlock(from), at), from);
    }
    return next;
  }

  Value* inPlace(const Sum& found, Value* start, unsigned at) {
    llvm::IRBuilder<> b(found.root);
    return added(found, part(b, start, at), at);
  }

  // The products of one part of the lanes, added to `sum`.
  Value* added(const Sum& found, Value* sum, unsigned at) {
    llvm::IRBuilder<> b(found.root);
    const bool vectorIsSigned = found.products[0].vector.isSigned, scalarIsSigned = found.products[0].scalar.isSigned;
    const bool moves = vectorIsSigned == scalarIsSigned;
    std::vector<Value*> vectors;
    for (size_t i = 0; i < found.products.size(); i += kGroup) {
      const llvm::ArrayRef<Product> group = llvm::ArrayRef<Product>(found.products).slice(i, kGroup);
      vectors.push_back(interleaved(group, at));
      Value* scalars = b.CreateVectorSplat(kLanes, together(b, group, moves));
      sum = vectorIsSigned ? dotOfBytes(b, sum, scalars, vectors.back()) : dotOfBytes(b, sum, vectors.back(), scalars);
    }
    return moves ? b.CreateSub(sum, excess(vectors, vectorIsSigned)) : sum;
  }

  // Four scalars as the bytes of one number; moved by 128 if they have the sign of the vectors.
  static Value* together(llvm::IRBuilder<>& b, llvm::ArrayRef<Product> group, bool moves) {
    Value* number = nullptr;
    for (size_t i = 0; i < kGroup; ++i) {
      Value* byte = b.CreateShl(b.CreateZExt(group[i].scalar.bytes, b.getInt32Ty()), 8 * i);
      number = number ? b.CreateOr(number, byte) : byte;
    }
    return moves ? b.CreateXor(number, b.getInt32(0x80808080)) : number;
  }

  // Byte i of lane j is lane j of vector i.
  Value* interleaved(llvm::ArrayRef<Product> group, unsigned at) {
    std::vector<Value*> key;
    for (const Product& p : group) key.push_back(p.vector.bytes);
    Value*& known = interleaved_[{key, at}];
    if (known) return known;
    llvm::IRBuilder<> b(&*std::next(llvm::cast<llvm::Instruction>(key.back())->getIterator()));
    llvm::SmallVector<Value*, kGroup> rows;
    for (Value* row : key) rows.push_back(part(b, row, at));
    Value* all = llvm::concatenateVectors(b, rows);
    llvm::SmallVector<int, kGroup * kLanes> mask;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      for (unsigned row = 0; row < kGroup; ++row) mask.push_back(static_cast<int>(row * kLanes + lane));
    known = b.CreateShuffleVector(all, mask);
    return known;
  }

  // 128 times the vectors, negative if they are unsigned: the moved scalars are then smaller by 128.
  Value* excess(const std::vector<Value*>& vectors, bool isSigned) {
    Value*& known = excess_[vectors];
    if (known) return known;
    llvm::IRBuilder<> b(&*std::next(llvm::cast<llvm::Instruction>(vectors.back())->getIterator()));
    known = llvm::Constant::getNullValue(sumType_);
    Value* half = b.CreateVectorSplat(kLanes, b.getInt32(0x80808080));
    for (Value* vector : vectors)
      known = isSigned ? dotOfBytes(b, known, half, vector) : dotOfBytes(b, known, vector, half);
    return known;
  }

  static void finish(const Sum& found, llvm::PHINode* phi, llvm::MutableArrayRef<Value*> parts) {
    if (phi) {
      phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
      phi->eraseFromParent();
    }
    llvm::BasicBlock* exit = phi ? exitFor(*found.root) : nullptr;
    if (exit) leave(*found.root, *exit, parts);
    llvm::IRBuilder<> b(found.root);
    if (exit) b.SetInsertPoint(exit, exit->getFirstInsertionPt());
    found.root->replaceAllUsesWith(llvm::concatenateVectors(b, parts));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(found.root);
  }

  // The block behind the loop, if the sum is used only from there on.
  static llvm::BasicBlock* exitFor(const llvm::Instruction& root) {
    const llvm::BasicBlock* block = root.getParent();
    for (llvm::BasicBlock* next : llvm::successors(const_cast<llvm::BasicBlock*>(block)))
      if (next != block && next->getSinglePredecessor() == block &&
          std::none_of(root.user_begin(), root.user_end(), [&](const llvm::User* user) {
            return llvm::cast<llvm::Instruction>(user)->getParent() == block;
          }))
        return next;
    return nullptr;
  }

  // Each part goes through a phi of its own, as share_sums.h expects.
  static void leave(llvm::Instruction& root, llvm::BasicBlock& exit, llvm::MutableArrayRef<Value*> parts) {
    llvm::SmallVector<llvm::PHINode*, 2> copies;
    for (llvm::User* user : root.users())
      if (auto* copy = llvm::dyn_cast<llvm::PHINode>(user); copy && copy->getParent() == &exit) copies.push_back(copy);
    for (llvm::PHINode* copy : copies) {
      copy->replaceAllUsesWith(&root);
      copy->eraseFromParent();
    }
    for (Value*& part : parts) {
      auto* out = llvm::PHINode::Create(part->getType(), 1, "dot.out", exit.begin());
      out->addIncoming(part, root.getParent());
      part = out;
    }
  }

  llvm::FixedVectorType* sumType_;
  unsigned lanes_ = 0;
  std::map<std::pair<std::vector<Value*>, unsigned>, Value*> interleaved_;
  std::map<std::vector<Value*>, Value*> excess_;
};

}  // namespace

llvm::PreservedAnalyses InterleavedProducts::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  if (!has_) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::WeakVH, 16> roots;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& i : llvm::reverse(block))
      if (isAdd(&i) && i.getType()->isVectorTy()) roots.push_back(&i);
  Interleave interleave(function);
  bool changed = false;
  for (llvm::WeakVH& root : roots)
    if (auto* add = llvm::cast_or_null<llvm::Instruction>(static_cast<Value*>(root))) changed |= interleave.sum(*add);
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace lw::cpu
