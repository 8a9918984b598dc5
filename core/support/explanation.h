// Errors are values. An Explanation says what rule was broken, on which objects, in one sentence, and, where they are
// known, the two iterations that conflict (witness) and what would help (repairs). `lw`, tooltips and the problems pane
// render the same Explanation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/ids.h"
#include "core/support/message.h"

namespace lw {

struct Explanation;

// A kind of error: a stable id ("split.covers-less") and a sentence with numbered holes ({0}, {1}, ...). Several
// sentences may share an id. Kinds are constants of the type Error<...> below.
struct ErrorKind {
  std::string_view id;
  std::string_view sentence;
  int holes = 0;
};

template <class T>
using ArgumentOf = std::conditional_t<std::same_as<T, int64_t>, Integer, T>;

// Fills the holes of the kind's sentence. Kinds outlive their explanations: they are constants.
Explanation explanationOf(const ErrorKind& kind, std::vector<MessageArgument> arguments);

// A kind of error with the types of its arguments. The compiler counts the holes of the sentence, and checks every
// call:
//   constexpr Error<Ident, int64_t, int64_t> kCoversLess{"split.covers-less",
//                                                        "the factors of loop {0} cover {1} of its {2} iterations"};
//   return explain(kCoversLess(loop, 12, 16), "choose larger factors");
template <class... Args>
struct Error : ErrorKind {
  consteval Error(const char* id, const char* sentence) : ErrorKind{id, sentence, static_cast<int>(sizeof...(Args))} {
    if (holesOf(sentence) != static_cast<int>(sizeof...(Args))) throw "the arguments are not as many as the holes";
  }
  Explanation operator()(ArgumentOf<Args>... args) const;
};

// A half-open range of bytes in one source text; line and column (1-based) are computed when rendered.
struct Span {
  int begin = -1;
  int end = -1;
  bool valid() const { return begin >= 0; }
};

// Two concrete iterations that touch one element.
struct Witness {
  struct Point {
    std::string block;                                       // block instance
    std::vector<std::pair<std::string, int64_t>> iteration;  // loop name -> value, outermost first
  };
  Point first, second;                  // in the original order
  std::string dependence;               // "flow", "anti", "output", or "update" (both read and write it)
  std::string element;                  // "C[0, 5]"
  std::string_view sentenceOf() const;  // with holes for the two iterations and the element
  std::vector<std::string> holes() const;
  Message message() const;
  std::string sentence() const;
};

// One step of a repair: a primitive with its arguments (PrimitiveStep in core/trace/repair.h).
class RepairStep {
 public:
  virtual ~RepairStep() = default;
  virtual std::string text() const = 0;  // in script form
};

// Steps that were carried out on the very program of the refusal (core/trace/repair.h): before the wanted step, which
// is the last of them, or in its place.
struct Repair {
  std::vector<std::shared_ptr<const RepairStep>> steps;
  Message warning;           // what it takes that one should know before; may be empty
  std::string text() const;  // the steps, one a line
  friend bool operator==(const Repair& a, const Repair& b) {
    return a.text() == b.text() && a.warning.text() == b.warning.text();
  }
};

struct Explanation {
  Explanation();
  Explanation(const Explanation&);
  Explanation(Explanation&&) noexcept;
  Explanation& operator=(const Explanation&);
  Explanation& operator=(Explanation&&) noexcept;
  ~Explanation();

  void setMessage(Message words);
  void setHint(Message words);

  std::string kind;     // ErrorKind::id
  std::string message;  // one sentence: place and values
  std::string hint;     // what to do; may be empty
  Message reason;       // message and hint as values, for other languages
  Message remedy;
  Span span;  // in the source text, where there is one
  std::vector<LoopId> loops;
  std::vector<BlockId> blocks;
  std::optional<Witness> witness;
  std::vector<Repair> repairs;  // what would make the wanted step legal, the least costly first; checks leave it empty
  bool conservative = false;    // decided by block signatures: an access is not affine, or there is too much to decide
};

template <class... Args>
Explanation Error<Args...>::operator()(ArgumentOf<Args>... args) const {
  std::vector<MessageArgument> arguments = room(sizeof...(Args));
  (add(arguments, MessageArgument(std::move(args))), ...);
  return explanationOf(*this, std::move(arguments));
}

// The error with a hint.
Explanation explain(Explanation e, Message hint);
Explanation explain(Explanation e, Message hint, Span span);

// "split(k, [None, 4]), then rfactor(k_1, 0) (allocates ...)": in one line.
std::string toText(const Repair& repair);
// The message, the witness, the hint and the repairs, one per line.
std::string toText(const Explanation& explanation);

}  // namespace lw
