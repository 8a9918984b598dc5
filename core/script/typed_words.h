// The parts of a typed step: what it is called on, its name, and its arguments as words. Knows the syntax only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::typed {

enum class WordKind : uint8_t {
  Name,    // m, C.l, threadIdx.x
  Number,  // 64
  Real,    // 0.5
  Sizes,   // 64x64
  Flag,    // True
  None,
  String,      // "shared"
  List,        // [None, 8], (1, 2)
  Lambda,      // lambda i, j: (j, i)
  Expression,  // any other Python
};

// An argument. `begin` and `end` are bytes of the typed text.
struct Word {
  std::string key;  // of a named argument
  std::string text;
  WordKind kind = WordKind::Name;
  int begin = 0, end = 0;
  int textBegin = 0;  // of `text`; after the name, if there is one
};

struct TypedCall {
  // The part before the last dot: `sch`, `s[C]`, `C`, `m`. A leading dot leaves it empty.
  std::string receiver;
  bool dotted = false;  // there is a receiver, or a leading dot
  bool called = false;  // with parentheses
  std::string name;
  int nameBegin = 0, nameEnd = 0;
  int argumentsBegin = -1;  // -1: there are none
  std::vector<Word> words;
  std::string rest;  // after the closing parenthesis
};

// The step without an assignment of its results and without the semicolon of C++. Positions are those of `text`.
TypedCall readCall(std::string_view text);
bool severalStatements(std::string_view text);  // has a line break or a semicolon between statements

// The elements of a list or tuple; of another word: the word itself.
std::vector<Word> elementsOf(const Word& word);
WordKind kindOfWord(std::string_view text);
// The position where an unfinished list begins, if the text ends in one.
std::optional<int> openList(std::string_view text, int from);
bool isIdentifier(std::string_view text);  // also with dots

}  // namespace lw::typed
