// Files that Python runs: a confined CPython, whose `tvm` is the package loopwright.tvm, runs a file, and what the file
// made is collected: programs, schedules with their steps, factories. What comes back is data from a program of others:
// it is checked, and each program is read again by readProgram.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/te/read_program.h"
#include "core/text/tir/factories.h"
#include "core/trace/trace.h"

namespace lw {

struct CollectLimits {
  double seconds = 60;               // it is interrupted then, as by Ctrl-C
  double grace = 5;                  // seconds after that in which it may send back what it has made
  size_t memory = size_t{8} << 30;   // address space of each process, in bytes
  size_t file = size_t{256} << 20;   // of each file that it writes, in bytes
  size_t result = size_t{64} << 20;  // of what it sends back, in bytes
  size_t output = size_t{1} << 20;   // what is kept of its output, in bytes
};

struct CollectRequest {
  std::string file;            // .py, .ipynb or a folder
  std::string interpreter;     // a path, or a name that is searched in PATH; empty: defaultInterpreter()
  std::string call;            // an expression that is evaluated in the file after it ran; empty: none
  std::string tvm = "facade";  // or "real": Apache TVM of that interpreter
  CollectLimits limits = {};
  std::function<bool()> cancelled = {};  // asked while it runs; true ends it
  std::string package = {};              // the folder with the package `loopwright`; empty: packageFolder()
};

// Where something was made: a path as Python named it and a line, 0 where there is none.
struct CollectedPlace {
  std::string file;
  int line = 0;
};

struct CollectedProgram : CollectedPlace {
  std::string name;  // unique among the programs and schedules of the file
  std::vector<std::string> functions;
  std::shared_ptr<const SourceFile> source;  // its text, read again; may have errors
  std::vector<int> lines;                    // of each line of the text: the line of `file`, 0: none
};

struct CollectedSchedule : CollectedPlace {
  std::string name;
  int program = 0;       // of Collected::programs
  std::string function;  // of the program that the steps begin with; empty: the only one
  int steps = 0;
  std::string trace;                        // in TVM's JSON form
  std::shared_ptr<const SourceFile> after;  // the program as Apache TVM left it, read again; null: without Apache TVM
};

struct CollectedFactory : Factory {
  std::string file;
};

// An error that the file raised. A cell of a notebook that fails ends that cell only.
struct ScriptError : CollectedPlace {
  std::string message, traceback;
  std::optional<int> cell;
};

struct Collected {
  std::string tvm;
  std::vector<CollectedProgram> programs;
  std::vector<CollectedSchedule> schedules;
  std::vector<CollectedFactory> factories;
  std::vector<int> called;                     // with a call: the programs of its result
  std::string output;                          // what the file printed
  std::map<std::string, std::string> sources;  // by path: the texts that were run, of a notebook all cells
  std::vector<ScriptError> errors;
  std::vector<ScriptError> notes;  // lines that were left out, with the reason
};

// Fails where there is no interpreter or no package, where this system cannot confine it, and where the child was ended
// or sent back nothing that can be read. Errors of the file itself are in the result.
Result<Collected> collect(const CollectRequest& request);

// $LW_PYTHON, which the script lw of a wheel sets, or else the system's.
std::string defaultInterpreter();
// The folder that contains the package `loopwright`: $LW_PYTHON_PACKAGE, or beside this program as it was built or
// installed, or around it in a wheel; empty: there is none.
std::string packageFolder();

}  // namespace lw
