// Emits LLVM IR for one lowered function. Private to backends/cpu.
//
// Shape of the module: `symbol(ptr buffers, ptr scalars)` unpacks its arguments and calls `body`, whose pointer
// parameters are noalias and aligned; each parallel loop becomes `parallelN(i64 begin, i64 end, ptr captures)`, which
// unpacks the captured variables the same way and calls `parallelN.body`. Errors are kept (the first one) and emission
// goes on with poison, so that no code path needs an early return.
#pragma once

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "backends/cpu/cpu.h"
#include "backends/cpu/kernel_math.h"
#include "backends/cpu/vector_math.h"
#include "core/ir/lane_operations.h"
#include "core/ir/matrix_instructions.h"
#include "core/ir/non_negative.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/visit.h"
#include "passes/support/gpu_program.h"

namespace lw::cpu {

// The state of one LLVM function under construction.
struct Frame {
  llvm::Function* function = nullptr;
  llvm::DISubprogram* scope = nullptr;
  std::unordered_map<const void*, llvm::Value*> values = {};  // Var::key()
  std::unordered_map<const void*, llvm::Value*> wide = {};    // the same in 64 bits, of loops' variables and sizes
  std::vector<Var> order = {};          // variables in scope, in order of definition: what a closure captures
  std::vector<llvm::Value*> heap = {};  // live heap allocations, freed on every exit
  std::unordered_map<const void*, int> alignment = {};  // of pointers, in bytes
  int64_t stackBytes = 0;
  bool insideParallel = false;
  bool insideNest = false;  // in a loop
  bool pointersMayAlias = false;
};

// LLVM's instructions for floats take no values of these types.
inline bool isBitsInRegisters(DataType type) { return type.code == TypeCode::BFloat || type.isFloat8(); }

class Emitter {
 public:
  // `scaling`: VectorMath's.
  Emitter(llvm::Module& module, const PrimFunc& func, const CpuOptions& options, bool scaling = false);
  std::optional<Explanation> emit(const std::string& symbol);
  // A kernel for NVPTX, named like its function, with a parameter for each of its buffers and scalars (backends/cuda).
  // `capability`: of the device, for example 80 for sm_80. From there on it copies to shared memory while threads
  // continue (cp.async).
  std::optional<Explanation> emitKernel(const GpuKernel& kernel, int capability);
  std::vector<std::string> failures;
  std::vector<std::string> externs;
  std::vector<CpuLine> lines;

 private:
  using Value = llvm::Value;

  // emit_kernel.cpp
  void allocateInKernel(const Allocate& n);
  Value* kernelCall(const Call& n);  // calls that differ from those on a cpu; null: no such call
  llvm::Align alignmentOf(const Buffer& buffer, const std::vector<Expr>& indices);
  Value* loadInWarp(const Buffer& buffer, const Expr& index);
  void storeInWarp(const BufferStore& n);
  Value* shuffled(Value* value, Value* lane);
  bool copyAsync(const BufferStore& n);    // false: it cannot be an asynchronous copy
  Stmt withAsyncCopies(const Stmt& body);  // turns waits into calls; records the stores that need not wait

  // emit_warp_matrix.cpp
  struct MatrixIndex {
    Expr first, distance;
  };
  void warpMatrix(const WarpMatrix& o);
  void allocateFragments(const Allocate& n);
  llvm::Intrinsic::ID matrixIntrinsic(const WarpMatrix& o, const std::string& rest, DataType type);
  llvm::Type* slotOf(const WarpMatrix& o, const Buffer& fragment);  // null: an error was reported
  Value* slotAt(const WarpMatrix& o, const MatrixPlace& place, bool columns);
  std::vector<Value*> registersOf(Value* slot, llvm::Type* type);
  MatrixIndex matrixIndex(const MatrixPlace& place);
  // A tile in memory: addresses in its own address space, and distances in elements.
  struct Tile {
    Value *start, *distance;  // of the first element; of rows
    Value *memory, *first;    // the buffer, and the index of the first element
    int64_t swizzle = 0;      // bytes of the buffer's layout; 0: row-major, addresses begin at `start`
  };
  Tile tileAt(const MatrixPlace& place);
  bool hasRows(const MatrixPlace& place);  // false: an error was reported

