#include "backends/cpu/parts.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Object/ArchiveWriter.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <set>

namespace lw::cpu {
namespace {

constexpr int64_t kWorthwhile = 500;  // vector instructions
constexpr int64_t kLoop =
    200;  // vector instructions that take as long as the loop itself: LLVM analyses, vectorises and unrolls it
constexpr int64_t kRegisterBits = 512;
constexpr int64_t kMostWritten = 4096;  // limit on the unrolled iterations that count

// How many iterations a loop has that LLVM is going to unroll; 1 for other loops.
int64_t timesWritten(const llvm::Loop& loop) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (!latch || !llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable")) return 1;
  const auto* again = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  const auto* condition =
      again && again->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(again->getCondition()) : nullptr;
  const auto* end = condition ? llvm::dyn_cast<llvm::ConstantInt>(condition->getOperand(1)) : nullptr;
  return end ? std::clamp<int64_t>(end->getSExtValue(), 1, kMostWritten) : 1;
}

// Compile time depends on loops and instructions. An instruction on a long vector becomes several, and so does one in a
// loop that is going to be unrolled.
int64_t weightOf(llvm::Function& function) {
  if (function.isDeclaration()) return 0;
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  int64_t sum = 0;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (timesWritten(*loop) == 1) sum += kLoop;
  for (const llvm::BasicBlock& block : function) {
    int64_t times = 1;
    for (const llvm::Loop* loop = loops.getLoopFor(&block); loop && times < kMostWritten; loop = loop->getParentLoop())
      times *= timesWritten(*loop);
    for (const llvm::Instruction& i : block) {
      const auto bits = static_cast<int64_t>(i.getType()->getPrimitiveSizeInBits().getFixedValue());
      sum += times * std::max<int64_t>(1, bits / kRegisterBits);
    }
  }
  return sum;
}

using Globals = std::set<const llvm::GlobalValue*>;

void collect(const llvm::Value& value, Globals& found);

// The globals that a definition refers to, directly and indirectly.
void collectFrom(const llvm::GlobalValue& global, Globals& found) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global); variable && variable->hasInitializer())
    collect(*variable->getInitializer(), found);
  const auto* function = llvm::dyn_cast<llvm::Function>(&global);
  if (!function) return;
  for (const llvm::Instruction& i : llvm::instructions(*function))
    for (const llvm::Use& operand : i.operands()) collect(*operand, found);
}

void collect(const llvm::Value& value, Globals& found) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&value)) {
    if (!global->isDeclaration() && found.insert(global).second) collectFrom(*global, found);
  } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    for (const llvm::Use& operand : constant->operands()) collect(*operand, found);
  }
}

Globals usedBy(const llvm::Function& function) {
  Globals found;
  collectFrom(function, found);
  return found;
}

bool isBody(const llvm::GlobalValue& global) {
  const auto* function = llvm::dyn_cast<llvm::Function>(&global);
  return function && function->hasInternalLinkage() && function->hasFnAttribute(llvm::Attribute::NoInline);
}

// A body that refers to no other body and to no writable global, of which a second copy would be separate memory.
bool canMove(const llvm::Function& function) {
  if (!isBody(function) || function.isDeclaration()) return false;
  const Globals used = usedBy(function);
  return std::none_of(used.begin(), used.end(), [](const llvm::GlobalValue* global) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
    return isBody(*global) || !global->hasLocalLinkage() || (variable && !variable->isConstant());
  });
}

std::string bitcodeOf(const llvm::Module& module, const Globals& definitions) {
  llvm::ValueToValueMapTy map;
  const std::unique_ptr<llvm::Module> part =
      llvm::CloneModule(module, map, [&](const llvm::GlobalValue* global) { return definitions.contains(global); });
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*part, stream);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<std::string> takeApart(llvm::Module& module, size_t most) {
  struct Part {
    std::vector<llvm::Function*> functions;
    int64_t weight = 0;
  };
  std::vector<std::pair<int64_t, llvm::Function*>> movable;
  std::vector<Part> parts(std::max<size_t>(most, 1));
  for (llvm::Function& function : module) {
    const int64_t weight = weightOf(function);
    if (canMove(function))
      movable.emplace_back(weight, &function);
    else
      parts[0].weight += weight;
  }
  // The heaviest first, each into the lightest part.
  std::stable_sort(movable.begin(), movable.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [weight, function] : movable) {
    Part& lightest =
        *std::min_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.weight < b.weight; });
    lightest.functions.push_back(function);
    lightest.weight += weight;
  }
  int64_t total = 0, longest = 0;
  for (const Part& part : parts) {
    total += part.weight;
    longest = std::max(longest, part.weight);
  }
  if (total < kWorthwhile || longest * 5 > total * 4) return {};
  for (size_t i = 1; i < parts.size(); ++i)
    for (llvm::Function* function : parts[i].functions) function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  std::vector<std::string> bitcode;
  for (size_t i = 1; i < parts.size(); ++i) {
    Globals definitions(parts[i].functions.begin(), parts[i].functions.end());
    for (const llvm::Function* function : parts[i].functions) definitions.merge(usedBy(*function));
    if (!parts[i].functions.empty()) bitcode.push_back(bitcodeOf(module, definitions));
  }
  for (size_t i = 1; i < parts.size(); ++i)
    for (llvm::Function* function : parts[i].functions) function->deleteBody();
  return bitcode;
}

std::string archiveOf(const std::vector<std::string>& objects) {
  std::vector<llvm::NewArchiveMember> members;
  for (const std::string& object : objects) members.emplace_back(llvm::MemoryBufferRef(object, "kernel.o"));
  auto archive = llvm::writeArchiveToBuffer(members, llvm::SymtabWritingMode::NoSymtab, llvm::object::Archive::K_GNU,
                                            /*Deterministic=*/true, /*Thin=*/false);
  return llvm::cantFail(std::move(archive))->getBuffer().str();
}

}  // namespace lw::cpu
