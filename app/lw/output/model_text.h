// The table of `lw cost --model`.
#pragma once

#include "app/shared/json/model_table.h"

namespace lw {

void printModel(const std::string& function, const ModelTable& table);

}  // namespace lw
