// What nearly every file that works on the IR includes, compiled once.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/stmt.h"
#include "core/ir/visit.h"
