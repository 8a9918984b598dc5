// What the program says, as values: an English sentence with numbered holes ({0}, {1}, ...) and what fills them. The
// English text is made here; other languages look up the sentence and fill the same holes (views/translation).
// The number of arguments is checked against the holes when a sentence is compiled, and so are their types.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lw {

struct Message;

// A name in the program: of a loop, block, buffer, function. Shown as code, the same in every language.
struct Ident {
  std::string text;
  Ident(std::string name) : text(std::move(name)) {}  // NOLINT(google-explicit-constructor)
  Ident(std::string_view name) : text(name) {}        // NOLINT(google-explicit-constructor)
  Ident(const char* name) : text(name) {}             // NOLINT(google-explicit-constructor)
};

// A piece of program text: an expression, a region, a value, what another program reported. The same in every language.
struct Snippet {
  std::string text;
  Snippet(std::string code) : text(std::move(code)) {}  // NOLINT(google-explicit-constructor)
  Snippet(std::string_view code) : text(code) {}        // NOLINT(google-explicit-constructor)
  Snippet(const char* code) : text(code) {}             // NOLINT(google-explicit-constructor)
};

// The type of a value: "float32", or in words, "a list of loops", which other languages say otherwise.
struct TypeName {
  std::string text;
  TypeName(std::string type) : text(std::move(type)) {}  // NOLINT(google-explicit-constructor)
  TypeName(std::string_view type) : text(type) {}        // NOLINT(google-explicit-constructor)
  TypeName(const char* type) : text(type) {}             // NOLINT(google-explicit-constructor)
};

// An integer argument; neither truth values nor fractions convert to it.
struct Integer {
  template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>)
  Integer(T number) : value(static_cast<int64_t>(number)) {}  // NOLINT(google-explicit-constructor)
  operator int64_t() const { return value; }                  // NOLINT(google-explicit-constructor)
  int64_t value;
};

// Names in a row: "i, j, k".
using Idents = std::vector<std::string>;

// What fills one hole.
struct MessageArgument {
  enum class Kind : uint8_t { Ident, Integer, Snippet, TypeName, Message };
  MessageArgument(Ident name);             // NOLINT(google-explicit-constructor)
  MessageArgument(Snippet code);           // NOLINT(google-explicit-constructor)
  MessageArgument(TypeName type);          // NOLINT(google-explicit-constructor)
  MessageArgument(const Idents& names);    // NOLINT(google-explicit-constructor)
  MessageArgument(Message phrase);         // NOLINT(google-explicit-constructor)
  MessageArgument(const char* phrase);     // NOLINT(google-explicit-constructor)
  MessageArgument(std::string code);       // NOLINT(google-explicit-constructor): a Snippet
  MessageArgument(std::string_view code);  // NOLINT(google-explicit-constructor): a Snippet
  template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>)
  MessageArgument(T number);        // NOLINT(google-explicit-constructor)
  MessageArgument(Integer number);  // NOLINT(google-explicit-constructor)
  MessageArgument();
  MessageArgument(const MessageArgument&);
  MessageArgument(MessageArgument&&) noexcept;
  MessageArgument& operator=(const MessageArgument&);
  MessageArgument& operator=(MessageArgument&&) noexcept;
  ~MessageArgument();

  Kind kind = Kind::Snippet;
  std::string text;             // in English
  std::vector<Message> phrase;  // one of Kind::Message

 private:
  MessageArgument(Kind k, std::string t);
};

// A sentence, a phrase or a hint with its arguments.
struct Message {
  Message();
  Message(const Message&);
  Message(Message&&) noexcept;
  Message& operator=(const Message&);
  Message& operator=(Message&&) noexcept;
  ~Message();
  Message(const char* literal) : sentence(literal) {}      // NOLINT(google-explicit-constructor): a literal, not copied
  Message(std::string words) : plain(std::move(words)) {}  // NOLINT(google-explicit-constructor): see `plain`
  Message(Ident name);                                     // NOLINT(google-explicit-constructor)
  Message(Snippet code);                                   // NOLINT(google-explicit-constructor)
  Message(TypeName type);                                  // NOLINT(google-explicit-constructor)
  Message(std::string_view sentence, std::vector<MessageArgument> arguments);

  bool empty() const { return sentence.empty() && plain.empty(); }
  std::string text() const;  // in English

  std::string_view sentence;  // a literal; empty: `plain` is all
  std::vector<MessageArgument> arguments;
  std::string plain;  // words that were not made from a sentence here: what another program said
};

}  // namespace lw

// Every file that reports an error fills such lists: their functions are compiled once (message.cpp).
extern template class std::vector<lw::MessageArgument>;
extern template class std::vector<lw::Message>;

namespace lw {

std::vector<MessageArgument> room(size_t arguments);
void add(std::vector<MessageArgument>& arguments, MessageArgument argument);

template <std::integral T>
  requires(!std::same_as<T, bool> && !std::same_as<T, char>)
MessageArgument::MessageArgument(T number) : MessageArgument(Kind::Integer, std::to_string(number)) {}
inline MessageArgument::MessageArgument(Integer number) : MessageArgument(number.value) {}

std::string filled(std::string_view sentence, const std::vector<std::string>& holes);

// How many arguments a sentence takes: one more than its highest hole. -1: a hole is missing in between.
constexpr int holesOf(std::string_view sentence) {
  bool used[10] = {};
  int count = 0;
  for (size_t i = 0; i + 2 < sentence.size(); ++i)
    if (sentence[i] == '{' && sentence[i + 2] == '}' && sentence[i + 1] >= '0' && sentence[i + 1] <= '9') {
      const int hole = sentence[i + 1] - '0';
      used[hole] = true;
      if (hole >= count) count = hole + 1;
    }
  for (int i = 0; i < count; ++i)
    if (!used[i]) return -1;
  return count;
}

// A literal whose holes are counted by the compiler.
template <class... Args>
struct Sentence {
  std::string_view text;
  consteval Sentence(const char* literal) : text(literal) {  // NOLINT(google-explicit-constructor)
    if (holesOf(text) != static_cast<int>(sizeof...(Args))) throw "the arguments are not as many as the holes";
  }
};

// say("name block {0} or {1}", first, second)
template <class... Args>
Message say(std::type_identity_t<Sentence<Args...>> sentence, Args&&... args) {
  std::vector<MessageArgument> arguments = room(sizeof...(Args));
  (add(arguments, MessageArgument(std::forward<Args>(args))), ...);
  return Message(sentence.text, std::move(arguments));
}

}  // namespace lw
