#include "passes/graph/pack_constants.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/ir/ops.h"
#include "passes/support/pack_once.h"

namespace lw {
namespace {

class Packer {
 public:
  explicit Packer(const ModelProgram& program) : program_(program) {}

  Result<ModelProgram> run() {
    for (size_t s = 0; s < program_.steps.size(); ++s) {
      if (program_.steps[s].kernel < 0) continue;
      Result<const Packed*> packed = packedFormOf(program_.steps[s].kernel);
      if (!packed) return explain(packed.error(), {}, program_.steps[s].span);
      if (*packed) pack(program_.steps[s], **packed);
    }
    dropUnusedKernels(program_);  // those that their packed forms replace
    return std::move(program_);
  }

 private:
  struct Packed {
    PackedOnce parts;
    int function = -1, packing = -1;  // among the kernels; -1: not used yet
    std::vector<size_t> unread;       // places among what a step reads that the packed form does not take
  };

  Result<const Packed*> packedFormOf(int kernel) {
    const auto known = forms_.find(kernel);
    if (known != forms_.end()) return known->second ? &*known->second : nullptr;
    Result<std::optional<PackedOnce>> parts = packOnce(program_.kernels[static_cast<size_t>(kernel)]);
    if (!parts) return parts.error();
    std::optional<Packed>& form = forms_[kernel];
    const bool constant = *parts && std::all_of((*parts)->packed.begin(), (*parts)->packed.end(), [](const Buffer& b) {
      return std::all_of(b->shape.begin(), b->shape.end(), [](const Expr& e) { return asInt(e).has_value(); });
    });
    if (constant) form = Packed{std::move(**parts)};
    return form ? &*form : nullptr;
  }

  int addKernel(PrimFunc kernel, const std::string& name) {
    std::set<std::string> taken;
    for (const PrimFunc& f : program_.kernels) taken.insert(f.name);
    kernel.name = name;
    for (int i = 1; taken.contains(kernel.name); ++i) kernel.name = name + "_" + std::to_string(i);
    program_.kernels.push_back(std::move(kernel));
    return static_cast<int>(program_.kernels.size()) - 1;
  }

  // Takes parameters away that the function does not access and whose shape says nothing. Gives their places among the
  // buffers.
  static std::vector<size_t> withoutUnread(PrimFunc& function, const std::vector<size_t>& unread) {
    std::vector<size_t> places;
    std::vector<Var> params;
    for (size_t p = 0, slot = 0; p < function.params.size(); ++p) {
      const Buffer* buffer = function.bufferOf(function.params[p]);
      const bool out = buffer && std::find(unread.begin(), unread.end(), p) != unread.end() &&
                       std::all_of((*buffer)->shape.begin(), (*buffer)->shape.end(),
                                   [](const Expr& size) { return asInt(size).has_value(); });
      if (out) places.push_back(slot);
      slot += buffer != nullptr;
      if (!out) params.push_back(function.params[p]);
    }
    std::erase_if(function.buffers, [&](const auto& entry) {
      return std::none_of(params.begin(), params.end(), [&](const Var& v) { return v.sameAs(entry.first); });
    });
    function.params = std::move(params);
    return places;
  }

  void pack(ModelStep& step, const Packed& known) {
    std::vector<int> weights;
    std::vector<int> given = step.reads;
    given.insert(given.end(), step.writes.begin(), step.writes.end());
    const PrimFunc& scheduled = program_.kernels[static_cast<size_t>(step.kernel)];
    for (const size_t param : known.parts.weightParams) {
      size_t slot = 0;
      for (size_t p = 0; p < param; ++p) slot += scheduled.bufferOf(scheduled.params[p]) != nullptr;
      weights.push_back(given.at(slot));
      if (program_.buffers[static_cast<size_t>(given[slot])].role != ModelBuffer::Role::Constant) return;
    }
    Packed& form = *forms_.at(step.kernel);
    const std::string name = scheduled.name;
    if (form.function < 0) {
      PrimFunc function = form.parts.function;
      form.unread = withoutUnread(function, form.parts.unread);
      // The packed buffers come first, as a step takes what it reads before what it writes.
      std::rotate(function.params.begin(),
                  function.params.end() - static_cast<std::ptrdiff_t>(form.parts.packed.size()), function.params.end());
      form.function = addKernel(std::move(function), name + "_packed");
      form.packing = addKernel(form.parts.packing, name + "_packing");
    }
    std::vector<int>& packed = packed_[{step.kernel, weights}];
    if (packed.empty()) {
      ModelStep once{.callee = program_.kernels[static_cast<size_t>(form.packing)].name, .kernel = form.packing};
      once.reads = weights;
      for (const Buffer& buffer : form.parts.packed) {
        graph::Sizes shape;
        for (const Expr& extent : buffer->shape) shape.push_back(makeConst(dtype::Int64, *asInt(extent)));
        packed.push_back(static_cast<int>(program_.buffers.size()));
        program_.buffers.push_back({buffer->name, ModelBuffer::Role::Packed, buffer->dtype, std::move(shape)});
      }
      once.writes = packed;
      once.span = step.span;
      program_.once.push_back(std::move(once));
    }
    step.kernel = form.function;
    for (size_t i = form.unread.size(); i-- > 0;)
      step.reads.erase(step.reads.begin() + static_cast<std::ptrdiff_t>(form.unread[i]));
    step.reads.insert(step.reads.begin(), packed.begin(), packed.end());
  }

  ModelProgram program_;
  std::map<int, std::optional<Packed>> forms_;
  std::map<std::pair<int, std::vector<int>>, std::vector<int>> packed_;  // by kernel and weights
};

}  // namespace

void dropUnusedKernels(ModelProgram& program) {
  std::vector<int> number(program.kernels.size(), -1);
  std::vector<PrimFunc> used;
  for (std::vector<ModelStep>* steps : {&program.steps, &program.once})
    for (ModelStep& step : *steps) {
      if (step.kernel < 0) continue;
      int& to = number[static_cast<size_t>(step.kernel)];
      if (to < 0) {
        to = static_cast<int>(used.size());
        used.push_back(program.kernels[static_cast<size_t>(step.kernel)]);
      }
      step.kernel = to;
    }
  program.kernels = std::move(used);
}

Result<ModelProgram> withPackedConstants(const ModelProgram& program) { return Packer(program).run(); }

}  // namespace lw
