// A model as one self-contained web page: its calls and what they exchange, its memory, and the text of its kernels.
#pragma once

#include <string>

#include "passes/graph/model_program.h"

namespace lw {

std::string modelPage(const std::string& title, const ModelProgram& program);

}  // namespace lw
