// What the commands of `lw` include, compiled once.
#pragma once

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/steps.h"
#include "core/text/printer.h"
#include "core/trace/trace.h"
