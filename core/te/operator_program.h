// A source file of one operator of topi, as "New from operator" writes it.
#pragma once

#include <string>
#include <vector>

#include "core/support/result.h"

namespace lw::te {

// One parameter of an operator as it stands in a call. A tensor is given by its shape, with a type where it is not
// float32:
// "(64, 64)", "int32(16,)"; several tensors by a list of them. "": left out.
struct OperatorArgument {
  std::string name, value;
  bool tensor = false, required = false;
};

struct OperatorForm {
  std::string name, summary;
  std::vector<OperatorArgument> arguments;  // with the values of the example
};
std::vector<OperatorForm> operatorForms();  // by name

// The text of the file. Errors: a value that is missing, and whatever the operator says of its arguments.
Result<std::string> operatorProgram(const OperatorForm& form);

}  // namespace lw::te
