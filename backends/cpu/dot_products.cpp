#include "backends/cpu/dot_products.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <array>

#include "backends/cpu/byte_products.h"
#include "backends/cpu/sum_before.h"

namespace lw::cpu {
namespace {

using llvm::Value;

constexpr size_t kMostAtOnce = 4;  // sums that are added to in turn: an addition takes about four cycles

struct Product {
  Factor a, b;
};

// A sum of products and of at most one other value, in one block. `root` is its last addition.
struct Sum {
  llvm::Instruction* root = nullptr;
  llvm::SmallVector<Product, 16> products = {};
  Value* rest = nullptr;
};

std::optional<Product> productOf(Value* value) {
  auto* mul = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!mul || mul->getOpcode() != llvm::Instruction::Mul || !mul->hasOneUse()) return std::nullopt;
  const auto a = factorOf(mul->getOperand(0)), b = factorOf(mul->getOperand(1));
  return a && b ? std::optional(Product{*a, *b}) : std::nullopt;
}

// Is every use a sum over the lanes, also after additions of other vectors? `inside`: a value that does not count.
bool isOnlySummed(const Value& value, const Value* inside, int depth = 0) {
  if (depth > 8) return false;
  return std::all_of(value.user_begin(), value.user_end(), [&](const llvm::User* user) {
    if (user == inside) return true;
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    if (isAdd(user) || (phi && phi->getNumIncomingValues() == 1)) return isOnlySummed(*user, nullptr, depth + 1);
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return call && call->getIntrinsicID() == llvm::Intrinsic::vector_reduce_add;
  });
}

// nullopt: something else than products and one more value is added.
std::optional<Sum> sumOf(llvm::Instruction& root) {
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
    } else if (!sum.rest) {
      sum.rest = part;
    } else {
      return std::nullopt;
    }
  }
  return sum.products.empty() ? std::nullopt : std::optional(std::move(sum));
}

class Rewrite {
 public:
  Rewrite(llvm::Function& function, LoopFacts facts, unsigned most)
      : context_(function.getContext()), facts_(facts), most_(most) {}

