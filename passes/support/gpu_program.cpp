#include "passes/support/gpu_program.h"

#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "core/ir/wide_index.h"
#include "core/support/text.h"
#include "passes/errors.h"
#include "passes/support/kernel_nest.h"

namespace lw {
namespace {

constexpr int64_t kMaxLaunches = 100'000;

// Collects the global buffers and free scalars of a kernel, and the memory that it allocates.
class DeviceUses : public Visitor {
 public:
  std::vector<Buffer> buffers;  // of global memory, one per data pointer
  std::vector<const Allocate*> allocated;
  void bufferUse(const Buffer& b) override {
    const auto same = [&](const Var& v) { return v == b->data; };
    if (std::any_of(own_.begin(), own_.end(), same) || std::any_of(data_.begin(), data_.end(), same)) return;
    data_.push_back(b->data);
    buffers.push_back(b);
  }
  void stmt(const Stmt& s) override {
    if (const auto* n = s.as<Allocate>()) {
      own_.push_back(n->data);
      allocated.push_back(n);
    }
    children(s);
  }

 private:
  std::vector<Var> own_, data_;
};

int64_t bytesOf(const Allocate& n) {
  int64_t bytes = n.type.bytes();
  for (const Expr& extent : n.extents) bytes *= std::max<int64_t>(asInt(extent).value_or(0), 0);
  return bytes;
}

class Splitter : public Rewriter {
 public:
  explicit Splitter(const PrimFunc& f) : f_(f) {}
  std::vector<GpuKernel> kernels;
  std::optional<Explanation> error;

  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (const auto nest = kernelNest(s)) return kernel(*nest, s);
    if (s.as<BufferStore>() || s.as<While>())
      fail(explain(err::kGpuHost(s.as<While>() ? "a while loop"
                                               : say("a store to {0}", Ident(s.as<BufferStore>()->buffer->name))),
                   "bind a loop around it"),
           s.origin());
    if (const auto* n = s.as<Allocate>(); n && n->scope != "global")
      fail(explain(err::kGpuScope(n->data.name(), n->scope),
                   "compute what uses it under one loop bound to blockIdx, or use the scope global"),
           s.origin());
    return children(s);
  }

 private:
  void fail(Explanation e, Origin origin) {
    if (error) return;
    if (origin.block.valid()) e.blocks.push_back(origin.block);
    error = std::move(e);
  }

  Stmt kernel(const KernelNest& nest, const Stmt& s) {
    DeviceUses uses;
    uses.stmt(s);
    const std::string name = f_.name + "_kernel" + (kernels.empty() ? "" : "_" + std::to_string(kernels.size()));
    GpuKernel k{PrimFunc(name, s), {}, {}, {}, nest.body, 0, 0};
    k.function.nextId = f_.nextId;
    k.function.attrs = f_.attrs;
    for (const For* axis : nest.axes) k.axes.push_back({axis->thread, axis->var, axis->extent});
    for (const Buffer& b : uses.buffers) {
      const Var handle(b->name + "_data", dtype::Handle());
      k.function.params.push_back(handle);
      k.function.buffers.emplace_back(handle, b);
      k.buffers.push_back(b->data);
    }
    // The shapes of buffers may contain size variables too.
    std::vector<Var> sizes = freeVars(s);
    for (const Buffer& b : uses.buffers)
      for (const Expr& extent : b->shape)
        for (const Var& v : freeVars(extent)) sizes.push_back(v);
    for (const Var& v : sizes) {
      const bool known = v.dtype().isHandle() || std::find(k.scalars.begin(), k.scalars.end(), v) != k.scalars.end();
      if (!known) k.scalars.push_back(v);
    }
    k.function.params.insert(k.function.params.end(), k.scalars.begin(), k.scalars.end());
    for (const Allocate* n : uses.allocated) allocation(*n, k, s.origin());
    forEachStmt(nest.body, [&](const Stmt& x) {
      const auto* attribute = x.as<AttrStmt>();
      const auto tensor = attribute ? tensorCopyOf(*attribute) : std::nullopt;
      if (tensor && std::find(k.tensors.begin(), k.tensors.end(), tensor->map) == k.tensors.end())
        k.tensors.push_back(tensor->map);
      const PhasedCall* call = phasedCall(x);
      if (call && call->kind == PhasedKind::Make)
        k.sharedBytes += kPhasedBytes * asInt(x.as<Evaluate>()->value.as<Call>()->args[0]).value_or(0);
    });
    kernels.push_back(std::move(k));
    return Stmt(
        Evaluate{Call{dtype::Int32, "launch", {makeConst(dtype::Int32, static_cast<int64_t>(kernels.size()) - 1)}}},
        s.origin());
  }