  // emit_mma.cpp
  void laneMatrix(const WarpMatrix& o);  // a load, store or product of fragments of lanes
  llvm::Type* laneSlotOf(const Buffer& fragment);
  void smallMatrix(const WarpMatrix& o);  // the same of fragments of mma.m16n8k8
  llvm::Type* smallSlotOf(const Buffer& fragment);
  void loadSmall(const WarpMatrix& o);
  Value* elementsOfWord(DataType type, const std::function<Value*(int64_t)>& at);
  std::vector<Value*> loadTile(const WarpMatrix& o, const MatrixPlace& tile);
  void storeTile(const WarpMatrix& o, const std::vector<Value*>& registers);
  bool rowsAreAligned(const MatrixPlace& tile);
  Value* elementOfTile(const Tile& tile, DataType type, Value* row, Value* column);
  llvm::FunctionCallee mmaInstruction(const MatrixShape& shape, const std::string& in, const std::string& word,
                                      DataType type, DataType sum, Message hint);
  void laneProduct(const AttrStmt& n);  // core/ir/lane_operations.h
  bool laneLoad(const AttrStmt& n);     // false: ldmatrix cannot load it
  Value* registerAt(const Expr& first, int64_t element);
  Value* partOfLane(int64_t number, int64_t step = 0);

  // emit_phased.cpp
  Value* phasedBarrier(const Call& n, const PhasedCall& call);
  Value* phasedAddress(const Expr& barrier);
  void bulkCopy(const AttrStmt& n);
  void declareDescriptors(const GpuKernel& kernel, llvm::Function* function);
  void tensorCopy(const AttrStmt& n, const TensorCopy& copy);
  void bulkStore(const AttrStmt& n);
  std::vector<Value*> tensorOperands(const AttrStmt& n, const TensorCopy& copy);
  void statement(const std::string& text, const std::vector<Value*>& operands);  // inline assembly

  // emit_wgmma.cpp
  static bool isProductOfGroup(const Stmt& s);  // nothing but products of warp groups, and loops around them
  void productsOfGroup(const Stmt& s);
  void sequenceWithGroups(const Seq& n);  // neighbouring products are one group
  void groupProduct(const WarpMatrix& o);
  void makeVisibleToGroup();
  void together(const std::string& text);  // inline assembly that all threads of a warp execute
  Value* inRegister(Value* value);
  Value* descriptorOf(const MatrixPlace& tile, const CoreMatrices& cores);

  // emit_function.cpp
  llvm::Function* makeFunction(const std::string& name, llvm::ArrayRef<llvm::Type*> params, bool internal);
  void describe(llvm::Function* function);  // adds line numbers, if requested
  void setPointerAttributes(llvm::Argument* arg, int alignment, std::optional<int64_t> bytes, bool noalias);
  void emitEntry(const std::string& symbol, const KernelSignature& signature);
  void bind(const Var& var, Value* value);
  void unbind(const Var& var);
  Value* lookup(const Var& var);
  void returnCode(Value* code);
  Value* fail(Explanation e, DataType type, Message hint = {});
  llvm::Type* typeOf(DataType type);        // in registers: bool is i1, bfloat16 is i16, float8 is i8
  llvm::Type* memoryTypeOf(DataType type);  // bool is i8
  llvm::FunctionCallee runtime(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> params);

  // emit_stmt.cpp
  void stmt(const Stmt& s);
  void note(const Stmt& s);
  void loop(const For& n);
  void serialLoop(const For& n, Value* begin, Value* end);
  void hintLoop(llvm::BranchInst* back, const char* name, int value = 0);
  void conditional(const IfThenElse& n);
  void whileLoop(const While& n);
  void letStmt(const LetStmt& n);
  void assertion(const AssertStmt& n);
  void allocate(const Allocate& n);
  void attribute(const AttrStmt& n);
  llvm::BasicBlock* block(const char* name);

  // emit_parallel.cpp
  struct Captures {
    std::vector<llvm::Value*> values;
    std::vector<llvm::Type*> types;
    std::unordered_map<llvm::Value*, unsigned> place;
  };
  Captures captures();
  llvm::Function* bodyFunction(const std::string& name, std::vector<llvm::Type*> own, const Captures& captured,
                               bool parallel, const std::function<void(llvm::Function*)>& fill);
  void parallelLoop(const For& n);
  void nestLoop(const For& n);
  void returnUnlessNull(Value* code);

  // emit_expr.cpp
  Value* expr(const Expr& e);
  Value* indexValue(const Expr& e);  // arithmetic that does not overflow
  Value* wideIndex(const Expr& e);   // the same as i64; of a vector, as a vector of i64
  Value* binary(const Binary& n);
  Value* logical(const Binary& n);
  Value* integerBinary(BinaryOp op, Value* a, Value* b, DataType type);
  Value* floatBinary(BinaryOp op, Value* a, Value* b);
  Value* compare(BinaryOp op, Value* a, Value* b, DataType type);
  Value* divide(BinaryOp op, Value* a, Value* b, DataType type, bool bothNonNegative);
  Value* castTo(Value* v, DataType from, DataType to);
  Value* select(const Select& n);
  Value* ramp(const Ramp& n);
  Value* broadcast(const Broadcast& n);
  Value* let(const Let& n);
  void bindLet(const Var& var, const Expr& value);
  Value* splat(Value* scalar, int lanes);
  Value* toFloat32(Value* v, DataType type);  // from a narrow float
  Value* fromFloat32(Value* v, DataType type);
  Value* float8ToFloat32(Value* v, DataType type);
  Value* float8FromFloat32(Value* v, DataType type);
  bool nonNegative(const Expr& e) const { return nonNegative_.holds(e, indexDepth_ > 0); }

