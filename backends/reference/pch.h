// What most files of this folder include, compiled once.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "backends/reference/array.h"
#include "backends/reference/elementwise.h"
#include "backends/reference/linalg.h"
#include "backends/reference/reduce.h"
#include "backends/reference/shaping.h"
#include "core/script/interpreter.h"