  void allocation(const Allocate& n, GpuKernel& k, Origin origin) {
    for (const Expr& extent : n.extents)
      if (!asInt(extent))
        fail(explain(err::kGpuSize(Ident(n.data.name()), Snippet(debugText(extent))),
                     "split the loops around it by constant factors"),
             origin);
    if (n.scope.starts_with("shared"))
      k.sharedBytes += bytesOf(n);
    else if (n.scope == "warp")
      k.warpBytes += bytesOf(n), k.localBytes += n.type.bytes();
    else if (n.scope == "local" || n.scope == "global")
      k.localBytes += bytesOf(n);
    else if (isFragment(n.scope))
      k.localBytes += bytesOf(n) / kWarpLanes;
    else
      fail(explain(err::kScopeUnknown(n.data.name(), n.scope), "use shared, local or global"), origin);
  }

  const PrimFunc& f_;
};

// Executes the host code with known sizes.
class Planner {
 public:
  Planner(const GpuProgram& program, const LaunchValues& values, const GpuDevice& device)
      : program_(program), device_(device), given_(values) {
    for (const auto& [key, value] : values)
      if (const auto* whole = std::get_if<int64_t>(&value))
        values_.insert_or_assign(key, makeConst(dtype::Int64, *whole));
  }
  GpuPlan plan;
  std::optional<Explanation> error;

  void parameters() {
    const PrimFunc& f = program_.lowered;
    for (size_t i = 0; i < f.buffers.size(); ++i) memory(f.buffers[i].second, static_cast<int>(i));
  }
  void run(const Stmt& s) {
    if (error) return;
    if (const auto* n = s.as<Seq>())
      for (const Stmt& part : n->stmts) run(part);
    else if (const auto* n = s.as<Evaluate>())
      launch(*n);
    else if (const auto* n = s.as<For>())
      loop(*n);
    else if (const auto* n = s.as<IfThenElse>())
      branch(*n);
    else if (const auto* n = s.as<AttrStmt>())
      run(n->body);
    else if (const auto* n = s.as<AssertStmt>())
      run(n->body);
    else if (const auto* n = s.as<DeclBuffer>())
      run(n->body);
    else if (const auto* n = s.as<LetStmt>()) {
      if (const auto v = value(n->value, say("variable {0}", Ident(n->var.name()))))
        values_.insert_or_assign(n->var.key(), makeConst(n->var.dtype(), *v)), run(n->body);
    } else if (const auto* n = s.as<Allocate>()) {
      allocate(*n);
      run(n->body);
    }
  }

