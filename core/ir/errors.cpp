#include "core/ir/errors.h"

namespace lw {

std::vector<const ErrorKind*> irErrors() {
  return {&err::kInputsBadRange, &err::kInputsNoSize,     &err::kInputsBadSize, &err::kInputsNotConstant,
          &err::kInputsNoBuffer, &err::kInputsTooLarge,   &err::kInputsNoRow,   &err::kInputsNoSuchSize,
          &err::kInputsLongRow,  &err::kInputsNoSuchInput};
}

}  // namespace lw