  bool sum(llvm::Instruction& root) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(root.getType());
    if (!isAdd(&root) || !type || !type->getElementType()->isIntegerTy(32)) return false;
    lanes_ = type->getNumElements();
    bytes_ = std::min(lanes_, most_);
    if (bytes_ < 16 || lanes_ % bytes_ != 0 || (bytes_ & (bytes_ - 1)) != 0) return false;
    const std::optional<Sum> found = sumOf(root);
    if (!found) return false;
    llvm::Loop* loop = facts_.loops.getLoopFor(root.getParent());
    auto* phi = llvm::dyn_cast_or_null<llvm::PHINode>(found->rest);
    if (phi && loop && phi->getParent() == loop->getHeader()) {
      if (!isOnlySummed(root, phi)) return false;
      return inLoop(*found, *phi, *loop);
    }
    if (!isOnlySummed(root, nullptr) || root.use_empty()) return false;
    inPlace(*found, loop);
    return true;
  }

 private:
  llvm::FixedVectorType* sumType() const {
    return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context_), bytes_ / 4);
  }

  Value* part(llvm::IRBuilder<>& b, Value* bytes, unsigned at) {
    if (lanes_ == bytes_) return bytes;
    llvm::SmallVector<int, 64> mask;
    for (unsigned i = 0; i < bytes_; ++i) mask.push_back(static_cast<int>(at * bytes_ + i));
    return b.CreateShuffleVector(bytes, mask);
  }

  // One factor as an unsigned, one as a signed operand, one of them moved by 128 if both have the same sign. The other
  // one, times 128, is what the product is too large by.
  struct Operands {
    Value *a, *b;
    Value *extraA = nullptr, *extraB = nullptr;  // the same for the product that is subtracted
  };
  Operands operandsOf(llvm::IRBuilder<>& b, const Product& product, const llvm::Loop* loop) {
    Factor x = product.a, y = product.b;
    Value* half = llvm::ConstantInt::get(x.bytes->getType(), 0x80);
    if (x.isSigned != y.isSigned) return x.isSigned ? Operands{y.bytes, x.bytes} : Operands{x.bytes, y.bytes};
    if (loop && isBetterSubtracted(x.bytes, y.bytes, *loop)) std::swap(x, y);
    Value* moved = b.CreateXor(x.bytes, half);
    return x.isSigned ? Operands{moved, y.bytes, half, y.bytes} : Operands{y.bytes, moved, y.bytes, half};
  }

  // What is subtracted depends on one of the factors: rather on one that is the same in each iteration of this loop, or
  // computed in the same way in each iteration of the loop around it.
  static bool isBetterSubtracted(const Value* x, const Value* y, const llvm::Loop& loop) {
    if (loop.isLoopInvariant(x) || loop.isLoopInvariant(y)) return !loop.isLoopInvariant(y);
    const llvm::Loop* around = loop.getParentLoop();
    return around && isSameIn(*around, loop, x) && !isSameIn(*around, loop, y);
  }
  static bool isSameIn(const llvm::Loop& around, const llvm::Loop& loop, const Value* value) {
    llvm::SmallPtrSet<const Value*, 16> seen;
    llvm::SmallVector<const Value*, 16> left{value};
    while (!left.empty()) {
      const auto* i = llvm::dyn_cast<llvm::Instruction>(left.pop_back_val());
      if (!i || !seen.insert(i).second) continue;
      if (loop.contains(i))
        left.append(i->op_begin(), i->op_end());
      else if (around.contains(i))
        return false;
    }
    return true;
  }

  // The sum of the lanes stays the same.
  Value* widened(llvm::IRBuilder<>& b, Value* few) {
    llvm::SmallVector<int, 64> mask;
    for (unsigned i = 0; i < lanes_; ++i) mask.push_back(static_cast<int>(std::min(i, bytes_ / 4)));
    return b.CreateShuffleVector(few, llvm::Constant::getNullValue(few->getType()), mask);
  }

  // Adds the products to the sums in turn; `extra` is what has to be subtracted, null if nothing has.
  void add(llvm::IRBuilder<>& b, const Sum& found, const llvm::Loop* loop, llvm::MutableArrayRef<Value*> sums,
           Value** extra, llvm::IRBuilder<>& atExtra) {
    size_t next = 0;
    for (const Product& product : found.products) {
      const Operands o = operandsOf(b, product, loop);
      for (unsigned at = 0; at < lanes_ / bytes_; ++at, ++next) {
        Value*& sum = sums[next % sums.size()];
        sum = dotOfBytes(b, sum, part(b, o.a, at), part(b, o.b, at));
        if (!o.extraA) continue;
        Value* start = *extra ? *extra : llvm::Constant::getNullValue(sumType());
        *extra = dotOfBytes(atExtra, start, part(atExtra, o.extraA, at), part(atExtra, o.extraB, at));
      }
    }
  }

  size_t sumsFor(const Sum& found) const { return std::min(kMostAtOnce, found.products.size() * (lanes_ / bytes_)); }

  // Without a loop around the additions, or where the sum does not go through it.
  void inPlace(const Sum& found, const llvm::Loop* loop) {
    llvm::IRBuilder<> b(found.root);
    llvm::BasicBlock* before = loop ? loop->getLoopPreheader() : nullptr;
    const bool outside =
        before && std::all_of(found.products.begin(), found.products.end(), [&](const Product& p) {
          return p.a.isSigned == p.b.isSigned && (loop->isLoopInvariant(p.a.bytes) || loop->isLoopInvariant(p.b.bytes));
        });
    llvm::IRBuilder<> atExtra(outside ? before->getTerminator() : found.root);
    llvm::SmallVector<Value*, kMostAtOnce> sums(sumsFor(found), llvm::Constant::getNullValue(sumType()));
    Value* extra = nullptr;
    add(b, found, loop, sums, &extra, atExtra);
    finish(b, found, sums, extra, found.rest);
  }

  void finish(llvm::IRBuilder<>& b, const Sum& found, llvm::ArrayRef<Value*> sums, Value* extra, Value* rest) {
    Value* total = sums[0];
    for (Value* more : sums.drop_front()) total = b.CreateAdd(total, more);
    if (extra) total = b.CreateSub(total, extra);
    total = widened(b, total);
    found.root->replaceAllUsesWith(rest ? b.CreateAdd(total, rest) : total);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(found.root);
  }

  // The sum goes through a loop of one block, and its total is used behind it.
  bool inLoop(const Sum& found, llvm::PHINode& phi, llvm::Loop& loop) {
    llvm::BasicBlock *block = found.root->getParent(), *exit = loop.getExitBlock(), *before = loop.getLoopPredecessor();
    const bool usedInside = std::any_of(found.root->user_begin(), found.root->user_end(), [&](const llvm::User* user) {
      return user != &phi && llvm::cast<llvm::Instruction>(user)->getParent() == block;
    });
    if (usedInside || loop.getNumBlocks() != 1 || !exit || !before || exit->getSinglePredecessor() != block ||
        !phi.hasOneUse() || phi.getNumIncomingValues() != 2 || phi.getIncomingValueForBlock(block) != found.root)
      return false;
    const auto phiOf = [&] {
      auto* made = llvm::PHINode::Create(sumType(), 2, "dot", block->begin());
      made->addIncoming(llvm::Constant::getNullValue(sumType()), before);
      return made;
    };
    const auto behind = [&](Value* value) {
      auto* made = llvm::PHINode::Create(sumType(), 1, "dot.out", exit->begin());
      made->addIncoming(value, block);
      return made;
    };
    llvm::SmallVector<llvm::PHINode*, kMostAtOnce> phis(sumsFor(found));
    std::generate(phis.begin(), phis.end(), phiOf);
    llvm::SmallVector<Value*, kMostAtOnce> sums(phis.begin(), phis.end());
    llvm::IRBuilder<> b(found.root);
    llvm::PHINode* extraPhi = phiOf();
    Value* extra = extraPhi;
    add(b, found, &loop, sums, &extra, b);
    for (size_t i = 0; i < phis.size(); ++i) phis[i]->addIncoming(sums[i], block);
    extraPhi->addIncoming(extra, block);
    for (Value*& sum : sums) sum = behind(sum);
    llvm::PHINode* out = nullptr;
    if (extra == extraPhi) {
      extraPhi->eraseFromParent();
    } else {
      out = behind(extra);
    }
    leaveLoop(found, phi, *exit, sums, out, phi.getIncomingValueForBlock(before));
    if (out) takeBefore(*extraPhi, *out);
    return true;
  }

  void leaveLoop(const Sum& found, llvm::PHINode& phi, llvm::BasicBlock& exit, llvm::ArrayRef<Value*> sums,
                 Value* extra, Value* start) {
    llvm::SmallVector<llvm::PHINode*, 2> copies;
    for (llvm::User* user : found.root->users())
      if (auto* copy = llvm::dyn_cast<llvm::PHINode>(user); copy && copy != &phi) copies.push_back(copy);
    for (llvm::PHINode* copy : copies) {
      copy->replaceAllUsesWith(found.root);
      copy->eraseFromParent();
    }
    phi.replaceAllUsesWith(llvm::PoisonValue::get(phi.getType()));
    phi.eraseFromParent();
    llvm::IRBuilder<> b(&exit, exit.getFirstInsertionPt());
    finish(b, found, sums, extra, start);
  }

  // Where the enclosing loop changes nothing of what is subtracted.
  void takeBefore(llvm::PHINode& sum, llvm::PHINode& out) {
    auto* next = llvm::cast<llvm::Instruction>(out.getIncomingValue(0));
    sumUpBefore(SumOfLoop{&sum, next, &out}, facts_);
  }

  llvm::LLVMContext& context_;
  LoopFacts facts_;
  unsigned most_, lanes_ = 0, bytes_ = 0;
};

}  // namespace

llvm::PreservedAnalyses DotProducts::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  if (most_ == 0) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::WeakVH, 16> roots;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& i : llvm::reverse(block))
      if (isAdd(&i) && i.getType()->isVectorTy()) roots.push_back(&i);
  if (roots.empty()) return llvm::PreservedAnalyses::all();
  Rewrite rewrite(
      function,
      {analyses.getResult<llvm::LoopAnalysis>(function), analyses.getResult<llvm::DominatorTreeAnalysis>(function),
       analyses.getResult<llvm::AAManager>(function)},
      most_);
  bool changed = false;
  for (llvm::WeakVH& root : roots)
    if (auto* add = llvm::cast_or_null<llvm::Instruction>(static_cast<Value*>(root))) changed |= rewrite.sum(*add);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lw::cpu
