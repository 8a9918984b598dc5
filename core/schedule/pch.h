// Headers that almost every file of this folder includes, precompiled.
#pragma once

#include <algorithm>
#include <functional>
#include <set>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