  // emit_memory.cpp
  struct Access {
    Value* pointer = nullptr;  // of the buffer's data
    Value* base = nullptr;     // i64: element offset of lane 0; null with `offsets`
    Value* stride = nullptr;   // i64: between lanes; null for one lane
    Value* offsets = nullptr;  // vector of i64
    Value* origin = nullptr;   // i64: lane i is at origin + steps[i]; null: the steps are not known
    std::vector<int64_t> steps;
    int lanes = 1;
    bool isTable = false;  // the buffer is one dimension of at least kTableElements elements of 32 bits
    DataType type;         // of the buffer
    llvm::Align align;     // of each element
  };
  struct Affine {
    Value* base;
    Value* stride;  // null: 0
  };
  Access access(const Buffer& buffer, const std::vector<Expr>& indices);
  Affine affine(const Expr& e);
  Value* load(const Buffer& buffer, const std::vector<Expr>& indices);
  void store(const BufferStore& n);
  void storeAtomic(const BufferStore& n);  // emit_atomic.cpp
  void addSteps(Access& at, const std::vector<Expr>& indices, const std::vector<Value*>& strides, Value* base);
  Value* loadLanes(const Access& at);
  Value* loadBetween(const Access& at, llvm::FixedVectorType* vector, int stride, Value* mask);
  Value* loadTable(const Access& at);  // null: the lanes are not known to be among its first elements
  Value* loadSpan(const Access& at);   // null: the lanes are too far apart
  void storeLanes(const Access& at, Value* value);
  Value* pointerTo(const Access& at, Value* offset);
  Value* lanePointers(const Access& at);
  Value* maskFor(int lanes);
  Value* addressOf(const Expr& e);
  std::vector<Value*> dimensionStrides(const Buffer& buffer);

  // emit_call.cpp
  Value* call(const Call& n);
  Value* function(const Call& n);
  Value* regrouped(const Call& n);
  Value* mathCall(const Call& n, std::vector<Value*> args);
  Value* bitsCall(const Call& n, std::vector<Value*> args);
  Value* ifThenElse(const Call& n);
  Value* callExtern(const Call& n);
  Value* callLlvm(const Call& n);
  Value* libmCall(const Callee& op, llvm::ArrayRef<Value*> args);

  llvm::LLVMContext& context_;
  llvm::Module& module_;
  llvm::IRBuilder<> b_;
  const PrimFunc& func_;
  const CpuOptions& options_;
  VectorMath math_;
  KernelMath kernelMath_;
  Frame frame_;
  std::optional<Explanation> error_;
  std::unique_ptr<llvm::DIBuilder> debug_;
  llvm::DIFile* debugFile_ = nullptr;
  NonNegative nonNegative_;
  Value* mask_ = nullptr;  // vector condition that holds for the lanes being computed
  int indexDepth_ = 0;     // > 0: in an index, integer arithmetic does not overflow
  int speculated_ = 0;     // > 0: on a side of a Select that may not be taken
  int parallelCount_ = 0, nestCount_ = 0;
  bool nestsApart_ = false;  // outermost loops become functions
  bool noalias_ = true;
  bool isKernel_ = false;          // of a GPU
  std::optional<Var> warpNumber_;  // threadIdx.y
  bool multipliesByGroups_ = false, inGroup_ = false;
  llvm::GlobalVariable* phased_ = nullptr;              // the barriers with phases of a kernel
  std::vector<TensorMap> tensors_;                      // the descriptors of a kernel, its last parameters
  bool warpMatrices_ = false;                           // a kernel with matrix operations of warps
  int capability_ = 0;                                  // of the GPU
  bool atomic_ = false;                                 // stores are indivisible updates
  bool streams_ = false;                                // stores of vectors go past the caches
  std::unordered_set<const BufferStore*> asyncStores_;  // asynchronous copies
  VarMap letValues_;                                    // of integer variables in a kernel
  std::unordered_map<const void*, Expr> ownPlace_;  // of memory of the scope warp: the index that this thread stores to
};

int outermostLoops(const Stmt& s);  // that contain no parallel loop
bool containsLoad(const Expr& e);   // a load or a call: a value that loop variables and sizes do not determine

}  // namespace lw::cpu
