// What a model takes beside what a file of arrays has: the rows of the dialog that binds them.
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

namespace lw {

struct ParameterRow {
  enum class State : uint8_t { Fits, Input, Missing, Mismatch, Unknown };
  QString name;    // of the parameter, or of an array that no parameter has
  QString wanted;  // "(128, 784) float32"; empty: no parameter has the name
  QString found;   // empty: the file has no such array
  State state = State::Input;
};

struct ParametersFound {
  std::vector<ParameterRow> rows;
  QString error;       // what keeps the file from being used
  bool usable = true;  // the model can be bound so
};

}  // namespace lw
