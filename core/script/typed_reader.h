// Binds the words of a typed step to the parameters of a primitive.
#pragma once

#include "core/script/typed_step.h"
#include "core/script/typed_words.h"

namespace lw::typed {

// Names of the current function's loops and blocks.
class Names {
 public:
  explicit Names(const Schedule& schedule);
  bool isLoop(std::string_view name) const;
  bool isBlock(std::string_view name) const;
  std::string unique(LoopId loop) const;
  // Of a loop that is written without its block: its name with the block, if the name alone is ambiguous.
  std::string within(const std::string& loop, const std::string& block) const;
  std::vector<std::string> readings(std::string_view loop) const;  // the unique names, if there are several
  const Snapshot& program() const { return program_; }
  const std::vector<LoopId>& loops() const { return loops_; }
  const std::vector<BlockId>& blocks() const { return blocks_; }
  const Block* blockNamed(std::string_view name) const;

 private:
  const Snapshot& program_;
  std::vector<LoopId> loops_;
  std::vector<BlockId> blocks_;
};

// What the step is called on.
struct Receiver {
  enum class Kind : uint8_t { None, Loop, Stage, Function };  // Function: as in Halide, or a leading dot
  Kind kind = Kind::None;
  std::string name;
};

struct Slots {
  std::vector<std::vector<Word>> words;  // for each parameter
  size_t next = 0;                       // the parameter of the next word
  std::optional<size_t> open;            // a list without brackets, which the next word may continue
  std::optional<Explanation> error;
};

bool fits(const Param& param, const Word& word, const Names& names);
// The parameter with this name, or the only one whose name begins or ends with it.
std::optional<size_t> paramNamed(const Primitive& primitive, std::string_view key);
Slots bindWords(const Primitive& primitive, const std::vector<Word>& words, const Receiver& receiver,
                const TypingContext& context, const Names& names);
std::string textOf(const Param& param, const std::vector<Word>& words, const Receiver& receiver, const Names& names);

// The meaning of a call in another system as a text of words.
struct Translation {
  std::string text;
  std::vector<std::string> resultNames;  // of the loops that the step returns, in order; empty: it has none
};
// nullopt: the call is none of the primitive's spellings.
std::optional<Translation> meaningOf(const Primitive& primitive, const TypedCall& call, const Receiver& receiver,
                                     const Names& names);

}  // namespace lw::typed
