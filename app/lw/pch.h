// The precompiled header of the commands of `lw`.
#pragma once

#include <algorithm>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/steps.h"
#include "core/text/print/printer.h"
#include "core/trace/trace.h"
