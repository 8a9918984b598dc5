// The source file for one operator of topi, as "New from operator" writes it.
#pragma once

#include <string>
#include <vector>

#include "core/support/result.h"

namespace lw::te {

// One parameter of an operator as it is written in a call. A tensor is given by its shape, with a type unless it is
// float32: "(64, 64)", "int32(16,)"; several tensors by a list of these. "": omitted.
struct OperatorArgument {
  std::string name, value;
  bool tensor = false, required = false;
};

struct OperatorForm {
  std::string name, summary;
  std::vector<OperatorArgument> arguments;  // with the values of the example
};
std::vector<OperatorForm> operatorForms();  // by name

// The text of the file. Errors: a missing value, and errors of the operator about its arguments.
Result<std::string> operatorProgram(const OperatorForm& form);

}  // namespace lw::te