 private:
  std::optional<int64_t> value(const Expr& e, const Message& what) {
    VarMap typed;
    for (const Var& v : freeVars(e))
      if (const auto found = values_.find(v.key()); found != values_.end())
        typed.insert_or_assign(v.key(), makeConst(v.dtype(), *asInt(found->second)));
    const auto result = asInt(simplify(widened(substitute(e, typed))));
    if (!result && !error)
      error = explain(err::kGpuSize(what, Snippet(debugText(e))), "it may depend on sizes and scalar parameters only");
    return result;
  }
  std::vector<int64_t> shapeOf(const std::vector<Expr>& extents, const std::string& name) {
    std::vector<int64_t> shape;
    for (const Expr& extent : extents) shape.push_back(std::max<int64_t>(value(extent, Ident(name)).value_or(0), 0));
    return shape;
  }
  static int64_t elementsOf(const std::vector<int64_t>& shape) {
    int64_t elements = 1;
    for (const int64_t extent : shape)
      elements = __builtin_mul_overflow(elements, extent, &elements) ? maxValueOf(dtype::Int64) : elements;
    return elements;
  }
  // Kernels index a buffer of symbolic size in the integer type of its sizes.
  void memory(const Buffer& b, int parameter) {
    std::vector<int64_t> shape = shapeOf(b->shape, b->name);
    const int64_t elements = elementsOf(shape);
    const bool narrow =
        mayExceedInt32(b) && !exceedsInt32(b) &&
        std::none_of(b->shape.begin(), b->shape.end(), [](const Expr& e) { return e.dtype().bits > 32; });
    if (narrow && elements > maxValueOf(dtype::Int32) && !error)
      error = explain(err::kGpuIndexType(b->name, elements), "declare the sizes as int64, or write them as constants");
    plan.memories.push_back({b->data, parameter, b->dtype, elements, b->name, std::move(shape)});
  }
  // Allocates once per Allocate in the text: launches run in order.
  void allocate(const Allocate& n) {
    std::vector<int64_t> shape = shapeOf(n.extents, n.data.name());
    const int64_t elements = elementsOf(shape);
    for (GpuPlan::Memory& m : plan.memories)
      if (m.data == n.data) {
        if (elements > m.elements) m.elements = elements, m.shape = std::move(shape);
        return;
      }
    plan.memories.push_back({n.data, -1, n.type, elements, n.data.name(), std::move(shape)});
  }
  void loop(const For& n) {
    const Message name = say("loop {0}", Ident(n.var.name()));
    const auto first = value(n.min, name), count = value(n.extent, name);
    for (int64_t i = 0; first && count && i < *count && !error; ++i) {
      values_.insert_or_assign(n.var.key(), makeConst(n.var.dtype(), *first + i));
      run(n.body);
    }
  }
  void branch(const IfThenElse& n) {
    const auto condition = value(n.condition, "a condition");
    if (!condition) return;
    if (*condition)
      run(n.thenBody);
    else if (n.elseBody)
      run(*n.elseBody);
  }

  void launch(const Evaluate& n) {
    const auto* call = n.value.as<Call>();
    if (!call || call->op != "launch") return;
    GpuLaunch l;
    l.kernel = static_cast<int>(*asInt(call->args[0]));
    const GpuKernel& kernel = program_.kernels[static_cast<size_t>(l.kernel)];
    for (const GpuKernel::Axis& axis : kernel.axes) {
      const auto extent = value(axis.extent, Ident(axis.name));
      if (!extent) return;
      const auto at = static_cast<size_t>(axis.name.back() - 'x');
      const bool block = axis.name.starts_with("threadIdx");
      (block ? l.block : l.grid)[at] = std::max<int64_t>(*extent, 0);
      const int64_t most = (block ? device_.maxBlock : device_.maxGrid)[at];
      if (*extent > most && !error)
        error = explain(err::kGpuAxisLimit(axis.name, *extent, most),
                        "split the loop and bind the parts to different axes");
    }
    if (l.blocks() <= 0 || l.threads() <= 0) return;  // no thread runs
    checkThreads(l);
    const auto memoryOf = [&](const Var& data) {
      const auto found = std::find_if(plan.memories.begin(), plan.memories.end(),
                                      [&](const GpuPlan::Memory& m) { return m.data == data; });
      return static_cast<int>(found - plan.memories.begin());
    };
    for (const Var& data : kernel.buffers) l.buffers.push_back(memoryOf(data));
    for (const TensorMap& map : kernel.tensors) l.tensors.emplace_back(memoryOf(map.data), map);
    for (const Var& scalar : kernel.scalars) l.scalars.push_back(this->scalar(scalar));
    if (l.blocks() > 0 && l.threads() > 0) plan.launches.push_back(std::move(l));
    if (static_cast<int64_t>(plan.launches.size()) > kMaxLaunches && !error)
      error = explain(err::kGpuSize("the list of launches", say("more than {0}", kMaxLaunches)),
                      "bind the loops around the kernel");
  }
  GpuScalar scalar(const Var& v) {
    const DataType type = v.dtype();
    if (!type.isFloat()) return {type, value(v, Ident(v.name())).value_or(0), 0};
    const auto found = given_.find(v.key());
    if (!error && found == given_.end())
      error = explain(err::kGpuSize(Ident(v.name()), "it is computed outside of kernels"),
                      "use a scalar parameter of the function");
    if (!error && type.bits < 32) error = explain(err::kGpuScalarType(v.name(), toString(type)), "use float32");
    return {type, 0, error ? 0 : std::visit([](auto x) { return static_cast<double>(x); }, found->second)};
  }
  void checkThreads(const GpuLaunch& l) {
    if (l.threads() <= device_.maxThreads || error) return;
    std::string text;
    for (size_t i = 0; i < 3; ++i)
      if (l.block[i] > 1) addItem(text, std::to_string(l.block[i]), " x ");
    error = explain(err::kGpuThreads(l.threads(), text, device_.maxThreads),
                    "split a loop bound to threadIdx and bind one part to blockIdx, or leave it serial");
  }

