// What most tests include, compiled once.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "core/schedule/schedule.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
