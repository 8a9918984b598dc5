#include "backends/cpu/table_loads.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace lw::cpu {
namespace {

using llvm::Value;

// A vector whose lanes are extracted from one loaded table.
struct LookUp {
  llvm::InsertElementInst* vector = nullptr;  // the last insertion
  llvm::LoadInst* table = nullptr;
  Value* numbers = nullptr;  // the index of each lane
};

bool isTable(const llvm::LoadInst* load) {
  const auto* type = load ? llvm::dyn_cast<llvm::FixedVectorType>(load->getType()) : nullptr;
  return type && type->getNumElements() == kTableElements && type->getScalarSizeInBits() == 32 && load->isSimple();
}

// Lane `lane` of some vector; null: it is something else.
Value* vectorOf(Value* element, uint64_t lane) {
  auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(element);
  const auto* index = extract ? llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand()) : nullptr;
  return index && index->equalsInt(lane) ? extract->getVectorOperand() : nullptr;
}

std::optional<LookUp> lookUpOf(llvm::InsertElementInst& last) {
  const auto lanes = llvm::cast<llvm::FixedVectorType>(last.getType())->getNumElements();
  if (lanes % kTableElements != 0) return std::nullopt;
  LookUp found{.vector = &last};
  Value* at = &last;
  for (unsigned lane = lanes; lane-- > 0;) {
    auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(at);
    const auto* place = insert ? llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2)) : nullptr;
    auto* element = insert ? llvm::dyn_cast<llvm::ExtractElementInst>(insert->getOperand(1)) : nullptr;
    if (!place || !place->equalsInt(lane) || !element) return std::nullopt;
    auto* table = llvm::dyn_cast<llvm::LoadInst>(element->getVectorOperand());
    Value* numbers = vectorOf(element->getIndexOperand(), lane);
    if (!isTable(table) || !numbers || (found.table && (table != found.table || numbers != found.numbers)))
      return std::nullopt;
    found.table = table;
    found.numbers = numbers;
    at = insert->getOperand(0);
  }
  const auto* type = llvm::cast<llvm::FixedVectorType>(found.numbers->getType());
  return llvm::isa<llvm::PoisonValue>(at) && type->getNumElements() == lanes ? std::optional(found) : std::nullopt;
}

void permute(const LookUp& lookUp) {
  llvm::IRBuilder<> b(lookUp.vector);
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(lookUp.numbers->getType())->getNumElements();
  Value* numbers = b.CreateTrunc(lookUp.numbers, llvm::FixedVectorType::get(b.getInt32Ty(), lanes));
  const auto instruction = lookUp.table->getType()->getScalarType()->isFloatTy()
                               ? llvm::Intrinsic::x86_avx512_permvar_sf_512
                               : llvm::Intrinsic::x86_avx512_permvar_si_512;
  llvm::SmallVector<Value*, 4> parts;
  for (unsigned first = 0; first < lanes; first += kTableElements) {
    const auto mask = llvm::to_vector(llvm::seq(static_cast<int>(first), static_cast<int>(first + kTableElements)));
    Value* part = lanes == kTableElements ? numbers : b.CreateShuffleVector(numbers, mask);
    parts.push_back(b.CreateIntrinsic(instruction, {}, {lookUp.table, part}));
  }
  lookUp.vector->replaceAllUsesWith(llvm::concatenateVectors(b, parts));
  llvm::RecursivelyDeleteTriviallyDeadInstructions(lookUp.vector);
}

void loadOneByOne(llvm::ExtractElementInst& element, llvm::LoadInst& table) {
  auto* number = llvm::dyn_cast<llvm::Instruction>(element.getIndexOperand());
  llvm::IRBuilder<> b(&element);
  Value* pointer = b.CreateInBoundsGEP(element.getType(), table.getPointerOperand(), number);
  Value* loaded = b.CreateAlignedLoad(element.getType(), pointer, table.getAlign());
  element.replaceAllUsesWith(loaded);
  element.eraseFromParent();
}

// Does nothing between the load and the lane write to memory?
bool isUntouched(const llvm::ExtractElementInst& element, const llvm::LoadInst& table) {
  if (element.getParent() != table.getParent()) return false;
  for (const llvm::Instruction* i = &table; i != &element; i = i->getNextNode())
    if (i->mayWriteToMemory()) return false;
  return true;
}

}  // namespace

llvm::PreservedAnalyses TableLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::WeakVH, 16> found;
  for (llvm::Instruction& i : llvm::instructions(function))
    if (has_ ? llvm::isa<llvm::InsertElementInst>(i) : llvm::isa<llvm::ExtractElementInst>(i)) found.push_back(&i);
  bool changed = false;
  for (llvm::WeakVH& handle : found) {
    Value* value = handle;
    if (auto* insert = llvm::dyn_cast_or_null<llvm::InsertElementInst>(value)) {
      const std::optional<LookUp> lookUp = lookUpOf(*insert);
      if (lookUp) permute(*lookUp);
      changed |= lookUp.has_value();
    } else if (auto* element = llvm::dyn_cast_or_null<llvm::ExtractElementInst>(value)) {
      auto* table = llvm::dyn_cast<llvm::LoadInst>(element->getVectorOperand());
      if (!isTable(table) || llvm::isa<llvm::Constant>(element->getIndexOperand()) || !isUntouched(*element, *table))
        continue;
      loadOneByOne(*element, *table);
      changed = true;
    }
  }
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace lw::cpu
