#include "backends/interpreter/interpreter.h"

#include "backends/interpreter/compiler.h"
#include "backends/interpreter/errors.h"
#include "core/analysis/gpu/async_calls.h"
#include "core/analysis/gpu/warp_operations.h"
#include "core/analysis/shapes/empty_reductions.h"
#include "passes/split_at_barriers.h"

namespace lw {
namespace {

using namespace interpreter;

// Binds parameters: defines their slots. The returned steps fill the slots when the run starts.
class ArgumentBinder {
 public:
  ArgumentBinder(const PrimFunc& f, std::vector<Argument>& arguments, Compiler& compiler)
      : f_(f), arguments_(arguments), compiler_(compiler) {}

  // The memory of each array argument, in order; copied back after the run.
  std::vector<std::pair<NDArray*, std::shared_ptr<Memory>>> memories;
  std::vector<Run> steps;

  Status bind() {
    if (arguments_.size() != f_.params.size()) return err::kArgumentCount(f_.name, f_.params.size(), arguments_.size());
    for (size_t i = 0; i < arguments_.size(); ++i)
      if (Status status = bindOne(f_.params[i], arguments_[i]); !status) return status;
    for (const auto& [buffer, array] : arrays_) bindSizes(buffer, *array);
    for (const auto& [buffer, array] : arrays_) {
      steps.push_back(compiler_.defineView(buffer));
      steps.push_back(checkShape(buffer, array));
    }
    return success();
  }

 private:
  Status bindOne(const Var& param, Argument& argument) {
    const Buffer* buffer = f_.bufferOf(param);
    auto* array = std::get_if<NDArray>(&argument);
    if (!buffer) {
      if (array || param.dtype().isHandle()) return err::kArgumentKind(param.name(), f_.name, "a number");
      const auto* whole = std::get_if<int64_t>(&argument);
      const auto* real = std::get_if<double>(&argument);
      const DataType type = param.dtype();
      const Scalar value = type.isFloat() ? ofFloat(roundToType(type, whole ? static_cast<double>(*whole) : *real))
                                          : ofInt(wrapToType(type, whole ? *whole : static_cast<int64_t>(*real)));
      const size_t slot = compiler_.defineValue(param);
      steps.push_back([slot, value](Machine& m) { m.values[slot] = value; });
      return success();
    }
    if (!array) return err::kArgumentKind(param.name(), f_.name, "an array");
    if (array->type != (*buffer)->dtype)
      return err::kRunArgumentType((*buffer)->name, toString((*buffer)->dtype), toString(array->type));
    if (array->shape.size() != (*buffer)->shape.size())
      return err::kArgumentRank((*buffer)->name, (*buffer)->shape.size(), array->shape.size());
    auto memory = std::make_shared<Memory>();
    memory->name = (*buffer)->name;
    memory->bytes = array->data;
    memories.emplace_back(array, memory);
    const size_t pointer = compiler_.definePointer((*buffer)->data);
    steps.push_back([pointer, memory](Machine& m) { m.pointers[pointer].memory = memory; });
    arrays_.emplace_back(*buffer, array);
    return success();
  }

  void bindVar(const Expr& e, int64_t value) {
    const auto* v = e.as<Var>();
    if (!v || compiler_.slotIfKnown(*v)) return;
    const size_t slot = compiler_.defineValue(*v);
    steps.push_back([slot, value](Machine& m) { m.values[slot] = ofInt(value); });
  }

  void bindSizes(const Buffer& buffer, const NDArray& array) {
    for (size_t d = 0; d < array.shape.size(); ++d) bindVar(buffer->shape[d], array.shape[d]);
    int64_t stride = 1;
    for (size_t d = buffer->strides.size(); d-- > 0; stride *= array.shape[d]) bindVar(buffer->strides[d], stride);
    bindVar(buffer->elemOffset, 0);
  }

  Run checkShape(const Buffer& buffer, const NDArray* array) {
    return [buffer, array, view = compiler_.viewSlot(buffer)](Machine& m) {
      for (size_t d = 0; d < array->shape.size(); ++d)
        if (m.views[view].shape[d] != array->shape[d])
          m.fail(err::kArgumentShape(d, buffer->name, m.views[view].shape[d], array->shape[d]));
    };
  }

  const PrimFunc& f_;
  std::vector<Argument>& arguments_;
  Compiler& compiler_;
  std::vector<std::pair<Buffer, NDArray*>> arrays_;
};

}  // namespace

Status interpret(const PrimFunc& given, std::vector<Argument>& arguments, const InterpretOptions& options) {
  // Threads run in order, up to the barriers at which they exchange values.
  const Result<PrimFunc> split = splitAtBarriers(describeAsyncCopies(describeWarpOperations(given)));
  if (!split) return split.error();
  const PrimFunc function = withEmptyReductions(*split);
  try {
    Compiler compiler(function);
    ArgumentBinder binder(function, arguments, compiler);
    if (Status status = binder.bind(); !status) return status;
    const Run body = compiler.compile();
    Machine machine{options, std::vector<Scalar>(compiler.valueSlots()), std::vector<Pointer>(compiler.pointerSlots()),
                    std::vector<View>(compiler.viewSlots())};
    for (const Run& step : binder.steps) step(machine);
    body(machine);
    for (auto& [array, memory] : binder.memories) array->data = std::move(memory->bytes);
    return success();
  } catch (Failure& failure) {
    return std::move(failure.explanation);
  }
}

}  // namespace lw
