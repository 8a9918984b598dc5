// A primitive is ONE description plus three functions: candidates (what to offer here), check (is it legal? returns a
// Plan of proven facts, or an Explanation), rewrite (Plan -> Edit, cannot fail). Menus, popups, `lw`, the script
// interpreter, traces and the manual are derived from the description. A primitive's file defines it with define<Args,
// Plan>(...) (core/schedule/define.h); core/schedule/all_primitives.def lists it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/edit.h"
#include "core/schedule/param_types.h"
#include "core/schedule/random.h"
#include "core/schedule/snapshot.h"
#include "core/schedule/value.h"

namespace lw {

enum class Group : uint8_t { Query, Sampling, Loops, Threads, Location, Memory, Reduction, Tensor, Program };
std::string_view nameOf(Group group);
// The groups of steps in the order of the tool row and the menus. Within a group, steps have the order of
// core/schedule/all_primitives.def.
std::span<const Group> stepGroups();

// Where TVM's JSON stores an argument; arguments of the same place are in the order of the parameters. A BufferSlot
// takes two attributes: the position, and 0 (read) or 1 (write).
enum class Encoding : uint8_t {
  Input,       // one entry of the inputs; a list stays a list
  Spread,      // the elements of a list are entries of the inputs
  Attr,        // one entry of the attributes
  IntAttr,     // a bool, written 0 or 1 in the attributes
  CodedInput,  // "read" or "write", written 0 or 1 in the inputs
  Decision,    // the decision of the instruction
};

struct Param {
  std::string name;  // TVM's argument name
  ParamType type;
  std::string help;  // one line
  std::optional<StepValue> defaultValue = {};
  Encoding encoding = Encoding::Input;
  bool positional = false;    // written without its name in Python traces
  bool variadic = false;      // Python: *loops
  bool hideDefault = false;   // left out of Python traces where it has the default value
  bool sampledPlace = false;  // of a loop parameter: kAtRoot or kInlined are accepted, too
  std::string flag = {};      // of True or False: what True does, as a label in forms ("Keep unit loops")
};

enum class Returns : uint8_t { Nothing, Loop, Loops, Block, Blocks, Int, Ints };

// A complete way to apply the primitive to a selection.
using Arguments = std::vector<StepValue>;  // one per parameter, in order
struct Candidate {
  Arguments args;           // loops and blocks are LoopId and BlockId
  std::string label;        // the text in a menu: "[None, 8]"
  int64_t innerExtent = 0;  // of the innermost loop that the step makes, if it makes loops
};
struct Selection {
  std::vector<LoopId> loops;
  std::vector<BlockId> blocks;
};

// Steps cannot be applied to a selection with loops or blocks inside an init.
bool inProgram(const Snapshot& program, const Selection& selection);

// A step that was found to be legal for a snapshot; apply() carries it out on that snapshot.
struct Checked {
  std::function<Edit()> rewrite;
  bool conservative = false;
};

// A step that has not been carried out.
struct StepCall {
  const Primitive* primitive;
  Arguments args;  // loops and blocks as ids
};

using Alternatives = std::vector<std::vector<StepCall>>;  // each is a list of steps, in order

// How a step is written in other systems. `form` is a call with placeholders: `loop`, `block`, `number` and `name`
// (with a digit if there are several) stand for one argument, `_` for a word without meaning here, `*loop` for the
// remaining arguments, `factor=number` for a named argument. "block." requires a call on a block or a stage, "func."
// one on a block as in Halide. `means`: the step as it is typed, with {loop}, {number} ... in it; {block2.loop} is the
// loop of that name above the block, {reversed loop} the arguments of `*loop` in reverse order.
struct Spelling {
  std::string_view form, means;
};

// Properties of a primitive besides its parameters, such as its place in the tool row, its key and its use in repairs
// and traces. They are declared here so that no other code compares the names of primitives.
struct Traits {
  static constexpr int kUnranked = 1000;

  // The lowest ranks come first in the tool row and among offers; steps without a rank follow in the order of
  // core/schedule/all_primitives.def.
  int rank = kUnranked;
  char key = 0;               // a letter that starts the step for the selection in the loop tree
  bool helpsRepairs = false;  // may make another step legal, because it changes dependences or the order of statements
  bool inTvm = true;          // TVM's C++ class has a method of this name with these arguments
  std::string_view tvmName = {};  // the name and kind in TVM's current dialect, if they differ
  std::string_view tvmKind = {};
  // Steps that achieve the purpose of a refused step in another way. They are not checked; `args` are all arguments, as
  // ids of the program.
  Alternatives (*alternatives)(const Snapshot& program, const Primitive& refused, const Arguments& args,
                               const Explanation& reason) = nullptr;
  // A second step that takes over a part of the arguments and is recorded after this one. `recorded` changes if there
  // is one.
  std::optional<StepCall> (*followUp)(Arguments& recorded) = nullptr;
  // The number of inputs of an index map of the step. Arguments that are not known are None; nullptr: one input for
  // each iter of the block.
  std::optional<size_t> (*mapInputs)(const Snapshot& program, const Block& block, Arguments args) = nullptr;
  // C source among the arguments, which TVM requires to be compiled.
  const std::string* (*importedC)(const Arguments& args) = nullptr;
  // The tensor intrinsic that the step inserts.
  const std::string* (*intrinsic)(const Arguments& args) = nullptr;
  std::vector<Spelling> spellings = {};  // in other systems, for typed steps
};

struct Primitive {
  Primitive();
  Primitive(const Primitive&);
  Primitive(Primitive&&) noexcept;
  Primitive& operator=(const Primitive&);
  Primitive& operator=(Primitive&&) noexcept;
  ~Primitive();

  std::string name;  // "split"
  std::string kind;  // TVM's instruction kind: "Split"
  Group group = Group::Query;
  std::string summary;  // one sentence
  std::vector<Param> params;
  Returns returns = Returns::Nothing;
  std::vector<const ErrorKind*> errors;
  std::string help;    // name of the help page
  bool query = false;  // changes nothing; not shown as a button
  Traits traits = {};
  std::function<Result<Checked>(const Snapshot&, const Arguments&)> check;
  std::function<std::vector<Candidate>(const Snapshot&, const Selection&)> candidates;
  // Only of sampling steps: the value of the parameter that is encoded as a decision, either as given or drawn.
  std::function<Result<StepValue>(const Snapshot&, const Arguments&, Random&)> decide;

  const Param* param(std::string_view parameter) const;
  std::optional<size_t> decisionIndex() const;
  std::optional<size_t> paramIndex(std::string_view parameter) const;
  std::string signature() const;  // "split(loop, factors, preserve_unit_iters=True, disable_predication=False)"
};

// Whether the first parameter of the primitive is a list of loops.
bool takesSeveralLoops(const Primitive& primitive);

// Positional and named arguments of a call -> one value per parameter. A variadic parameter takes the remaining
// positional arguments.
Result<Arguments> bindArguments(const Primitive& primitive, const std::vector<StepValue>& positional,
                                const std::vector<std::pair<std::string, StepValue>>& named);
// Fills missing trailing arguments with defaults; reports what is missing.
Result<Arguments> completeArguments(const Primitive& primitive, Arguments args);

extern const Error<Ident, Ident> kUnknownArgument;
extern const Error<Ident, Ident, Snippet> kMissingArgument;
extern const Error<Ident, int64_t, int64_t> kTooManyArguments;
extern const Error<Ident, Ident> kDuplicateArgument;
extern const Error<Ident, Ident, Message, Message> kArgumentType;

}  // namespace lw
