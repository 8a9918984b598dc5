// What is asked of a model's program, and its text.
#include <algorithm>

#include "core/support/text.h"
#include "passes/graph/model_program.h"
#include "passes/graph/model_sizes.h"

namespace lw {
namespace {

const char* roleText(ModelBuffer::Role role) {
  switch (role) {
    case ModelBuffer::Role::Input:
      return "input";
    case ModelBuffer::Role::Constant:
      return "constant";
    case ModelBuffer::Role::Packed:
      return "packed";
    case ModelBuffer::Role::Output:
      return "output";
    case ModelBuffer::Role::Temporary:
      return "temporary";
  }
  return "";
}

}  // namespace

std::vector<int> changedInputs(const ModelProgram& program) {
  std::vector<int> changed;
  for (const int input : program.inputs)
    if (std::any_of(program.steps.begin(), program.steps.end(), [&](const ModelStep& s) {
          return std::find(s.writes.begin(), s.writes.end(), input) != s.writes.end();
        }))
      changed.push_back(input);
  return changed;
}

bool onOnePath(const ModelProgram& program, int arm, int other) {
  const auto& arms = program.arms;
  for (int a = arm; a >= 0; a = arms[static_cast<size_t>(a)].outer)
    for (int b = other; b >= 0; b = arms[static_cast<size_t>(b)].outer)
      if (arms[static_cast<size_t>(a)].branch == arms[static_cast<size_t>(b)].branch &&
          arms[static_cast<size_t>(a)].when != arms[static_cast<size_t>(b)].when)
        return false;
  return true;
}

std::string toText(const ModelProgram& program) {
  std::string text = program.name + "\n";
  const auto names = [&](const std::vector<int>& buffers) {
    return join(buffers, [&](const int b) { return program.buffers[static_cast<size_t>(b)].name; });
  };
  for (const ModelBuffer& b : program.buffers)
    text +=
        std::string("  ") + roleText(b.role) + " " + b.name + ": " + toText(graph::tensorOf(b.shape, b.type)) + "\n";
  for (const std::vector<ModelStep>* steps : {&program.once, &program.steps})
    for (const ModelStep& s : *steps) {
      text += steps == &program.once ? "  once " : "  ";
      std::string when;
      for (int a = s.arm; a >= 0; a = program.arms[static_cast<size_t>(a)].outer) {
        const ModelArm& arm = program.arms[static_cast<size_t>(a)];
        const std::string condition = arm.condition >= 0 ? program.buffers[static_cast<size_t>(arm.condition)].name
                                                         : graph::sizeText(*arm.number);
        when = std::string(arm.when ? "if " : "unless ") + condition + ": " + when;
      }
      text += when;
      text += names(s.writes) + " = " + (s.kernel < 0 ? "registered " : "") + s.callee + "(" + names(s.reads);
      for (const Expr& number : s.numbers) text += "; " + graph::sizeText(number);
      text += ")\n";
    }
  for (const ModelCount& c : program.counts)
    text += "  " + c.size.name() + " = " + program.buffers[static_cast<size_t>(c.buffer)].name + "[" +
            std::to_string(c.element) + "], known from step " + std::to_string(knownFrom(program, c)) + "\n";
  for (const ModelCheck& c : program.checks)
    text += "  check " + c.value + ": " + graph::sizeText(c.size) + " == " + graph::sizeText(c.wanted) + "\n";
  return text + "  returns " + names(program.outputs) + "\n";
}

}  // namespace lw