  const GpuProgram& program_;
  const GpuDevice& device_;
  const LaunchValues& given_;
  VarMap values_;
};

// For example "As (32, 16) float32 2048": names, shapes as scheduled, bytes.
std::string namesOfShared(const Stmt& body, const PrimFunc& scheduled) {
  std::string text;
  forEachStmt(body, [&](const Stmt& s) {
    const auto* n = s.as<Allocate>();
    if (!n || !(n->scope.starts_with("shared") || n->scope == "warp")) return;
    const int64_t bytes = bytesOf(*n);
    addItem(text, n->data.name() + " " +
                      shapeText(allocatedShape(scheduled, n->data, bytes / std::max(1, n->type.bytes()))) + " " +
                      toString(n->type) + ": " + std::to_string(bytes));
  });
  return text;
}

}  // namespace

Result<GpuProgram> splitHostDevice(const PrimFunc& lowered) {
  Splitter splitter(lowered);
  Stmt host = splitter.stmt(lowered.body);
  if (splitter.error) return *splitter.error;
  return GpuProgram{lowered, std::move(splitter.kernels), std::move(host)};
}

// Checks what does not depend on symbolic sizes.
Status checkKernels(const GpuProgram& program, const PrimFunc& scheduled, const GpuDevice& device) {
  for (const GpuKernel& kernel : program.kernels)
    if (kernel.sharedBytes + kernel.warpBytes > device.sharedPerBlock)
      return explain(err::kGpuSharedMemory(kernel.sharedBytes + kernel.warpBytes, namesOfShared(kernel.body, scheduled),
                                           device.sharedPerBlock),
                     "use smaller tiles, or the scope local for what one thread needs");
  return success();
}

std::vector<int64_t> allocatedShape(const PrimFunc& scheduled, const Var& data, int64_t elements) {
  std::vector<int64_t> found{elements};
  forEachStmt(scheduled.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    if (!block) return;
    for (const Buffer& b : block->allocs) {
      if (!(b->data == data) || asInt(productOf(b->shape)) != elements) continue;
      found.clear();
      for (const Expr& extent : b->shape) found.push_back(*asInt(extent));
    }
  });
  return found;
}

std::string shapeText(const std::vector<int64_t>& shape) {
  std::string text = join(shape, [&](const int64_t extent) { return std::to_string(extent); });
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::optional<int64_t> sizeWith(const Expr& size, const LaunchValues& values) {
  if (const auto constant = asInt(size)) return constant;
  VarMap known;
  for (const Var& v : freeVars(size))
    if (const auto found = values.find(v.key()); found != values.end())
      if (const auto* whole = std::get_if<int64_t>(&found->second))
        known.insert_or_assign(v.key(), makeConst(v.dtype(), *whole));
  return asInt(simplify(widened(substitute(size, known))));
}

LaunchValues launchValues(const PrimFunc& f, const std::vector<Argument>& arguments) {
  LaunchValues values;
  for (size_t i = 0; i < f.params.size() && i < arguments.size(); ++i) {
    if (const auto* whole = std::get_if<int64_t>(&arguments[i])) values[f.params[i].key()] = *whole;
    if (const auto* real = std::get_if<double>(&arguments[i])) values[f.params[i].key()] = *real;
    const Buffer* buffer = f.bufferOf(f.params[i]);
    const auto* array = std::get_if<NDArray>(&arguments[i]);
    for (size_t d = 0; buffer && array && d < array->shape.size() && d < (*buffer)->shape.size(); ++d)
      if (const auto* v = (*buffer)->shape[d].as<Var>()) values.try_emplace(v->key(), array->shape[d]);
  }
  return values;
}

Result<GpuPlan> planLaunches(const GpuProgram& program, const LaunchValues& values, const GpuDevice& device) {
  Planner planner(program, values, device);
  planner.parameters();
  planner.run(program.host);
  if (planner.error) return *planner.error;
  return std::move(planner.plan);
}

}  // namespace lw
