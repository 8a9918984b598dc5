// Reads a step as people type it, with the descriptions of the primitives: in words (`tile m l 64 64`), in Python
// (`sch.split(m, factors=[None, 64])`), called on a loop or block (`m.split 64`), or as other systems write it
// (Spelling): `C.split(x, xo, xi, 64)`. Words are bound to parameters by what they are (a loop, a block, a number, a
// name) and by the types of the parameters, so that a list ends where its type ends. The result is a call for
// interpretStep; whether the step is legal is not checked here. A grammar for each system was not chosen, because the
// systems share most forms. typed_chain.h reads several calls in one text.
#pragma once

#include <optional>
#include <span>

#include "core/schedule/schedule.h"

namespace lw {

struct TypedArgument {
  size_t param;       // position among the parameters
  std::string value;  // as Python; elements of a variadic parameter are separated by commas
};

// A word that several loops are named by, and their unique names.
struct AmbiguousWord {
  int begin = 0, end = 0;  // bytes of the text
  std::vector<std::string> names;
};

struct TypedStep {
  // None: the text names no step, or it is Python that is run as it is.
  const Primitive* primitive = nullptr;
  std::vector<TypedArgument> arguments;  // in the order of the parameters
  std::string call;                      // empty: there is an error
  std::optional<Explanation> error;
  std::vector<AmbiguousWord> ambiguous;
  bool translated = false;                    // written as in another system
  bool chain = false;                         // several calls; `call` is the text
  std::vector<std::string> resultNames = {};  // of the loops that the step returns, where the other system names them

  std::string named() const;  // with the names of the parameters: tile(loops=[m, l], sizes=[64, 64])
};

struct TypedCompletions {
  const Primitive* primitive = nullptr;
  std::optional<size_t> param;  // for which the values are
  int begin = 0;                // a value replaces the text from here to the end
  std::vector<std::string> values;
};

struct TypingContext {
  const Schedule& schedule;
  std::span<const Primitive* const> composites = {};
  Selection selection = {};  // provides the first argument of `split 64` and `.compute_root()`
};

// Steps whose name begins with the word, then those that contain it; the step of exactly this name is first. Composites
// come after primitives. All steps for an empty word.
std::vector<const Primitive*> stepsNamed(std::string_view word, std::span<const Primitive* const> composites);

TypedStep readTypedStep(std::string_view text, const TypingContext& context);
// Values for the parameter at the end of the text. Candidates of primitives are computed: not for the UI thread.
TypedCompletions completionsOf(std::string_view text, const TypingContext& context);

}  // namespace lw
