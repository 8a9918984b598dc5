// Types of parameters. core/schedule/param_types.def has an entry for each type: its name in messages, what it accepts
// from a selection, how it is typed, stored and checked. This header declares the C++ types that a field of a
// primitive's Args may have. Among the views, only views/forms/param_editor distinguishes the types.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/schedule/value.h"
#include "core/support/result.h"

namespace lw {

struct Param;
struct Primitive;

enum class ParamType : uint8_t {
#define LW_PARAM_TYPE(name, ...) name,
#include "core/schedule/param_types.def"
#undef LW_PARAM_TYPE
};

// How the words of a step that is typed without brackets, as in "split i 8", become the text of an argument.
enum class Typed : uint8_t {
  Word,     // one word as it is
  Quoted,   // one word as a string, unless it is a literal
  List,     // all remaining words
  Factors,  // a list; a single number is the inner factor
  Slot,     // "read 0", or the name of a buffer
  Rest      // all remaining words, unchanged
};
// The form of a value in traces (JSON, Python, C++).
enum class Stored : uint8_t {
  Plain,
  Flag,        // TVM's JSON may contain 0 or 1
  Access,      // 0 (read) or 1 (write)
  Slot,        // position and access; a tuple in Python
  Annotation,  // an object of TVM's runtime
  Map,         // an index map, as text in JSON
  Ranges       // like Map, with ranges as results
};

struct ParamTypeInfo {
  std::string_view name;               // in messages
  bool loops = false, blocks = false;  // takes loops or blocks, as handles, ids or names
  bool list = false;
  Typed typed = Typed::Word;
  Stored stored = Stored::Plain;
  bool (*fits)(const StepValue&) = nullptr;        // whether a composite accepts the value; nullptr: always
  std::optional<ParamType> item = {};              // of the elements of a list
  std::string_view cppType = {};                   // of a list
  std::string_view cppNone = {};                   // how None is written in C++, for a list that is optional
  std::vector<std::string_view> annotations = {};  // annotations of this type in the signature of a composite
  std::vector<std::string_view> endings = {};      // name endings of composite parameters of this type, if unannotated
  std::vector<std::string_view> usual = {};        // values that are offered
  Result<StepValue> (*byName)(const Block&,
                              const std::string& buffer) = nullptr;  // the value that a buffer's name means
  // Completes a short value, for the buffer to which it refers and the layout that the buffer gets; either may be
  // nullptr.
  void (*complete)(StepValue& value, const Buffer* buffer, const IndexMap* layout) = nullptr;
};
std::span<const ParamType> paramTypes();  // all
const ParamTypeInfo& infoOf(ParamType type);
std::string_view nameOf(ParamType type);  // "a loop", "a list of loops", ...
// Whether a plain argument of a composite is of the type. Loops and blocks are distinguished later, when their handles
// are made.
bool fits(ParamType type, const StepValue& value);

// ---- field types of Args, besides LoopId, BlockId, int64_t, double (in lists), bool, std::string and vectors of them
// ----
using Factors = std::vector<std::optional<int64_t>>;  // None: the remaining factor
using LoopOrBlock = std::variant<LoopId, BlockId>;
using LoopOrBlocks = std::variant<LoopId, std::vector<BlockId>>;  // one block is a list of one
using Choice = std::optional<int64_t>;                            // a decision; None: it will be drawn
using Choices = std::optional<std::vector<int64_t>>;
struct Scope {
  std::string name;
};  // "global", "shared" ...
struct ThreadAxis {
  std::string name;
};  // "threadIdx.x" ...
struct ReadIndex {
  int64_t index = 0;
};  // position in Block::reads; names are resolved before check
struct WriteIndex {
  int64_t index = 0;
};  // position in Block::writes
struct FunctionName {
  std::string name;
};
struct BufferAccess {
  bool written = false;
};
struct BufferSlot {
  bool written = false;
  int64_t index = 0;
};  // names are resolved before check
struct PadValue {
  std::optional<IndexMap> map;
};  // numbers are turned into maps before check; one result
struct RangeMap {
  IndexMap map;
};  // results: start, end, start, end, ...

struct FieldReader {
  const Primitive* primitive;
  const Param* param;
  Explanation wrong(const StepValue& value) const;  // "split: factors takes ..., not ..."
};
template <class T>
struct FieldTraits;  // .type, read(reader, value)

#define LW_FIELD(T, kind)                                                 \
  template <>                                                             \
  struct FieldTraits<T> {                                                 \
    static constexpr ParamType kType = ParamType::kind;                   \
    static Result<T> read(const FieldReader& reader, const StepValue& v); \
  }
LW_FIELD(LoopId, Loop);
LW_FIELD(std::vector<LoopId>, Loops);
LW_FIELD(BlockId, Block);
LW_FIELD(std::vector<BlockId>, Blocks);
LW_FIELD(LoopOrBlock, LoopOrBlock);
LW_FIELD(LoopOrBlocks, LoopOrBlock);
LW_FIELD(int64_t, Int);
LW_FIELD(std::vector<int64_t>, Ints);
LW_FIELD(std::vector<double>, Numbers);
LW_FIELD(Choice, Int);
LW_FIELD(Choices, Ints);
LW_FIELD(bool, Bool);
LW_FIELD(std::string, String);
LW_FIELD(Factors, Factors);
LW_FIELD(Scope, Scope);
LW_FIELD(ThreadAxis, ThreadAxis);
LW_FIELD(AnnotationValue, Annotation);
LW_FIELD(ReadIndex, ReadIndex);
LW_FIELD(WriteIndex, WriteIndex);
LW_FIELD(IndexMap, IndexMap);
LW_FIELD(FunctionName, Function);
LW_FIELD(BufferAccess, Access);
LW_FIELD(BufferSlot, BufferSlot);
LW_FIELD(PadValue, PadValue);
LW_FIELD(RangeMap, RangeMap);
#undef LW_FIELD

}  // namespace lw
