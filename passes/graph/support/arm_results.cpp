#include "passes/graph/support/arm_results.h"

#include <algorithm>

#include "core/text/tir/parser.h"

namespace lw {
namespace {

// A kernel that copies a tensor of any shape.
PrimFunc copyKernel(DataType type, size_t rank, const std::string& name) {
  std::string sizes, declared, loops, kinds, values;
  for (size_t d = 0; d < rank; ++d) {
    const std::string comma = d ? ", " : "", number = std::to_string(d);
    sizes += "n" + number + ", ";
    declared += "    n" + number + " = T.int64()\n";
    loops += comma + "i" + number;
    values += comma + "v" + number;
    kinds += "S";
  }
  std::string text = "@T.prim_func\ndef " + name + "(x: T.handle, y: T.handle):\n" + declared;
  for (const std::string one : {"x", "y"})
    text += "    " + std::string(one == "x" ? "X" : "Y") + " = T.match_buffer(" + one + ", (" + sizes + "), \"" +
            toString(type) + "\")\n";
  const std::string indent = rank == 0 ? "    " : "        ";
  if (rank > 0) text += "    for " + loops + " in T.grid(" + sizes.substr(0, sizes.size() - 2) + "):\n";
  text += indent + "with T.block(\"copy\"):\n";
  if (rank > 0)
    text += indent + "    " + values +
            (rank == 1 ? " = T.axis.spatial(n0, i0)\n" : " = T.axis.remap(\"" + kinds + "\", [" + loops + "])\n");
  const std::string index = rank == 0 ? "()" : values;
  text += indent + "    Y[" + index + "] = X[" + index + "]\n";
  return parseSource(name + ".py", text).functions.at(0);
}

}  // namespace

bool ArmResults::madeBy(int side, int buffer) const {
  const Side& s = sides_[side];
  const auto number = static_cast<size_t>(buffer);
  return program_.buffers[number].role == ModelBuffer::Role::Temporary && number >= s.firstBuffer &&
         number < s.lastBuffer && !taken_.contains(buffer);
}

void ArmResults::rename(int side, int from, int to) {
  for (size_t s = sides_[side].firstStep; s < sides_[side].lastStep; ++s)
    for (std::vector<int>* used : {&program_.steps[s].reads, &program_.steps[s].writes})
      std::replace(used->begin(), used->end(), from, to);
  for (ModelArm& arm : program_.arms)
    if (arm.condition == from) arm.condition = to;
}

void ArmResults::copy(int side, int from, int to, Span place) {
  const ModelBuffer& buffer = program_.buffers[static_cast<size_t>(from)];
  const size_t rank = buffer.shape.size();
  const std::string name =
      graph::freeFunctionName(model_, "copy_" + toString(buffer.type) + "_" + std::to_string(rank));
  auto kernel =
      std::find_if(program_.kernels.begin(), program_.kernels.end(), [&](const PrimFunc& f) { return f.name == name; });
  const auto number = static_cast<int>(kernel - program_.kernels.begin());
  if (kernel == program_.kernels.end()) program_.kernels.push_back(copyKernel(buffer.type, rank, name));
  ModelStep step{.callee = name, .kernel = number, .reads = {from}, .writes = {to}};
  step.result = program_.buffers[static_cast<size_t>(to)].name;
  step.span = place;
  step.arm = sides_[side].arm;
  program_.steps.insert(program_.steps.begin() + static_cast<std::ptrdiff_t>(sides_[side].lastStep), std::move(step));
  ++sides_[side].lastStep;
  if (side == 0) {
    ++sides_[1].firstStep;
    ++sides_[1].lastStep;
  }
}

int ArmResults::joined(int first, int second, const std::string& name, Span place) {
  if (first == second && !madeBy(0, first)) return first;  // a value from before the `if`
  if (const auto other = renamed_.find(second); other != renamed_.end()) second = other->second;
  int result = -1;
  if (madeBy(0, first)) {
    result = first;
    if (madeBy(1, second)) {
      rename(1, second, first);
      renamed_[second] = first;
    } else {
      copy(1, second, first, place);
    }
  } else if (madeBy(1, second)) {
    result = second;
    copy(0, first, second, place);
  } else {
    result = static_cast<int>(program_.buffers.size());
    ModelBuffer made = program_.buffers[static_cast<size_t>(first)];
    made.name = name;
    made.role = ModelBuffer::Role::Temporary;
    made.data = nullptr;
    program_.buffers.push_back(std::move(made));
    copy(0, first, result, place);
    copy(1, second, result, place);
  }
  taken_.insert(result);
  return result;
}

void dropUnusedBuffers(ModelProgram& program) {
  std::vector<bool> used(program.buffers.size(), false);
  const auto use = [&](int buffer) {
    if (buffer >= 0) used[static_cast<size_t>(buffer)] = true;
  };
  for (const std::vector<ModelStep>* steps : {&program.once, &program.steps})
    for (const ModelStep& step : *steps)
      for (const std::vector<int>* list : {&step.reads, &step.writes})
        for (const int b : *list) use(b);
  for (const ModelArm& arm : program.arms) use(arm.condition);
  for (const ModelCount& count : program.counts) use(count.buffer);
  for (size_t b = 0; b < used.size(); ++b)
    if (program.buffers[b].role != ModelBuffer::Role::Temporary) used[b] = true;
  std::vector<int> number(program.buffers.size(), -1);
  std::vector<ModelBuffer> left;
  for (size_t b = 0; b < used.size(); ++b) {
    if (!used[b]) continue;
    number[b] = static_cast<int>(left.size());
    left.push_back(std::move(program.buffers[b]));
  }
  program.buffers = std::move(left);
  const auto renumber = [&](std::vector<int>& list) {
    for (int& b : list) b = number[static_cast<size_t>(b)];
  };
  for (std::vector<ModelStep>* steps : {&program.once, &program.steps})
    for (ModelStep& step : *steps) {
      renumber(step.reads);
      renumber(step.writes);
    }
  for (ModelArm& arm : program.arms)
    if (arm.condition >= 0) arm.condition = number[static_cast<size_t>(arm.condition)];
  for (ModelCount& count : program.counts) count.buffer = number[static_cast<size_t>(count.buffer)];
  renumber(program.inputs);
  renumber(program.outputs);
}

}  // namespace lw
